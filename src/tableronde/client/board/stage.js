// The stage: one SVG that shows a picture, area by area. It keeps a piece per shape, so what changes place glides there.

import { vanish } from "./glide.js";
import { markLast } from "./last.js";
import { layOut, MEASURES, turned } from "./layout.js";
import { h, s } from "../base/make.js";
import { askedOf, partOf, roleOf, TEXT } from "./parts.js";
import { Piece } from "./piece.js";
import { patterns } from "./shape.js";
import { heads, Titles } from "./titles.js";
import { Tray } from "./tray.js";

const SMALLEST = 120; // a window no smaller than this is laid out, in CSS pixels

export class Stage {
  constructor(holder) {
    this.svg = s("svg", { class: "stage", role: "group" });
    this.holder = h("div", { class: "scene" }, this.svg);
    this.titles = new Titles(this.holder, () => this.refit());
    const tabs = h("div", { class: "tray", role: "group", hidden: true });
    this.tray = new Tray(
      tabs,
      (id) => this.turn(id),
      (id) => this.titles.toggle(id),
    );
    this.places = new Map(); // area id → its elements and its spot
    this.pieces = new Map(); // shape id → Piece
    this.picture = this.layout = this.ply = null;
    this.offers = new Map();
    this.holder.append(tabs);
    holder.append(this.holder);
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

  /** Open an area's tab. */
  turn(id) {
    this.tray.chosen = id;
    this.refit();
  }

  /** Find a place for each area that is not empty. While one moment is being chosen in, what need not move stays. */
  arrange() {
    const { areas, seat, ply } = this.picture;
    const full = areas.filter((area, i) => i === 0 || area.shapes.size > 0);
    const asked = askedOf(full, this.offers);
    const ask = `${ply} ${[...this.offers.keys()].join(" ")}`;
    if (ask !== this.tray.ask) this.titles.large = null;
    const [width, height] = [this.holder.clientWidth, this.holder.clientHeight].map((side) => Math.max(side, SMALLEST));
    const index = (area) => full.indexOf(area);
    const parts = full.map((area) => partOf(area, areas.indexOf(area), seat));
    const steady = ply !== undefined && ply === this.ply && `${width} ${height}` === this.size;
    const found = layOut(parts, width, height, { asked: index(asked), held: this.layout?.way, steady });
    this.tray.choose(
      this.picture,
      found.tabs.map((i) => full[i]),
      asked,
      ask,
    );
    const chosen = full.findIndex((area) => area.id === this.tray.chosen);
    this.layout = { ...found, ...turned(parts, width, height, found, chosen) };
    this.ply = ply;
    this.size = `${width} ${height}`;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const large = full.find((area) => area.id === this.titles.large);
    const spots = large ? full.map((area) => (area === large ? this.alone(area, width, height) : null)) : this.layout.spots;
    areas.forEach((area, i) => this.put(area, i, spots[index(area)], roleOf(area, i, seat)));
    this.label(full, spots, large);
  }

  alone(area, width, height) {
    const [, , w, h] = area.box;
    const scale = Math.min(width / w, (height - MEASURES.tabs) / h);
    return { x: (width - w * scale) / 2, y: MEASURES.tabs + (height - MEASURES.tabs - h * scale) / 2, scale };
  }

  /** Titles over the areas that lie by themselves, and tabs over those that share a place. */
  label(areas, spots, large) {
    const { tabs, bar } = this.layout;
    const single = areas.filter((area, i) => spots[i] && (area === large || (i > 0 && !tabs.includes(i))));
    const over = heads(single.map((area) => ({ ...spots[areas.indexOf(area)], box: area.box })));
    this.titles.draw(single.map((area, i) => [area, over[i]]));
    const pressable = areas.filter((area) => [...area.shapes.values()].some((shape) => this.offers.has(shape.word)));
    const seen = tabs.filter((i) => spots[i]).map((i) => areas[i]); // the board may be seen below the open one
    this.tray.draw(
      tabs.map((i) => areas[i]),
      seen,
      pressable,
      large ? null : bar,
    );
  }

  /** Put an area at a spot; without one it is put away, and what comes out of it comes from the tabs. */
  put(area, i, spot, role) {
    const place = this.places.get(area.id) ?? this.prepare(area.id);
    const { x, y, scale } = spot ?? { x: this.layout.bar?.x ?? 0, y: this.layout.bar?.y ?? 0, scale: this.layout.spots[0]?.scale ?? 1 };
    place.spot = { x: x - area.box[0] * scale, y: y - area.box[1] * scale, scale };
    place.group.setAttribute("transform", `translate(${place.spot.x} ${place.spot.y}) scale(${scale})`);
    place.group.setAttribute("aria-label", area.title || area.id);
    place.group.dataset.area = area.id;
    place.group.dataset.role = role;
    place.group.style.setProperty("--least", `${TEXT / scale}px`);
    place.group.classList.toggle("put-away", !spot);
    if (place.index !== i) this.svg.append(place.group);
    place.index = i;
  }

  prepare(id) {
    const defs = s("defs");
    const group = s("g", { class: "area", role: "group" }, defs);
    const place = { group, defs, spot: null, index: -1 };
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
  clear(id, { group }) {
    this.places.delete(id);
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
