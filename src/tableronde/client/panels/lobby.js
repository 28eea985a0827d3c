// Before the game: who is here, the free seats, how to bring others, and the button that starts.

import { badge } from "../stage/badge.js";
import { botForm, sitForm } from "./chair.js";
import { tableLink } from "./invite.js";
import { h, refill } from "../base/make.js";
import { say } from "../base/words.js";

export class Lobby {
  constructor(holder, line) {
    this.holder = holder;
    this.line = line;
    line.on("table", (table) => this.draw(table));
  }

  draw(table) {
    this.holder.hidden = table.status !== "waiting";
    if (this.holder.hidden || this.holder.contains(document.activeElement?.closest("input, select"))) return;
    refill(
      this.holder,
      h("h1", {}, table.title),
      h("p", { class: "faint" }, say("waiting")),
      h(
        "ul",
        { class: "seat-list" },
        table.seats.map((seat) => this.seat(seat, table)),
      ),
      table.research && h("p", { class: "small faint" }, say("research")),
      table.host
        ? this.start(table)
        : h("p", { class: "faint" }, say("host waits")),
      tableLink(this.line),
    );
  }

  /** The button that starts, and what becomes of the free seats then. */
  start({ seats }) {
    const free = seats.filter((seat) => seat.kind === "open").length;
    return [
      h("button", { class: "primary", type: "button", onclick: () => this.line.send("start") }, say("start")),
      h("p", { class: "small faint" }, free > 1 ? say("start bots", free) : say("start bot")),
    ];
  }

  /** Whether this guest sits somewhere already; holding an open seat's link is not sitting. */
  sits(table) {
    return table.seats.some((seat) => seat.yours && seat.kind !== "open");
  }

  seat(seat, table) {
    const free = seat.kind === "open";
    return h(
      "li",
      { class: "seat-row" },
      badge(seat.style ?? `seat${seat.seat}`),
      h("span", { class: "player" }, free ? say("open") : seat.name, seat.yours && h("span", { class: "faint" }, ` (${seat.told ?? say("you")})`)),
      free && (seat.yours || !this.sits(table)) && sitForm(this.line, seat),
      free && table.host && this.sits(table) && botForm(this.line, seat, table.suggested ?? []),
    );
  }
}
