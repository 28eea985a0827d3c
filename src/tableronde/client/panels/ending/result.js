// The result of a game: won or lost for the player, who won and why, an animation, and what to do next.

import { icon } from "../../base/icons.js";
import { byId, h, refill } from "../../base/elements.js";
import { reducedMotion } from "../../base/preferences.js";
import { sound } from "../../base/sound.js";
import { announce } from "../../base/toast.js";
import { language, translate } from "../../base/language.js";
import { shareResult } from "./share_result.js";

/** @import { Connection } from '../../connection/connection.js' */

const SPARKS = 30;

export class Result {
  /**
   * @param {HTMLElement} holder
   * @param {Connection} connection
   */
  constructor(holder, connection) {
    this.holder = holder;
    this.connection = connection;
    this.shown = false;
    this.greeted = false;
    connection.on("outcome", () => this.draw());
    connection.on("table", () => this.draw());
    connection.on("next", ({ url }) => location.assign(url));
  }

  draw() {
    const { outcome, table } = this.connection;
    this.holder.hidden = table?.status !== "over" || !outcome;
    if (this.holder.hidden || !outcome) return void (this.shown = this.greeted = false);
    const { personal, text } = outcome;
    refill(this.holder, h("h2", {}, personal || text), personal && h("p", {}, text), this.buttons());
    if (this.shown) return;
    this.shown = true;
    announce([personal, text].filter(Boolean).join(" "));
    queueMicrotask(() => this.greet()); // by then it is known whether a film comes first
  }

  /** Play the sound and the animation once, after the film and once the last piece has landed. */
  greet() {
    const { film, landing } = byId("main").dataset;
    if (!this.shown || this.greeted || film || landing) return;
    this.greeted = true;
    sound(this.won() ? "won" : "over");
    if (this.won() && !reducedMotion()) this.rejoice();
  }

  won() {
    const { outcome, table } = this.connection;
    if (!outcome || !table) return false;
    return outcome.winners.length < table.seats.length && outcome.winners.some((seat) => this.connection.ownSeats().includes(seat));
  }

  /** Let sparks in the seats' colours rise once. */
  rejoice() {
    const sparks = Array.from({ length: SPARKS }, (_, i) => h("i", { class: "spark", "data-spark": i % 6 }));
    const sky = h("div", { class: "sparks", "aria-hidden": "true" }, sparks);
    this.holder.append(sky);
    for (const spark of sparks) spark.animate(flight(), { duration: 1100 + 700 * Math.random(), easing: "ease-out", fill: "forwards" });
    setTimeout(() => sky.remove(), 2000);
  }

  buttons() {
    const { id } = this.connection;
    return h(
      "div",
      { class: "row" },
      this.connection.ownSeats().length > 0 &&
        h("button", { class: "primary", type: "button", onclick: () => this.connection.send({ do: "rematch" }) }, icon("rematch"), translate("rematch")),
      h("a", { class: "button", href: `/replay/${id}` }, icon("eye"), translate("again")),
      h("a", { class: "button", href: `/review/${id}` }, icon("hint"), translate("review")),
      h(
        "button",
        { type: "button", onclick: () => shareResult(`/t/${id}/result.svg?lang=${language}`, this.connection.outcome?.text ?? "") },
        icon("share"),
        translate("share result"),
      ),
    );
  }
}

/** Return the path of a spark. */
function flight() {
  const [x, y] = [(Math.random() - 0.5) * 320, -60 - 140 * Math.random()];
  return [
    { transform: "translate(0, 0) scale(0.4)", opacity: 1 },
    { transform: `translate(${x}px, ${y}px) scale(1)`, opacity: 1, offset: 0.6 },
    { transform: `translate(${1.2 * x}px, ${y + 40}px) scale(0.8)`, opacity: 0 },
  ];
}
