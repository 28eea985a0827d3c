// The panel beside a lesson: the text of the step, the verdict on the learner's action, a hint on demand, and the next step.

import { icon } from "../../base/icons.js";
import { byId, h, refill } from "../../base/elements.js";
import { sound } from "../../base/sound.js";
import { announce } from "../../base/toast.js";
import { localize, translate } from "../../base/language.js";

/** @import { Connection } from '../../connection/connection.js' */
/** @import { LessonAnswer, LessonStepAnswer, VerdictAnswer } from '../../messages.d.ts' */

/**
 * The moves between steps; `again` starts the same step again.
 * @typedef {object} LessonSteps
 * @property {() => void} next
 * @property {() => void} previous
 * @property {() => void} again
 * @property {() => void} done
 */

export class LessonPanel {
  /**
   * `go` has `next`, `previous` and `again` (the same step); `byKey` is called when a button is pressed by a key.
   * @param {HTMLElement} holder
   * @param {Connection} connection
   * @param {LessonSteps} go
   * @param {() => void} byKey
   */
  constructor(holder, connection, go, byKey) {
    this.connection = connection;
    this.go = go;
    this.byKey = byKey;
    /** @type {LessonStepAnswer | null} */
    this.step = null;
    /** @type {string[]} */
    this.words = []; // the words to mark
    this.asked = 0;
    this.title = h("h2", {});
    this.task = h("p", { class: "task" });
    this.verdict = h("p", { class: "verdict", role: "status", hidden: true });
    this.note = h("div", { class: "hint-note", hidden: true });
    this.next = this.button("primary next", translate("learn next"), "next", () => go.next());
    this.retry = this.button("primary retry", translate("learn retry"), "undo", () => go.again());
    this.hint = this.button("quiet hint", translate("hint"), "hint", () => this.help());
    this.previous = this.button("quiet previous", translate("learn previous"), "previous", () => go.previous());
    const row = h("div", { class: "row" }, this.next, this.retry, this.hint, this.previous);
    holder.append(this.title, this.task, this.note, this.verdict, row);
    connection.on("verdict", (verdict) => this.judge(verdict));
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
   * Show a step: its text, and a button to continue if there is nothing to do.
   * @param {LessonAnswer} lesson
   * @param {number} i
   * @param {boolean} first
   */
  show(lesson, i, first) {
    const step = lesson.steps[i];
    this.step = step;
    this.words = [];
    this.asked = 0;
    refill(this.title, localize(lesson.title), h("span", { class: "faint small" }, ` ${i + 1} / ${lesson.steps.length}`));
    refill(this.task, localize(step.text));
    this.note.hidden = this.verdict.hidden = this.retry.hidden = true;
    this.next.hidden = step.asks;
    this.hint.hidden = !step.asks;
    this.previous.hidden = first;
    this.ask(step.asks);
    this.mark(); // remove the marks of another step
    announce(localize(step.text));
    if (!step.asks) this.next.focus({ preventScroll: true });
  }

  /**
   * Mark whether the step asks for something: while it does not, the captions, which say what to do at a table, are hidden.
   * @param {boolean} asks
   */
  ask(asks) {
    byId("main").classList.toggle("onward", !asks);
  }

  /**
   * Show the verdict on an action: a right one leads on, another one is taken back.
   * @param {VerdictAnswer} verdict
   */
  judge({ kind, text }) {
    const done = kind === "done";
    refill(this.verdict, icon(done ? "check" : "undo"), h("span", {}, text));
    this.verdict.classList.toggle("done", done);
    this.verdict.hidden = false;
    this.note.hidden = this.hint.hidden = true;
    this.next.hidden = !done;
    this.retry.hidden = done;
    this.ask(false);
    sound(done ? "turn" : "refused");
    (done ? this.next : this.retry).focus({ preventScroll: true });
    if (done) this.go.done();
  }

  /** Show a hint on demand: first the lesson's text; the second time, mark what to press. */
  help() {
    if (this.hint.hidden || !this.step) return;
    const own = localize(this.step.hint);
    this.asked += 1;
    const marks = !own || this.asked > 1;
    if (marks) this.words = this.step.words;
    const more = h("button", { type: "button", class: "quiet", onclick: () => this.help() }, translate("hint more"));
    const text = own || translate("learn marked");
    refill(this.note, icon("hint"), h("p", {}, text), own && marks && h("p", { class: "small" }, translate("learn marked")), own && !marks && more);
    this.note.hidden = false;
    this.mark();
    announce([text, own && marks ? translate("learn marked") : ""].filter(Boolean).join(" "));
  }

  /** Mark what to press next if it was asked for: on the stage or among the buttons; or the turn button if the piece must be turned. */
  mark() {
    const picked = this.connection.choices?.picked ?? [];
    const turned = picked.every((word, i) => word === this.words[i]);
    for (const node of document.querySelectorAll(".hinted")) node.classList.remove("hinted");
    if (!this.words.length) return;
    const next = this.words[picked.length];
    /** @param {Element} node */
    const meant = (node) => (turned ? node.getAttribute("data-word") === next : node.matches(".turning"));
    for (const node of document.querySelectorAll(".pressable, .choice, .turning")) node.classList.toggle("hinted", meant(node));
  }
}
