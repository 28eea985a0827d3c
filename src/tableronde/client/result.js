// The end of a game: who won and why, the points, and what can be done next.

import { icon } from "./icons.js";
import { h, refill } from "./make.js";
import { sound } from "./sound.js";
import { announce } from "./toast.js";
import { listed, say } from "./words.js";

export class Result {
  constructor(holder, room) {
    Object.assign(this, { holder, room, shown: false });
    room.on("outcome", () => this.draw());
    room.on("table", () => this.draw());
    room.on("next", ({ url }) => location.assign(url));
  }

  draw() {
    const { outcome, table } = this.room;
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
    const names = winners.map((seat) => this.room.nameOf(seat));
    return say(names.length === 1 ? "wins" : "winners", listed(names));
  }

  buttons() {
    return h(
      "div",
      { class: "row" },
      this.room.mine().length > 0 &&
        h("button", { class: "primary", type: "button", onclick: () => this.room.send("rematch") }, icon("rematch"), say("rematch")),
      h("a", { class: "button", href: `/replay/${this.room.id}` }, icon("eye"), say("again")),
      h("a", { class: "button", href: `/review/${this.room.id}` }, icon("hint"), say("review")),
    );
  }
}
