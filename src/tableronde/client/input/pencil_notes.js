// Pencil marks: places of the picture where who sits there may write a letter or two. No other player ever sees them.

import { dialog } from "../base/dialog.js";
import { h } from "../base/make.js";
import { ARROWS, distance, inDirection, middleOf, REACH } from "./near.js";
import { toast } from "../base/toast.js";
import { say } from "../base/words.js";

const LONGEST = 3;
const SMALL = 30; // no finger writes in a place smaller than this

export class Jots {
  constructor(stage, line) {
    this.stage = stage;
    this.line = line;
    this.marks = {};
    this.picture = null;
    this.last = null;
    this.close = null;
    line.on("state", (state) => state === "open" && (this.marks = {}));
    line.on("jots", (marks) => this.hear(marks));
    stage.svg.addEventListener("click", (event) => this.click(event), true);
    stage.svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** Show a picture with what is written in it. */
  show(picture, offers, still) {
    this.picture = picture;
    const focused = /** @type {SVGElement | null} */ (document.activeElement?.closest(".jot"));
    this.stage.show({ ...picture, areas: picture.areas.map((area) => this.written(area)) }, offers, still);
    this.refresh();
    if (focused?.isConnected) focused.focus({ preventScroll: true }); // an area that changes its place loses the focus
  }

  /** Draw everything anew: the theme has changed. */
  redraw() {
    this.stage.redraw();
    this.refresh();
  }

  /** After each change: one of the places is in the tab order. */
  refresh() {
    const nodes = this.nodes();
    const next = nodes.find((node) => node.dataset.jot === this.last) ?? nodes[0];
    next?.setAttribute("tabindex", "0");
  }

  written(area) {
    if (![...area.shapes.values()].some((shape) => shape.jot)) return area;
    return { ...area, shapes: new Map([...area.shapes].map(([id, shape]) => [id, shape.jot ? this.marked(shape) : shape])) };
  }

  marked(shape) {
    const mark = this.marks[shape.jot] ?? "";
    return { ...shape, label: mark, title: say("jot", shape.title, mark || say("jot nothing")) };
  }

  hear(marks) {
    this.marks = marks;
    if (this.picture) this.show(this.picture, this.stage.offers, true);
  }

  /** The places that can be written in now. */
  nodes() {
    return [...this.stage.svg.querySelectorAll(".area:not(.put-away) [data-jot]")];
  }

  click(event) {
    const node = this.meant(event);
    if (!node) return;
    event.stopPropagation();
    if (event.pointerType !== "mouse" && node.getBoundingClientRect().width < SMALL) this.spread(node);
    else this.edit(node);
  }

  /** All places as a sheet of fields, where the picture is too small for a finger. */
  spread(chosen) {
    const { seat } = this.line;
    const fields = this.nodes().map((node) => {
      const { jot: place } = node.dataset;
      const keep = () => this.send(place, field.value.trim(), seat);
      const field = pencil(node, this.marks[place] ?? "", { onchange: keep, autofocus: node === chosen });
      return h("label", { class: "jot-place" }, h("span", { "aria-hidden": "true" }, place), field);
    });
    dialog(say("jots"), h("div", { class: "jot-sheet" }, fields));
  }

  /** The place meant by a click: the one under it, or, for a finger, the nearest if nothing to press is nearer. */
  meant({ target, clientX: x, clientY: y, pointerType }) {
    const under = target.closest(".pressable, .jot");
    if (under || pointerType === "mouse") return under?.matches(".jot:not(.pressable)") ? under : null;
    const off = (node) => distance(node, x, y);
    const near = [...this.nodes(), ...this.stage.pressables()].filter((node) => off(node) < REACH).sort((a, b) => off(a) - off(b))[0];
    return near?.matches(".jot") ? near : null;
  }

  key(event) {
    const node = event.target.closest(".jot");
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.arrow(event, node) && !this.write(event, node)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Arrows go from place to place. */
  arrow({ key }, node) {
    const next = key in ARROWS && inDirection(node, this.nodes(), ARROWS[key]);
    if (!next) return false;
    node.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    this.last = next.dataset.jot;
    next.focus({ preventScroll: true });
    return true;
  }

  /** Enter opens a place, a letter begins to write there, Delete erases. */
  write({ key }, node) {
    if (key === "Enter" || key === " ") this.edit(node);
    else if (key === "Delete" || key === "Backspace") this.send(node.dataset.jot, "");
    else if (/^\S$/u.test(key)) this.edit(node, key);
    else return false;
    return true;
  }

  /** A field over the place. It keeps what was written when it is left, unless by Escape. */
  edit(node, begun) {
    this.close?.(true);
    const { jot: place } = node.dataset;
    const { seat } = this.line;
    const before = this.marks[place] ?? "";
    const field = this.field(node, begun ?? before);
    const close = (keep) => {
      if (this.close !== close) return;
      this.close = null;
      field.remove();
      const text = field.value.trim();
      if (keep && text !== before) this.send(place, text, seat);
    };
    const leave = (event, keep) => {
      event.preventDefault();
      event.stopPropagation();
      close(keep);
      node.focus({ preventScroll: true });
    };
    field.addEventListener("blur", () => close(true));
    field.addEventListener("keydown", (event) => ["Enter", "Escape"].includes(event.key) && leave(event, event.key === "Enter"));
    this.close = close;
    this.last = place;
    this.stage.holder.append(field);
    field.focus({ preventScroll: true });
    field.setSelectionRange(begun ? begun.length : 0, field.value.length);
  }

  field(node, value) {
    const { x, y } = middleOf(node);
    const { left, top } = this.stage.holder.getBoundingClientRect();
    const field = pencil(node, value, { class: "jot-field" });
    field.style.left = `${x - left}px`;
    field.style.top = `${y - top}px`;
    return field;
  }

  send(place, text, seat = this.line.seat) {
    if (!this.line.send("jot", { seat, place, text })) toast(say("lost"));
  }
}

/** A field for a mark. */
const pencil = (node, value, more) =>
  h("input", {
    value,
    maxlength: LONGEST,
    inputmode: "text",
    enterkeyhint: "done",
    autocapitalize: "characters",
    autocomplete: "off",
    autocorrect: "off",
    spellcheck: "false",
    "aria-label": node.getAttribute("aria-label"),
    ...more,
  });
