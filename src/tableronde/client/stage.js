// The stage: one SVG that shows a picture. It keeps an element per shape, so what changes place glides there.

import { appear, glide, turnOver, vanish } from "./glide.js";
import { layOut, TITLE } from "./layout.js";
import { h, s } from "./make.js";
import { drawShape, patterns } from "./shape.js";
import { Tray } from "./tray.js";

export class Stage {
  constructor(holder) {
    this.svg = s("svg", { class: "stage", role: "group" });
    this.places = new Map(); // area id → {group, defs, title, spot}
    this.nodes = new Map(); // shape id → {node, shape, area id}
    this.picture = null;
    this.offers = new Map();
    this.holder = h("div", { class: "scene" }, this.svg);
    const tabs = h("div", { class: "tray", role: "group", hidden: true });
    this.tray = new Tray(tabs, () => this.refit());
    holder.append(this.holder, tabs);
    new ResizeObserver(() => this.refit()).observe(this.holder);
  }

  /** Show a picture and what can be pressed in it: a map of words to labels. What changed moves there, unless all keeps `still`. */
  show(picture, offers = new Map(), still = false) {
    const before = still ? null : this.snapshot();
    this.picture = picture;
    this.offers = offers;
    this.arrange();
    this.sweep();
    for (const area of picture.areas) this.fillArea(area, before);
  }

  /** Draw everything anew: the theme has changed. */
  redraw() {
    for (const held of this.nodes.values()) held.shape = null;
    if (this.picture) this.show(this.picture, this.offers);
  }

  /** Lay the areas out again: the window has changed. */
  refit() {
    if (!this.picture) return;
    this.arrange();
  }

  /** The elements that can be pressed now. */
  pressables() {
    return [...this.svg.querySelectorAll(".area:not(.put-away) .pressable")];
  }

  /** The shape an element shows. */
  shapeOf(node) {
    return this.nodes.get(node.dataset.shape)?.shape;
  }

  arrange() {
    const visible = this.tray.visible(this.picture, this.holder.clientWidth, this.offers);
    const { clientWidth: width, clientHeight: height } = this.holder;
    if (width < 40 || height < 40) return;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const size = `${width} ${height}`;
    this.layout = layOut(visible, width, height, this.picture.seat, this.tray.holder.hidden ? TITLE : 0, size === this.size ? this.layout : null);
    this.size = size;
    const { spots } = this.layout;
    this.picture.areas.forEach((area, i) => this.placeArea(area, spots[visible.indexOf(area)] ?? spots[1], i, visible.includes(area)));
  }

  placeArea(area, spot, i, shown) {
    const place = this.places.get(area.id) ?? this.makeArea(area.id);
    const [x, y] = area.box;
    place.spot = { ...spot, x: spot.x - x * spot.scale, y: spot.y - y * spot.scale };
    place.group.setAttribute("transform", `translate(${place.spot.x} ${place.spot.y}) scale(${spot.scale})`);
    place.group.setAttribute("aria-label", area.title || area.id);
    place.group.classList.toggle("put-away", !shown);
    place.title.textContent = i === 0 || !this.tray.holder.hidden ? "" : area.title;
    place.title.setAttribute("x", spot.x);
    place.title.setAttribute("y", spot.y - 7);
    if (place.index !== i) this.svg.append(place.title, place.group);
    place.index = i;
  }

  makeArea(id) {
    const place = { group: s("g", { class: "area", role: "group" }), defs: s("defs"), title: s("text", { class: "area-title", "aria-hidden": "true" }), spot: null, index: -1 };
    place.group.append(place.defs);
    this.places.set(id, place);
    return place;
  }

  /** Remove areas and shapes that are no longer in the picture. */
  sweep() {
    const areas = new Set(this.picture.areas.map((area) => area.id));
    for (const [id, place] of this.places) if (!areas.has(id)) this.dropArea(id, place);
    const shapes = new Set(this.picture.areas.flatMap((area) => [...area.shapes.keys()]));
    for (const [id, held] of this.nodes) if (!shapes.has(id)) this.dropShape(id, held);
  }

  dropArea(id, place) {
    this.places.delete(id);
    place.title.remove();
    const kept = [...this.nodes.values()].filter((held) => held.area === id && this.picture.areas.some((area) => area.shapes.has(held.id)));
    for (const held of kept) held.node.remove();
    vanish(place.group);
  }

  dropShape(id, held) {
    this.nodes.delete(id);
    if (held.node.isConnected) vanish(held.node);
  }

  fillArea(area, before) {
    const { group, defs } = this.places.get(area.id);
    defs.replaceChildren(...patterns(area));
    let after = defs;
    for (const shape of area.shapes.values()) {
      const held = this.nodes.get(shape.id) ?? this.makeShape(shape.id);
      const moved = held.area !== area.id;
      while (after.nextSibling?.classList.contains("leaving")) after = after.nextSibling;
      if (after.nextSibling !== held.node) group.insertBefore(held.node, after.nextSibling);
      after = held.node;
      const old = held.shape;
      held.area = area.id;
      if (old !== shape) this.redrawShape(held, shape, area);
      this.dress(held, shape);
      if (before) this.animate(held, before.get(shape.id), shape, area, moved, old);
    }
  }

  makeShape(id) {
    const held = { id, node: s("g", { "data-shape": id }), shape: null, area: null };
    this.nodes.set(id, held);
    return held;
  }

  redrawShape(held, shape, area) {
    held.fillBefore = held.node.dataset.fill;
    held.shape = shape;
    drawShape(held.node, shape, area);
  }

  /** What the shape is to those who press and those who listen. */
  dress(held, shape) {
    const { node } = held;
    const pressable = this.offers.has(shape.word);
    const spoken = shape.title || (pressable ? this.offers.get(shape.word) : "");
    node.classList.toggle("pressable", pressable);
    set(node, "role", pressable ? "button" : spoken ? "img" : null);
    set(node, "aria-label", spoken || null);
    set(node, "tabindex", pressable ? "-1" : null);
    set(node, "data-word", pressable ? shape.word : null);
  }

  snapshot() {
    if (!this.picture) return null;
    return new Map([...this.nodes].map(([id, held]) => [id, { shape: held.shape, spot: this.places.get(held.area)?.spot }]));
  }

  animate(held, was, shape, area, moved, old) {
    const { spot } = this.places.get(area.id);
    const to = place(shape, spot);
    if (!was?.spot || !was.shape) return void (old ?? appear(held.node));
    const from = moved ? carried(was, spot) : place(was.shape, spot);
    if (moved || from.x !== to.x || from.y !== to.y || from.turn !== to.turn) glide(held.node, from, to);
    else if (old !== shape && old?.path === shape.path && held.fillBefore !== held.node.dataset.fill && shape.title) turnOver(held.node, to);
  }
}

const place = (shape, spot) => ({ x: shape.at?.[0] ?? 0, y: shape.at?.[1] ?? 0, turn: shape.turn ?? 0, scale: spot.scale });

/** Where a shape stood in another area, in the units of the area it lies in now. */
function carried(was, spot) {
  const { x, y, turn } = place(was.shape, was.spot);
  return {
    x: (was.spot.x + x * was.spot.scale - spot.x) / spot.scale,
    y: (was.spot.y + y * was.spot.scale - spot.y) / spot.scale,
    turn,
    size: was.spot.scale / spot.scale,
    scale: spot.scale,
  };
}

function set(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}
