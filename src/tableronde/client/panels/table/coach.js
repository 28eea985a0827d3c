// The coach of a player's first games against bots: what to do now, and why the bot made its move. It can be turned off.

import { tool } from "../home/header.js";
import { icon } from "../../base/icons.js";
import { h, refill } from "../../base/elements.js";
import { prefer, preferred } from "../../base/preferences.js";
import { announce } from "../../base/toast.js";
import { translate } from "../../base/language.js";

/** @import { Connection } from '../../connection/connection.js' */
/** @import { CoachReply, TurnReply } from '../../messages.d.ts' */

const KNOWN = 2; // games finished on this device after which it is off by default

export class Coach {
  /**
   * @param {HTMLElement} holder
   * @param {Connection} connection
   */
  constructor(holder, connection) {
    this.connection = connection;
    this.asked = "";
    this.note = h("div", { class: "coach", role: "note", "aria-label": translate("coach"), hidden: true });
    holder.prepend(this.note);
    connection.on("turn", (turn) => this.update(turn));
    connection.on("table", () => this.render());
    connection.on("coach", (coach) => this.show(coach));
  }

  /** Return whether the table has a bot and a player to coach. */
  fits() {
    const { table } = this.connection;
    return table?.status === "playing" && this.connection.ownSeats().length === 1 && table.seats.some((seat) => seat.kind === "bot");
  }

  /** Return whether it is on: by this device's setting, or else in the first two games. */
  speaks() {
    const { game } = this.connection.knownTable;
    const wish = preferred(`coach ${game}`);
    const played = preferred(`played ${game}`).split(" ").filter(Boolean).length;
    return this.fits() && (wish === "on" || (wish !== "off" && played < KNOWN));
  }

  /**
   * Turn it on or off, and store that on this device.
   * @param {boolean} on
   */
  turn(on) {
    prefer(`coach ${this.connection.knownTable.game}`, on ? "on" : "off");
    this.asked = "";
    this.render();
    this.update(this.connection.turn ?? {});
  }

  render() {
    if (!this.speaks()) this.note.hidden = true;
  }

  /**
   * Request its text once at each turn of the player.
   * @param {Partial<TurnReply>} partial
   */
  update({ yours, ply }) {
    const moment = `${ply}`;
    if (!yours) this.note.hidden = true;
    if (!yours || !this.connection.table || !this.speaks() || moment === this.asked) return;
    this.asked = moment;
    this.connection.send({ do: "coach", seat: this.connection.seat });
  }

  /** @param {CoachReply} coach */
  show({ ply, now, why }) {
    if (ply !== this.connection.turn?.ply || !this.speaks() || !(now || why)) return;
    const silence = tool("close", translate("coach off"), () => this.turn(false));
    refill(this.note, icon("learn"), why && h("p", { class: "why-so" }, why), now && h("p", { class: "now" }, now), silence);
    this.note.hidden = false;
    if (!this.connection.clock) announce([why, now].filter(Boolean).join(" ")); // while a clock runs, its announcements take precedence
  }
}
