// The openings page: written by the server; here it gets its contents and its ways onward.

import { lessonsLink } from "../panels/lessons.js";
import { h } from "../base/make.js";
import { puzzlesLink } from "../panels/puzzles.js";
import { folded } from "./rules.js";
import { say } from "../base/words.js";

/** Dress the openings. */
export function show(main, data) {
  main.className = "rules-page openings-page";
  const ways = [
    data.rules && h("a", { href: data.rules }, say("rules read")),
    lessonsLink(data),
    puzzlesLink(data),
    h("a", { class: "button primary", href: `/new/${data.game}` }, say("play")),
  ];
  main.prepend(h("nav", { class: "contents", "aria-label": say("openings") }, folded(main.querySelector(".book")), ways));
}
