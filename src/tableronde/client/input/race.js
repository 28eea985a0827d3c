// Races of several people at one screen: a button and a key for each of them; the first press counts.

import { badge } from "../board/badge.js";
import { opensIn } from "../panels/table/clock.js";
import { h } from "../base/elements.js";
import { translate } from "../base/language.js";

/** @import { Connection } from '../connection/connection.js' */
/** @import { RaceReply } from '../messages.d.ts' */

const KEYS = "slvpengi"; // far apart, and at the same place on French and English keyboards

export class Race {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {RaceReply | null} */
    this.run = null; // the race in which a player at this screen has pressed
    connection.on("error", () => (this.run = null));
  }

  /** The current race, if there is one. */
  get now() {
    return this.connection.choices?.race ?? null;
  }

  /** Create a button for each seat of this device in the race, and one to let it pass for all of them. */
  buttons() {
    const race = this.now;
    if (!race) return null;
    const disabled = opensIn(this.connection.clock) !== null;
    const quiet = h("button", { type: "button", class: "pass", disabled, onclick: () => this.pass() }, race.pass.label);
    return h("div", { class: "race" }, race.seats.map((seat) => this.button(race, seat, disabled)), quiet);
  }

  /**
   * @param {RaceReply} race
   * @param {number} seat
   * @param {boolean} disabled
   */
  button({ jump: { label } }, seat, disabled) {
    const name = this.connection.nameOf(seat);
    const key = this.keyOf(seat);
    const properties = { type: "button", class: "jump", "data-jump": seat, disabled, onclick: () => this.jump(seat) };
    return h(
      "button",
      { ...properties, "aria-label": translate("jump", name, label), "aria-keyshortcuts": key },
      badge(this.connection.knownTable.seats[seat].style),
      h("span", { class: "jumper" }, name, h("b", {}, label)),
      h("kbd", { "aria-hidden": "true" }, key.toUpperCase()),
    );
  }

  /**
   * Handle a key; returns whether it belongs to a player in this race. A repeated key does not count.
   * @param {KeyboardEvent} event
   */
  key({ key, repeat }) {
    const seat = this.now?.seats.find((each) => this.keyOf(each) === key.toLowerCase());
    if (seat === undefined) return false;
    if (!repeat && opensIn(this.connection.clock) === null) this.jump(seat);
    return true;
  }

  /**
   * Return the key of a seat, which is the same for the whole game.
   * @param {number} seat
   */
  keyOf(seat) {
    return KEYS[this.connection.ownSeats().indexOf(seat)] ?? "";
  }

  /** @param {number} seat */
  jump(seat) {
    this.start((race) => this.connection.act(race.jump.action, { seat }));
  }

  pass() {
    this.start((race) => race.seats.forEach((seat) => this.connection.act(race.pass.action, { seat })));
  }

  /**
   * Act on the first press on this device, and ignore others until the server has answered.
   * @param {(race: RaceReply) => void} action
   */
  start(action) {
    const race = this.now;
    if (!race || this.run === race) return;
    this.run = race;
    action(race);
  }
}
