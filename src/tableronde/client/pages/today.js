// The puzzles of the day: the main one, and one of each game.

import { boxArt } from "../panels/home/box_art.js";
import { h, refill } from "../base/elements.js";
import { icon } from "../base/icons.js";
import { solved } from "../base/solved.js";
import { language, localize, translate } from "../base/language.js";

/** @import { PuzzleOfTheDay, TodayAnswer } from '../messages.d.ts' */

/**
 * Show today's puzzles.
 * @param {HTMLElement} main
 * @param {TodayAnswer} today
 */
export function show(main, { day, game, games }) {
  main.className = "shelf-page today-page";
  const first = [...games.filter((each) => each.game === game), ...games.filter((each) => each.game !== game)];
  const date = new Date(`${day}T12:00:00Z`).toLocaleDateString(language, { weekday: "long", day: "numeric", month: "long" });
  refill(
    main,
    h("div", { class: "hello" }, h("h1", {}, translate("puzzle day")), h("p", {}, date)),
    h("ul", { class: "shelf", "aria-label": translate("puzzles") }, first.map((each) => box(each, each.game === game))),
  );
}

/**
 * @param {PuzzleOfTheDay} puzzleOfTheDay
 * @param {boolean} everybodys
 */
function box({ game, title, puzzle, kind, grade, url }, everybodys) {
  const done = solved(game).has(puzzle);
  return h(
    "li",
    { class: everybodys ? "box everybodys" : "box" },
    h("a", { class: "lid", href: url }, boxArt(game), h("h2", {}, localize(title))),
    everybodys && h("p", { class: "small" }, translate("puzzle everybody")),
    h("p", {}, h("a", { href: url }, localize(kind)), ` · ${localize(grade)}`),
    done && h("p", { class: "done" }, icon("check"), translate("puzzle solved")),
    h("p", {}, h("a", { href: `/puzzles/${game}`, "aria-label": `${translate("puzzles all")} : ${localize(title)}` }, translate("puzzles all"))),
  );
}
