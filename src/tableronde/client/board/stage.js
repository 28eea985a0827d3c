// The stage: one SVG that shows a picture, area by area. It keeps a piece for each shape, so that changes are animated.

import { vanish } from "./animation.js";
import { markLast } from "./last_move.js";
import { layOut, turned } from "../layout/layout.js";
import { layoutNumbers } from "./looks.js";
import { h, s } from "../base/elements.js";
import { Steady } from "../layout/steady.js";
import { askedOf, partOf, roleOf } from "../layout/parts.js";
import { Piece } from "./piece.js";
import { patterns } from "./shape.js";
import { placeTitles, Titles } from "./titles.js";
import { TabBar } from "./tab_bar.js";

/** @import { FoundLayout } from '../layout/layout.js' */
/** @import { Area, Picture } from './picture.js' */
/** @import { Spot } from '../layout/frame.js' */

/**
 * An area's elements and its place.
 * @typedef {{ group: SVGGElement, defs: SVGDefsElement, spot: Spot | null, index: number }} AreaPlace
 */

const SMALLEST = 120; // the smallest size that is laid out, in CSS pixels

export class Stage {
  /** @param {HTMLElement} holder */
  constructor(holder) {
    this.svg = s("svg", { class: "stage", role: "group" });
    this.holder = h("div", { class: "scene" }, this.svg);
    this.titles = new Titles(this.holder, () => this.refit());
    const tabs = h("div", { class: "tab-bar", role: "group", hidden: true });
    this.tabBar = new TabBar(
      tabs,
      (id) => this.turn(id),
      (id) => this.titles.toggle(id),
    );
    /** @type {Map<string, AreaPlace>} */
    this.places = new Map(); // area id → its elements and its spot
    /** @type {Map<string, Piece>} */
    this.pieces = new Map(); // shape id → Piece
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {FoundLayout | null} */
    this.layout = null;
    this.steady = new Steady();
    /** @type {number | undefined} */
    this.ply = undefined;
    this.size = "";
    /** @type {Map<string, string>} */
    this.offers = new Map();
    this.holder.append(tabs);
    holder.append(this.holder);
    new ResizeObserver(() => this.refit()).observe(this.holder);
  }

  /**
   * Show a picture and the words that can be pressed, with their labels. Changes are animated unless `still`.
   * @param {Picture} picture
   * @param {Map<string, string>} offers
   * @param {boolean} still
   */
  show(picture, offers = new Map(), still = this.picture === null) {
    this.picture = picture;
    this.offers = offers;
    this.arrange(picture);
    this.sweep(picture);
    for (const area of picture.areas) this.fill(area, still);
    markLast(this.pieces, picture.last ?? []);
  }

  /** Redraw everything, because the theme has changed. */
  redraw() {
    for (const piece of this.pieces.values()) piece.forget();
    if (this.picture) this.show(this.picture, this.offers);
  }

  /** Lay the areas out again, because the window or the tabs have changed. */
  refit() {
    if (!this.picture) return;
    this.arrange(this.picture);
    for (const piece of this.pieces.values()) piece.stay(this.places.get(piece.area ?? "")?.spot ?? null);
  }

  /** Return the elements that can be pressed now. */
  pressables() {
    return [.../** @type {NodeListOf<SVGGElement>} */ (this.svg.querySelectorAll(".area:not(.put-away) .pressable"))];
  }

  /** Return everything with a word, on offer or not: the page can ask why it is not. */
  worded() {
    return [.../** @type {NodeListOf<SVGGElement>} */ (this.svg.querySelectorAll(".area:not(.put-away) [data-word]"))];
  }

  /**
   * Open an area's tab.
   * @param {string} id
   */
  turn(id) {
    this.tabBar.open(id);
    this.refit();
  }

  /**
   * Find a place for each area that is not empty. Within one turn, areas stay where they are if possible.
   * @param {Picture} picture
   */
  arrange(picture) {
    const { areas, seat, ply } = picture;
    const full = areas.filter((area, i) => i === 0 || area.shapes.size > 0);
    const asked = askedOf(full, this.offers);
    const ask = `${ply} ${[...this.offers.keys()].join(" ")}`;
    if (ask !== this.tabBar.ask) this.titles.showAll();
    const [width, height] = [this.holder.clientWidth, this.holder.clientHeight].map((side) => Math.max(side, SMALLEST));
    /** @param {Area | null} area */
    const index = (area) => (area ? full.indexOf(area) : -1);
    const parts = full.map((area) => partOf(area, areas.indexOf(area), seat));
    const steady = ply !== undefined && ply === this.ply && `${width} ${height}` === this.size;
    const when = this.offers.size > 0 || ply === this.ply ? `${width} ${height} ${seat}` : ""; // a choice to be confirmed has no offers
    const now = { areas: full, parts, offers: this.offers };
    const kept = this.layout && this.steady.holds(now, when) ? this.steady.layout(this.layout, full) : null;
    const found = kept ?? layOut(parts, width, height, { asked: index(asked), held: this.layout?.way, steady });
    this.tabBar.choose(
      picture,
      found.tabs.map((i) => full[i]),
      asked,
      ask,
    );
    const open = (/** @type {number} */ i) => turned(parts, width, height, found, i);
    const chosen = full.findIndex((area) => area.id === this.tabBar.chosen);
    const layout = kept ? this.steady.layout(kept, full, this.tabBar.chosen ?? null) : { ...found, ...open(chosen) };
    if (!kept) this.steady.keep(layout, full, when, (i) => open(i)?.spots[i] ?? null);
    this.layout = layout;
    this.ply = ply;
    this.size = `${width} ${height}`;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const large = full.find((area) => area.id === this.titles.large);
    const spots = large ? full.map((area) => (area === large ? this.alone(area, width, height) : null)) : layout.spots;
    areas.forEach((area, i) => this.put(layout, area, i, spots[index(area)] ?? null, roleOf(area, i, seat)));
    this.label(layout, full, spots, large);
  }

  /**
   * @param {Area} area
   * @param {number} width
   * @param {number} height
   */
  alone(area, width, height) {
    const [, , w, h] = area.box;
    const { tabs } = layoutNumbers().measures;
    const scale = Math.min(width / w, (height - tabs) / h);
    return { x: (width - w * scale) / 2, y: tabs + (height - tabs - h * scale) / 2, scale };
  }

  /**
   * Draw titles over single areas, and tabs over those that share a place.
   * @param {FoundLayout} layout
   * @param {Area[]} areas
   * @param {(Spot | null)[]} spots
   * @param {Area | undefined} large
   */
  label({ tabs, bar }, areas, spots, large) {
    const single = areas.filter((area, i) => spots[i] && (area === large || (i > 0 && !tabs.includes(i))));
    const over = placeTitles(single.map((area) => ({ .../** @type {Spot} */ (spots[areas.indexOf(area)]), box: area.box })));
    this.titles.draw(single.map((area, i) => [area, over[i]]));
    const pressable = areas.filter((area) => [...area.shapes.values()].some((shape) => this.offers.has(shape.word ?? "")));
    const seen = tabs.filter((i) => spots[i]).map((i) => areas[i]); // the board may be visible below the open one
    this.tabBar.draw(
      tabs.map((i) => areas[i]),
      seen,
      pressable,
      large ? null : bar,
    );
  }

  /**
   * Put an area at a spot; without one it is hidden, and pieces that leave it start from the tabs.
   * @param {FoundLayout} layout
   * @param {Area} area
   * @param {number} i
   * @param {Spot | null} spot
   * @param {string} role
   */
  put({ bar, spots }, area, i, spot, role) {
    const place = this.places.get(area.id) ?? this.prepare(area.id);
    const { x, y, scale } = spot ?? { x: bar?.x ?? 0, y: bar?.y ?? 0, scale: spots[0]?.scale ?? 1 };
    place.spot = { x: x - area.box[0] * scale, y: y - area.box[1] * scale, scale };
    place.group.setAttribute("transform", `translate(${place.spot.x} ${place.spot.y}) scale(${scale})`);
    place.group.setAttribute("aria-label", area.title || area.id);
    place.group.dataset.area = area.id;
    place.group.dataset.role = role;
    place.group.style.setProperty("--least", `${layoutNumbers().text / scale}px`);
    place.group.classList.toggle("put-away", !spot);
    if (place.index !== i) this.svg.append(place.group);
    place.index = i;
  }

  /** @param {string} id */
  prepare(id) {
    const defs = s("defs");
    const group = s("g", { class: "area", role: "group" }, defs);
    /** @type {AreaPlace} */
    const place = { group, defs, spot: null, index: -1 };
    this.places.set(id, place);
    return place;
  }

  /**
   * Remove areas and shapes that are no longer in the picture.
   * @param {Picture} picture
   */
  sweep(picture) {
    const shapes = new Set(picture.areas.flatMap((area) => [...area.shapes.keys()]));
    const areas = new Set(picture.areas.map((area) => area.id));
    for (const [id, piece] of this.pieces) if (!shapes.has(id)) this.drop(id, piece);
    for (const [id, place] of this.places) if (!areas.has(id)) this.clear(id, place);
  }

  /**
   * @param {string} id
   * @param {Piece} piece
   */
  drop(id, piece) {
    this.pieces.delete(id);
    piece.leave();
  }

  /**
   * Remove an area, after taking out pieces that are in other areas now.
   * @param {string} id
   * @param {AreaPlace} areaPlace
   */
  clear(id, { group }) {
    this.places.delete(id);
    for (const piece of this.pieces.values()) if (piece.area === id) piece.node.remove();
    vanish(group);
  }

  /**
   * @param {Area} area
   * @param {boolean} still
   */
  fill(area, still) {
    const { group, defs, spot } = this.places.get(area.id) ?? this.prepare(area.id);
    defs.replaceChildren(...patterns(area));
    /** @type {SVGElement} */
    let last = defs;
    for (const shape of area.shapes.values()) {
      const piece = this.pieces.get(shape.id) ?? this.make(shape.id);
      last = follow(group, last, piece.node);
      piece.show(shape, area, spot, this.offers, still);
    }
  }

  /** @param {string} id */
  make(id) {
    const piece = new Piece(id);
    this.pieces.set(id, piece);
    return piece;
  }
}

/**
 * Put a node behind another one, skipping nodes between them that are fading out; nodes already in place are not touched.
 * @param {SVGElement} group
 * @param {Element} last
 * @param {SVGElement} node
 */
function follow(group, last, node) {
  let next = last.nextElementSibling;
  while (next?.classList.contains("leaving")) next = next.nextElementSibling;
  if (next !== node) group.insertBefore(node, next);
  return node;
}
