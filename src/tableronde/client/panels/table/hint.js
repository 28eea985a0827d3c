// Hints, beside the choices rather than over the board: first where to look and why, then the piece, then the move, drawn with its
// target. They stay until the move.

import { icon } from "../../base/icons.js";
import { findAll, h, refill, s } from "../../base/elements.js";
import { announce } from "../../base/toast.js";
import { translate } from "../../base/language.js";

/** @import { Stage } from '../../board/stage.js' */
/** @import { Chooser } from '../../input/chooser.js' */
/** @import { Connection } from '../../connection/connection.js' */
/** @import { HintReply } from '../../messages.d.ts' */

const LAST = 3;
const SETTLED = 400; // milliseconds after which nothing glides any more
const NEAR = 24; // pixels: an arrow between closer things would only hide them
const HEAD = 11; // pixels: the length of its head

export class Hint {
  /**
   * @param {HTMLElement} holder
   * @param {Connection} connection
   * @param {Stage} stage
   * @param {Chooser} chooser
   */
  constructor(holder, connection, stage, chooser) {
    this.connection = connection;
    this.stage = stage;
    this.chooser = chooser;
    this.step = 0;
    this.timer = 0;
    this.way = s("path", { class: "hint-way", "aria-hidden": "true" });
    /** @type {number | null} */
    this.ply = null;
    /** @type {string[]} */
    this.words = [];
    this.note = h("div", { class: "hint-note", hidden: true });
    holder.prepend(this.note);
    connection.on("hint", (hint) => this.show(hint));
    connection.on("turn", ({ ply }) => ply !== this.ply && this.forget(ply));
    connection.on("any", () => this.mark());
    window.addEventListener("resize", () => this.mark());
  }

  /** Request a hint; another request at the same move gives more. */
  ask() {
    this.step = Math.min(LAST, this.step + 1);
    this.connection.send({ do: "hint", step: this.step, seat: this.connection.seat });
  }

  /** @param {HintReply} hint */
  show({ step, text, why, words = [] }) {
    this.words = words;
    const more = h("button", { type: "button", class: "quiet", onclick: () => this.ask() }, translate("hint more"));
    refill(this.note, icon("hint"), h("p", {}, text), why && h("p", { class: "small" }, why), step < LAST && more);
    this.note.hidden = false;
    const taken = words.slice(0, -1);
    if (step === LAST && taken.length && this.chooser.picked().join(" ") !== taken.join(" ")) this.chooser.take(taken);
    this.mark();
    announce([text, why].filter(Boolean).join(" "));
  }

  /**
   * Remove the hint of another position.
   * @param {number} ply
   */
  forget(ply) {
    this.step = 0;
    this.ply = ply;
    this.words = [];
    this.note.hidden = true;
  }

  /** Mark the shapes of the hint that can be pressed next, and draw the way from the first to the last. */
  mark() {
    clearTimeout(this.timer);
    for (const node of findAll(this.stage.svg, ".hinted")) node.classList.remove("hinted");
    this.way.remove();
    if (!this.words.length) return;
    const picked = this.chooser.picked();
    const next = this.words.filter((word) => !picked.includes(word));
    for (const node of this.stage.pressables()) node.classList.toggle("hinted", next.includes(node.dataset.word ?? ""));
    if (this.step === LAST) this.timer = setTimeout(() => this.drawWay(), SETTLED);
  }

  /** Draw an arrow from the first thing to the last one, if both are in sight and apart. */
  drawWay() {
    const [from, to] = [this.words[0], this.words.at(-1)].map((word) => this.middle(word ?? ""));
    if (!from || !to || Math.hypot(to.x - from.x, to.y - from.y) < NEAR) return;
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const wing = (/** @type {number} */ turn) => `${to.x - HEAD * Math.cos(angle + turn)} ${to.y - HEAD * Math.sin(angle + turn)}`;
    this.way.setAttribute("d", `M${from.x} ${from.y}L${to.x} ${to.y}M${wing(0.5)}L${to.x} ${to.y}L${wing(-0.5)}`);
    this.stage.svg.append(this.way);
  }

  /**
   * Return the middle of a word's shape on the stage; null if it is not shown.
   * @param {string} word
   */
  middle(word) {
    const node = this.stage.worded().findLast((each) => each.dataset.word === word);
    if (!node) return null;
    const stage = this.stage.svg.getBoundingClientRect();
    const { left, top, width, height } = node.getBoundingClientRect();
    return { x: left + width / 2 - stage.left, y: top + height / 2 - stage.top };
  }
}
