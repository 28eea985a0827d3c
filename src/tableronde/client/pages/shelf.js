// The shelf: a drawn box for each game, and one's own games in progress.

import { cover } from "../panels/cover.js";
import { icon } from "../base/icons.js";
import { lessonsLink } from "../panels/lessons.js";
import { h, refill } from "../base/make.js";
import { openingsLink } from "../panels/openings.js";
import { printLink } from "../panels/paper.js";
import { puzzlesLink } from "../panels/puzzles.js";
import { read, say } from "../base/words.js";

const LATEST = 4; // finished games; the others are on their own page

/** Show the shelf. */
export function show(main, { games, tables = [], finished = [] }) {
  main.className = "shelf-page";
  refill(
    main,
    h("div", { class: "hello" }, h("h1", {}, say("hello")), h("p", {}, say("hello more")), games.some((game) => game.puzzles) && ofTheDay()),
    tables.length > 0 && tableList(say("my tables"), tables),
    h("ul", { class: "shelf", "aria-label": say("all games") }, games.map(box)),
    finished.length > 0 && tableList(say("finished tables"), finished.slice(0, LATEST)),
    (tables.length > 0 || finished.length > 0) && allMine(),
  );
}

function box(game) {
  const title = read(game.title);
  return h(
    "li",
    { class: "box" },
    h("a", { class: "lid", href: `/new/${game.game}` }, cover(game.game), h("h2", {}, title)),
    facts(game),
    h("p", { class: "blurb" }, read(game.blurb)),
    game.learn && h("p", {}, lessonsLink(game)),
    game.puzzles && h("p", {}, puzzlesLink(game)),
    game.openings && h("p", {}, openingsLink(game)),
    game.rules && h("p", {}, h("a", { href: game.rules, "aria-label": `${say("rules read")} : ${title}` }, say("rules read"))),
    h("p", {}, printLink(game)),
  );
}

/** How many, how old, how long. */
export function facts({ players, age, minutes }) {
  const [low, high] = [Math.min(...players), Math.max(...players)];
  const fact = (name, words) => h("li", {}, icon(name), words);
  return h(
    "ul",
    { class: "facts" },
    fact("people", low === high ? `${low}` : `${low}–${high}`),
    fact("person", say("age", age)),
    fact("clock", say("minutes", minutes)),
  );
}

const ofTheDay = () => h("p", {}, h("a", { class: "button", href: "/puzzles" }, icon("hint"), say("puzzle day")));

const allMine = () => h("p", { class: "all-mine" }, h("a", { class: "button", href: "/games" }, icon("games"), say("my games")));

function tableList(title, tables) {
  const line = (table) =>
    h(
      "li",
      {},
      h(
        "a",
        { class: "button", href: table.url ?? `/t/${table.id}` },
        h("b", {}, read(table.title)),
        h("span", { class: "faint" }, (table.players ?? []).join(" · ")),
        table.text && h("span", { class: table.yours ? "turn" : "faint" }, table.text),
      ),
    );
  return h("section", { class: "table-list" }, h("h2", {}, title), h("ul", {}, tables.map(line)));
}
