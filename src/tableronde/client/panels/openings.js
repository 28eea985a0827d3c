// The way to what first moves of a game are worth.

import { h } from "../base/make.js";
import { read, say } from "../base/words.js";

/** A link to the openings; nothing where they were not weighed. */
export function openingsLink({ title, openings }) {
  if (!openings) return null;
  return h("a", { class: "openings-link", href: openings, "aria-label": `${say("openings")} · ${read(title)}` }, say("openings"));
}
