// A new table: who plays, which variant, which options; one button opens it.

import { field } from "../fields.js";
import { icon } from "../icons.js";
import { h, refill } from "../make.js";
import { prefer, theme } from "../preferences.js";
import { Seats } from "../seats.js";
import { toast } from "../toast.js";
import { read, say } from "../words.js";
import { facts } from "./shelf.js";

const CLOCKS = ["off", "move", "game"];

/** Show the form. */
export function show(main, data) {
  const seats = new Seats(h("ul", { class: "seat-list" }), data);
  const rules = new Rules(data);
  const table = new Settings();
  const open = h("button", { class: "primary wide", type: "submit" }, say("open table"));
  const submit = async (event) => {
    event.preventDefault();
    open.disabled = true;
    await openTable({ game: data.game, players: seats.count, options: rules.value(), seats: seats.value(), ...table.value() });
    open.disabled = false;
  };
  main.className = "new-page";
  refill(
    main,
    aboutBox(data),
    h("form", { class: "order", onsubmit: submit }, h("h2", {}, say("who plays")), company(seats), count(data.players, seats), seats.holder, rules.variant, open, rules.element, table.element),
  );
  seats.draw();
}

function aboutBox(data) {
  return h(
    "section",
    { class: "about" },
    h("div", { class: "lid" }, h("img", { class: "cover", src: `/cover/${data.game}.svg?theme=${theme()}`, alt: "", width: 320, height: 320 }), h("h1", {}, read(data.title))),
    facts(data),
    h("p", {}, read(data.blurb)),
    h("p", {}, h("a", { href: `/rules/${data.game}` }, say("rules read"))),
    data.tips?.length > 0 && h("ul", { class: "tips" }, data.tips.map((tip) => h("li", {}, read(tip)))),
  );
}

/** A row of cards of which one is chosen. */
function cards(name, legend, choices, chosen, choose) {
  const card = ([value, words, more]) =>
    h("label", { class: "card" }, h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) }), h("span", {}, h("b", {}, words), more && h("span", { class: "small faint" }, more)));
  return h("fieldset", { class: "cards" }, h("legend", { class: "unseen" }, legend), choices.map(card));
}

const company = (seats) =>
  cards("company", say("who plays"), [["bot", say("with bots"), say("with bots more")], ["here", say("here"), say("here more")], ["open", say("by link"), say("by link more")]], "bot", (kind) => seats.gather(kind));

const count = (players, seats) =>
  players.length > 1 && h("div", { class: "count" }, h("span", {}, say("players")), cards("count", say("players"), players.map((n) => [String(n), String(n)]), String(players[0]), (n) => seats.resize(Number(n))));

/** Variants and options of the rules. */
class Rules {
  constructor({ variants = [], options = [] }) {
    this.options = options;
    this.holder = h("div", { class: "stack" });
    const own = [["", say("variant own")]];
    const choice = h("select", { name: "variant", onchange: () => this.fill(variants.find((variant) => variant.name === choice.value)?.options ?? {}) }, named(variants), own.map(([value, words]) => h("option", { value }, words)));
    this.variant = variants.length > 0 && labelled(say("variant"), choice);
    this.fill(variants[0]?.options ?? {});
    this.holder.addEventListener("change", () => (choice.value = ""));
    this.element = h("details", { class: "fold", hidden: !options.length }, h("summary", {}, icon("down"), say("options")), this.holder);
  }

  fill(values) {
    this.fields = this.options.map((option) => field(option, option.name in values ? values[option.name] : option.default));
    refill(this.holder, this.fields.map((each) => each.element));
  }

  value() {
    const set = this.fields.map((each) => [each.name, each.value()]);
    return Object.fromEntries(set.filter(([, value]) => value !== undefined));
  }
}

/** The room's own settings of a table: chat, clock, hints. */
class Settings {
  constructor() {
    const select = (name, choices, chosen) => h("select", { name }, choices.map(([value, words]) => h("option", { value, selected: value === chosen }, words)));
    this.chat = select("chat", ["free", "phrases", "off"].map((kind) => [kind, say(`chat ${kind}`)]), "free");
    this.clock = select("clock", CLOCKS.map((kind) => [kind, say(`clock ${kind}`)]), "off");
    this.seconds = h("input", { type: "number", name: "seconds", min: 5, max: 7200, value: 60 });
    this.zero = select("zero", ["bot", "resign", "nothing"].map((what) => [what, say(`zero ${what}`)]), "bot");
    this.friendly = h("input", { type: "checkbox", name: "friendly", checked: true });
    const clocked = h("div", { class: "stack", hidden: true }, labelled(say("seconds"), this.seconds), labelled(say("zero"), this.zero));
    this.clock.addEventListener("change", () => {
      clocked.hidden = this.clock.value === "off";
      this.seconds.value = this.clock.value === "game" ? 900 : 60;
    });
    const rows = [labelled(say("chat"), this.chat), labelled(say("clock"), this.clock), clocked, h("label", { class: "check" }, this.friendly, say("friendly"))];
    this.element = h("details", { class: "fold" }, h("summary", {}, icon("down"), say("settings")), h("div", { class: "stack" }, rows));
  }

  value() {
    const clock = this.clock.value === "off" ? null : { kind: this.clock.value, seconds: Number(this.seconds.value), zero: this.zero.value };
    return { chat: this.chat.value, clock, friendly: this.friendly.checked };
  }
}

const named = (variants) => variants.map((variant) => h("option", { value: variant.name }, read(variant.title) || variant.name));

const labelled = (words, input) => h("label", { class: "field" }, h("span", {}, words), input);

async function openTable(order) {
  const me = order.seats.find((seat) => seat.kind === "me");
  if (me) prefer("name", me.name);
  const answer = await fetch("/tables", { method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify(order) });
  const made = await answer.json();
  if (answer.ok) location.assign(made.url);
  else toast(made.error);
}
