// Looking back while the game goes on: any line of the log shows its moment again, and one key all that happened since one's turn.

import { icon } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { announce } from "../base/toast.js";
import { say } from "../base/words.js";
import { updated } from "../stage/picture.js";

const STEP = 1400; // milliseconds between two moments when they are played

export class Recall {
  /** `show(picture)` draws an earlier moment; `show(null)` goes back to the table as it is. */
  constructor(holder, line, show) {
    this.line = line;
    this.show = show;
    this.ply = null; // the moment looked at; null: the present
    this.plies = 0;
    this.until = null; // the moment up to which they are played
    this.timer = 0;
    /** @type {(ply: number | null) => void} */
    this.onMoment = () => {}; // is told which moment is shown; null: the present
    this.bar = h("div", { class: "recall-bar", role: "group", "aria-label": say("recall"), hidden: true });
    holder.append(this.bar);
    line.on("recall", (recall) => this.hear(recall));
    line.on("turn", ({ ply }) => this.ply !== null && ply < this.ply && this.leave());
  }

  /** Look at the moment after so many events. */
  go(ply) {
    clearTimeout(this.timer);
    this.until = null;
    this.ask(ply);
  }

  /** Watch again what has happened since one's own last action. */
  since() {
    const { acted = 0, ply = 0 } = this.line.turn ?? {};
    if (acted >= ply) return announce(say("recall nothing"));
    this.until = ply;
    this.ask(acted);
  }

  ask(ply) {
    this.ply = ply;
    this.line.send("recall", { ply });
  }

  hear({ ply, plies, scene, told }) {
    if (ply !== this.ply) return;
    this.plies = plies;
    this.show(updated(null, scene));
    this.onMoment(ply);
    this.draw(told.join(" "));
    announce(told.join(" "));
    if (this.until !== null) this.timer = setTimeout(() => (ply < this.until ? this.ask(ply + 1) : this.leave()), STEP);
  }

  draw(text) {
    const tool = (name, words, action, disabled = false) =>
      h("button", { type: "button", class: "tool", "aria-label": words, title: words, disabled, onclick: action }, icon(name));
    this.bar.hidden = false;
    refill(
      this.bar,
      tool("previous", say("recall previous"), () => this.go(this.ply - 1), this.ply <= 0),
      h("p", {}, text || say("recall start")),
      tool("next", say("recall next"), () => (this.ply + 1 < this.plies ? this.go(this.ply + 1) : this.leave())),
      h("button", { type: "button", class: "quiet", onclick: () => this.leave() }, say("recall leave")),
    );
  }

  /** Back to the table as it is; false if that was shown already. */
  leave() {
    if (this.ply === null) return false;
    clearTimeout(this.timer);
    this.ply = this.until = null;
    this.bar.hidden = true;
    this.show(null);
    this.onMoment(null);
    return true;
  }
}
