// The way to a game's puzzles, and how many of them this device has solved.

import { h } from "../base/make.js";
import { solved } from "../base/solved.js";
import { read, say } from "../base/words.js";

/** A link to the puzzles; nothing where there are none. */
export function puzzlesLink({ game, title, puzzles }) {
  if (!puzzles) return null;
  const count = solved(game).size;
  const words = count ? `${say("puzzles")} (${say("puzzles solved", count)})` : say("puzzles");
  return h("a", { class: "puzzles-link", href: puzzles, "aria-label": `${words} · ${read(title)}` }, words);
}
