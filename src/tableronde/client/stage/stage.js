// The stage: one SVG that shows a picture, area by area. It keeps a piece per shape, so what changes place glides there.

import { vanish } from "./glide.js";
import { markLast } from "./last.js";
import { layOut, TITLE } from "./layout.js";
import { h, s } from "../base/make.js";
import { Piece } from "./piece.js";
import { patterns } from "./shape.js";
import { Tray } from "./tray.js";

export class Stage {
  constructor(holder) {
    this.svg = s("svg", { class: "stage", role: "group" });
    this.holder = h("div", { class: "scene" }, this.svg);
    this.tray = new Tray(h("div", { class: "tray", role: "group", hidden: true }), () => this.refit());
    this.places = new Map(); // area id → its elements and its spot
    this.pieces = new Map(); // shape id → Piece
    this.picture = null;
    this.offers = new Map();
    holder.append(this.holder, this.tray.holder);
    new ResizeObserver(() => this.refit()).observe(this.holder);
  }

  /** Show a picture and what can be pressed in it: a map of words to labels. What changed moves there, unless all keeps `still`. */
  show(picture, offers = new Map(), still = this.picture === null) {
    this.picture = picture;
    this.offers = offers;
    this.arrange();
    this.sweep();
    for (const area of picture.areas) this.fill(area, still);
    markLast(this.pieces, picture.last ?? []);
  }

  /** Draw everything anew: the theme has changed. */
  redraw() {
    for (const piece of this.pieces.values()) piece.shape = null;
    if (this.picture) this.show(this.picture, this.offers);
  }

  /** Lay the areas out again: the window or what is in the tray has changed. */
  refit() {
    if (!this.picture) return;
    this.arrange();
    for (const piece of this.pieces.values()) piece.spot = this.places.get(piece.area).spot;
  }

  /** The elements that can be pressed now. */
  pressables() {
    return [...this.svg.querySelectorAll(".area:not(.put-away) .pressable")];
  }

  /** Everything that has a word, on offer or not: what is not can be asked about. */
  worded() {
    return [...this.svg.querySelectorAll(".area:not(.put-away) [data-word]")];
  }

  arrange() {
    const visible = this.tray.visible(this.picture, this.holder.clientWidth, this.offers);
    const { clientWidth: width, clientHeight: height } = this.holder;
    const size = `0 0 ${width} ${height}`;
    const narrow = !this.tray.holder.hidden;
    const last = size === this.svg.getAttribute("viewBox") && !narrow ? this.layout : null; // where room is short every bit counts
    this.layout = layOut(visible, Math.max(width, 40), Math.max(height, 40), this.picture.seat, narrow ? 0 : TITLE, last);
    this.svg.setAttribute("viewBox", size);
    this.picture.areas.forEach((area, i) => this.put(area, i, this.layout.spots[visible.indexOf(area)]));
  }

  /** Put an area at a spot; without one it is put away, and what comes out of it comes from the tray. */
  put(area, i, spot) {
    const place = this.places.get(area.id) ?? this.prepare(area.id);
    const { x, y, scale } = spot ?? this.layout.spots[1];
    place.spot = { x: x - area.box[0] * scale, y: y - area.box[1] * scale, scale };
    place.group.setAttribute("transform", `translate(${place.spot.x} ${place.spot.y}) scale(${scale})`);
    place.group.setAttribute("aria-label", area.title || area.id);
    place.group.classList.toggle("put-away", !spot);
    place.title.textContent = i > 0 && this.tray.holder.hidden ? area.title : "";
    place.title.setAttribute("x", x);
    place.title.setAttribute("y", y - 7);
    if (place.index !== i) this.svg.append(place.title, place.group);
    place.index = i;
  }

  prepare(id) {
    const defs = s("defs");
    const group = s("g", { class: "area", role: "group" }, defs);
    const place = { group, defs, title: s("text", { class: "area-title", "aria-hidden": "true" }), spot: null, index: -1 };
    this.places.set(id, place);
    return place;
  }

  /** Remove areas and shapes that are no longer in the picture. */
  sweep() {
    const shapes = new Set(this.picture.areas.flatMap((area) => [...area.shapes.keys()]));
    const areas = new Set(this.picture.areas.map((area) => area.id));
    for (const [id, piece] of this.pieces) if (!shapes.has(id)) this.drop(id, piece);
    for (const [id, place] of this.places) if (!areas.has(id)) this.clear(id, place);
  }

  drop(id, piece) {
    this.pieces.delete(id);
    piece.leave();
  }

  /** An area goes; pieces that lie elsewhere now are taken out of it first. */
  clear(id, { title, group }) {
    this.places.delete(id);
    title.remove();
    for (const piece of this.pieces.values()) if (piece.area === id) piece.node.remove();
    vanish(group);
  }

  fill(area, still) {
    const { group, defs, spot } = this.places.get(area.id);
    defs.replaceChildren(...patterns(area));
    let last = defs;
    for (const shape of area.shapes.values()) {
      const piece = this.pieces.get(shape.id) ?? this.make(shape.id);
      last = follow(group, last, piece.node);
      piece.show(shape, area, spot, this.offers, still);
    }
  }

  make(id) {
    const piece = new Piece(id);
    this.pieces.set(id, piece);
    return piece;
  }
}

/** Put a node behind another one, leaving those alone that are fading away between them; nodes in place are not touched. */
function follow(group, last, node) {
  let next = last.nextSibling;
  while (next?.classList.contains("leaving")) next = next.nextSibling;
  if (next !== node) group.insertBefore(node, next);
  return node;
}
