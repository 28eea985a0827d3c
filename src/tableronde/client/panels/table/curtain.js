// The seat whose view this screen shows: it follows the turn among the seats held here, behind a curtain in games with secrets.

import { ringMark } from "../../base/icons.js";
import { h } from "../../base/elements.js";
import { translate } from "../../base/language.js";

/** @import { Connection } from '../../connection/connection.js' */

export class Curtain {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {HTMLDialogElement | null} */
    this.box = null;
    /** @type {number | null} */
    this.wanted = null; // the seat the screen is to be handed to
    connection.on("turn", () => this.follow());
    connection.on("table", () => this.follow());
  }

  /** If seats know different things, switch to the seat to move, if it is one of several held here. */
  follow() {
    const { connection } = this;
    const mine = connection.ownSeats();
    if (!connection.table?.private || mine.length < 2 || connection.table.status !== "playing") return;
    if (connection.choices?.race) return this.openToAll();
    const acting = mine.filter((seat) => connection.turn?.to_act?.includes(seat));
    if (acting.some((seat) => seat === connection.lookedAt)) return;
    if (acting.length) this.turnTo(acting[0]);
    else if (connection.lookedAt !== null) connection.look(null);
  }

  /** Show the public table while several of them may act at once, since all look at the screen together. */
  openToAll() {
    this.box?.remove();
    this.box = this.wanted = null;
    if (this.connection.lookedAt !== null) this.connection.look(null);
  }

  /**
   * Hand the screen over to another seat.
   * @param {number} seat
   */
  turnTo(seat) {
    if (this.wanted === seat) return;
    this.box?.remove();
    if (this.connection.lookedAt !== null) this.connection.look(null);
    this.close(seat);
  }

  /** @param {number} seat */
  close(seat) {
    const name = this.connection.nameOf(seat);
    this.wanted = seat;
    const open = h("button", { class: "primary", type: "button", onclick: () => this.open(seat) }, translate("curtain open", name));
    this.box = h(
      "dialog",
      { class: "curtain", "aria-labelledby": "curtain-title" },
      ringMark("mark busy"),
      h("h2", { id: "curtain-title" }, translate("curtain", name)),
      h("p", { class: "faint" }, translate("curtain more")),
      open,
    );
    this.box.addEventListener("cancel", (event) => event.preventDefault());
    document.body.append(this.box);
    this.box.showModal();
  }

  /** @param {number} seat */
  open(seat) {
    this.wanted = null;
    this.box?.remove();
    this.box = null;
    this.connection.look(seat);
  }
}
