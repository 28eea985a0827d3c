// A piece on the stage: the element of a shape, from picture to picture.

import { appear, glide, turnOver, vanish } from "./animation.js";
import { s } from "../base/elements.js";
import { drawShape } from "./shape.js";

/** @import { Place } from './animation.js' */
/** @import { Area, Shape } from './picture.js' */
/** @import { Spot } from '../layout/frame.js' */

/**
 * A piece as it was shown before.
 * @typedef {{ shape: Shape | null, area: string | null, spot: Spot | null, fill?: string }} Before
 */

export class Piece {
  /** @param {string} id */
  constructor(id) {
    this.node = s("g", { "data-shape": id });
    /** @type {Shape | null} */
    this.shape = null;
    /** @type {string | null} */
    this.area = null; // its id
    /** @type {Spot | null} */
    this.spot = null;
  }

  /**
   * Show the shape in an area at a spot; unless `still`, it moves there from its old place.
   * @param {Shape} shape
   * @param {Area} area
   * @param {Spot | null} spot
   * @param {Map<string, string>} offers
   * @param {boolean} still
   */
  show(shape, area, spot, offers, still) {
    const before = { shape: this.shape, area: this.area, spot: this.spot, fill: this.node.dataset.fill };
    if (shape !== before.shape) drawShape(this.node, shape, area);
    this.shape = shape;
    this.area = area.id;
    this.spot = spot;
    this.render(shape, offers);
    if (!still && spot) this.move(before, shape, spot);
  }

  /** Redraw from scratch the next time, because the theme has changed. */
  forget() {
    this.shape = null;
  }

  /**
   * Change the spot without animation, because the window has changed.
   * @param {Spot | null} spot
   */
  stay(spot) {
    this.spot = spot;
  }

  leave() {
    if (this.node.isConnected) vanish(this.node);
  }

  /**
   * Set the attributes for pointers and screen readers.
   * @param {Shape} shape
   * @param {Map<string, string>} offers
   */
  render({ title = "", word, jot }, offers) {
    const pressable = offers.has(word ?? "");
    const label = title || offers.get(word ?? "");
    this.node.classList.toggle("pressable", pressable);
    this.node.classList.toggle("pencil-note", Boolean(jot));
    this.set("role", word || jot ? "button" : label ? "img" : null);
    this.set("aria-label", label || null);
    this.set("aria-disabled", word && !pressable ? "true" : null);
    this.set("tabindex", word || jot ? "-1" : null);
    this.set("data-word", word ?? null);
    this.set("data-jot", jot ?? null);
  }

  /**
   * @param {Before} before
   * @param {Shape} shape
   * @param {Spot} spot
   */
  move(before, shape, spot) {
    if (!before.shape || !before.spot) return void appear(this.node);
    const to = place(shape, spot);
    const from = before.area === this.area ? place(before.shape, spot) : carried(before.shape, before.spot, spot);
    const turns = shape.title && before.shape.path === shape.path && before.fill !== this.node.dataset.fill; // shows another face
    if (before.area !== this.area || from.x !== to.x || from.y !== to.y || from.turn !== to.turn) glide(this.node, from, to);
    else if (turns) turnOver(this.node, to);
  }

  /**
   * @param {string} name
   * @param {string | null} value
   */
  set(name, value) {
    if (value === null) this.node.removeAttribute(name);
    else if (this.node.getAttribute(name) !== value) this.node.setAttribute(name, value);
  }
}

/**
 * @param {Shape} shape
 * @param {Spot} spot
 * @returns {Place}
 */
const place = (shape, spot) => ({ x: shape.at?.[0] ?? 0, y: shape.at?.[1] ?? 0, turn: shape.turn ?? 0, scale: spot.scale });

/**
 * Return the place of a shape in another area, converted to the units of its current area.
 * @param {Shape} shape
 * @param {Spot} spot
 * @param {Spot} now
 * @returns {Place}
 */
function carried(shape, spot, now) {
  const { x, y, turn } = place(shape, spot);
  return {
    x: (spot.x + x * spot.scale - now.x) / now.scale,
    y: (spot.y + y * spot.scale - now.y) / now.scale,
    turn,
    size: spot.scale / now.scale,
    scale: now.scale,
  };
}
