// A game's puzzles: a board as at a table, the question beside it, and a list of all with the solved ones checked.

import { Exercise } from "../panels/learn/exercise.js";
import { icon } from "../base/icons.js";
import { keepSolved, solved } from "../base/solved.js";
import { language, localize, translate } from "../base/language.js";
import { loadLooks } from "../board/looks.js";
import { h, refill } from "../base/elements.js";
import { PuzzlePanel } from "../panels/learn/puzzle_panel.js";

/** @import { PuzzleAnswer, PuzzlesAnswer } from '../messages.d.ts' */

/**
 * Show the puzzles.
 * @param {HTMLElement} main
 * @param {PuzzlesAnswer} data
 */
export async function show(main, data) {
  await loadLooks(data.game);
  main.className = "table-page learn-page puzzle-page";
  await new Puzzles(main, data).open();
}

class Puzzles {
  /**
   * @param {HTMLElement} main
   * @param {PuzzlesAnswer} data
   */
  constructor(main, data) {
    this.data = data;
    this.main = main;
    /** @type {PuzzleAnswer} */
    this.puzzle = this.named() ?? data.puzzles.find(({ id }) => id === data.day.puzzle) ?? data.puzzles[0];
    /** @type {string[]} */
    this.answers = []; // the right answers given so far
    this.list = h("nav", { class: "player-bar puzzle-list", "aria-label": translate("puzzles") });
    const holder = h("div", { class: "stage-part" });
    const task = h("section", { class: "lesson-panel", "aria-label": translate("puzzle") });
    const barHolder = h("section", { class: "action-bar", "aria-label": translate("choices") });
    const title = h("h1", { class: "unseen" }, `${translate("puzzles")} · ${localize(data.title)}`);
    main.append(title, this.list, holder, h("div", { class: "aside" }, task, barHolder));
    this.exercise = new Exercise({ game: data.game, holder, barHolder, letters: { h: () => this.panel.help() } });
    this.panel = new PuzzlePanel(task, this.exercise.connection, this, () => this.exercise.keys.use());
    addEventListener("hashchange", () => this.follow(this.named()));
  }

  /** Return the puzzle in the address. */
  named() {
    return this.data.puzzles.find(({ id }) => `#${id}` === location.hash);
  }

  /**
   * Put another puzzle into the address.
   * @param {PuzzleAnswer} [puzzle]
   */
  follow(puzzle) {
    if (puzzle && puzzle !== this.puzzle) this.go(puzzle);
  }

  /** Begin with the puzzle in the address, or that of the day. */
  async open() {
    await this.go(this.puzzle);
  }

  /** @param {PuzzleAnswer} puzzle */
  async go(puzzle) {
    this.puzzle = puzzle;
    this.answers = [];
    history.replaceState(null, "", `#${puzzle.id}`);
    const today = puzzle.id === this.data.day.puzzle ? `${translate("puzzle day")} · ` : "";
    const grade = h("span", { class: "faint small" }, ` ${localize(this.data.grades[puzzle.grade])}`);
    this.render();
    this.panel.ask([`${today}${localize(this.data.kinds[puzzle.kind])}`, grade], localize(puzzle.question), puzzle.film > 0);
    await this.begin();
    this.exercise.showBoard();
  }

  /** Load the position after the right answers given so far. */
  async begin(show = "") {
    const after = new URLSearchParams([...this.answers.map((answer) => ["after", answer]), ...(show ? [["show", show]] : [])]);
    this.panel.clear();
    await this.exercise.begin(`${this.puzzle.url}?${after}`);
    this.panel.hold(show || !this.puzzle.film ? 0 : this.lasts());
    Object.assign(this.main.dataset, { puzzle: this.puzzle.id, answers: this.answers.length, verdict: "" });
  }

  /** Take back a wrong answer. */
  again() {
    return this.begin("again");
  }

  /** Show the moves to remember again. */
  watch() {
    this.answers = [];
    return this.begin();
  }

  async hints() {
    return (await (await fetch(`${this.puzzle.url}?show=hints&lang=${language}`)).json()).hints;
  }

  /** Play out the solution; the puzzle can still be tried afterwards. */
  async solution() {
    this.answers = [];
    this.panel.showSolution();
    await this.exercise.begin(`${this.puzzle.url}?show=solution`);
    this.exercise.showBoard();
    this.panel.offerRetry();
    this.main.dataset.verdict = "shown";
  }

  /**
   * Keep a right answer and continue from there.
   * @param {string} kind
   * @param {string} action
   */
  judged(kind, action) {
    this.main.dataset.verdict = kind;
    if (kind === "solved") keepSolved(this.data.game, this.puzzle.id);
    if (kind === "solved") this.render();
    if (kind === "right") this.goOn(action);
  }

  /**
   * Continue after the film of the reply.
   * @param {string} action
   */
  goOn(action) {
    this.answers = [...this.answers, action];
    const { puzzle, answers } = this;
    setTimeout(() => puzzle === this.puzzle && answers === this.answers && this.begin("again"), this.lasts() + 1200);
  }

  /** Return the duration of the film of the latest scene, in milliseconds. */
  lasts() {
    return Math.max(0, ...(this.exercise.connection.scene?.later ?? []).map((each) => each.in));
  }

  /** Go to the next unsolved puzzle. */
  next() {
    const { puzzles, game } = this.data;
    const from = puzzles.indexOf(this.puzzle) + 1;
    const done = solved(game);
    const later = [...puzzles.slice(from), ...puzzles.slice(0, from)];
    return this.go(later.find(({ id }) => !done.has(id)) ?? later[0]);
  }

  /** Draw the list of all puzzles, kind by kind. */
  render() {
    const { puzzles, kinds, game, grades } = this.data;
    const done = solved(game);
    /**
     * @param {PuzzleAnswer} puzzle
     * @param {number} i
     */
    const button = (puzzle, i) => {
      const over = done.has(puzzle.id);
      const label = `${localize(kinds[puzzle.kind])} ${i + 1}, ${localize(grades[puzzle.grade])}${over ? ` · ${translate("puzzle solved")}` : ""}`;
      const here = puzzle === this.puzzle ? "true" : null;
      const properties = { type: "button", class: "chip", "data-id": puzzle.id, "aria-current": here, "aria-label": label, title: label };
      return h("li", {}, h("button", { ...properties, onclick: () => this.go(puzzle) }, over ? icon("check") : `${i + 1}`));
    };
    /** @param {string} kind */
    const of = (kind) => puzzles.filter((puzzle) => puzzle.kind === kind);
    /** @param {string} kind */
    const part = (kind) => [h("h3", {}, localize(kinds[kind])), h("ol", {}, of(kind).map(button))];
    const list = h("div", { class: "all-puzzles" }, Object.keys(kinds).map(part));
    const count = translate("puzzles count", done.size, puzzles.length);
    const open = this.list.querySelector("details")?.open ?? false;
    refill(
      this.list,
      h("details", { open }, h("summary", { class: "button", "aria-label": count }, icon("down"), h("span", { class: "words" }, count), h("span", { class: "brief" }, `${done.size} / ${puzzles.length}`)), list),
      h("a", { class: "button quiet", href: "/puzzles" }, translate("puzzle days")),
    );
  }
}
