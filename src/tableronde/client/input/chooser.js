// The current choice: the words picked so far, the steps back, and the action they complete.

import { preferred } from "../base/preferences.js";

/** @import { Connection, Held } from '../connection/connection.js' */
/** @import { ChoicesReply, SecondReply } from '../messages.d.ts' */

export class Chooser {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {string[][]} */
    this.path = [];
    /** @type {Held | null} */
    this.held = null;
    /** @type {string[]} */
    this.others = [];
    connection.on("choices", (choices) => this.receive(choices));
    connection.on("second", (second) => this.hold(second));
  }

  /** Return the words that can be pressed next, with their labels. */
  offers() {
    const offers = this.held ? [] : (this.connection.choices?.offers ?? []);
    return new Map(offers.map((offer) => [offer.word, offer.label]));
  }

  picked() {
    return this.connection.choices?.picked ?? [];
  }

  /**
   * Press a word, on offer or not: the room picks it, deselects it, acts, or says why not.
   * `doubtful`: ask before playing, because the player may have meant one of the `others`.
   * @param {string} word
   * @param {boolean} doubtful
   * @param {string[]} others
   */
  press(word, doubtful = false, others = []) {
    const picked = this.held ? (this.path.at(-1) ?? []) : this.picked();
    if (!this.held) this.path.push(picked);
    this.held = null;
    this.others = others.length ? [...others, word] : [];
    this.connection.press(picked, word, doubtful || preferred("confirm") === "on");
  }

  /**
   * Pick these words at once, as if they had been pressed one after the other; one step back releases them all.
   * @param {string[]} words
   */
  take(words) {
    this.path.push(this.picked());
    this.held = null;
    this.connection.send({ do: "pick", picked: words });
  }

  /** Hold the next one of the words that may be meant at the same spot. */
  another() {
    const [word, ...others] = this.others;
    this.press(word, true, others);
  }

  /** Return whether a word can be taken back. */
  canGoBack() {
    return this.path.length > 0;
  }

  back() {
    if (!this.canGoBack()) return;
    this.held = null;
    this.connection.send({ do: "pick", picked: this.path.pop() });
  }

  /**
   * Turn the held piece; false if nothing can be turned.
   * @param {number} step
   */
  rotate(step) {
    if (!this.connection.choices?.rotates || this.held) return false;
    return this.connection.send({ do: "rotate", picked: this.picked(), by: step });
  }

  /** Deselect everything. */
  letGo() {
    if (!this.canGoBack()) return;
    this.path.length = 1;
    this.back();
  }

  /**
   * Play the action that waits for confirmation or for the player's text.
   * @param {string} [text]
   */
  confirm(text) {
    if (!this.held) return;
    const { action, open, second } = this.held;
    this.connection.act(text === undefined ? action : action.replace(/\*$/, text), { sure: Boolean(second) });
    if (!open) this.held = null;
  }

  /**
   * Receive the choices from the room; only the steps that led there can be taken back.
   * @param {ChoicesReply} choices
   */
  receive(choices) {
    const picked = choices.picked ?? [];
    this.path = this.path.filter((step) => step.length < picked.length && step.every((word, i) => word === picked[i]));
    const { action, open, second } = choices;
    this.held = action ? { action, open, second } : null;
  }

  /**
   * Hold an action that should be confirmed, with the reason.
   * @param {SecondReply} second
   */
  hold({ action, text }) {
    const held = { action, open: false, second: text };
    this.held = held;
    this.connection.publish("held", held);
  }
}
