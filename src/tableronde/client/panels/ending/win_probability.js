// The win probabilities at one position: a bar in the seats' colours and patterns, with names and numbers.

import { swatch } from "../../board/badge.js";
import { tool } from "../home/header.js";
import { h, refill } from "../../base/elements.js";
import { onPreference, prefer, preferred } from "../../base/preferences.js";
import { percents } from "../../base/shares.js";
import { translate } from "../../base/language.js";

/** @typedef {{ name: string, style: string }} Player */

const NOTHING = 0.004; // of the win: smaller parts are not drawn

/**
 * Describe the win probabilities after `ply` moves.
 * @param {Player[]} seats
 * @param {number[]} shares
 * @param {number} ply
 */
export function describeShares(seats, shares, ply) {
  const numbers = percents(shares);
  const when = ply ? translate("chances after", ply) : translate("chances start");
  return translate("chances said", when, seats.map((seat, i) => translate("chances of", seat.name, numbers[i])).join(", "));
}

/** Return whether this device shows win probabilities. */
export const isWanted = () => preferred("chances", "on") === "on";

/** Create the switch that shows or hides them. */
export function chancesTool() {
  const button = tool("chances", translate("chances show"), () => {
    prefer("chances", isWanted() ? "off" : "on");
    render();
  }, {}, translate("chances word"));
  const render = () => button.setAttribute("aria-pressed", String(isWanted()));
  render();
  return button;
}

export class WinProbability {
  /** @param {HTMLElement} holder */
  constructor(holder) {
    this.holder = holder;
    this.who = ""; // the seats it was made for
    /** @type {Player[]} */
    this.seats = [];
    /** @type {number[]} */
    this.shares = [];
    this.ply = 0;
    /** @type {HTMLElement[]} */
    this.parts = [];
    /** @type {HTMLElement[]} */
    this.numbers = [];
    this.when = h("span", { class: "full" });
    this.brief = h("span", { class: "brief" });
    holder.classList.add("chances");
    holder.setAttribute("role", "img");
    holder.title = translate("chances");
    holder.hidden = true;
    onPreference((name) => name === "theme" && this.seats.length > 0 && this.render(this.seats));
  }

  /**
   * Show the shares of seats (their names and styles) after `ply` moves.
   * @param {Player[]} seats
   * @param {number[]} shares
   * @param {number} ply
   */
  show(seats, shares, ply) {
    const who = seats.map((seat) => `${seat.name}/${seat.style}`).join();
    if (who !== this.who) this.render(seats);
    this.who = who;
    this.shares = shares;
    this.ply = ply;
    this.fill();
    this.holder.hidden = false;
  }

  hide() {
    this.holder.hidden = true;
  }

  /**
   * Create parts and names; they are kept while the seats are the same, so that changes are animated.
   * @param {Player[]} seats
   */
  render(seats) {
    this.seats = seats;
    this.parts = seats.map((seat) => h("span", { class: "part" }, swatch(seat.style)));
    this.numbers = seats.map(() => h("b", {}));
    const names = seats.map((seat, i) =>
      h("span", { class: "whose" }, h("i", { class: "patch" }, swatch(seat.style)), h("bdi", { class: "player" }, seat.name), this.numbers[i]),
    );
    this.holder.classList.toggle("crowd", seats.length > 3);
    refill(this.holder, h("span", { class: "parts" }, this.parts), h("span", { class: "names" }, names, h("span", { class: "when" }, this.when, this.brief)));
    if (this.shares.length) this.fill();
  }

  fill() {
    const numbers = percents(this.shares);
    this.parts.forEach((part, i) => {
      part.style.flexGrow = String(this.shares[i]);
      part.classList.toggle("gone", this.shares[i] < NOTHING);
    });
    this.numbers.forEach((number, i) => (number.textContent = translate("percent", numbers[i])));
    refill(this.when, h("span", { class: "what" }, `${translate("chances")}, `), this.ply ? translate("chances after", this.ply) : translate("chances start"));
    this.brief.textContent = this.ply ? translate("chances brief", this.ply) : translate("chances tab");
    this.holder.setAttribute("aria-label", `${translate("chances")}, ${describeShares(this.seats, this.shares, this.ply)}`);
  }
}
