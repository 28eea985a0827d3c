// The coach of one's first games against bots: what one may do now, and why the bot did that. It goes silent when asked.

import { tool } from "./header.js";
import { icon } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { prefer, preferred } from "../base/preferences.js";
import { announce } from "../base/toast.js";
import { say } from "../base/words.js";

const KNOWN = 2; // games finished on this device, after which it speaks only when asked

export class Coach {
  constructor(holder, line) {
    this.line = line;
    this.asked = "";
    this.note = h("div", { class: "coach", role: "note", "aria-label": say("coach"), hidden: true });
    holder.prepend(this.note);
    line.on("turn", (turn) => this.heed(turn));
    line.on("table", () => this.dress());
    line.on("coach", (coach) => this.show(coach));
  }

  /** Whether there is a bot to learn from, and somebody who learns. */
  fits() {
    const { table } = this.line;
    return table?.status === "playing" && this.line.mine().length === 1 && table.seats.some((seat) => seat.kind === "bot");
  }

  /** Whether it speaks: as this device was told, or else in the first two games. */
  speaks() {
    const { game } = this.line.table;
    const wish = preferred(`coach ${game}`);
    const played = preferred(`played ${game}`).split(" ").filter(Boolean).length;
    return this.fits() && (wish === "on" || (wish !== "off" && played < KNOWN));
  }

  /** Let it speak, or be silent; the device remembers. */
  turn(on) {
    prefer(`coach ${this.line.table.game}`, on ? "on" : "off");
    this.asked = "";
    this.dress();
    this.heed(this.line.turn ?? {});
  }

  dress() {
    if (!this.speaks()) this.note.hidden = true;
  }

  /** At each turn of one's own it is asked, once. */
  heed({ yours, ply }) {
    const moment = `${ply}`;
    if (!yours) this.note.hidden = true;
    if (!yours || !this.line.table || !this.speaks() || moment === this.asked) return;
    this.asked = moment;
    this.line.send("coach", { seat: this.line.seat });
  }

  show({ ply, now, why }) {
    if (ply !== this.line.turn?.ply || !this.speaks() || !(now || why)) return;
    const silence = tool("close", say("coach off"), () => this.turn(false));
    refill(this.note, icon("learn"), why && h("p", { class: "why-so" }, why), now && h("p", { class: "now" }, now), silence);
    this.note.hidden = false;
    if (!this.line.clock) announce([why, now].filter(Boolean).join(" ")); // where a clock runs, what it says comes first
  }
}
