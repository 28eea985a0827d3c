// The way to a game's lessons, for whoever does not know it yet, and how far this device has come in them.

import { icon } from "../base/icons.js";
import { progressOf } from "../base/learned.js";
import { h } from "../base/make.js";
import { preferred } from "../base/preferences.js";
import { read, say } from "../base/words.js";

const KNOWN = 2; // games finished on this device, after which the lessons step back

/** A link to the lessons: a button for newcomers, words for who knows the game; nothing where there are none. */
export function lessonsLink({ game, title, learn }) {
  if (!learn) return null;
  const { done, total } = progressOf(game);
  const played = preferred(`played ${game}`).split(" ").filter(Boolean).length;
  const isNew = played < KNOWN && !(total && done >= total);
  const words = say(!done ? "learn" : done < total ? "learn on" : "learn over");
  const properties = { class: isNew ? "button learn-link" : "learn-link", href: learn, "aria-label": `${words} · ${read(title)}` };
  return h("a", properties, isNew && icon("learn"), words, done > 0 && done < total && bar(done, total));
}

const bar = (done, total) => h("progress", { value: done, max: total, "aria-label": say("learn progress", done, total) });
