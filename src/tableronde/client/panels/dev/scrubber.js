// The way through a record: a slider, steps, the log, and how the game ended.

import { icon } from "../../base/icons.js";
import { h, refill } from "../../base/elements.js";
import { say } from "./dev_strings.js";

/** @import { DevPosition, DevSeat } from '../../types.d.ts' */

export class Scrubber {
  /** @param {(ply: number) => unknown} go */
  constructor(go) {
    this.go = go;
    this.ply = 0;
    this.plies = 0;
    /** @type {HTMLInputElement} */
    this.slider = h("input", { type: "range", min: 0, max: 0, "aria-label": say("scrub"), oninput: () => go(Number(this.slider.value)) });
    this.count = h("p", { class: "small faint count-line" });
    this.outcome = h("p", { class: "dev-outcome" });
    this.log = h("ol", { class: "log scrolls dev-log", "aria-label": say("log") });
    const steps = [
      this.step("first", () => 0),
      this.step("previous", () => this.ply - 1),
      this.step("next", () => this.ply + 1),
      this.step("last", () => this.plies),
    ];
    this.element = h("section", { class: "controls" }, this.slider, this.count, h("div", { class: "row" }, steps), this.outcome);
  }

  /**
   * @param {"first" | "previous" | "next" | "last"} name
   * @param {() => number} where
   */
  step(name, where) {
    return h("button", { class: "tool", type: "button", title: say(name), "aria-label": say(name), onclick: () => this.go(where()) }, icon(name));
  }

  /**
   * Show where in the record the position is.
   * @param {DevPosition} position
   * @param {DevSeat[]} seats
   */
  show({ ply = 0, plies = 0, outcome, log = [] }, seats) {
    this.ply = ply;
    this.plies = plies;
    this.slider.max = String(plies);
    this.slider.value = String(ply);
    this.count.textContent = `${ply} / ${plies}`;
    this.outcome.textContent = outcome ? say("outcome", outcome.winners.map((seat) => seats[seat].name).join(", "), outcome.text) : "";
    refill(
      this.log,
      log.map((line) => h("li", { value: line.ply }, this.line(line, line.ply === ply))),
    );
    const current = /** @type {HTMLElement | null} */ (this.log.querySelector("[aria-current=true]"));
    if (current) this.log.scrollTop = current.offsetTop - this.log.clientHeight / 2;
  }

  /**
   * @param {{ ply: number, actor: string, action: string, text: string }} line
   * @param {boolean} isShown
   */
  line({ ply, actor, action, text }, isShown) {
    const title = `${actor}: ${action}`;
    return h("button", { type: "button", class: "quiet", title, "aria-current": isShown ? "true" : null, onclick: () => this.go(ply) }, text);
  }
}
