// The end of a game: who won and why, the points, and what can be done next.

import { icon } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { sound } from "../base/sound.js";
import { announce } from "../base/toast.js";
import { listed, say } from "../base/words.js";

export class Result {
  constructor(holder, line) {
    Object.assign(this, { holder, line, shown: false });
    line.on("outcome", () => this.draw());
    line.on("table", () => this.draw());
    line.on("next", ({ url }) => location.assign(url));
  }

  draw() {
    const { outcome, table } = this.line;
    this.holder.hidden = table?.status !== "over" || !outcome;
    if (this.holder.hidden) return void (this.shown = false);
    const title = outcome.text || this.headline(outcome, table);
    refill(this.holder, h("h2", {}, title), this.buttons());
    if (this.shown) return;
    this.shown = true;
    announce(title);
    sound("over");
  }

  headline({ winners }, table) {
    if (!winners?.length || (winners.length === table.seats.length && winners.length > 1)) return say("draw");
    const names = winners.map((seat) => this.line.nameOf(seat));
    return say(names.length === 1 ? "wins" : "winners", listed(names));
  }

  buttons() {
    return h(
      "div",
      { class: "row" },
      this.line.mine().length > 0 &&
        h("button", { class: "primary", type: "button", onclick: () => this.line.send("rematch") }, icon("rematch"), say("rematch")),
      h("a", { class: "button", href: `/replay/${this.line.id}` }, icon("eye"), say("again")),
      h("a", { class: "button", href: `/review/${this.line.id}` }, icon("hint"), say("review")),
    );
  }
}
