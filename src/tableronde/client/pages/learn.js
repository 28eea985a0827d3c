// A game's lessons: a board as at a table, the text beside it, and the progress.

import { Exercise } from "../panels/learn/exercise.js";
import { icon } from "../base/icons.js";
import { keepLearned, learned, progressOf, unlearn } from "../base/learned.js";
import { loadLooks } from "../board/looks.js";
import { h, refill } from "../base/elements.js";
import { openingsLink } from "../panels/home/game_links.js";
import { openTable } from "../panels/home/open_table.js";
import { prefer, preferred } from "../base/preferences.js";
import { LessonPanel } from "../panels/learn/lesson_panel.js";
import { announce } from "../base/toast.js";
import { localize, translate } from "../base/language.js";

/** @import { CourseAnswer, LessonAnswer } from '../messages.d.ts' */

/**
 * Show the lessons.
 * @param {HTMLElement} main
 * @param {CourseAnswer} data
 */
export async function show(main, data) {
  await loadLooks(data.game);
  main.className = "table-page learn-page";
  await new Lessons(main, data).open();
}

class Lessons {
  /**
   * @param {HTMLElement} main
   * @param {CourseAnswer} data
   */
  constructor(main, data) {
    this.data = data;
    this.total = data.lessons.reduce((sum, lesson) => sum + lesson.steps.length, 0);
    this.at = { lesson: 0, step: 0 };
    this.main = main;
    this.list = h("nav", { class: "player-bar course", "aria-label": translate("learn title") });
    this.holder = h("div", { class: "stage-part" });
    this.task = h("section", { class: "lesson-panel", "aria-label": translate("learn title") });
    this.end = h("section", { class: "result-part", hidden: true });
    this.barHolder = h("section", { class: "action-bar", "aria-label": translate("choices") });
    const aside = h("div", { class: "aside" }, this.end, this.task, this.barHolder);
    main.append(h("h1", { class: "unseen" }, `${translate("learn title")} · ${localize(data.title)}`), this.list, this.holder, aside);
    this.exercise = new Exercise({ game: data.game, holder: this.holder, barHolder: this.barHolder, letters: { h: () => this.panel.help() } });
    this.panel = new LessonPanel(this.task, this.exercise.connection, this, () => this.exercise.keys.use());
  }

  get lesson() {
    return this.data.lessons[this.at.lesson];
  }

  /** Begin at the step in the address, or where the learner stopped last time. */
  async open() {
    const named = this.data.lessons.findIndex((lesson) => `#${lesson.id}` === location.hash);
    if (named >= 0) return await this.go(named, 0);
    const { steps } = learned(this.data.game);
    const next = this.data.lessons.findIndex((lesson) => (steps[lesson.id] ?? 0) < lesson.steps.length);
    await this.go(Math.max(next, 0), next < 0 ? 0 : (steps[this.data.lessons[next].id] ?? 0));
  }

  /**
   * Go to a step.
   * @param {number} lesson
   * @param {number} step
   */
  async go(lesson, step) {
    this.at = { lesson, step };
    this.task.hidden = this.barHolder.hidden = false;
    this.end.hidden = true;
    history.replaceState(null, "", `#${this.lesson.id}`);
    await this.again();
  }

  /** Start the same step again. */
  async again() {
    const { lesson, step } = this.at;
    this.render();
    await this.exercise.begin(this.lesson.steps[step].url);
    this.panel.show(this.lesson, step, lesson + step === 0);
    Object.assign(this.main.dataset, { lesson: this.lesson.id, step: String(step), verdict: "" });
  }

  /** Store on this device that the step is done. */
  done() {
    this.main.dataset.verdict = "done";
    keepLearned(this.data.game, this.lesson.id, this.at.step + 1, this.total);
    this.render();
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

  /** Start from the first lesson and forget all progress. */
  restart() {
    unlearn(this.data.game);
    this.go(0, 0);
  }

  /** Draw the lessons, the progress, and a button to start again. */
  render() {
    const { done } = progressOf(this.data.game);
    const { steps } = learned(this.data.game);
    /**
     * @param {LessonAnswer} lesson
     * @param {number} i
     */
    const chip = (lesson, i) => {
      const over = (steps[lesson.id] ?? 0) >= lesson.steps.length;
      const words = [h("b", { "aria-hidden": "true" }, over ? icon("check") : `${i + 1}`), h("span", { class: "words" }, localize(lesson.title))];
      const here = i === this.at.lesson ? "step" : null;
      const label = `${i + 1}. ${localize(lesson.title)}${over ? ` · ${translate("learn done")}` : ""}`;
      return h("li", {}, h("button", { type: "button", class: "chip", "aria-current": here, "aria-label": label, onclick: () => this.go(i, 0) }, words));
    };
    const again = { type: "button", class: "tool", title: translate("learn again"), "aria-label": translate("learn again"), onclick: () => this.restart() };
    refill(
      this.list,
      h("ol", {}, this.data.lessons.map(chip)),
      h("progress", { value: done, max: this.total, "aria-label": translate("learn progress", done, this.total) }),
      h("button", again, icon("rematch")),
    );
    this.list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  /** After the last lesson, offer a complete game against the weakest bot, with hints and the coach. */
  finish() {
    const play = h("button", { type: "button", class: "primary wide", onclick: () => this.play() }, translate("learn play"));
    refill(
      this.end,
      h("h2", {}, translate("learn finished")),
      h("p", {}, translate("learn finished more")),
      play,
      this.data.rules && h("a", { class: "button", href: this.data.rules }, translate("rules read")),
      openingsLink(this.data),
      h("button", { type: "button", class: "quiet", onclick: () => this.restart() }, translate("learn again")),
    );
    this.task.hidden = this.barHolder.hidden = true;
    this.end.hidden = false;
    this.main.dataset.verdict = "finished";
    announce(`${translate("learn finished")} ${translate("learn finished more")}`);
    play.focus({ preventScroll: true });
  }

  async play() {
    const { game, players = [2], level } = this.data;
    const bots = Array.from({ length: Math.min(...players) - 1 }, () => ({ kind: "bot", level }));
    prefer(`coach ${game}`, "on");
    await openTable({ game, seats: [{ kind: "me", name: preferred("name") }, ...bots], friendly: true, pace: "calm" });
  }
}
