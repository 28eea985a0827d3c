// One table as this browser knows it: what the server said last, and whoever wants to know when it says more.

import { Socket } from "./socket.js";
import { language } from "../base/words.js";

const LATE = 20_000; // milliseconds after which something that was not answered is not said again
const KEPT = ["table", "turn", "choices", "clock", "outcome", "scores", "scene"];

export class Line {
  constructor(id) {
    this.id = id;
    this.seat = null;
    this.looked = undefined;
    this.listeners = new Map();
    this.told = []; // all that was said, until nobody is to come any more; then null
    this.refs = 0;
    this.unanswered = new Map(); // what would make something happen, by its ref
    this.anew = false; // whether the server is about to say everything again
    this.table = this.turn = this.choices = this.clock = this.outcome = this.scores = this.scene = null;
  }

  /** Connect; from now on messages arrive. */
  open() {
    this.socket = new Socket(
      () => this.address(),
      (message) => this.hear(message),
      (state) => this.turned(state),
    );
  }

  /** Call `listener` with the value each time the server sends this key. */
  on(key, listener) {
    this.listeners.set(key, [...(this.listeners.get(key) ?? []), listener]);
  }

  /** Some come later: `sit` lets them listen. They hear what was said before, as if they had been there; then nobody else comes. */
  join(sit) {
    const present = this.listeners;
    this.listeners = new Map();
    try {
      const those = sit();
      for (const said of this.told) this.pass(...said);
      this.told = null;
      return those;
    } finally {
      for (const [key, late] of this.listeners) present.set(key, [...(present.get(key) ?? []), ...late]);
      this.listeners = present;
    }
  }

  /** Tell the server to do something. */
  send(what, more = {}) {
    return this.socket.send({ do: what, ...more });
  }

  /** Press a word after those picked; with `hold` it is not played yet. */
  press(picked, word, hold) {
    return this.sendOnce("press", { picked, word, hold });
  }

  /** Play an action for the seat looked at, or for another one of this guest; `sure` after a second thought. */
  act(action, { seat = this.seat, sure = false } = {}) {
    return this.sendOnce("act", { seat, action, sure });
  }

  /** Say something that must happen once, and say when it was meant: if the answer is lost it can be said again. */
  sendOnce(what, more) {
    const ref = ++this.refs;
    const said = { ...more, ref, ply: this.turn?.ply };
    this.unanswered.set(ref, { what, said, at: Date.now() });
    return this.send(what, said);
  }

  /** The server has said everything anew: what it never answered is said again, unless something has happened since. */
  repeat() {
    this.anew = false;
    const waiting = [...this.unanswered.values()];
    this.unanswered.clear();
    for (const { what, said, at } of waiting) {
      if (said.ply === this.turn.ply && Date.now() - at < LATE) this.send(what, said);
    }
  }

  /** The line is "lost" or "open" again; `kept`: it is the one that goes on elsewhere, and was told nothing of what one looked at. */
  turned(state, kept = false) {
    if (state === "open") this.anew = true;
    this.tell("state", state);
    if (state === "open" && kept && this.looked !== undefined) this.send("look", { seat: this.looked });
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
    if (message.line) return void this.turned(message.line, true);
    if (message.move) return void this.socket.move();
    if (message.clock) message.clock.heardAt = Date.now();
    if (message.scene) this.seat = message.scene.seat ?? null;
    if (message.turn) this.clock = null; // a moment in which a clock runs says so
    for (const key of KEPT) if (key in message) this[key] = message[key];
    for (const [key, value] of Object.entries(message)) this.tell(key, value, message);
    this.tell("any", message);
    if ("why" in message || "choices" in message) this.unanswered.clear(); // of a press this is the answer
    for (const ref of [message.ok, message.ref, message.refused?.ref, message.second?.ref]) this.unanswered.delete(ref);
    if (this.anew && message.turn) this.repeat();
  }

  tell(key, value, message) {
    this.told?.push([key, value, message]);
    this.pass(key, value, message);
  }

  pass(key, value, message) {
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
