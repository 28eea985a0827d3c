// A hint, beside the choices and not over the board: where to look, then which thing, then what to do and why. It stays until the move.

import { icon } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { announce } from "../base/toast.js";
import { say } from "../base/words.js";

const LAST = 3;

export class Hint {
  constructor(holder, line, stage) {
    this.line = line;
    this.stage = stage;
    this.step = 0;
    this.ply = null;
    this.words = [];
    this.note = h("div", { class: "hint-note", hidden: true });
    holder.prepend(this.note);
    line.on("hint", (hint) => this.show(hint));
    line.on("turn", ({ ply }) => ply !== this.ply && this.forget(ply));
    line.on("any", () => this.mark());
  }

  /** Ask for a hint; asking again at the same move tells more. */
  ask() {
    this.step = Math.min(LAST, this.step + 1);
    this.line.send("hint", { step: this.step, seat: this.line.seat });
  }

  show({ step, text, why, words = [] }) {
    this.words = words;
    const more = h("button", { type: "button", class: "quiet", onclick: () => this.ask() }, say("hint more"));
    refill(this.note, icon("hint"), h("p", {}, text), why && h("p", { class: "small" }, why), step < LAST && more);
    this.note.hidden = false;
    this.mark();
    announce([text, why].filter(Boolean).join(" "));
  }

  /** Another moment: what was said counts no more. */
  forget(ply) {
    Object.assign(this, { step: 0, ply, words: [] });
    this.note.hidden = true;
  }

  /** Mark what the hint speaks of, as far as it can be pressed now. */
  mark() {
    for (const node of this.stage.svg.querySelectorAll(".hinted")) node.classList.remove("hinted");
    if (!this.words.length) return;
    for (const node of this.stage.pressables()) node.classList.toggle("hinted", this.words.includes(node.dataset.word));
  }
}
