// The seats of a new table: their number and players.

import { select } from "./fields.js";
import { icon } from "../base/icons.js";
import { levelChoices, usualLevel } from "../base/levels.js";
import { h, refill } from "../base/elements.js";
import { preferred } from "../base/preferences.js";
import { localize, translate } from "../base/language.js";

/** @import { Choice } from './fields.js' */
/** @import { GameData } from '../types.d.ts' */

const KINDS = { me: "me", here: "here", bot: "bot", open: "open seat" };
const PEOPLE = ["me", "here"];

export class Seats {
  /**
   * @param {HTMLElement} holder
   * @param {GameData} data
   */
  constructor(holder, data) {
    this.holder = holder;
    this.data = data;
    this.company = "bot";
    this.count = data.players[0];
    /** @type {Row[]} */
    this.rows = [];
    this.draw();
  }

  /**
   * Change the number of seats.
   * @param {number} count
   */
  resize(count) {
    this.count = count;
    this.draw();
  }

  /**
   * Fill all seats but the player's own with bots, people at this screen, or guests by link.
   * @param {string} company
   */
  gather(company) {
    this.company = company;
    this.draw();
  }

  /** Return the seats for the server. */
  value() {
    return this.rows.map((row) => row.value());
  }

  draw() {
    this.rows = Array.from({ length: this.count }, (_, seat) => new Row(seat, seat === 0 ? "me" : this.company, this.data));
    refill(
      this.holder,
      this.rows.map((row) => row.element),
    );
  }
}

/** A row for one seat: the kind of player, and the name or level. */
class Row {
  /**
   * @param {number} seat
   * @param {string} kind
   * @param {Pick<GameData, "seat_names" | "suggested">} game
   */
  constructor(seat, kind, { seat_names: names, suggested }) {
    this.usual = localize(names?.[seat]) || `${seat + 1}`;
    this.kind = select(
      "kind",
      Object.entries(KINDS).map(([value, words]) => /** @type {Choice} */ ([value, translate(words)])),
      kind,
    );
    const mine = seat === 0; // the player's own name is optional, and only this one is stored
    this.name = h("input", {
      maxlength: 24,
      placeholder: mine ? translate("name optional") : this.usual,
      value: mine ? preferred("name") : "",
      autocomplete: "off",
    });
    this.level = select("level", levelChoices(suggested), usualLevel(suggested));
    const words = [translate("seats"), translate("name"), translate("level")];
    [this.kind, this.name, this.level].forEach((input, i) => input.setAttribute("aria-label", `${words[i]} ${seat + 1}`));
    this.kind.addEventListener("change", () => this.adapt());
    this.element = h("li", { class: "seat-row" }, icon("chair"), this.kind, this.name, this.level);
    this.adapt();
  }

  adapt() {
    this.name.hidden = !PEOPLE.includes(this.kind.value);
    this.level.hidden = this.kind.value !== "bot";
  }

  value() {
    const kind = this.kind.value;
    if (PEOPLE.includes(kind)) return { kind, name: this.name.value.trim() };
    return kind === "bot" ? { kind, level: this.level.value } : { kind };
  }
}
