// The puzzle of the day: one for everybody, and one of each game.

import { cover } from "../panels/cover.js";
import { h, refill } from "../base/make.js";
import { icon } from "../base/icons.js";
import { solved } from "../base/solved.js";
import { language, read, say } from "../base/words.js";

/** Show what is to be solved today. */
export function show(main, { day, game, games }) {
  main.className = "shelf-page today-page";
  const first = [...games.filter((each) => each.game === game), ...games.filter((each) => each.game !== game)];
  const date = new Date(`${day}T12:00:00Z`).toLocaleDateString(language, { weekday: "long", day: "numeric", month: "long" });
  refill(
    main,
    h("div", { class: "hello" }, h("h1", {}, say("puzzle day")), h("p", {}, date)),
    h("ul", { class: "shelf", "aria-label": say("puzzles") }, first.map((each) => box(each, each.game === game))),
  );
}

function box({ game, title, puzzle, kind, grade, url }, everybodys) {
  const done = solved(game).has(puzzle);
  return h(
    "li",
    { class: everybodys ? "box everybodys" : "box" },
    h("a", { class: "lid", href: url }, cover(game), h("h2", {}, read(title))),
    everybodys && h("p", { class: "small" }, say("puzzle everybody")),
    h("p", {}, h("a", { href: url }, read(kind)), ` · ${read(grade)}`),
    done && h("p", { class: "done" }, icon("check"), say("puzzle solved")),
    h("p", {}, h("a", { href: `/puzzles/${game}`, "aria-label": `${say("puzzles all")} : ${read(title)}` }, say("puzzles all"))),
  );
}
