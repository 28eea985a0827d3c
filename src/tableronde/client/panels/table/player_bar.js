// The players' strip: who sits where, whose turn it is, points and clocks. A seat of one's own can be looked at from here.

import { badge } from "../stage/badge.js";
import { clockFace, runsOut } from "./clock.js";
import { floatUp } from "../stage/glide.js";
import { icon } from "../base/icons.js";
import { levelWords } from "../base/levels.js";
import { h, refill } from "../base/make.js";
import { sound } from "../base/sound.js";
import { announce } from "../base/toast.js";
import { say, sayMany } from "../base/words.js";

export class Strip {
  constructor(holder, line, open) {
    this.holder = holder;
    this.line = line;
    this.open = open;
    this.scores = null;
    for (const key of ["table", "turn", "outcome"]) line.on(key, () => this.draw());
    line.on("scores", (scores) => this.score(scores));
    line.on("clock", () => this.tick());
    setInterval(() => this.tick(), 250);
  }

  draw() {
    const { table, scores } = this.line;
    if (!table) return;
    this.holder.classList.toggle("crowd", table.seats.length > 3);
    refill(
      this.holder,
      table.seats.map((seat) => this.chip(seat, scores?.[seat.seat])),
      this.onlookers(table),
    );
    this.tick();
  }

  chip(seat, score) {
    const { turn, outcome, table } = this.line;
    const acting = table.status === "playing" && turn?.to_act?.includes(seat.seat);
    const here = this.line.seat === seat.seat;
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
          "aria-label": this.spoken(seat, score, acting),
          onclick: () => this.open(seat),
        },
        badge(seat.style ?? `seat${seat.seat}`),
        h("span", { class: "who" }, h("span", { class: "player" }, seat.name || say("open")), this.note(seat, acting)),
        h("span", { class: "clock", "data-clock": seat.seat }),
        score !== undefined && h("span", { class: "points" }, String(score)),
      ),
    );
  }

  note(seat, acting) {
    if (seat.kind === "bot") return h("span", { class: "note" }, icon("bot"), acting ? say("thinking") : levelWords(seat.level));
    if (seat.yours) return h("span", { class: "note" }, icon("chair"), seat.told ?? say("you"));
    if (seat.kind === "person" && !seat.online) return h("span", { class: "note" }, icon("clock"), say("not here"));
    return null;
  }

  spoken(seat, score, acting) {
    const parts = [
      seat.name || say("open"),
      seat.kind === "bot" && say("bot"),
      seat.yours && (seat.told ?? say("you")),
      seat.kind === "person" && !seat.yours && !seat.online && say("not here"),
      score !== undefined && `${score}`,
      acting && this.line.turn?.text,
    ];
    return parts.filter(Boolean).join(", ");
  }

  onlookers({ watchers }) {
    if (!watchers) return null;
    return h("li", { class: "watchers" }, icon("eye"), sayMany("onlookers", watchers));
  }

  /** New points: they float up from the player's chip, once. */
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
    for (const element of this.holder.querySelectorAll("[data-clock]")) this.show(element, Number(element.dataset.clock));
  }

  /** A clock; one that runs out is seen, and one's own is heard as well, once a turn. */
  show(element, seat) {
    const { clock, turn } = this.line;
    const low = runsOut(clock, seat);
    element.textContent = clockFace(clock, seat);
    element.classList.toggle("low", low);
    const moment = `${seat} ${turn?.ply}`;
    if (!low || !this.line.mine().includes(seat) || this.warned === moment) return;
    this.warned = moment;
    sound("low");
    announce(say("time low"));
  }
}
