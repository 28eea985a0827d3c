// The result of a game: won or lost for the player, who won and why, an animation, and what to do next.

import { icon } from "../../base/icons.js";
import { byId, h, refill } from "../../base/elements.js";
import { celebrate } from "./celebration.js";
import { sound } from "../../base/sound.js";
import { announce } from "../../base/toast.js";
import { language, translate } from "../../base/language.js";
import { shareResult } from "./share_result.js";

/** @import { Connection } from '../../connection/connection.js' */

export class Result {
  /**
   * The celebration is shown over the stage.
   * @param {HTMLElement} holder
   * @param {Connection} connection
   * @param {HTMLElement} stage
   */
  constructor(holder, connection, stage) {
    this.holder = holder;
    this.stage = stage;
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
    if (this.connection.outcome?.winners.length) celebrate(this.stage);
  }

  won() {
    const { outcome, table } = this.connection;
    if (!outcome || !table) return false;
    return outcome.winners.length < table.seats.length && outcome.winners.some((seat) => this.connection.ownSeats().includes(seat));
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
