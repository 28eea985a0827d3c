// Between two games of a match, or two rounds: how the one ended, until one goes on.

import { h, refill } from "../base/make.js";
import { announce } from "../base/toast.js";
import { say } from "../base/words.js";

export class Chapter {
  constructor(holder, line) {
    this.holder = holder;
    this.ply = null;
    line.on("chapter", (chapter) => this.show(chapter));
    line.on("choices", (choices) => choices?.picked?.length && this.close()); // who chooses has gone on
    line.on("turn", ({ ply, acted }) => (ply < this.ply || acted > this.ply) && this.close());
  }

  show({ ply, text }) {
    if (ply === this.ply) return;
    this.ply = ply;
    const onward = h("button", { type: "button", class: "primary", onclick: () => this.close() }, say("go on"));
    refill(this.holder, h("h2", {}, say("chapter")), h("p", {}, text), onward);
    this.holder.hidden = false;
    announce(text);
  }

  close() {
    this.holder.hidden = true;
  }
}
