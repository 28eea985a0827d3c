// Several people at one screen may jump in at the same time: a button and a key for each of them; the first one counts.

import { badge } from "../stage/badge.js";
import { opensIn } from "../panels/clock.js";
import { h } from "../base/make.js";
import { say } from "../base/words.js";

const KEYS = "slvpengi"; // far apart, and on the same spot of French and English keyboards

export class Race {
  constructor(line) {
    this.line = line;
    this.run = null;
    line.on("error", () => (this.run = null));
  }

  /** The race that is on, if there is one. */
  get now() {
    return this.line.choices?.race ?? null;
  }

  /** The buttons: one for each seat of this device that may jump in, and one to let it pass for all of them. */
  buttons() {
    const { seats, pass } = this.now;
    const disabled = opensIn(this.line.clock) !== null;
    const quiet = h("button", { type: "button", class: "pass", disabled, onclick: () => this.pass() }, pass.label);
    return h("div", { class: "race" }, ...seats.map((seat) => this.button(seat, disabled)), quiet);
  }

  button(seat, disabled) {
    const { label } = this.now.jump;
    const name = this.line.nameOf(seat);
    const key = this.keyOf(seat);
    const properties = { type: "button", class: "jump", "data-jump": seat, disabled, onclick: () => this.jump(seat) };
    return h(
      "button",
      { ...properties, "aria-label": say("jump", name, label), "aria-keyshortcuts": key },
      badge(this.line.table.seats[seat].style),
      h("span", { class: "jumper" }, name, h("b", {}, label)),
      h("kbd", { "aria-hidden": "true" }, key.toUpperCase()),
    );
  }

  /** A key was pressed: whether it belongs to somebody in this race. A key that is held down does not count. */
  key({ key, repeat }) {
    const seat = this.now?.seats.find((each) => this.keyOf(each) === key.toLowerCase());
    if (seat === undefined) return false;
    if (!repeat && opensIn(this.line.clock) === null) this.jump(seat);
    return true;
  }

  /** Everybody keeps the same key for the whole game. */
  keyOf(seat) {
    return KEYS[this.line.mine().indexOf(seat)] ?? "";
  }

  jump(seat) {
    this.start(() => this.line.act(this.now.jump.action, { seat }));
  }

  pass() {
    this.start(() => this.now.seats.forEach((seat) => this.line.act(this.now.pass.action, { seat })));
  }

  /** The first press on this device is the only one until the server has answered. */
  start(action) {
    if (this.run === this.now) return;
    this.run = this.now;
    action();
  }
}
