// The shelf: a drawn box for each game, and one's own games in progress.

import { cover } from "../panels/cover.js";
import { icon } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { read, say } from "../base/words.js";

/** Show the shelf. */
export function show(main, { games, tables = [], finished = [] }) {
  main.className = "shelf-page";
  refill(
    main,
    h("div", { class: "hello" }, h("h1", {}, say("hello")), h("p", {}, say("hello more"))),
    tables.length > 0 && tableList(say("my tables"), tables),
    h("ul", { class: "shelf", "aria-label": say("all games") }, games.map(box)),
    finished.length > 0 && tableList(say("finished tables"), finished),
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
    game.rules && h("p", {}, h("a", { href: game.rules, "aria-label": `${say("rules read")} : ${title}` }, say("rules read"))),
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
      ),
    );
  return h("section", { class: "table-list" }, h("h2", {}, title), h("ul", {}, tables.map(line)));
}
