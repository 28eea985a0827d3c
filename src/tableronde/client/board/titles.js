// The titles above the areas: each is a button that enlarges its area. Enlarged, it lies alone over all the others;
// the same button, Escape, or a press beside it makes it small again.

import { icon } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { MEASURES } from "./layout.js";
import { say } from "../base/words.js";

const LEAST = 120; // pixels of a title over a narrow area, where nothing stands beside it

/** Where the titles go of areas that lie at these spots; on one line none runs into the next. */
export function heads(spots) {
  const besides = (one, other) => other.x > one.x && Math.abs(other.y - one.y) < MEASURES.title / 2;
  return spots.map((spot) => {
    const free = spots.filter((other) => besides(spot, other)).map((other) => other.x - spot.x);
    return { x: spot.x, y: spot.y - MEASURES.title, width: Math.max(spot.box[2] * spot.scale, Math.min(LEAST, ...free)) };
  });
}

export class Titles {
  /** `change(id)` shows an area alone; null shows all. */
  constructor(holder, change) {
    this.holder = holder;
    this.change = change;
    this.large = null;
    this.buttons = new Map();
    document.addEventListener("keydown", (event) => this.key(event), true);
  }

  /** Show an area alone, or, if it is alone already, all of them again. */
  toggle(id) {
    this.large = this.large === id ? null : id;
    this.change();
    this.buttons.get(id)?.focus({ preventScroll: true });
  }

  /** Put titles over these areas: pairs of an area and where its title goes. */
  draw(pairs) {
    const ids = new Set(pairs.map(([area]) => area.id));
    for (const [id, button] of this.buttons) if (!ids.has(id)) this.drop(id, button);
    for (const [area, box] of pairs) this.put(area, box);
  }

  put(area, { x, y, width }) {
    const button = this.buttons.get(area.id) ?? this.make(area.id);
    const name = area.title || area.id;
    const large = this.large === area.id;
    button.setAttribute("aria-expanded", String(large));
    button.setAttribute("aria-label", say(large ? "shrink" : "enlarge", name));
    refill(button, h("span", {}, name), icon(large ? "close" : "zoom"));
    [button.style.left, button.style.top, button.style.maxWidth] = [x, y, width].map((value) => `${value}px`);
  }

  make(id) {
    const button = h("button", { type: "button", class: "area-title", onclick: () => this.toggle(id) });
    this.buttons.set(id, button);
    this.holder.append(button);
    return button;
  }

  drop(id, button) {
    this.buttons.delete(id);
    button.remove();
  }

  key(event) {
    if (event.key !== "Escape" || !this.large || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopPropagation();
    this.toggle(this.large);
  }
}
