// The player bar: seats and players, the turn, points and clocks. Each chip opens the dialog of its seat.

import { badge } from "../../board/badge.js";
import { clockFace, runsOut } from "./clock.js";
import { floatUp } from "../../board/animation.js";
import { icon } from "../../base/icons.js";
import { levelName } from "../../base/levels.js";
import { findAll, h, refill } from "../../base/elements.js";
import { sound } from "../../base/sound.js";
import { announce } from "../../base/toast.js";
import { translate, translateCount } from "../../base/language.js";

/** @import { Connection } from '../../connection/connection.js' */
/** @import { SeatReply, TableReply } from '../../messages.d.ts' */

export class PlayerBar {
  /**
   * @param {HTMLElement} holder
   * @param {Connection} connection
   * @param {(seat: SeatReply) => void} open
   */
  constructor(holder, connection, open) {
    this.holder = holder;
    this.connection = connection;
    this.open = open;
    /** @type {number[] | null} */
    this.scores = null;
    this.warned = ""; // the turn in which the low clock was announced
    for (const key of /** @type {const} */ (["table", "turn", "outcome"])) connection.on(key, () => this.draw());
    connection.on("scores", (scores) => this.score(scores));
    connection.on("clock", () => this.tick());
    setInterval(() => this.tick(), 250);
  }

  draw() {
    const { table, scores } = this.connection;
    if (!table) return;
    refill(
      this.holder,
      table.seats.map((seat) => this.chip(seat, scores?.[seat.seat])),
      this.spectators(table),
    );
    this.tick();
  }

  /**
   * @param {SeatReply} seat
   * @param {number | undefined} score
   */
  chip(seat, score) {
    const { turn, outcome, table } = this.connection;
    const acting = table?.status === "playing" && Boolean(turn?.to_act?.includes(seat.seat));
    const here = this.connection.seat === seat.seat;
    const classes = [
      "chip",
      acting && "acting",
      here && "here",
      outcome?.winners?.includes(seat.seat) && "winner",
      seat.kind === "open" && "vacant",
    ];
    return h(
      "li",
      {},
      h(
        "button",
        {
          class: classes.filter(Boolean).join(" "),
          type: "button",
          "data-seat": seat.seat,
          "aria-label": this.describe(seat, score, acting),
          onclick: () => this.open(seat),
        },
        badge(seat.style ?? `seat${seat.seat}`),
        h("span", { class: "who" }, h("bdi", { class: "player" }, seat.name || translate("open")), this.note(seat, acting)),
        h("span", { class: "clock", "data-clock": seat.seat }),
        score !== undefined && h("span", { class: "points" }, String(score)),
      ),
    );
  }

  /**
   * @param {SeatReply} seat
   * @param {boolean} acting
   */
  note(seat, acting) {
    if (seat.kind === "bot") return h("span", { class: "note" }, icon("bot"), acting ? translate("thinking") : levelName(seat.level));
    if (seat.yours) return h("span", { class: "note" }, icon("chair"), seat.told ?? translate("you"));
    if (seat.kind === "person" && !seat.online) return h("span", { class: "note" }, icon("clock"), translate("not here"));
    return null;
  }

  /**
   * @param {SeatReply} seat
   * @param {number | undefined} score
   * @param {boolean} acting
   */
  describe(seat, score, acting) {
    const parts = [
      seat.name || translate("open"),
      seat.kind === "bot" && translate("bot"),
      seat.yours && (seat.told ?? translate("you")),
      seat.kind === "person" && !seat.yours && !seat.online && translate("not here"),
      score !== undefined && `${score}`,
      acting && this.connection.turn?.text,
    ];
    return parts.filter(Boolean).join(", ");
  }

  /** @param {TableReply} table */
  spectators({ watchers }) {
    if (!watchers) return null;
    return h("li", { class: "watchers" }, icon("eye"), translateCount("spectators", watchers));
  }

  /**
   * Let new points float up from the player's chip, once.
   * @param {number[]} scores
   */
  score(scores) {
    const before = this.scores;
    this.scores = scores;
    this.draw();
    scores?.forEach((points, seat) => {
      const won = before ? points - before[seat] : 0;
      const chip = this.holder.querySelector(`[data-seat="${seat}"]`);
      if (!won || !chip) return;
      floatUp(chip, won > 0 ? `+${won}` : `−${-won}`);
      sound("points");
    });
  }

  tick() {
    for (const element of findAll(this.holder, "[data-clock]")) this.show(element, Number(element.dataset.clock));
  }

  /**
   * Show a clock; a low one is marked, and the player's own is announced once a turn.
   * @param {Element} element
   * @param {number} seat
   */
  show(element, seat) {
    const { clock, turn } = this.connection;
    const low = runsOut(clock, seat);
    element.textContent = clockFace(clock, seat);
    element.classList.toggle("low", low);
    const moment = `${seat} ${turn?.ply}`;
    if (!low || !this.connection.ownSeats().includes(seat) || this.warned === moment) return;
    this.warned = moment;
    sound("low");
    announce(translate("time low"));
  }
}
