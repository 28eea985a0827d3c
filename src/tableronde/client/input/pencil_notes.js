// Pencil notes: places of the picture where the player may write a letter or two. No other player ever sees them.

import { dialog } from "../base/dialog.js";
import { h, targetOf } from "../base/elements.js";
import { ARROWS, distance, inDirection, middleOf, REACH } from "./nearest.js";
import { toast } from "../base/toast.js";
import { translate } from "../base/language.js";

/** @import { Area, Picture, Shape } from '../board/picture.js' */
/** @import { Stage } from '../board/stage.js' */
/** @import { Connection } from '../connection/connection.js' */
/** @import { Target } from './nearest.js' */
/** @import { Properties } from '../types.d.ts' */

const LONGEST = 3;
const SMALL = 30; // places smaller than this cannot be used with a finger

export class PencilNotes {
  /**
   * @param {Stage} stage
   * @param {Connection} connection
   */
  constructor(stage, connection) {
    this.stage = stage;
    this.connection = connection;
    /** @type {Record<string, string>} */
    this.marks = {}; // the notes, by place
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {string | undefined} */
    this.last = undefined; // the place of the latest note
    /** @type {((keep: boolean) => void) | null} */
    this.close = null; // closes the open field
    connection.on("state", (state) => state === "open" && (this.marks = {}));
    connection.on("jots", (marks) => this.receive(marks));
    stage.svg.addEventListener("click", (event) => this.click(event), true);
    stage.svg.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Show a picture with its notes.
   * @param {Picture} picture
   * @param {Map<string, string>} [offers]
   * @param {boolean} [still]
   */
  show(picture, offers, still) {
    this.picture = picture;
    const focused = /** @type {SVGElement | null} */ (document.activeElement?.closest(".pencil-note"));
    this.stage.show({ ...picture, areas: picture.areas.map((area) => this.written(area)) }, offers, still);
    this.refresh();
    if (focused?.isConnected) focused.focus({ preventScroll: true }); // moving an area removes the focus
  }

  /** Redraw everything, because the theme has changed. */
  redraw() {
    this.stage.redraw();
    this.refresh();
  }

  /** After each change, put one of the places into the tab order. */
  refresh() {
    const nodes = this.nodes();
    const next = nodes.find((node) => node.dataset.jot === this.last) ?? nodes[0];
    next?.setAttribute("tabindex", "0");
  }

  /** @param {Area} area */
  written(area) {
    if (![...area.shapes.values()].some((shape) => shape.jot)) return area;
    return { ...area, shapes: new Map([...area.shapes].map(([id, shape]) => [id, shape.jot ? this.marked(shape) : shape])) };
  }

  /** @param {Shape} shape */
  marked(shape) {
    const mark = this.marks[shape.jot ?? ""] ?? "";
    return { ...shape, label: mark, title: translate("jot", shape.title ?? "", mark || translate("jot nothing")) };
  }

  /** @param {Record<string, string>} marks */
  receive(marks) {
    this.marks = marks;
    if (this.picture) this.show(this.picture, this.stage.offers, true);
  }

  /** Return the places that can be written in now. */
  nodes() {
    return [.../** @type {NodeListOf<SVGGElement>} */ (this.stage.svg.querySelectorAll(".area:not(.put-away) [data-jot]"))];
  }

  /** @param {PointerEvent} event */
  click(event) {
    const node = this.meant(event);
    if (!node) return;
    event.stopPropagation();
    if (event.pointerType !== "mouse" && node.getBoundingClientRect().width < SMALL) this.spread(node);
    else this.edit(node);
  }

  /**
   * Open a sheet with fields for all places, if the picture is too small for a finger.
   * @param {Target} chosen
   */
  spread(chosen) {
    const { seat } = this.connection;
    const fields = this.nodes().map((node) => {
      const { jot: place = "" } = node.dataset;
      const keep = () => this.send(place, field.value.trim(), seat);
      const field = pencil(node, this.marks[place] ?? "", { onchange: keep, autofocus: node === chosen });
      return h("label", { class: "pencil-note-place" }, h("span", { "aria-hidden": "true" }, place), field);
    });
    dialog(translate("jots"), h("div", { class: "pencil-note-sheet" }, fields));
  }

  /**
   * Return the place meant by a click: the one under it, or, for a finger, the nearest if no target is nearer.
   * @param {PointerEvent} event
   */
  meant(event) {
    const { clientX: x, clientY: y, pointerType } = event;
    const under = /** @type {SVGGElement | null} */ (targetOf(event).closest(".pressable, .pencil-note"));
    if (under || pointerType === "mouse") return under?.matches(".pencil-note:not(.pressable)") ? under : null;
    /** @param {Target} node */
    const off = (node) => distance(node, x, y);
    const near = [...this.nodes(), ...this.stage.pressables()].filter((node) => off(node) < REACH).sort((a, b) => off(a) - off(b))[0];
    return near?.matches(".pencil-note") ? near : null;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const node = /** @type {SVGGElement | null} */ (targetOf(event).closest(".pencil-note"));
    if (!node || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.arrow(event, node) && !this.write(event, node)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Move from place to place by arrows.
   * @param {KeyboardEvent} event
   * @param {Target} node
   */
  arrow({ key }, node) {
    const next = key in ARROWS && inDirection(node, this.nodes(), ARROWS[key]);
    if (!next) return false;
    node.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    this.last = next.dataset.jot;
    next.focus({ preventScroll: true });
    return true;
  }

  /**
   * Open a place by Enter, begin to write by a letter, erase by Delete.
   * @param {KeyboardEvent} event
   * @param {Target} node
   */
  write({ key }, node) {
    if (key === "Enter" || key === " ") this.edit(node);
    else if (key === "Delete" || key === "Backspace") this.send(node.dataset.jot ?? "", "");
    else if (/^\S$/u.test(key)) this.edit(node, key);
    else return false;
    return true;
  }

  /**
   * Open a field over the place. Leaving it saves the note, except by Escape.
   * @param {Target} node
   * @param {string} [begun]
   */
  edit(node, begun) {
    this.close?.(true);
    const { jot: place = "" } = node.dataset;
    const { seat } = this.connection;
    const before = this.marks[place] ?? "";
    const field = this.field(node, begun ?? before);
    /** @param {boolean} keep */
    const close = (keep) => {
      if (this.close !== close) return;
      this.close = null;
      field.remove();
      const text = field.value.trim();
      if (keep && text !== before) this.send(place, text, seat);
    };
    /**
     * @param {KeyboardEvent} event
     * @param {boolean} keep
     */
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

  /**
   * @param {Target} node
   * @param {string} value
   */
  field(node, value) {
    const { x, y } = middleOf(node);
    const { left, top } = this.stage.holder.getBoundingClientRect();
    const field = pencil(node, value, { class: "pencil-note-field" });
    field.style.left = `${x - left}px`;
    field.style.top = `${y - top}px`;
    return field;
  }

  /**
   * @param {string} place
   * @param {string} text
   */
  send(place, text, seat = this.connection.seat) {
    if (!this.connection.send({ do: "jot", seat, place, text })) toast(translate("lost"));
  }
}

/**
 * Create a field for a note.
 * @param {Target} node
 * @param {string} value
 * @param {Properties} more
 */
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
