// Everybody's chances to win at one moment: a bar in the seats' colours and patterns, with names and numbers.

import { swatch } from "../stage/badge.js";
import { tool } from "./header.js";
import { h, refill } from "../base/make.js";
import { onPreference, prefer, preferred } from "../base/preferences.js";
import { percents } from "../base/shares.js";
import { say } from "../base/words.js";

const NOTHING = 0.004; // of the win: a part so small is not drawn

/** What seats may expect after so many moves, in words. */
export function spoken(seats, shares, ply) {
  const numbers = percents(shares);
  const when = ply ? say("chances after", ply) : say("chances start");
  return say("chances said", when, seats.map((seat, i) => say("chances of", seat.name, numbers[i])).join(", "));
}

/** Whether this device shows chances to win at all. */
export const wanted = () => preferred("chances", "on") === "on";

/** Show them, or not. */
export function chancesTool() {
  const button = tool("chances", say("chances show"), () => {
    prefer("chances", wanted() ? "off" : "on");
    dress();
  });
  const dress = () => button.setAttribute("aria-pressed", String(wanted()));
  dress();
  return button;
}

export class Chances {
  constructor(holder) {
    this.holder = holder;
    this.who = "";
    holder.classList.add("chances");
    holder.setAttribute("role", "img");
    holder.title = say("chances");
    holder.hidden = true;
    onPreference((name) => name === "theme" && this.seats && this.dress(this.seats));
  }

  /** Show what seats (their names and styles) may expect after so many moves. */
  show(seats, shares, ply) {
    const who = seats.map((seat) => `${seat.name}/${seat.style}`).join();
    if (who !== this.who) this.dress(seats);
    this.who = who;
    this.shares = shares;
    this.ply = ply;
    this.fill();
    this.holder.hidden = false;
  }

  hide() {
    this.holder.hidden = true;
  }

  /** Parts and names anew; as long as the seats are the same they stay, and the parts glide. */
  dress(seats) {
    this.seats = seats;
    this.parts = seats.map((seat) => h("span", { class: "part" }, swatch(seat.style)));
    this.numbers = seats.map(() => h("b", {}));
    this.when = h("span", { class: "full" });
    this.brief = h("span", { class: "brief" });
    const names = seats.map((seat, i) =>
      h("span", { class: "whose" }, h("i", { class: "patch" }, swatch(seat.style)), h("span", { class: "player" }, seat.name), this.numbers[i]),
    );
    this.holder.classList.toggle("crowd", seats.length > 3);
    refill(this.holder, h("span", { class: "parts" }, this.parts), h("span", { class: "names" }, names, h("span", { class: "when" }, this.when, this.brief)));
    if (this.shares) this.fill();
  }

  fill() {
    const numbers = percents(this.shares);
    this.parts.forEach((part, i) => {
      part.style.flexGrow = String(this.shares[i]);
      part.classList.toggle("gone", this.shares[i] < NOTHING);
    });
    this.numbers.forEach((number, i) => (number.textContent = say("percent", numbers[i])));
    refill(this.when, h("span", { class: "what" }, `${say("chances")}, `), this.ply ? say("chances after", this.ply) : say("chances start"));
    this.brief.textContent = this.ply ? say("chances brief", this.ply) : say("chances tab");
    this.holder.setAttribute("aria-label", `${say("chances")}, ${spoken(this.seats, this.shares, this.ply)}`);
  }
}
