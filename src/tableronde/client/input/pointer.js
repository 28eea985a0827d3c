// Pointer input on the stage: of overlapping choices the one with the nearest centre is meant, and the wheel takes the next.
// Any shape with a word can be pressed: one on offer is chosen; another one is deselected, chosen instead, or asked about.

import { Magnifier } from "./magnifier.js";
import { distance, isCrowded, REACH } from "./nearest.js";

/** @import { Stage } from '../board/stage.js' */
/** @import { Chooser } from './chooser.js' */
/** @import { Target } from './nearest.js' */

const SAME = 14; // presses this close together count as the same spot

/** @typedef {{ clientX: number, clientY: number }} ScreenPoint */

export class Pointer {
  /**
   * `onAim` gets the word under the mouse, or null.
   * @param {Stage} stage
   * @param {Chooser} chooser
   * @param {(word: string | null) => void} onAim
   */
  constructor(stage, chooser, onAim) {
    this.stage = stage;
    this.chooser = chooser;
    this.onAim = onAim;
    this.magnifier = new Magnifier(stage, chooser);
    /** @type {{ x: number, y: number } | null} */
    this.last = null;
    /** @type {Target | null} */
    this.aimed = null;
    this.skipped = 0;
    this.at = { x: 0, y: 0 };
    stage.svg.addEventListener("click", (event) => this.click(event));
    stage.svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.hover(event));
    stage.svg.addEventListener("pointerleave", () => this.aim(null));
    stage.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** @param {PointerEvent} event */
  click(event) {
    if (event.defaultPrevented || this.again(event)) return;
    const [node, ...others] = this.meant(event);
    if (!node) return this.magnifier.isOpen() ? this.magnifier.close() : this.chooser.letGo();
    const byFinger = node.classList.contains("pressable") && event.pointerType !== "mouse";
    if (byFinger && this.magnifier.opens(node, event)) return;
    const doubtful = byFinger && isCrowded(node, this.stage.pressables());
    this.last = { x: event.clientX, y: event.clientY };
    this.chooser.press(node.dataset.word ?? "", doubtful, doubtful ? others.map((other) => other.dataset.word ?? "") : []);
  }

  /**
   * Handle a tap while an action waits for confirmation: at the same spot it confirms, elsewhere it goes back to choosing.
   * @param {PointerEvent} event
   */
  again(event) {
    const { last, chooser } = this;
    if (!chooser.held || chooser.held.open) return false;
    if (last && Math.hypot(event.clientX - last.x, event.clientY - last.y) <= SAME) chooser.confirm();
    else chooser.back();
    return true;
  }

  /** @param {ScreenPoint} event */
  hover(event) {
    if (Math.hypot(event.clientX - this.at.x, event.clientY - this.at.y) > SAME) this.skipped = 0;
    this.aim(this.meant(event).find((node) => node.classList.contains("pressable")) ?? null);
  }

  /**
   * Turn the held piece; or, if several choices overlap, aim at the next one.
   * @param {WheelEvent} event
   */
  wheel(event) {
    if (event.ctrlKey || !event.deltaY) return;
    const step = Math.sign(event.deltaY);
    if (!this.chooser.rotate(step) && this.candidates(event).length < 2) return;
    event.preventDefault();
    this.skipped += step;
    this.at = { x: event.clientX, y: event.clientY };
    this.hover(event);
  }

  /**
   * Return what may be meant at a point, the likeliest first: the nearest centre, shifted by the turns of the wheel.
   * @param {ScreenPoint} event
   */
  meant(event) {
    const found = this.candidates(event);
    const first = found.length ? ((this.skipped % found.length) + found.length) % found.length : 0;
    return [...found.slice(first), ...found.slice(0, first)];
  }

  /**
   * Return the choices under the point, the nearest centre first; else shapes with a word there; else choices within a finger's reach.
   * @param {ScreenPoint} screenPoint
   */
  candidates({ clientX: x, clientY: y }) {
    const under = this.under(x, y);
    /** @param {SVGGElement[]} nodes */
    const near = (nodes) => nodes.map((node) => ({ node, off: distance(node, x, y) })).sort((a, b) => a.off - b.off);
    const inside = near(under.filter((node) => node.classList.contains("pressable")));
    const aside = under.length ? [] : near(this.stage.pressables()).filter((each) => each.off < REACH);
    const found = (inside.length ? inside : aside).map((each) => each.node);
    const once = found.filter((node, i) => found.findIndex((other) => other.dataset.word === node.dataset.word) === i);
    return once.length ? once : under.slice(0, 1);
  }

  /**
   * Return all shapes with a word under a point, from the top.
   * @param {number} x
   * @param {number} y
   */
  under(x, y) {
    /** @type {(SVGGElement | null)[]} */
    const nodes = document.elementsFromPoint(x, y).map((element) => element.closest("[data-shape][data-word]"));
    return [...new Set(nodes.filter((node) => node !== null).filter((node) => this.stage.svg.contains(node)))];
  }

  /** @param {Target | null} node */
  aim(node) {
    if (node === this.aimed) return;
    this.aimed?.classList.remove("aimed");
    node?.classList.add("aimed");
    this.aimed = node ?? null;
    this.onAim(node?.dataset.word ?? null);
  }
}
