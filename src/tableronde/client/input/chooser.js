// What is being chosen: the words picked so far, the way back, and the moment when they make an action.

import { preferred } from "../base/preferences.js";

export class Chooser {
  constructor(line) {
    Object.assign(this, { line, path: [], doubtful: false, held: null });
    line.on("choices", (choices) => this.hear(choices));
  }

  /** The words that can be pressed next, with their labels. */
  offers() {
    const offers = this.held ? [] : (this.line.choices?.offers ?? []);
    return new Map(offers.map((offer) => [offer.word, offer.label]));
  }

  /** Press a word. `doubtful`: several were under the finger, so ask before it is played. */
  press(word, doubtful = false) {
    this.doubtful = doubtful;
    const picked = this.line.choices?.picked ?? [];
    this.path.push(picked);
    this.line.send("pick", { picked: [...picked, word] });
  }

  /** Another word instead of the one pressed last. */
  instead(word) {
    const picked = this.path.at(-1) ?? [];
    this.held = null;
    this.line.send("pick", { picked: [...picked, word] });
  }

  /** Whether a word can be taken back; not while the action they made is on its way. */
  canGoBack() {
    return this.path.length > 0 && (this.held !== null || !this.line.choices?.action);
  }

  back() {
    if (!this.canGoBack()) return;
    this.held = null;
    this.line.send("pick", { picked: this.path.pop() });
  }

  /** Play the action that waits for confirmation, or for the player's own text. */
  confirm(text) {
    const action = text === undefined ? this.held.action : this.held.action.replace(/\*$/, text);
    this.line.act(action);
    if (!this.held.open) this.held = null;
  }

  hear(choices) {
    if (!choices?.picked?.length) this.path = [];
    this.held = null;
    if (choices?.action) this.settle(choices);
  }

  /** The words make an action: play it, unless the player wants or has to say something first. */
  settle(choices) {
    const pressed = this.path.length > 0;
    if (choices.open || this.doubtful || preferred("confirm") === "on" || !pressed) this.held = choices;
    else this.line.act(choices.action);
    this.doubtful = false;
  }
}
