// The player's games: those in progress with the player to move, and finished ones with result, replay and review.

import { boxArt } from "../panels/home/box_art.js";
import { ask } from "../base/dialog.js";
import { forgetButton } from "../panels/dialogs/forget.js";
import { isolated } from "../base/names.js";
import { tool } from "../panels/home/header.js";
import { h, refill } from "../base/elements.js";
import { toast } from "../base/toast.js";
import { language, translate } from "../base/language.js";

/** @import { MyTable, ShelfData } from '../types.d.ts' */

const DAY = new Intl.DateTimeFormat(language, { dateStyle: "medium" });

/**
 * Show the player's games.
 * @param {HTMLElement} main
 * @param {ShelfData} shelf
 */
export function show(main, { tables, finished }) {
  main.className = "shelf-page games-page";
  refill(
    main,
    h("div", { class: "hello" }, h("h1", {}, translate("my games")), h("p", {}, translate("my games more"))),
    part(translate("my tables"), tables),
    part(translate("finished tables"), finished),
    !tables.length && !finished.length && empty(),
    h("p", {}, forgetButton()),
  );
}

const empty = () => h("div", { class: "stack empty" }, h("p", {}, translate("my games none")), h("p", {}, h("a", { class: "button primary", href: "/" }, translate("choose game"))));

/**
 * @param {string} title
 * @param {MyTable[]} tables
 */
const part = (title, tables) =>
  tables.length > 0 &&
  h("section", {}, h("h2", {}, title), h("ul", { class: "games" }, tables.map(entry)));

/** @param {MyTable} table */
function entry(table) {
  const over = table.status === "over";
  /** @type {HTMLElement} */
  const item = h(
    "li",
    {},
    boxArt(table.game),
    h(
      "div",
      { class: "what" },
      h("h3", {}, h("a", { href: over ? `/replay/${table.id}` : table.url }, table.title)),
      h("p", { class: table.yours ? "turn" : "" }, table.text || (table.status === "waiting" && translate("waiting seats"))),
      h("p", { class: "small faint" }, date(table), ` · ${table.players.map(isolated).join(", ")}`),
    ),
    h("div", { class: "row" }, over ? afterwards(table) : onward(table), tool("trash", translate("away"), () => confirm(item, table))),
  );
  return item;
}

/** @param {MyTable} myTable */
function date({ at, opened }) {
  const when = new Date(1000 * (at ?? opened));
  return h("time", { datetime: when.toISOString() }, DAY.format(when));
}

/** @param {MyTable} table */
const onward = (table) => h("a", { class: "button", href: table.url }, translate("go on"));

/** @param {MyTable} table */
const afterwards = (table) => [
  h("a", { class: "button", href: `/replay/${table.id}` }, translate("replay")),
  h("a", { class: "button", href: `/review/${table.id}` }, translate("review")),
];

/**
 * @param {HTMLElement} item
 * @param {MyTable} table
 */
function confirm(item, table) {
  const leaving = table.status !== "over" && table.mine.length > 0;
  ask(translate(leaving ? "away sure leave" : "away sure"), translate(leaving ? "away leave" : "away"), async () => {
    const answer = await fetch(`/games/${table.id}/away`, { method: "POST", headers: { Accept: "application/json" } });
    if (answer.ok) item.remove();
    else toast((await answer.json()).error);
  });
}
