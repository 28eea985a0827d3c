// The panel beside a puzzle: the question, the verdict on an answer, hints step by step, and the solution.

import { icon } from "../../base/icons.js";
import { h, refill } from "../../base/elements.js";
import { sound } from "../../base/sound.js";
import { announce } from "../../base/toast.js";
import { translate } from "../../base/language.js";

/** @import { Connection } from '../../connection/connection.js' */
/** @import { PuzzleHint, VerdictAnswer } from '../../messages.d.ts' */
/** @import { Children } from '../../types.d.ts' */

/** @type {Record<string, string>} */
const MARKS = { right: "next", solved: "check", wrong: "undo" };

/**
 * The actions of the puzzle page; `hints` returns all hints, from the server.
 * @typedef {object} PuzzleSteps
 * @property {() => void} again
 * @property {() => void} next
 * @property {() => void} watch
 * @property {() => void} solution
 * @property {() => Promise<PuzzleHint[]>} hints
 * @property {(kind: string, action: string) => void} judged
 */

export class PuzzlePanel {
  /**
   * `go` has `again`, `next`, `hints` (all of them, from the server), `solution`, `watch` and `judged`.
   * @param {HTMLElement} holder
   * @param {Connection} connection
   * @param {PuzzleSteps} go
   * @param {() => void} byKey
   */
  constructor(holder, connection, go, byKey) {
    this.connection = connection;
    this.go = go;
    this.byKey = byKey;
    /** @type {PuzzleHint[] | null} */
    this.steps = null; // the hints, once requested
    this.given = 0;
    /** @type {string[]} */
    this.words = [];
    this.text = "";
    this.waiting = 0; // the timer of a film to remember
    this.film = this.shown = false; // whether the puzzle has a film to remember; whether the solution was shown
    this.title = h("h2", {});
    this.task = h("p", { class: "task" });
    this.verdict = h("p", { class: "verdict", role: "status", hidden: true });
    this.notes = h("ol", { class: "hint-steps", hidden: true });
    this.events = h("ul", { class: "told small", hidden: true });
    this.next = this.button("primary next", translate("puzzle next"), "next", () => go.next());
    this.retry = this.button("primary retry", translate("puzzle retry"), "undo", () => go.again());
    this.hint = this.button("quiet hint", translate("hint"), "hint", () => this.help());
    this.watch = this.button("quiet watch", translate("puzzle watch"), "eye", () => go.watch());
    this.show = this.button("quiet solution", translate("puzzle solution"), "log", () => go.solution());
    const row = h("div", { class: "row" }, this.next, this.retry, this.hint, this.watch, this.show);
    holder.append(this.title, this.task, this.notes, this.verdict, this.events, row);
    connection.on("verdict", (verdict) => this.judge(verdict));
    connection.on("told", (lines) => this.showEvents(/** @type {string[]} */ (lines)));
    connection.on("any", () => this.mark());
  }

  /**
   * @param {string} name
   * @param {string} words
   * @param {string} mark
   * @param {() => void} act
   */
  button(name, words, mark, act) {
    /** @param {UIEvent} event */
    const press = (event) => (event.detail || this.byKey(), act());
    return h("button", { type: "button", class: name, "aria-label": words, onclick: press }, icon(mark), h("span", {}, words));
  }

  /**
   * Ask a puzzle.
   * @param {Children[]} title
   * @param {string} text
   * @param {boolean} film
   */
  ask(title, text, film) {
    this.steps = null;
    this.given = 0;
    this.words = [];
    this.text = text;
    this.shown = false;
    refill(this.title, title);
    refill(this.task, text);
    refill(this.notes);
    this.notes.hidden = true;
    this.watch.hidden = !film;
    this.film = film;
    this.clear();
    announce(film ? translate("puzzle look") : text);
  }

  /**
   * Hide the question while the film to remember is shown: for `wait` milliseconds.
   * @param {number} wait
   */
  hold(wait) {
    clearTimeout(this.waiting);
    refill(this.task, wait ? translate("puzzle look") : this.text);
    if (wait) this.waiting = setTimeout(() => (refill(this.task, this.text), announce(this.text)), wait);
  }

  /** Clear the verdict and the events. */
  clear() {
    this.verdict.hidden = this.retry.hidden = this.next.hidden = this.events.hidden = true;
    this.hint.hidden = this.show.hidden = false;
  }

  /** From now on, the events shown are those of the solution. */
  showSolution() {
    this.shown = true;
  }

  /** Let the player try the puzzle after the solution was shown. */
  offerRetry() {
    this.retry.hidden = this.next.hidden = false;
    this.hint.hidden = this.show.hidden = true;
  }

  /** @param {VerdictAnswer} verdict */
  judge({ kind, text, action = "" }) {
    const good = kind !== "wrong";
    refill(this.verdict, icon(MARKS[kind]), h("span", {}, text));
    this.verdict.classList.toggle("done", good);
    this.verdict.hidden = false;
    this.next.hidden = kind !== "solved";
    this.retry.hidden = good;
    this.hint.hidden = this.show.hidden = kind !== "right";
    sound(good ? "turn" : "refused");
    if (kind !== "right") (good ? this.next : this.retry).focus({ preventScroll: true });
    this.go.judged(kind, action);
  }

  /**
   * Show the events in words; those to remember are only announced.
   * @param {string[]} lines
   */
  showEvents(lines) {
    if (this.film && this.verdict.hidden && !this.shown) return announce(lines.join(" "));
    refill(this.events, lines.map((text) => h("li", {}, text)));
    this.events.hidden = false;
  }

  /** Show one more hint, and mark its shapes. */
  async help() {
    if (this.hint.hidden) return;
    this.steps ??= await this.go.hints();
    const step = this.steps[this.given];
    if (!step) return;
    this.given += 1;
    this.words = [...this.words, ...step.mark];
    this.notes.append(h("li", {}, step.text));
    this.notes.hidden = false;
    this.hint.hidden = this.given >= this.steps.length;
    this.mark();
    announce(step.text);
  }

  /** Mark what to press next, as far as the hints shown say. */
  mark() {
    const next = this.words[this.connection.choices?.picked?.length ?? 0];
    for (const node of document.querySelectorAll(".hinted")) node.classList.remove("hinted");
    if (next === undefined) return;
    for (const node of document.querySelectorAll(".pressable, .choice")) node.classList.toggle("hinted", node.getAttribute("data-word") === next);
  }
}
