// The puzzler: what is asked, what is said of an answer, hints step by step, and the solution.

import { icon } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { sound } from "../base/sound.js";
import { announce } from "../base/toast.js";
import { say } from "../base/words.js";

const MARKS = { right: "next", solved: "check", wrong: "undo" };

export class Puzzler {
  /** `go` has `again`, `next`, `hints` (all of them, from the server), `solution`, `watch` and `judged`. */
  constructor(holder, line, go, byKey) {
    this.line = line;
    this.go = go;
    this.byKey = byKey;
    this.steps = null; // hints, once they were asked for
    this.given = 0;
    this.words = [];
    this.text = "";
    this.waiting = 0; // for what is to be remembered
    this.film = this.shown = false; // whether something is to be remembered; whether the solution was shown
    this.title = h("h2", {});
    this.task = h("p", { class: "task" });
    this.verdict = h("p", { class: "verdict", role: "status", hidden: true });
    this.notes = h("ol", { class: "hint-steps", hidden: true });
    this.told = h("ul", { class: "told small", hidden: true });
    this.next = this.button("primary next", say("puzzle next"), "next", () => go.next());
    this.retry = this.button("primary retry", say("puzzle retry"), "undo", () => go.again());
    this.hint = this.button("quiet hint", say("hint"), "hint", () => this.help());
    this.watch = this.button("quiet watch", say("puzzle watch"), "eye", () => go.watch());
    this.show = this.button("quiet solution", say("puzzle solution"), "log", () => go.solution());
    const row = h("div", { class: "row" }, this.next, this.retry, this.hint, this.watch, this.show);
    holder.append(this.title, this.task, this.notes, this.verdict, this.told, row);
    line.on("verdict", (verdict) => this.judge(verdict));
    line.on("told", (lines) => this.tell(lines));
    line.on("any", () => this.mark());
  }

  button(name, words, mark, act) {
    const press = (event) => (event.detail || this.byKey(), act());
    return h("button", { type: "button", class: name, "aria-label": words, onclick: press }, icon(mark), h("span", {}, words));
  }

  /** Ask a puzzle. */
  ask(title, text, film) {
    Object.assign(this, { steps: null, given: 0, words: [], text });
    refill(this.title, title);
    refill(this.task, text);
    refill(this.notes);
    this.notes.hidden = true;
    this.watch.hidden = !film;
    this.film = film;
    this.clear();
    announce(film ? say("puzzle look") : text);
  }

  /** While something is to be remembered, nothing else is asked; the question comes after so many milliseconds. */
  hold(wait) {
    clearTimeout(this.waiting);
    refill(this.task, wait ? say("puzzle look") : this.text);
    if (wait) this.waiting = setTimeout(() => (refill(this.task, this.text), announce(this.text)), wait);
  }

  /** Nothing is said yet of what comes now. */
  clear() {
    this.verdict.hidden = this.retry.hidden = this.next.hidden = this.told.hidden = true;
    this.hint.hidden = this.show.hidden = false;
  }

  judge({ kind, text, action }) {
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

  /** What happened then, in words; what is to be remembered is only read aloud. */
  tell(lines) {
    if (this.film && this.verdict.hidden && !this.shown) return announce(lines.join(" "));
    refill(this.told, lines.map((line) => h("li", {}, line)));
    this.told.hidden = false;
  }

  /** One hint more; what it speaks of is marked. */
  async help() {
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

  /** Mark what is to be pressed next, as far as hints have told. */
  mark() {
    const next = this.words[this.line.choices?.picked?.length ?? 0];
    for (const node of document.querySelectorAll(".hinted")) node.classList.remove("hinted");
    if (next === undefined) return;
    for (const node of document.querySelectorAll(".pressable, .choice")) node.classList.toggle("hinted", node.getAttribute("data-word") === next);
  }
}
