// The answer to "why not?" near the shape that was pressed: one sentence and its clause. What is possible instead is outlined.

import { icon } from "../../base/icons.js";
import { findAll, h, targetOf } from "../../base/elements.js";
import { announce } from "../../base/toast.js";
import { translate } from "../../base/language.js";
import { sound } from "../../base/sound.js";

/** @import { Stage } from '../../board/stage.js' */
/** @import { Connection } from '../../connection/connection.js' */
/** @import { WhyReply } from '../../messages.d.ts' */

const GAP = 10; // pixels between the places that are tried

export class WhyNot {
  /**
   * @param {Stage} stage
   * @param {Connection} connection
   * @param {HTMLElement} bar where the answer is shown if the stage has no room for it
   */
  constructor(stage, connection, bar) {
    this.stage = stage;
    this.bar = bar;
    this.connection = connection;
    /** @type {HTMLElement | null} */
    this.box = null;
    connection.on("why", (why) => this.show(why));
    connection.on("turn", () => this.close());
    document.addEventListener("pointerdown", (event) => this.box?.contains(targetOf(event)) || this.close());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.box && (event.stopPropagation(), this.close()), true);
  }

  /** @param {WhyReply} why */
  show({ word, clause, text, link, possible }) {
    this.close();
    sound("refused");
    const shapes = findAll(this.stage.svg, ".area:not(.put-away) [data-shape][data-word]");
    const rule = clause && h("a", { class: "clause", href: link, target: "_blank", rel: "noopener" }, translate("why rule", clause));
    const silence = h("button", { class: "tool", type: "button", "aria-label": translate("close"), onclick: () => this.close() }, icon("close"));
    const box = h("div", { class: "why", role: "note" }, h("p", {}, text, " ", rule), silence);
    this.box = box;
    this.stage.holder.append(box);
    for (const node of shapes) node.classList.toggle("possible", possible.includes(node.dataset.word ?? ""));
    const asked = shapes.find((node) => node.dataset.word === word);
    const free = shapes.filter((node) => possible.includes(node.dataset.word ?? "")).map((node) => node.getBoundingClientRect());
    this.settle(box, asked, free);
    announce([text, possible.length && translate("why marked")].filter(Boolean).join(" "));
  }

  /**
   * Place the box near the shape where it covers none of the possible ones; if there is no such place, beside the choices.
   * @param {HTMLElement} box
   * @param {Element | undefined} node
   * @param {DOMRect[]} possible
   */
  settle(box, node, possible) {
    const stage = this.stage.holder.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const asked = node?.getBoundingClientRect() ?? new DOMRect(stage.left + stage.width / 2, stage.top, 0, 0);
    const avoided = [...possible, asked];
    /** @param {DOMRect} place */
    const distance = (place) => Math.hypot(place.left + width / 2 - middle(asked).x, place.top + height / 2 - middle(asked).y);
    const free = candidates(stage, width, height).filter((place) => !avoided.some((each) => overlap(each, place)));
    if (!free.length) return this.dock(box);
    const { left, top } = free.reduce((one, other) => (distance(other) < distance(one) ? other : one));
    box.style.left = `${left - stage.left}px`;
    box.style.top = `${top - stage.top}px`;
  }

  /**
   * Show the box over the captions.
   * @param {HTMLElement} box
   */
  dock(box) {
    box.classList.add("docked");
    this.bar.append(box);
  }

  close() {
    this.box?.remove();
    this.box = null;
    for (const node of this.stage.svg.querySelectorAll(".possible")) node.classList.remove("possible");
  }
}

/** @param {DOMRect} box */
const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });

/**
 * Return whether two boxes overlap.
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
const overlap = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * Return places for a box of this size: a grid over the visible part of the stage.
 * @param {DOMRect} stage
 * @param {number} width
 * @param {number} height
 */
function candidates(stage, width, height) {
  const places = [];
  const bottom = Math.min(stage.bottom, innerHeight);
  for (let top = Math.max(stage.top, 0); top + height <= bottom; top += GAP)
    for (let left = stage.left; left + width <= stage.right; left += GAP) places.push(new DOMRect(left, top, width, height));
  return places;
}
