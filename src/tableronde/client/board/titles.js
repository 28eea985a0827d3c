// The titles above the areas: each is a button that enlarges its area to cover all the others.
// The same button, Escape, or a press beside the area makes it small again.

import { icon } from "../base/icons.js";
import { h, refill } from "../base/elements.js";
import { layoutNumbers } from "./looks.js";
import { translate } from "../base/language.js";

/** @import { Area } from './picture.js' */
/** @import { Spot } from '../layout/frame.js' */

const LEAST = 220; // pixels of a title over a narrow area with no neighbour

/**
 * Return the places of the titles of areas at these spots; titles on one line do not overlap.
 * @param {(Spot & { box: number[] })[]} spots
 */
export function placeTitles(spots) {
  const { measures } = layoutNumbers();
  /**
   * @param {Spot} one
   * @param {Spot} other
   */
  const besides = (one, other) => other.x > one.x && Math.abs(other.y - one.y) < measures.title / 2;
  return spots.map((spot) => {
    const free = spots.filter((other) => besides(spot, other)).map((other) => other.x - spot.x);
    return { x: spot.x, y: spot.y - measures.title, width: Math.max(spot.box[2] * spot.scale, Math.min(LEAST, ...free)) };
  });
}

/** @typedef {{ x: number, y: number, width: number }} TitleBox */

export class Titles {
  /**
   * `change(id)` shows an area alone; null shows all.
   * @param {HTMLElement} holder
   * @param {() => void} change
   */
  constructor(holder, change) {
    this.holder = holder;
    this.change = change;
    this.large = null;
    this.buttons = new Map();
    document.addEventListener("keydown", (event) => this.key(event), true);
  }

  /**
   * Show an area alone, or all areas again if it is alone already.
   * @param {string} id
   */
  toggle(id) {
    this.large = this.large === id ? null : id;
    this.change();
    this.buttons.get(id)?.focus({ preventScroll: true });
  }

  /** Show all areas again, from the next drawing on. */
  showAll() {
    this.large = null;
  }

  /**
   * Put titles over these areas: pairs of an area and the place of its title.
   * @param {[Area, TitleBox][]} pairs
   */
  draw(pairs) {
    const ids = new Set(pairs.map(([area]) => area.id));
    for (const [id, button] of this.buttons) if (!ids.has(id)) this.drop(id, button);
    for (const [area, box] of pairs) this.put(area, box);
  }

  /**
   * @param {Area} area
   * @param {TitleBox} titleBox
   */
  put(area, { x, y, width }) {
    const button = this.buttons.get(area.id) ?? this.make(area.id);
    const name = area.title || area.id;
    const large = this.large === area.id;
    button.setAttribute("aria-expanded", String(large));
    button.setAttribute("aria-label", translate(large ? "shrink" : "enlarge", name));
    refill(button, h("span", {}, name), icon(large ? "close" : "zoom"));
    [button.style.left, button.style.top, button.style.maxWidth] = [x, y, width].map((value) => `${value}px`);
  }

  /** @param {string} id */
  make(id) {
    const button = h("button", { type: "button", class: "area-title", onclick: () => this.toggle(id) });
    this.buttons.set(id, button);
    this.holder.append(button);
    return button;
  }

  /**
   * @param {string} id
   * @param {HTMLElement} button
   */
  drop(id, button) {
    this.buttons.delete(id);
    button.remove();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Escape" || !this.large || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopPropagation();
    this.toggle(this.large);
  }
}
