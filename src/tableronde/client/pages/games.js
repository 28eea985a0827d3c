// The player's games: those in progress with the player to move, and finished ones with result, replay and review.

import { boxArt } from "../panels/home/box_art.js";
import { ask } from "../base/dialog.js";
import { forgetButton } from "../panels/dialogs/forget.js";
import { isolated } from "../base/names.js";
import { tool } from "../panels/home/header.js";
import { h, refill } from "../base/elements.js";
import { select } from "../forms/fields.js";
import { toast } from "../base/toast.js";
import { language, translate } from "../base/language.js";

/** @import { MyTable, ShelfData } from '../types.d.ts' */

/** @typedef {{ status: string, game: string }} Wanted */

const SCORE = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
const DAY = new Intl.DateTimeFormat(language, { dateStyle: "medium" });

/**
 * Show the player's games.
 * @param {HTMLElement} main
 * @param {ShelfData} shelf
 */
export function show(main, { tables, finished }) {
  main.className = "shelf-page games-page";
  const all = [...tables, ...finished];
  const items = new Map(all.map((table) => [table, entry(table)]));
  const lists = h("div", {});
  /** @param {Wanted} wanted */
  const draw = (wanted) => {
    const shown = all.filter((table) => fits(table, wanted));
    const [over, playing] = [true, false].map((ended) => shown.filter((table) => isOver(table) === ended));
    const parts = [part(translate("my tables"), playing, items), part(translate("finished tables"), over, items)];
    refill(lists, parts, all.length > 0 && !shown.length && h("p", {}, translate("my games nothing")));
  };
  refill(
    main,
    h("div", { class: "hello" }, h("h1", {}, translate("my games")), h("p", {}, translate("my games more"))),
    all.length > 1 && filter(all, draw),
    lists,
    !all.length && empty(),
    h("p", {}, forgetButton()),
  );
  draw({ status: "all", game: "" });
}

/** @param {MyTable} table */
const isOver = ({ status }) => status === "over";

/**
 * Return whether a table is one of those wanted.
 * @param {MyTable} table
 * @param {Wanted} wanted
 */
const fits = (table, { status, game }) => (status === "all" || isOver(table) === (status === "over")) && (!game || table.game === game);

/**
 * Create the choice of games: in progress or finished, and of which box.
 * @param {MyTable[]} all
 * @param {(wanted: Wanted) => void} onChange
 */
function filter(all, onChange) {
  const titles = new Map(all.map(({ game, title }) => [game, title]));
  const games = select("game", [["", translate("my games every")], ...titles], "");
  const kinds = /** @type {const} */ (["all", "playing", "over"]).map((status) => {
    const count = all.filter((table) => fits(table, { status, game: "" })).length;
    const input = h("input", { type: "radio", name: "status", value: status, checked: status === "all" });
    return h("label", { class: "button" }, input, translate(`my games ${status}`, count));
  });
  const form = h("form", { class: "games-filter", "aria-label": translate("my games filter") }, h("div", { class: "row" }, kinds), titles.size > 1 && games);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => {
    const status = String(new FormData(form).get("status"));
    onChange({ status, game: games.value });
  });
  return form;
}

const empty = () => h("div", { class: "stack empty" }, h("p", {}, translate("my games none")), h("p", {}, h("a", { class: "button primary", href: "/" }, translate("choose game"))));

/**
 * @param {string} title
 * @param {MyTable[]} tables
 * @param {Map<MyTable, HTMLElement>} items
 */
const part = (title, tables, items) =>
  tables.length > 0 &&
  h("section", {}, h("h2", {}, title), h("ul", { class: "games" }, tables.map((table) => items.get(table))));

/** @param {MyTable} table */
function entry(table) {
  const over = isOver(table);
  /** @type {HTMLElement} */
  const item = h(
    "li",
    {},
    boxArt(table.game),
    h(
      "div",
      { class: "what" },
      h("h3", {}, h("a", { href: over ? `/replay/${table.id}` : table.url }, table.title)),
      h("p", { class: table.yours ? "turn" : over ? "result" : "" }, table.result || table.text || (table.status === "waiting" && translate("waiting seats"))),
      h("p", { class: "players" }, table.players.map((name, seat) => [seat > 0 && ", ", player(table, name, seat)])),
      h("p", { class: "small faint" }, date(table)),
    ),
    h("div", { class: "row" }, over ? afterwards(table) : onward(table), tool("trash", translate("away"), () => confirm(item, table))),
  );
  return item;
}

/**
 * Create a player's name with the score, if the game counts any; winners stand out.
 * @param {MyTable} table
 * @param {string} name
 * @param {number} seat
 */
function player({ winners = [], scores = [] }, name, seat) {
  const score = seat in scores && h("b", { class: "score" }, SCORE.format(scores[seat]).replace("-", "−"));
  return h("span", { class: winners.includes(seat) ? "won" : "" }, isolated(name), score && " ", score);
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
