// The form for a new table: players, variant, options, and a button to open it.

import { creditsLine, facts, gameBox } from "../panels/home/game_box.js";
import { openTable, remember } from "../panels/home/open_table.js";
import { lessonsLink } from "../panels/home/game_links.js";
import { h, refill } from "../base/elements.js";
import { Options } from "../forms/options.js";
import { switched, toggle } from "../forms/fields.js";
import { Seats } from "../forms/seats.js";
import { Settings } from "../forms/settings.js";
import { localize, translate } from "../base/language.js";
import { nameLevels } from "../base/levels.js";

/** @import { GameData } from '../types.d.ts' */

/** @typedef {[value: string, words: string, more?: string]} Card */

/**
 * Show the form.
 * @param {HTMLElement} main
 * @param {GameData} data
 */
export function show(main, data) {
  nameLevels(data.level_names);
  main.className = "new-page";
  refill(main, aboutBox(data), order(data));
}

/** @param {GameData} data */
function aboutBox(data) {
  const tips = (data.tips ?? []).map((tip) => h("li", {}, localize(tip)));
  return h(
    "section",
    { class: "about" },
    gameBox(data, "h1"),
    facts(data),
    h("p", {}, localize(data.blurb)),
    creditsLine(data),
    data.learn && h("p", {}, lessonsLink(data)),
    data.rules && h("p", {}, h("a", { href: data.rules }, translate("rules read"))),
    tips.length > 0 && h("ul", { class: "tips" }, tips),
  );
}

/** @param {GameData} data */
function order(data) {
  const invited = new URLSearchParams(location.search).get("with") === "friends" ? "open" : "bot";
  const seats = new Seats(h("ul", { class: "seat-list" }), data);
  seats.gather(invited);
  const options = new Options(data);
  const settings = new Settings();
  const fair = fairness(data, options);
  const open = h("button", { class: "primary wide", type: "submit" }, translate("play"));
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    open.disabled = true;
    const wanted = { game: data.game, players: seats.count, options: options.value(), seats: seats.value(), shuffle: fair.shuffle(), ...settings.value() };
    remember(wanted);
    await openTable(wanted);
    open.disabled = false;
  };
  const parts = [company(seats, invited), count(data.players, seats), seats.holder, fair.element, options.variant, open, options.element, settings.element];
  return h("form", { class: "order", onsubmit: submit }, h("h2", {}, translate("who plays")), parts);
}

/**
 * Create the sentence about a seat with a large advantage, and what can be done about it: seats at random, or fairer options.
 * @param {GameData} data
 * @param {Options} options
 */
function fairness({ advantage, seat_names: names }, options) {
  if (!advantage) return { element: null, shuffle: () => false };
  const { seat, wins, fairer } = advantage;
  const random = toggle("shuffle", false);
  const query = Object.entries(fairer).map(([name, value]) => [name, String(value)]);
  const allow = h("button", { type: "button", class: "quiet", onclick: () => options.preset(new URLSearchParams(query)) }, translate("fairer"));
  const said = h("p", { class: "small" }, translate("advantage", localize(names?.[seat]) || `${seat + 1}`, wins));
  const element = h("div", { class: "fairness stack" }, said, switched(translate("shuffle"), random), query.length > 0 && allow);
  return { element, shuffle: () => random.checked };
}

/**
 * @param {Seats} seats
 * @param {string} chosen
 */
function company(seats, chosen) {
  const kinds = { bot: "with bots", here: "here", open: "by link" };
  const choices = Object.entries(kinds).map(([kind, words]) => /** @type {Card} */ ([kind, translate(words), translate(`${words} more`)]));
  return cards("company", translate("who plays"), choices, (kind) => seats.gather(kind), chosen);
}

/**
 * @param {number[]} players
 * @param {Seats} seats
 */
function count(players, seats) {
  if (players.length < 2) return null;
  const choices = players.map((number) => /** @type {Card} */ ([String(number), String(number)]));
  const row = cards("count", translate("players"), choices, (number) => seats.resize(Number(number)));
  return h("div", { class: "count" }, h("span", {}, translate("players")), row);
}

/**
 * Create a row of cards of which one is chosen, at first the first one unless another is named.
 * @param {string} name
 * @param {string} legend
 * @param {Card[]} choices
 * @param {(value: string) => void} choose
 */
function cards(name, legend, choices, choose, chosen = choices[0][0]) {
  /**
   * @param {Card} cards
   */
  const card = ([value, words, more]) =>
    h(
      "label",
      { class: "card" },
      h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) }),
      h("span", {}, h("b", {}, words), more && h("span", { class: "small faint" }, more)),
    );
  return h("fieldset", { class: "cards" }, h("legend", { class: "unseen" }, legend), choices.map(card));
}
