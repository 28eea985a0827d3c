// The shelf: a drawn box for each game, and the player's games.

import { creditsLine, facts, gameBox } from "../panels/home/game_box.js";
import { icon } from "../base/icons.js";
import { lessonsLink, puzzlesLink, rulesLink } from "../panels/home/game_links.js";
import { friendsLink, playButton } from "../panels/home/start_links.js";
import { h, refill } from "../base/elements.js";
import { localize, translate } from "../base/language.js";

/** @import { GameData, MyTable, ShelfData } from '../types.d.ts' */

const NARROWEST = 172; // CSS pixels of a box
const GAP = 20; // between two boxes
const LATEST = 4; // the latest finished games; all of them are on the page of games

/**
 * Show the shelf.
 * @param {HTMLElement} main
 * @param {ShelfData} shelf
 */
export function show(main, { games, tables = [], finished = [] }) {
  main.className = "shelf-page";
  refill(
    main,
    h("div", { class: "hello" }, h("div", {}, h("h1", {}, translate("hello")), h("p", {}, translate("hello more"))), games.some((game) => game.puzzles) && ofTheDay()),
    tables.length > 0 && tableList(translate("my tables"), tables),
    shelf(games),
    finished.length > 0 && tableList(translate("finished tables"), finished.slice(0, LATEST)),
    (tables.length > 0 || finished.length > 0) && allMine(),
    h("footer", { class: "colophon" }, h("a", { href: "/about" }, translate("about room"))),
  );
}

/**
 * Create the shelf. Its boards are about equally full: six boxes stand in one row or in two of three, never five and one.
 * @param {GameData[]} games
 */
function shelf(games) {
  const list = h("ul", { class: "shelf", "aria-label": translate("all games") }, games.map(box));
  const arrange = () => {
    const most = Math.max(2, Math.floor((list.clientWidth + GAP) / (NARROWEST + GAP)));
    const rows = Math.ceil(games.length / most);
    list.style.setProperty("--columns", String(Math.max(2, Math.ceil(games.length / rows))));
  };
  new ResizeObserver(arrange).observe(list);
  return list;
}

/** @param {GameData} game */
function box(game) {
  return h(
    "li",
    { class: "box" },
    gameBox(game, "h2", `/game/${game.game}`),
    h("div", { class: "board-edge" }),
    facts(game),
    playButton(game),
    friendsLink(game),
    h("p", { class: "quiet-row" }, lessonsLink(game, true), puzzlesLink(game, true), rulesLink(game)),
    creditsLine(game),
  );
}

const ofTheDay = () => h("a", { class: "button day", href: "/puzzles" }, icon("hint"), translate("puzzle day"));

const allMine = () => h("p", { class: "all-mine" }, h("a", { class: "button", href: "/games" }, icon("games"), translate("my games")));

/**
 * @param {string} title
 * @param {MyTable[]} tables
 */
function tableList(title, tables) {
  /** @param {MyTable} table */
  const line = (table) =>
    h(
      "li",
      {},
      h(
        "a",
        { class: "button", href: table.url ?? `/t/${table.id}` },
        h("b", {}, localize(table.title)),
        h("span", { class: "faint" }, (table.players ?? []).join(" · ")),
        table.text && h("span", { class: table.yours ? "turn" : "faint" }, table.text),
      ),
    );
  return h("section", { class: "table-list" }, h("h2", {}, title), h("ul", {}, tables.map(line)));
}
