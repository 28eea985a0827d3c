// A new table: who plays, which variant, which options; one button opens it.

import { cover } from "../panels/cover.js";
import { lessonsLink } from "../panels/lessons.js";
import { h, refill } from "../base/make.js";
import { Options } from "../forms/options.js";
import { prefer } from "../base/preferences.js";
import { Seats } from "../forms/seats.js";
import { Settings } from "../forms/settings.js";
import { toast } from "../base/toast.js";
import { read, say } from "../base/words.js";
import { facts } from "./shelf.js";

/** Show the form. */
export function show(main, data) {
  main.className = "new-page";
  refill(main, aboutBox(data), order(data));
}

function aboutBox(data) {
  const tips = (data.tips ?? []).map((tip) => h("li", {}, read(tip)));
  return h(
    "section",
    { class: "about" },
    h("div", { class: "lid" }, cover(data.game), h("h1", {}, read(data.title))),
    facts(data),
    h("p", {}, read(data.blurb)),
    data.learn && h("p", {}, lessonsLink(data)),
    data.rules && h("p", {}, h("a", { href: data.rules }, say("rules read"))),
    tips.length > 0 && h("ul", { class: "tips" }, tips),
  );
}

function order(data) {
  const seats = new Seats(h("ul", { class: "seat-list" }), data);
  const options = new Options(data);
  const settings = new Settings();
  const open = h("button", { class: "primary wide", type: "submit" }, say("open table"));
  const submit = async (event) => {
    event.preventDefault();
    open.disabled = true;
    await openTable({ game: data.game, players: seats.count, options: options.value(), seats: seats.value(), ...settings.value() });
    open.disabled = false;
  };
  const parts = [company(seats), count(data.players, seats), seats.holder, options.variant, open, options.element, settings.element];
  return h("form", { class: "order", onsubmit: submit }, h("h2", {}, say("who plays")), parts);
}

function company(seats) {
  const kinds = { bot: "with bots", here: "here", open: "by link" };
  const choices = Object.entries(kinds).map(([kind, words]) => [kind, say(words), say(`${words} more`)]);
  return cards("company", say("who plays"), choices, (kind) => seats.gather(kind));
}

function count(players, seats) {
  if (players.length < 2) return null;
  const choices = players.map((number) => [String(number), String(number)]);
  const row = cards("count", say("players"), choices, (number) => seats.resize(Number(number)));
  return h("div", { class: "count" }, h("span", {}, say("players")), row);
}

/** A row of cards of which one is chosen, at first the first. */
function cards(name, legend, choices, choose) {
  const card = ([value, words, more], i) =>
    h(
      "label",
      { class: "card" },
      h("input", { type: "radio", name, value, checked: i === 0, onchange: () => choose(value) }),
      h("span", {}, h("b", {}, words), more && h("span", { class: "small faint" }, more)),
    );
  return h("fieldset", { class: "cards" }, h("legend", { class: "unseen" }, legend), choices.map(card));
}

/** Open a table and go there; where that cannot be, say why. */
export async function openTable(wanted) {
  const me = wanted.seats.find((seat) => seat.kind === "me");
  if (me?.name) prefer("name", me.name);
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const answer = await fetch("/tables", { method: "POST", headers, body: JSON.stringify(wanted) });
  const made = await answer.json();
  if (answer.ok) location.assign(made.url);
  else toast(made.error);
}
