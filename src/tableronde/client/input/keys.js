// The keyboard: arrows go to the nearest thing that can be pressed, with Shift to anything that has a word; Page Down and Page Up go
// through all of them in turn, also those that no arrow leads to; Enter presses, Escape goes back, digits press buttons.

import { ARROWS, inDirection, middleOf } from "./near.js";

export class Keys {
  /** `letters` maps further keys to what they do; `onAim` is told the word the focus rests on, or null. */
  constructor(stage, chooser, dock, race, letters, onAim) {
    this.stage = stage;
    this.chooser = chooser;
    this.dock = dock;
    this.race = race;
    this.letters = letters;
    this.onAim = onAim;
    this.spot = null;
    this.used = false;
    document.addEventListener("keydown", (event) => this.key(event));
    stage.svg.addEventListener("focusin", ({ target }) => this.remember(target));
    stage.svg.addEventListener("focusout", () => this.onAim(null));
  }

  /** After each change: one pressable shape is in the tab order; the focus stays where it was on the table. */
  refresh() {
    const nodes = this.stage.pressables();
    const here = document.activeElement;
    const lost = here === document.body || here === null || (this.stage.svg.contains(here) && !here.matches("[data-word], .jot"));
    const next = nodes.includes(here) ? here : this.nearest(nodes);
    for (const node of nodes) node.setAttribute("tabindex", node === next ? "0" : "-1");
    if (lost && this.used && !document.querySelector("dialog[open]")) (next ?? this.dock.first())?.focus({ preventScroll: true });
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") return this.escape(event);
    if (event.target.matches("input, textarea, select")) return;
    const done = this.race.key(event) || this.arrow(event) || this.page(event) || this.enter(event) || this.digit(event) || this.letter(event);
    if (done) event.preventDefault();
  }

  arrow({ key, shiftKey, target }) {
    if (!(key in ARROWS) || target.closest("[role=tablist], [role=log], .scrolls")) return false;
    this.used = true;
    const shapes = shiftKey ? this.stage.worded() : this.stage.pressables();
    const nodes = [...shapes, ...this.dock.buttons()];
    const here = nodes.includes(target) || this.stage.worded().includes(target) ? target : null;
    const next = here ? inDirection(here, nodes, ARROWS[key]) : (this.nearest(shapes) ?? this.dock.first());
    next?.focus({ preventScroll: true });
    return true;
  }

  page({ key, target }) {
    const step = { PageDown: 1, PageUp: -1 }[key];
    if (!step || target.closest("[role=log], .scrolls")) return false;
    this.used = true;
    const nodes = [...this.stage.pressables(), ...this.dock.buttons()];
    const at = nodes.indexOf(target);
    nodes.at(at < 0 ? 0 : (at + step) % nodes.length)?.focus({ preventScroll: true });
    return nodes.length > 0;
  }

  enter({ key, target }) {
    if ((key !== "Enter" && key !== " ") || !this.stage.worded().includes(target)) return false;
    this.used = true;
    this.chooser.press(target.dataset.word);
    return true;
  }

  digit({ key }) {
    const button = /^[1-9]$/.test(key) ? this.dock.buttons()[key - 1] : null;
    if (button) this.used = true;
    button?.click();
    return Boolean(button);
  }

  letter({ key }) {
    const action = this.letters[key.toLowerCase()];
    action?.();
    return Boolean(action);
  }

  escape(event) {
    if (!this.chooser.canGoBack()) return;
    event.preventDefault();
    this.used = true;
    this.chooser.back();
  }

  remember(target) {
    if (!this.stage.worded().includes(target)) return;
    this.spot = middleOf(target);
    if (this.used && target.classList.contains("pressable")) this.onAim(target.dataset.word);
  }

  nearest(nodes) {
    if (!this.spot) return nodes[0] ?? null;
    const { x, y } = this.spot;
    const off = (node) => Math.hypot(middleOf(node).x - x, middleOf(node).y - y);
    return nodes.reduce((best, node) => (best && off(best) <= off(node) ? best : node), null);
  }
}
