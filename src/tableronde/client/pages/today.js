// The puzzles of the day: the one that everybody has, large, and one of each other game; each shows its position.

import { h, refill } from "../base/elements.js";
import { icon } from "../base/icons.js";
import { onPreference, theme } from "../base/preferences.js";
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
  const first = games.find((each) => each.game === game);
  const others = games.filter((each) => each !== first);
  const date = new Date(`${day}T12:00:00Z`).toLocaleDateString(language, { weekday: "long", day: "numeric", month: "long" });
  refill(
    main,
    h("div", { class: "hello" }, h("h1", {}, translate("puzzle day")), h("p", {}, date)),
    first && h("section", { class: "everybodys box" }, picture(first), h("div", { class: "stack" }, h("p", { class: "faint" }, translate("puzzle everybody")), words(first), solve(first))),
    h("ul", { class: "others", "aria-label": translate("puzzles") }, others.map((each) => h("li", { class: "box" }, picture(each), words(each)))),
  );
}

/**
 * A link with the position: the words beside it lead there too, so screen readers hear only those.
 * @param {PuzzleOfTheDay} puzzle
 */
function picture({ game, puzzle, url }) {
  const address = () => `/puzzles/${game}/${encodeURIComponent(puzzle)}.svg?theme=${theme()}&lang=${language}`;
  const image = h("img", { src: address(), alt: "" });
  onPreference((name) => name === "theme" && (image.src = address()));
  return h("a", { class: "position", href: url, tabindex: "-1", "aria-hidden": "true" }, image);
}

/** @param {PuzzleOfTheDay} puzzle */
function words({ game, title, puzzle, kind, grade, url }) {
  const all = h("a", { href: `/puzzles/${game}`, "aria-label": `${translate("puzzles all")} : ${localize(title)}` }, translate("puzzles all"));
  return [
    h("h2", {}, h("a", { href: url }, localize(kind))),
    h("p", {}, `${localize(title)} · ${localize(grade)}`),
    solved(game).has(puzzle) && h("p", { class: "done" }, icon("check"), translate("puzzle solved")),
    h("p", { class: "small" }, all),
  ];
}

/** @param {PuzzleOfTheDay} puzzle */
const solve = ({ game, puzzle, url, title, kind }) =>
  h(
    "p",
    {},
    h("a", { class: "button primary", href: url, "aria-label": `${localize(title)} : ${localize(kind)}` }, translate(solved(game).has(puzzle) ? "puzzle again" : "puzzle solve")),
  );
