// What is being chosen: the words picked so far, the way back, and the moment when they make an action.

import { preferred } from "../base/preferences.js";

export class Chooser {
  constructor(line) {
    this.line = line;
    this.path = [];
    this.held = null;
    this.others = [];
    line.on("choices", (choices) => this.hear(choices));
    line.on("second", (second) => this.hold(second));
  }

  /** The words that can be pressed next, with their labels. */
  offers() {
    const offers = this.held ? [] : (this.line.choices?.offers ?? []);
    return new Map(offers.map((offer) => [offer.word, offer.label]));
  }

  picked() {
    return this.line.choices?.picked ?? [];
  }

  /**
   * Press a word, on offer or not: the room picks it, lets it go, acts, or says why not.
   * `doubtful`: ask before it is played, since these `others` may be meant instead.
   */
  press(word, doubtful = false, others = []) {
    const picked = this.held ? (this.path.at(-1) ?? []) : this.picked();
    if (!this.held) this.path.push(picked);
    Object.assign(this, { held: null, others: others.length ? [...others, word] : [] });
    this.line.press(picked, word, doubtful || preferred("confirm") === "on");
  }

  /** Another one that may be meant at the same spot, instead of the one that waits. */
  another() {
    const [word, ...others] = this.others;
    this.press(word, true, others);
  }

  /** Whether a word can be taken back. */
  canGoBack() {
    return this.path.length > 0;
  }

  back() {
    if (!this.canGoBack()) return;
    this.held = null;
    this.line.send("pick", { picked: this.path.pop() });
  }

  /** Turn what is held; false if nothing held can be turned. */
  rotate(step) {
    if (!this.line.choices?.rotates || this.held) return false;
    return this.line.send("rotate", { picked: this.picked(), by: step });
  }

  /** Let go of everything picked. */
  letGo() {
    if (!this.canGoBack()) return;
    this.path.length = 1;
    this.back();
  }

  /** Play the action that waits for confirmation, or for the player's own text. */
  confirm(text) {
    const { action, open, second } = this.held;
    this.line.act(text === undefined ? action : action.replace(/\*$/, text), { sure: Boolean(second) });
    if (!open) this.held = null;
  }

  /** What the room says can be chosen now; only the steps that led there can be taken back. */
  hear(choices) {
    const picked = choices?.picked ?? [];
    this.path = this.path.filter((step) => step.length < picked.length && step.every((word, i) => word === picked[i]));
    this.held = choices?.action ? choices : null;
  }

  /** An action deserves a second thought: it waits, with the reason. */
  hold({ action, text }) {
    this.held = { action, open: false, second: text };
    this.line.tell("held", this.held);
  }
}
