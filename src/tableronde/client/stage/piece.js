// One thing on the stage: the element of a shape, from picture to picture.

import { appear, glide, turnOver, vanish } from "./glide.js";
import { s } from "../base/make.js";
import { drawShape } from "./shape.js";

export class Piece {
  constructor(id) {
    this.node = s("g", { "data-shape": id });
    this.shape = this.area = this.spot = null;
  }

  /** Show the shape as it is now, in an area that lies at a spot; unless all keeps still it moves there from where it was. */
  show(shape, area, spot, offers, still) {
    const before = { shape: this.shape, area: this.area, spot: this.spot, fill: this.node.dataset.fill };
    if (shape !== before.shape) drawShape(this.node, shape, area);
    Object.assign(this, { shape, area: area.id, spot });
    this.dress(offers);
    if (!still) this.move(before);
  }

  leave() {
    if (this.node.isConnected) vanish(this.node);
  }

  /** What the shape is to those who press and those who listen. */
  dress(offers) {
    const { title = "", word, jot } = this.shape;
    const pressable = offers.has(word);
    const spoken = title || (pressable ? offers.get(word) : "");
    this.node.classList.toggle("pressable", pressable);
    this.node.classList.toggle("jot", Boolean(jot));
    this.set("role", word || jot ? "button" : spoken ? "img" : null);
    this.set("aria-label", spoken || null);
    this.set("aria-disabled", word && !pressable ? "true" : null);
    this.set("tabindex", word || jot ? "-1" : null);
    this.set("data-word", word ?? null);
    this.set("data-jot", jot ?? null);
  }

  move(before) {
    if (!before.shape) return void appear(this.node);
    const to = place(this.shape, this.spot);
    const from = before.area === this.area ? place(before.shape, this.spot) : carried(before, this.spot);
    if (before.area !== this.area || from.x !== to.x || from.y !== to.y || from.turn !== to.turn) glide(this.node, from, to);
    else if (this.showsAnotherFace(before)) turnOver(this.node, to);
  }

  showsAnotherFace(before) {
    return this.shape.title && before.shape.path === this.shape.path && before.fill !== this.node.dataset.fill;
  }

  set(name, value) {
    if (value === null) this.node.removeAttribute(name);
    else if (this.node.getAttribute(name) !== value) this.node.setAttribute(name, value);
  }
}

const place = (shape, spot) => ({ x: shape.at?.[0] ?? 0, y: shape.at?.[1] ?? 0, turn: shape.turn ?? 0, scale: spot.scale });

/** Where a shape stood in another area, in the units of the area it lies in now. */
function carried({ shape, spot }, now) {
  const { x, y, turn } = place(shape, spot);
  return {
    x: (spot.x + x * spot.scale - now.x) / now.scale,
    y: (spot.y + y * spot.scale - now.y) / now.scale,
    turn,
    size: spot.scale / now.scale,
    scale: now.scale,
  };
}
