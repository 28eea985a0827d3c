// A game's puzzles: the stage of a table, the question beside it, and a list of all, the solved ones ticked.

import { bench } from "../input/bench.js";
import { icon } from "../base/icons.js";
import { keepSolved, solved } from "../base/solved.js";
import { language, read, say } from "../base/words.js";
import { Lecture } from "../live/lecture.js";
import { loadLooks } from "../stage/looks.js";
import { h, refill } from "../base/make.js";
import { Puzzler } from "../panels/puzzler.js";

/** Show the puzzles. */
export async function show(main, data) {
  await loadLooks(data.game);
  main.className = "table-page learn-page puzzle-page";
  await new Gallery(main, data).open();
}

class Gallery {
  constructor(main, data) {
    this.data = data;
    this.main = main;
    this.puzzle = null;
    this.answers = [];
    this.strip = h("nav", { class: "strip-part gallery", "aria-label": say("puzzles") });
    const holder = h("div", { class: "stage-part" });
    const desk = h("section", { class: "teacher", "aria-label": say("puzzle") });
    const docked = h("section", { class: "dock-part", "aria-label": say("choices") });
    const title = h("h1", { class: "unseen" }, `${say("puzzles")} · ${read(data.title)}`);
    main.append(title, this.strip, holder, h("div", { class: "aside" }, desk, docked));
    this.line = new Lecture(data.game);
    const keys = bench(holder, docked, this.line, { h: () => this.puzzler.hint.hidden || this.puzzler.help() });
    this.stage = keys.stage;
    this.puzzler = new Puzzler(desk, this.line, this, () => (keys.used = true));
    addEventListener("hashchange", () => this.named() && this.named() !== this.puzzle && this.go(this.named()));
  }

  /** The puzzle the address names. */
  named() {
    return this.data.puzzles.find(({ id }) => `#${id}` === location.hash);
  }

  /** Begin with the one the address names, or that of the day. */
  async open() {
    await this.go(this.named() ?? this.data.puzzles.find(({ id }) => id === this.data.day.puzzle));
  }

  async go(puzzle) {
    Object.assign(this, { puzzle, answers: [] });
    history.replaceState(null, "", `#${puzzle.id}`);
    const today = puzzle.id === this.data.day.puzzle ? `${say("puzzle day")} · ` : "";
    const grade = h("span", { class: "faint small" }, ` ${read(this.data.grades[puzzle.grade])}`);
    this.dress();
    this.puzzler.shown = false;
    this.puzzler.ask([`${today}${read(this.data.kinds[puzzle.kind])}`, grade], read(puzzle.question), puzzle.film > 0);
    await this.begin();
    this.look();
  }

  /** The position is seen first, also where the board shares its place with what is to be pressed. */
  look() {
    if (this.stage.picture) this.stage.turn(this.stage.picture.areas[0].id);
  }

  /** Where the puzzle now is: after the right answers given so far. */
  async begin(show = "") {
    const after = new URLSearchParams([...this.answers.map((answer) => ["after", answer]), ...(show ? [["show", show]] : [])]);
    this.puzzler.clear();
    await this.line.begin(`${this.puzzle.url}?${after}`);
    this.puzzler.hold(show || !this.puzzle.film ? 0 : this.lasts());
    Object.assign(this.main.dataset, { puzzle: this.puzzle.id, answers: this.answers.length, verdict: "" });
  }

  /** A wrong answer is taken back. */
  again() {
    return this.begin("again");
  }

  /** Once more what is to be remembered. */
  watch() {
    this.answers = [];
    return this.begin();
  }

  async hints() {
    return (await (await fetch(`${this.puzzle.url}?show=hints&lang=${language}`)).json()).hints;
  }

  /** The solution played out; then it may be tried all the same. */
  async solution() {
    this.answers = [];
    this.puzzler.shown = true;
    await this.line.begin(`${this.puzzle.url}?show=solution`);
    this.look();
    this.puzzler.retry.hidden = this.puzzler.next.hidden = false;
    this.puzzler.hint.hidden = this.puzzler.show.hidden = true;
    this.main.dataset.verdict = "shown";
  }

  /** What was right stays: from there it goes on. */
  judged(kind, action) {
    this.main.dataset.verdict = kind;
    if (kind === "solved") keepSolved(this.data.game, this.puzzle.id);
    if (kind === "solved") this.dress();
    if (kind === "right") this.goOn(action);
  }

  /** The reply is shown first, as long as its film takes. */
  goOn(action) {
    this.answers = [...this.answers, action];
    const { puzzle, answers } = this;
    setTimeout(() => puzzle === this.puzzle && answers === this.answers && this.begin("again"), this.lasts() + 1200);
  }

  /** How long the film of what the server has just sent takes, in milliseconds. */
  lasts() {
    return Math.max(0, ...(this.line.scene?.later ?? []).map((each) => each.in));
  }

  /** The next one that is not solved yet. */
  next() {
    const { puzzles, game } = this.data;
    const from = puzzles.indexOf(this.puzzle) + 1;
    const done = solved(game);
    const later = [...puzzles.slice(from), ...puzzles.slice(0, from)];
    return this.go(later.find(({ id }) => !done.has(id)) ?? later[0]);
  }

  /** All puzzles, kind by kind. */
  dress() {
    const { puzzles, kinds, game, grades } = this.data;
    const done = solved(game);
    const button = (puzzle, i) => {
      const over = done.has(puzzle.id);
      const label = `${read(kinds[puzzle.kind])} ${i + 1}, ${read(grades[puzzle.grade])}${over ? ` · ${say("puzzle solved")}` : ""}`;
      const here = puzzle === this.puzzle ? "true" : null;
      const properties = { type: "button", class: "chip", "data-id": puzzle.id, "aria-current": here, "aria-label": label, title: label };
      return h("li", {}, h("button", { ...properties, onclick: () => this.go(puzzle) }, over ? icon("check") : `${i + 1}`));
    };
    const of = (kind) => puzzles.filter((puzzle) => puzzle.kind === kind);
    const part = (kind) => [h("h3", {}, read(kinds[kind])), h("ol", {}, of(kind).map(button))];
    const list = h("div", { class: "all-puzzles" }, Object.keys(kinds).map(part));
    const count = say("puzzles count", done.size, puzzles.length);
    const open = this.strip.querySelector("details")?.open ?? false;
    refill(
      this.strip,
      h("details", { open }, h("summary", { class: "button", "aria-label": count }, icon("down"), h("span", { class: "words" }, count), h("span", { class: "brief" }, `${done.size} / ${puzzles.length}`)), list),
      h("a", { class: "button quiet", href: "/puzzles" }, say("puzzle days")),
    );
  }
}
