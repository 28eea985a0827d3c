// Keyboard input: arrows go to the nearest target, with Shift to any shape that has a word; Page Down and Page Up go
// through all of them in turn, also those that arrows do not reach; Enter presses, Escape goes back, digits press buttons.

import { targetOf } from "../base/elements.js";
import { ARROWS, inDirection, middleOf } from "./nearest.js";

/** @import { Target } from './nearest.js' */
/** @import { Chooser } from './chooser.js' */
/** @import { Race } from './race.js' */
/** @import { Stage } from '../board/stage.js' */
/** @import { ActionBar } from '../panels/table/action_bar.js' */

/**
 * `letters` are further keys and their functions; `onAim` gets the word that has the focus, or null.
 * @typedef {object} KeyParts
 * @property {Stage} stage
 * @property {Chooser} chooser
 * @property {ActionBar} actionBar
 * @property {Race} race
 * @property {Record<string, () => unknown>} letters
 * @property {(word: string | null) => void} onAim
 */

export class Keys {
  /**
   * @param {KeyParts} parts
   */
  constructor({ stage, chooser, actionBar, race, letters, onAim }) {
    this.stage = stage;
    this.chooser = chooser;
    this.actionBar = actionBar;
    this.race = race;
    this.letters = letters;
    this.onAim = onAim;
    /** @type {{ x: number, y: number } | null} */
    this.spot = null;
    this.used = false;
    document.addEventListener("keydown", (event) => this.key(event));
    stage.svg.addEventListener("focusin", (event) => this.remember(targetOf(event)));
    stage.svg.addEventListener("focusout", () => this.onAim(null));
  }

  /** The keyboard is in use: from now on the focus is kept. */
  use() {
    this.used = true;
  }

  /** After each change, put one pressable shape into the tab order; the focus stays at its place on the table. */
  refresh() {
    const nodes = this.stage.pressables();
    const here = document.activeElement;
    const lost = here === document.body || here === null || (this.stage.svg.contains(here) && !here.matches("[data-word], .pencil-note"));
    const next = nodes.find((node) => node === here) ?? this.nearest(nodes);
    for (const node of nodes) node.setAttribute("tabindex", node === next ? "0" : "-1");
    if (lost && this.used && !document.querySelector("dialog[open]")) (next ?? this.actionBar.first())?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") return this.escape(event);
    if (targetOf(event).matches("input, textarea, select")) return;
    const done = this.race.key(event) || this.arrow(event) || this.page(event) || this.enter(event) || this.digit(event) || this.letter(event);
    if (done) event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  arrow(event) {
    const { key, shiftKey } = event;
    const target = targetOf(event);
    if (!(key in ARROWS) || target.closest("[role=tablist], [role=log], .scrolls")) return false;
    this.used = true;
    const shapes = shiftKey ? this.stage.worded() : this.stage.pressables();
    /** @type {Target[]} */
    const nodes = [...shapes, ...this.actionBar.buttons()];
    const here = [...nodes, ...this.stage.worded()].includes(target) ? target : null;
    const next = here ? inDirection(here, nodes, ARROWS[key]) : (this.nearest(shapes) ?? this.actionBar.first());
    next?.focus({ preventScroll: true });
    return true;
  }

  /** @param {KeyboardEvent} event */
  page(event) {
    const target = targetOf(event);
    const step = { PageDown: 1, PageUp: -1 }[event.key];
    if (!step || target.closest("[role=log], .scrolls")) return false;
    this.used = true;
    /** @type {Target[]} */
    const nodes = [...this.stage.pressables(), ...this.actionBar.buttons()];
    const at = nodes.indexOf(target);
    nodes.at(at < 0 ? 0 : (at + step) % nodes.length)?.focus({ preventScroll: true });
    return nodes.length > 0;
  }

  /** @param {KeyboardEvent} event */
  enter(event) {
    const word = this.wordOf(targetOf(event));
    if ((event.key !== "Enter" && event.key !== " ") || word === null) return false;
    this.used = true;
    this.chooser.press(word);
    return true;
  }

  /** @param {KeyboardEvent} event */
  digit({ key }) {
    const button = /^[1-9]$/.test(key) ? this.actionBar.buttons()[Number(key) - 1] : null;
    if (button) this.used = true;
    button?.click();
    return Boolean(button);
  }

  /** @param {KeyboardEvent} event */
  letter({ key }) {
    const action = this.letters[key.toLowerCase()];
    action?.();
    return Boolean(action);
  }

  /** @param {KeyboardEvent} event */
  escape(event) {
    if (!this.chooser.canGoBack()) return;
    event.preventDefault();
    this.used = true;
    this.chooser.back();
  }

  /**
   * Return the word of an element on the stage; null for others.
   * @param {Target} target
   */
  wordOf(target) {
    return this.stage.worded().find((node) => node === target)?.dataset.word ?? null;
  }

  /** @param {Target} target */
  remember(target) {
    const word = this.wordOf(target);
    if (word === null) return;
    this.spot = middleOf(target);
    if (this.used && target.classList.contains("pressable")) this.onAim(word);
  }

  /**
   * @template {Target} T
   * @param {T[]} nodes
   * @returns {T | null}
   */
  nearest(nodes) {
    if (!this.spot) return nodes[0] ?? null;
    const { x, y } = this.spot;
    /** @param {Target} node */
    const off = (node) => Math.hypot(middleOf(node).x - x, middleOf(node).y - y);
    return nodes.reduce((/** @type {T | null} */ best, node) => (best && off(best) <= off(node) ? best : node), null);
  }
}
