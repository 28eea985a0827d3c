// One table as this browser knows it: what the server said last, and whoever wants to know when it says more.

import { Socket } from "./socket.js";
import { language } from "../base/words.js";

const KEPT = ["table", "turn", "choices", "clock", "outcome", "scores", "scene"];

export class Line {
  constructor(id) {
    this.id = id;
    this.seat = null;
    this.looked = undefined;
    this.listeners = new Map();
    this.refs = 0;
    this.table = this.turn = this.choices = this.clock = this.outcome = this.scores = this.scene = null;
  }

  /** Connect; from now on messages arrive. */
  open() {
    this.socket = new Socket(
      () => this.address(),
      (message) => this.hear(message),
      (state) => this.tell("state", state),
    );
  }

  /** Call `listener` with the value each time the server sends this key. */
  on(key, listener) {
    this.listeners.set(key, [...(this.listeners.get(key) ?? []), listener]);
  }

  /** Tell the server to do something. */
  send(what, more = {}) {
    return this.socket.send({ do: what, ...more });
  }

  /** Press a word after those picked; with `hold` it is not played yet. */
  press(picked, word, hold) {
    return this.send("press", { picked, word, hold, ref: ++this.refs });
  }

  /** Play an action for the seat looked at, or for another one of this guest; `sure` after a second thought. */
  act(action, { seat = this.seat, sure = false } = {}) {
    return this.send("act", { seat, action, sure, ref: ++this.refs });
  }

  /** Look at the table from another seat; null looks on. Until then the server chooses: one's own seat, if there is one. */
  look(seat) {
    this.looked = seat;
    this.send("look", { seat });
  }

  /** The seats this guest holds. */
  mine() {
    return (this.table?.seats ?? []).filter((seat) => seat.yours).map((seat) => seat.seat);
  }

  nameOf(seat) {
    return this.table?.seats[seat]?.name ?? "";
  }

  hear(message) {
    if (message.clock) message.clock.heardAt = Date.now();
    if (message.scene) this.seat = message.scene.seat ?? null;
    if (message.turn) this.clock = null; // a moment in which a clock runs says so
    for (const key of KEPT) if (key in message) this[key] = message[key];
    for (const [key, value] of Object.entries(message)) this.tell(key, value, message);
    this.tell("any", message);
  }

  tell(key, value, message) {
    for (const listener of this.listeners.get(key) ?? []) listener(value, message);
  }

  address() {
    const address = new URL(`/t/${this.id}/live`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.search = String(new URLSearchParams({
      feed: "scene",
      lang: language,
      ...(this.looked === undefined ? {} : { seat: this.looked ?? "none" }),
    }));
    return address;
  }
}
