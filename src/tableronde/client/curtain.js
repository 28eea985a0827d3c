// Whose eyes are on this screen: it follows the turn among the seats held here, behind a curtain where something is hidden.

import { ringMark } from "./icons.js";
import { h } from "./make.js";
import { say } from "./words.js";

export class Curtain {
  constructor(room) {
    Object.assign(this, { room, box: null, wanted: null });
    room.on("turn", () => this.follow());
    room.on("table", () => this.follow());
  }

  /** Where seats know different things, go to the seat whose turn it is, if it is one of several held here. */
  follow() {
    const { room } = this;
    const mine = room.mine();
    if (!room.table?.private || mine.length < 2 || room.table.status !== "playing") return;
    if (room.choices?.race) return this.openToAll();
    const acting = mine.filter((seat) => room.turn?.to_act?.includes(seat));
    if (acting.includes(room.looked ?? null)) return;
    if (acting.length) this.turnTo(acting[0]);
    else if (room.looked !== null) room.look(null);
  }

  /** Several of them may jump in at once: all look at the table together, and nobody's secrets are on the screen. */
  openToAll() {
    this.box?.remove();
    this.box = this.wanted = null;
    if (this.room.looked !== null) this.room.look(null);
  }

  /** Hand the screen over to another seat. */
  turnTo(seat) {
    if (this.wanted === seat) return;
    this.box?.remove();
    if (this.room.looked !== null) this.room.look(null);
    this.close(seat);
  }

  close(seat) {
    const name = this.room.nameOf(seat);
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
    this.room.look(seat);
  }
}
