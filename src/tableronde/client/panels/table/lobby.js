// The lobby before a game: the players, the free seats, invitations, and the button to start.

import { badge } from "../../board/badge.js";
import { botForm, sitForm } from "../dialogs/seat.js";
import { tableLink } from "../dialogs/invite.js";
import { h, refill } from "../../base/elements.js";
import { translate } from "../../base/language.js";

/** @import { Connection } from '../../connection/connection.js' */
/** @import { SeatReply, TableReply } from '../../messages.d.ts' */

export class Lobby {
  /**
   * @param {HTMLElement} holder
   * @param {Connection} connection
   */
  constructor(holder, connection) {
    this.holder = holder;
    this.connection = connection;
    connection.on("table", (table) => this.draw(table));
  }

  /** @param {TableReply} table */
  draw(table) {
    this.holder.hidden = table.status !== "waiting";
    if (this.holder.hidden || this.holder.contains(document.activeElement?.closest("input, select") ?? null)) return;
    refill(
      this.holder,
      h("h1", {}, table.title),
      h("p", { class: "faint" }, translate("waiting")),
      h(
        "ul",
        { class: "seat-list" },
        table.seats.map((seat) => this.seat(seat, table)),
      ),
      table.departs && h("p", { class: "small faint departs" }, table.departs),
      table.research && h("p", { class: "small faint" }, translate("research")),
      table.host
        ? this.start(table)
        : h("p", { class: "faint" }, translate("host waits")),
      tableLink(this.connection),
    );
  }

  /**
   * Create the button to start, with a note on the free seats.
   * @param {TableReply} table
   */
  start({ seats }) {
    const free = seats.filter((seat) => seat.kind === "open").length;
    return [
      h("button", { class: "primary", type: "button", onclick: () => this.connection.send({ do: "start" }) }, translate("start")),
      h("p", { class: "small faint" }, free > 1 ? translate("start bots", free) : translate("start bot")),
    ];
  }

  /**
   * Return whether this guest has taken a seat; holding an open seat's link does not count.
   * @param {TableReply} table
   */
  sits(table) {
    return table.seats.some((seat) => seat.yours && seat.kind !== "open");
  }

  /**
   * @param {SeatReply} seat
   * @param {TableReply} table
   */
  seat(seat, table) {
    const free = seat.kind === "open";
    return h(
      "li",
      { class: "seat-row" },
      badge(seat.style ?? `seat${seat.seat}`),
      h("span", { class: "player" }, free ? translate("open") : seat.name, seat.yours && h("span", { class: "faint" }, ` (${seat.told ?? translate("you")})`)),
      free && (seat.yours || !this.sits(table)) && sitForm(this.connection, seat),
      free && table.host && this.sits(table) && botForm(this.connection, seat, table.suggested ?? []),
    );
  }
}
