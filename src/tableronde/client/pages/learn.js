// A game's lessons: the stage of a table, a teacher beside it, and how far one has come.

import { bench } from "../input/bench.js";
import { icon } from "../base/icons.js";
import { keepLearned, learned, progressOf, unlearn } from "../base/learned.js";
import { Lecture } from "../live/lecture.js";
import { loadLooks } from "../stage/looks.js";
import { h, refill } from "../base/make.js";
import { openingsLink } from "../panels/openings.js";
import { openTable } from "./new.js";
import { prefer, preferred } from "../base/preferences.js";
import { Teacher } from "../panels/teacher.js";
import { announce } from "../base/toast.js";
import { read, say } from "../base/words.js";

/** Show the lessons. */
export async function show(main, data) {
  await loadLooks(data.game);
  main.className = "table-page learn-page";
  const course = new Course(main, data);
  await course.open();
}

class Course {
  constructor(main, data) {
    this.data = data;
    this.total = data.lessons.reduce((sum, lesson) => sum + lesson.steps.length, 0);
    this.at = { lesson: 0, step: 0 };
    this.main = main;
    this.strip = h("nav", { class: "strip-part course", "aria-label": say("learn title") });
    this.holder = h("div", { class: "stage-part" });
    this.desk = h("section", { class: "teacher", "aria-label": say("learn title") });
    this.end = h("section", { class: "result-part", hidden: true });
    this.docked = h("section", { class: "dock-part", "aria-label": say("choices") });
    const aside = h("div", { class: "aside" }, this.end, this.desk, this.docked);
    main.append(h("h1", { class: "unseen" }, `${say("learn title")} · ${read(data.title)}`), this.strip, this.holder, aside);
    this.line = new Lecture(data.game);
    const letters = { h: () => this.teacher.hint.hidden || this.teacher.help() };
    const keys = bench(this.holder, this.docked, this.line, letters);
    this.teacher = new Teacher(this.desk, this.line, this, () => (keys.used = true));
  }

  get lesson() {
    return this.data.lessons[this.at.lesson];
  }

  /** Begin where the address says, or where one was last time. */
  async open() {
    const named = this.data.lessons.findIndex((lesson) => `#${lesson.id}` === location.hash);
    if (named >= 0) return await this.go(named, 0);
    const { steps } = learned(this.data.game);
    const next = this.data.lessons.findIndex((lesson) => (steps[lesson.id] ?? 0) < lesson.steps.length);
    await this.go(Math.max(next, 0), next < 0 ? 0 : (steps[this.data.lessons[next].id] ?? 0));
  }

  /** Go to a step. */
  async go(lesson, step) {
    this.at = { lesson, step };
    this.desk.hidden = this.docked.hidden = false;
    this.end.hidden = true;
    history.replaceState(null, "", `#${this.lesson.id}`);
    await this.again();
  }

  /** The same step once more, from its beginning. */
  async again() {
    const { lesson, step } = this.at;
    this.dress();
    await this.line.begin(this.lesson.steps[step].url);
    this.teacher.show(this.lesson, step, lesson + step === 0);
    Object.assign(this.main.dataset, { lesson: this.lesson.id, step, verdict: "" });
  }

  /** This step is done: the device remembers. */
  done() {
    this.main.dataset.verdict = "done";
    keepLearned(this.data.game, this.lesson.id, this.at.step + 1, this.total);
    this.dress();
  }

  next() {
    this.done();
    const { lesson, step } = this.at;
    if (step + 1 < this.lesson.steps.length) this.go(lesson, step + 1);
    else if (lesson + 1 < this.data.lessons.length) this.go(lesson + 1, 0);
    else this.finish();
  }

  previous() {
    const { lesson, step } = this.at;
    if (step) this.go(lesson, step - 1);
    else if (lesson) this.go(lesson - 1, this.data.lessons[lesson - 1].steps.length - 1);
  }

  /** From the very beginning, as if nothing had been learned. */
  restart() {
    unlearn(this.data.game);
    this.go(0, 0);
  }

  /** The lessons, how far one has come, and a way to begin again. */
  dress() {
    const { done } = progressOf(this.data.game);
    const { steps } = learned(this.data.game);
    const chip = (lesson, i) => {
      const over = (steps[lesson.id] ?? 0) >= lesson.steps.length;
      const words = [h("b", { "aria-hidden": "true" }, over ? icon("check") : `${i + 1}`), h("span", { class: "words" }, read(lesson.title))];
      const here = i === this.at.lesson ? "step" : null;
      const label = `${i + 1}. ${read(lesson.title)}${over ? ` · ${say("learn done")}` : ""}`;
      return h("li", {}, h("button", { type: "button", class: "chip", "aria-current": here, "aria-label": label, onclick: () => this.go(i, 0) }, words));
    };
    const again = { type: "button", class: "tool", title: say("learn again"), "aria-label": say("learn again"), onclick: () => this.restart() };
    refill(
      this.strip,
      h("ol", {}, this.data.lessons.map(chip)),
      h("progress", { value: done, max: this.total, "aria-label": say("learn progress", done, this.total) }),
      h("button", again, icon("rematch")),
    );
    this.strip.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  /** All is learned: now a whole game, against the friendliest bot, with hints and the coach. */
  finish() {
    const play = h("button", { type: "button", class: "primary wide", onclick: () => this.play() }, say("learn play"));
    refill(
      this.end,
      h("h2", {}, say("learn finished")),
      h("p", {}, say("learn finished more")),
      play,
      this.data.rules && h("a", { class: "button", href: this.data.rules }, say("rules read")),
      openingsLink(this.data),
      h("button", { type: "button", class: "quiet", onclick: () => this.restart() }, say("learn again")),
    );
    this.desk.hidden = this.docked.hidden = true;
    this.end.hidden = false;
    this.main.dataset.verdict = "finished";
    announce(`${say("learn finished")} ${say("learn finished more")}`);
    play.focus({ preventScroll: true });
  }

  async play() {
    const { game, players, level } = this.data;
    const bots = Array.from({ length: Math.min(...players) - 1 }, () => ({ kind: "bot", level }));
    prefer(`coach ${game}`, "on");
    await openTable({ game, seats: [{ kind: "me", name: preferred("name") }, ...bots], friendly: true, pace: "calm" });
  }
}
