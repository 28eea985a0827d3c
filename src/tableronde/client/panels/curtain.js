// Whose eyes are on this screen: it follows the turn among the seats held here, behind a curtain where something is hidden.

import { ringMark } from "../base/icons.js";
import { h } from "../base/make.js";
import { say } from "../base/words.js";

export class Curtain {
  constructor(line) {
    this.line = line;
    this.box = null;
    this.wanted = null;
    line.on("turn", () => this.follow());
    line.on("table", () => this.follow());
  }

  /** Where seats know different things, go to the seat whose turn it is, if it is one of several held here. */
  follow() {
    const { line } = this;
    const mine = line.mine();
    if (!line.table?.private || mine.length < 2 || line.table.status !== "playing") return;
    if (line.choices?.race) return this.openToAll();
    const acting = mine.filter((seat) => line.turn?.to_act?.includes(seat));
    if (acting.includes(line.looked ?? null)) return;
    if (acting.length) this.turnTo(acting[0]);
    else if (line.looked !== null) line.look(null);
  }

  /** Several of them may jump in at once: all look at the table together, and nobody's secrets are on the screen. */
  openToAll() {
    this.box?.remove();
    this.box = this.wanted = null;
    if (this.line.looked !== null) this.line.look(null);
  }

  /** Hand the screen over to another seat. */
  turnTo(seat) {
    if (this.wanted === seat) return;
    this.box?.remove();
    if (this.line.looked !== null) this.line.look(null);
    this.close(seat);
  }

  close(seat) {
    const name = this.line.nameOf(seat);
    this.wanted = seat;
    const open = h("button", { class: "primary", type: "button", onclick: () => this.open(seat) }, say("curtain open", name));
    this.box = h(
      "dialog",
      { class: "curtain", "aria-labelledby": "curtain-title" },
      ringMark("mark busy"),
      h("h2", { id: "curtain-title" }, say("curtain", name)),
      h("p", { class: "faint" }, say("curtain more")),
      open,
    );
    this.box.addEventListener("cancel", (event) => event.preventDefault());
    document.body.append(this.box);
    this.box.showModal();
  }

  open(seat) {
    this.wanted = null;
    this.box.remove();
    this.box = null;
    this.line.look(seat);
  }
}
