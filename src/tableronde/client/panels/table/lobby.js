// The lobby before a game: the link for friends first, who sits where, and for the host bots as a second choice.

import { badge } from "../../board/badge.js";
import { openSeat, sitForm } from "../dialogs/seat.js";
import { tableLink } from "../dialogs/invite.js";
import { icon, ringMark } from "../../base/icons.js";
import { find, h, refill } from "../../base/elements.js";
import { translate } from "../../base/language.js";

/** @import { Connection } from '../../connection/connection.js' */
/** @import { SeatReply, TableReply } from '../../messages.d.ts' */
/** @import { Curtain } from './curtain.js' */

export class Lobby {
  /**
   * @param {HTMLElement} holder
   * @param {Connection} connection
   * @param {Curtain} curtain
   */
  constructor(holder, connection, curtain) {
    this.holder = holder;
    this.connection = connection;
    this.curtain = curtain;
    connection.on("table", (table) => this.draw(table));
  }

  /** @param {TableReply} table */
  draw(table) {
    this.holder.hidden = table.status !== "waiting";
    if (this.holder.hidden || this.holder.contains(document.activeElement?.closest("input:not([role]), select") ?? null)) return;
    const sits = this.sits(table);
    const seats = this.seats(table, sits);
    const invitation = h("section", { class: "lobby-invite" }, h("h2", {}, translate("invite friends")), tableLink(this.connection));
    refill(
      this.holder,
      this.head(table),
      h("div", { class: "lobby-columns" }, sits || table.host ? [invitation, seats] : [seats, invitation]),
      table.departs && h("p", { class: "small faint departs" }, table.departs),
      table.research && h("p", { class: "small faint" }, translate("research")),
      table.host && this.start(table),
    );
  }

  /** @param {TableReply} table */
  head({ title, seats, host }) {
    const free = seats.filter(isFree).length;
    return h(
      "div",
      { class: "lobby-head" },
      h("h1", {}, title),
      h("p", { class: "lobby-status", role: "status" }, ringMark("progress busy"), translate(free > 1 ? "waiting for" : "waiting for one", free)),
      h("p", { class: "faint" }, translate(host ? "starts by itself" : "host waits")),
    );
  }

  /**
   * Create the host's second choice: to begin at once, with bots in the free seats.
   * @param {TableReply} table
   */
  start({ seats }) {
    const free = seats.filter(isFree).length;
    return h(
      "div",
      { class: "lobby-start" },
      h("p", { class: "small faint" }, free > 1 ? translate("start bots", free) : translate("start bot")),
      h("button", { type: "button", onclick: () => this.connection.send({ do: "start" }) }, icon("bot"), translate("start")),
    );
  }

  /**
   * Return whether this guest has taken a seat; holding an open seat's link does not count.
   * @param {TableReply} table
   */
  sits(table) {
    return table.seats.some((seat) => seat.yours && !isFree(seat));
  }

  /**
   * Create the list of seats. A guest who stands gets a field for the name, at the invited seat or else the first free one.
   * @param {TableReply} table
   * @param {boolean} sits
   */
  seats(table, sits) {
    const free = table.seats.filter(isFree);
    const asked = free.find((seat) => seat.yours) ?? (sits ? undefined : free[0]);
    const rows = table.seats.map((seat) => this.seat(seat, table, sits, seat === asked));
    return h("section", { class: "lobby-seats" }, h("h2", {}, translate("round the table")), h("ul", { class: "seat-list" }, rows));
  }

  /**
   * @param {SeatReply} seat
   * @param {TableReply} table
   * @param {boolean} sits
   * @param {boolean} isAsked
   */
  seat(seat, table, sits, isAsked) {
    const free = isFree(seat);
    const you = seat.yours && h("span", { class: "faint" }, ` (${seat.told ?? translate("you")})`);
    return h(
      "li",
      { class: free ? "seat-row free" : "seat-row" },
      badge(seat.style ?? `seat${seat.seat}`),
      h("span", { class: "player" }, h("bdi", {}, free ? translate("open") : seat.name), you),
      isAsked && sitForm(this.connection, seat),
      free && !isAsked && !sits && this.sitHere(seat),
      free && table.host && sits && this.change(seat),
    );
  }

  /**
   * Create the button to sit at another free seat, under the name in the field.
   * @param {SeatReply} seat
   */
  sitHere({ seat }) {
    const sit = () => {
      const field = /** @type {HTMLInputElement} */ (find(this.holder, "input[name=name]"));
      if (field.reportValidity()) this.connection.send({ do: "sit", seat, name: field.value.trim() });
    };
    return h("button", { type: "button", onclick: sit }, translate("sit"));
  }

  /**
   * Create the button for everything else that the host can do with a free seat.
   * @param {SeatReply} seat
   */
  change(seat) {
    return h("button", { type: "button", class: "quiet", onclick: () => openSeat(this.connection, this.curtain, seat) }, translate("seat other"));
  }
}

/** @param {SeatReply} seat */
const isFree = ({ kind }) => kind === "open";
