// A game's own page: its box, what it is about, how to play it now, and the way to everything else.

import { creditsLine, facts, gameBox } from "../panels/home/game_box.js";
import { lessonsLink, openingsLink, printLink, puzzlesLink, rulesLink } from "../panels/home/game_links.js";
import { friendsLink, playButton } from "../panels/home/start_links.js";
import { describeLevel, nameLevels } from "../base/levels.js";
import { h, refill } from "../base/elements.js";
import { localize, translate } from "../base/language.js";

/** @import { GamePageData } from '../types.d.ts' */

/**
 * Show the page around the pictures that came with it.
 * @param {HTMLElement} main
 * @param {GamePageData} data
 */
export function show(main, data) {
  nameLevels(data.level_names);
  main.className = "game-page";
  const pictures = main.querySelector(".glimpses");
  refill(main, opening(data), pictures, h("div", { class: "columns" }, waysIn(data), variants(data), levels(data)));
}

/** @param {GamePageData} data */
function opening(data) {
  return h(
    "section",
    { class: "opening" },
    gameBox(data, "h1"),
    h(
      "div",
      { class: "stack" },
      h("p", { class: "blurb" }, localize(data.blurb)),
      facts(data),
      localize(data.goal) && h("p", { class: "aim" }, h("b", {}, translate("goal")), " ", localize(data.goal)),
      creditsLine(data),
      h("div", { class: "row" }, playButton(data), friendsLink(data)),
      h("p", {}, h("a", { class: "plain-link", href: `/new/${data.game}` }, translate("choose seats"))),
    ),
  );
}

/** @param {GamePageData} data */
function waysIn(data) {
  const links = [lessonsLink(data, true), rulesLink(data), puzzlesLink(data), openingsLink(data), printLink(data)];
  const all = links.filter((link) => link !== null).map((link) => h("li", {}, link));
  return h("section", {}, h("h2", {}, translate("discover")), h("ul", { class: "ways" }, all));
}

/** @param {GamePageData} data */
function variants({ variants }) {
  if (variants.length < 2) return null;
  return h("section", {}, h("h2", {}, translate("variants")), h("ul", {}, variants.map(({ name, title }) => h("li", {}, localize(title) || name))));
}

/** @param {GamePageData} data */
function levels({ suggested }) {
  if (!suggested.length) return null;
  return h("section", {}, h("h2", {}, translate("levels")), h("ol", {}, suggested.map((level) => h("li", {}, describeLevel(level)))));
}
