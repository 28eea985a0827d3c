// The teacher: what to do at this step, what is said of what was done, a hint on demand, and the way on.

import { icon } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { sound } from "../base/sound.js";
import { announce } from "../base/toast.js";
import { read, say } from "../base/words.js";

export class Teacher {
  /** `go` has `next`, `previous` and `again` (the same step); `byKey` is called when a button was pressed by a key. */
  constructor(holder, line, go, byKey) {
    this.line = line;
    this.go = go;
    this.byKey = byKey;
    this.step = null;
    this.words = [];
    this.asked = 0;
    this.title = h("h2", {});
    this.task = h("p", { class: "task" });
    this.verdict = h("p", { class: "verdict", role: "status", hidden: true });
    this.note = h("div", { class: "hint-note", hidden: true });
    this.next = this.button("primary next", say("learn next"), "next", () => go.next());
    this.retry = this.button("primary retry", say("learn retry"), "undo", () => go.again());
    this.hint = this.button("quiet hint", say("hint"), "hint", () => this.help());
    this.previous = this.button("quiet previous", say("learn previous"), "previous", () => go.previous());
    const row = h("div", { class: "row" }, this.next, this.retry, this.hint, this.previous);
    holder.append(this.title, this.task, this.note, this.verdict, row);
    line.on("verdict", (verdict) => this.judge(verdict));
    line.on("any", () => this.mark());
  }

  button(name, words, mark, act) {
    const press = (event) => (event.detail || this.byKey(), act());
    return h("button", { type: "button", class: name, "aria-label": words, onclick: press }, icon(mark), h("span", {}, words));
  }

  /** Show a step: its words, and a way on where there is nothing to do. */
  show(lesson, i, first) {
    this.step = lesson.steps[i];
    Object.assign(this, { words: [], asked: 0 });
    refill(this.title, read(lesson.title), h("span", { class: "faint small" }, ` ${i + 1} / ${lesson.steps.length}`));
    refill(this.task, read(this.step.text));
    this.note.hidden = this.verdict.hidden = this.retry.hidden = true;
    this.next.hidden = this.step.asks;
    this.hint.hidden = !this.step.asks;
    this.previous.hidden = first;
    this.mark(); // what was marked at another step
    announce(read(this.step.text));
    if (!this.step.asks) this.next.focus({ preventScroll: true });
  }

  /** What is said of an action: right, and on it goes; or not, and it is taken back. */
  judge({ kind, text }) {
    const done = kind === "done";
    refill(this.verdict, icon(done ? "check" : "undo"), h("span", {}, text));
    this.verdict.classList.toggle("done", done);
    this.verdict.hidden = false;
    this.note.hidden = this.hint.hidden = true;
    this.next.hidden = !done;
    this.retry.hidden = done;
    sound(done ? "turn" : "refused");
    (done ? this.next : this.retry).focus({ preventScroll: true });
    if (done) this.go.done();
  }

  /** On demand: at first what the lesson says; asked again, what to press is marked. */
  help() {
    const own = read(this.step.hint);
    this.asked += 1;
    const marks = !own || this.asked > 1;
    if (marks) this.words = this.step.words;
    const more = h("button", { type: "button", class: "quiet", onclick: () => this.help() }, say("hint more"));
    const text = own || say("learn marked");
    refill(this.note, icon("hint"), h("p", {}, text), own && marks && h("p", { class: "small" }, say("learn marked")), own && !marks && more);
    this.note.hidden = false;
    this.mark();
    announce([text, own && marks ? say("learn marked") : ""].filter(Boolean).join(" "));
  }

  /** Mark what is to be pressed next, once that was asked for: on the stage, or among the buttons; what lies otherwise is turned. */
  mark() {
    const picked = this.line.choices?.picked ?? [];
    const turned = picked.every((word, i) => word === this.words[i]);
    for (const node of document.querySelectorAll(".hinted")) node.classList.remove("hinted");
    if (!this.words.length) return;
    const next = this.words[picked.length];
    const meant = (node) => (turned ? node.getAttribute("data-word") === next : node.matches(".turning"));
    for (const node of document.querySelectorAll(".pressable, .choice, .turning")) node.classList.toggle("hinted", meant(node));
  }
}
