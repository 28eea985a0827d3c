// The openings page: written by the server; this adds the table of contents and links.

import { lessonsLink, puzzlesLink } from "../panels/home/game_links.js";
import { find, h } from "../base/elements.js";
import { folded } from "./rules.js";
import { translate } from "../base/language.js";

/** @import { GamePages } from '../types.d.ts' */

/**
 * Complete the openings page.
 * @param {HTMLElement} main
 * @param {GamePages} data
 */
export function show(main, data) {
  main.className = "rules-page openings-page";
  const ways = [
    data.rules && h("a", { href: data.rules }, translate("rules read")),
    lessonsLink(data),
    puzzlesLink(data),
    h("a", { class: "button primary", href: `/new/${data.game}` }, translate("play")),
  ];
  main.prepend(h("nav", { class: "contents", "aria-label": translate("openings") }, folded(find(main, ".book")), ways));
}
