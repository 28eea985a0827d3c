// The pointer on the stage: where choices overlap, the one whose middle is nearest is meant, and the wheel takes the next.
// Anything with a word can be pressed: what is on offer is chosen, anything else is let go, chosen instead, or asked about.

import { distance, isCrowded, REACH } from "./near.js";

const SAME = 14; // two presses this close are at the same spot

export class Press {
  /** `onAim` is told the word the mouse rests on, or null. */
  constructor(stage, chooser, onAim) {
    this.stage = stage;
    this.chooser = chooser;
    this.onAim = onAim;
    this.last = null;
    this.aimed = null;
    this.skipped = 0;
    this.at = { x: 0, y: 0 };
    stage.svg.addEventListener("click", (event) => this.click(event));
    stage.svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.hover(event));
    stage.svg.addEventListener("pointerleave", () => this.aim(null));
    stage.svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  click(event) {
    if (event.defaultPrevented || this.again(event)) return;
    const [node, ...others] = this.meant(event);
    if (!node) return this.chooser.letGo();
    const offered = node.classList.contains("pressable");
    const doubtful = offered && event.pointerType !== "mouse" && isCrowded(node, this.stage.pressables());
    this.last = { x: event.clientX, y: event.clientY };
    this.chooser.press(node.dataset.word, doubtful, doubtful ? others.map((other) => other.dataset.word) : []);
  }

  /** An action waits to be confirmed: a second tap at the same spot confirms it, one elsewhere goes back to choosing. */
  again(event) {
    const { last, chooser } = this;
    if (!chooser.held || chooser.held.open) return false;
    if (last && Math.hypot(event.clientX - last.x, event.clientY - last.y) <= SAME) chooser.confirm();
    else chooser.back();
    return true;
  }

  hover(event) {
    if (Math.hypot(event.clientX - this.at.x, event.clientY - this.at.y) > SAME) this.skipped = 0;
    this.aim(this.meant(event).find((node) => node.classList.contains("pressable")) ?? null);
  }

  /** Turn what is held; or, where several choices overlap, aim at the next one. */
  wheel(event) {
    if (event.ctrlKey || !event.deltaY) return;
    const step = Math.sign(event.deltaY);
    if (!this.chooser.rotate(step) && this.candidates(event).length < 2) return;
    event.preventDefault();
    this.skipped += step;
    this.at = { x: event.clientX, y: event.clientY };
    this.hover(event);
  }

  /** What may be meant at a point, the likeliest first: the nearest middle, or as many on as the wheel was turned. */
  meant(event) {
    const found = this.candidates(event);
    const first = found.length ? ((this.skipped % found.length) + found.length) % found.length : 0;
    return [...found.slice(first), ...found.slice(0, first)];
  }

  /** Choices under the point, the nearest middle first; else whatever has a word there; else choices a finger's breadth away. */
  candidates({ clientX: x, clientY: y }) {
    const under = this.under(x, y);
    const near = (nodes) => nodes.map((node) => ({ node, off: distance(node, x, y) })).sort((a, b) => a.off - b.off);
    const inside = near(under.filter((node) => node.classList.contains("pressable")));
    const aside = under.length ? [] : near(this.stage.pressables()).filter((each) => each.off < REACH);
    const found = (inside.length ? inside : aside).map((each) => each.node);
    const once = found.filter((node, i) => found.findIndex((other) => other.dataset.word === node.dataset.word) === i);
    return once.length ? once : under.slice(0, 1);
  }

  /** Everything with a word under a point, from the top. */
  under(x, y) {
    const nodes = document.elementsFromPoint(x, y).map((element) => element.closest("[data-shape][data-word]"));
    return [...new Set(nodes.filter((node) => node && this.stage.svg.contains(node)))];
  }

  aim(node) {
    if (node === this.aimed) return;
    this.aimed?.classList.remove("aimed");
    node?.classList.add("aimed");
    this.aimed = node ?? null;
    this.onAim(node?.dataset.word ?? null);
  }
}
