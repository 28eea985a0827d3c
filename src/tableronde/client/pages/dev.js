// The page of `tableronde dev`: every seat of a game side by side, a phone, a scrubber over the record; it follows each save.

import { loadLooks } from "../board/looks.js";
import { copy } from "../panels/dialogs/invite.js";
import { h, targetOf } from "../base/elements.js";
import { language } from "../base/language.js";
import { onPreference } from "../base/preferences.js";
import { DifferencePanel } from "../panels/dev/difference_panel.js";
import { drawReport, drawVerdict } from "../panels/dev/dev_report.js";
import { say } from "../panels/dev/dev_strings.js";
import { Scrubber } from "../panels/dev/scrubber.js";
import { SeatPanel } from "../panels/dev/seat_panel.js";
import { fillSelect, select } from "../panels/dev/select.js";

/** @import { DevAnswer, DevData, DevSeat, DevState } from '../types.d.ts' */

/**
 * Show the page.
 * @param {HTMLElement} main
 * @param {{ title: string }} data
 */
export async function show(main, { title }) {
  main.className = "dev-page";
  main.append(h("h1", { class: "unseen" }, `${title} · dev`));
  const page = new DevPage(main);
  await page.refresh();
  page.follow();
}

class DevPage {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.main = main;
    /** @type {DevState | null} */
    this.state = null;
    /** @type {number | null} */
    this.ply = null; // null: the end, wherever it is
    this.saved = -1;
    /** @type {Promise<void> | null} */
    this.refreshing = null;
    this.again = false;
    /** @type {SeatPanel[]} */
    this.seats = [];
    this.phone = new SeatPanel(this, "dev-phone");
    this.phoneSeat = select(say("place"), () => this.drawPhone());
    this.phoneCard = h("section", { class: "dev-seat dev-phone-card" }, h("p", { class: "dev-phone-seat" }, say("phone"), this.phoneSeat), this.phone.element);
    this.report = h("div", { class: "dev-report" });
    this.grid = h("div", { class: "dev-seats" }, this.phoneCard);
    this.verdict = h("section", { class: "dev-check" });
    this.status = h("p", { class: "small faint", role: "status" }, say("watching"));
    this.scrubber = new Scrubber((ply) => this.go(ply));
    this.different = new DifferencePanel((seats) => this.fetchData(seats));
    this.level = select(say("level"));
    this.players = select(say("players"));
    this.stopper = button("stop", () => this.ask({ do: "stop" }));
    this.undo = button("back", () => this.ask({ do: "back" }));
    main.append(h("div", { class: "dev-main" }, this.report, this.grid), this.aside());
    document.addEventListener("keydown", (event) => this.key(event));
    onPreference((name) => name === "theme" && [...this.seats, this.phone].forEach((panel) => panel.stage.redraw()));
  }

  aside() {
    const random = button("random", () => this.ask({ do: "random" }));
    const bots = h("p", { class: "row" }, button("bots", () => this.bots()), this.level);
    const deal = h("p", { class: "row" }, button("deal", () => this.ask({ do: "new", players: Number(this.players.value) })), this.players);
    const copies = [button("copy figure", () => this.copy("figure")), button("copy test", () => this.copy("test"))];
    const parts = [[random, bots, this.stopper], [deal, this.undo], copies].map((part) => h("section", { class: "dev-tools" }, part));
    return h("aside", { class: "dev-aside" }, this.status, this.verdict, this.scrubber.element, parts, h("section", {}, this.scrubber.log), this.different.element);
  }

  /** Follow the folder: the server says when something has changed. */
  follow() {
    const events = new EventSource("/dev/events");
    events.onmessage = ({ data }) => Number(data) !== this.state?.version && this.refresh();
  }

  /** Fetch everything and show it; what changes meanwhile is fetched afterwards. */
  refresh() {
    this.again = Boolean(this.refreshing);
    this.refreshing ??= this.fetch().finally(() => {
      this.refreshing = null;
      if (this.again) this.refresh();
    });
    return this.refreshing;
  }

  async fetch() {
    const at = this.ply === null ? "" : `ply=${this.ply}&`;
    /** @type {DevState} */
    const state = await (await fetch(`/dev/state.json?${at}lang=${language}`)).json();
    const first = this.state?.game?.slug !== state.game?.slug;
    if (state.game && (first || this.saved !== state.saved)) await loadLooks(state.game.slug);
    this.state = state;
    this.draw(state);
  }

  /** @param {DevState} state */
  draw(state) {
    const { game, position } = state;
    drawReport(this.report, state);
    drawVerdict(this.verdict, state, (record) => this.ask({ do: "open", record }));
    this.main.classList.toggle("stale", Boolean(state.fault));
    if (position.seats) this.drawPosition(state, position.seats);
    this.stopper.hidden = !state.playing;
    this.undo.hidden = !state.past;
    fillSelect(this.level, (game?.levels ?? []).map((level) => [level, level]), "greedy");
    fillSelect(this.players, (game?.players ?? []).map((count) => [String(count), String(count)]));
    this.time(state);
    Object.assign(this.main.dataset, { version: state.version, ply: position.ply ?? "", fault: state.fault?.kind ?? "", check: state.check.status });
  }

  /**
   * Say how long after a save its picture was there.
   * @param {DevState} state
   */
  time({ saved, fault }) {
    if (saved === this.saved) return;
    const isFirst = this.saved < 0;
    this.saved = saved;
    if (isFirst) return; // it was saved before the page was opened
    const seconds = Date.now() / 1000 - saved;
    Object.assign(this.main.dataset, { seconds: seconds.toFixed(3), saved });
    this.status.textContent = fault ? say("watching") : say("shown", seconds.toFixed(2));
  }

  /**
   * @param {DevState} state
   * @param {DevSeat[]} seats
   */
  drawPosition({ position, saved }, seats) {
    const isSaved = saved !== this.saved;
    while (this.seats.length > seats.length) this.seats.pop()?.element.remove();
    while (this.seats.length < seats.length) this.seats.push(this.added());
    seats.forEach((seat, i) => this.seats[i].show(seat, isSaved));
    const names = seats.map((seat) => /** @type {[string, string]} */ ([String(seat.seat ?? "-"), seat.name]));
    fillSelect(this.phoneSeat, names);
    this.drawPhone(isSaved);
    this.scrubber.show(position, seats);
    this.different.show(names);
  }

  added() {
    const panel = new SeatPanel(this);
    this.phoneCard.before(panel.element);
    return panel;
  }

  drawPhone(isSaved = true) {
    const seat = this.state?.position.seats?.find((each) => String(each.seat ?? "-") === this.phoneSeat.value);
    if (seat) this.phone.show(seat, isSaved);
  }

  /**
   * Return what a seat knows and may do.
   * @param {number | null} seat
   * @returns {Promise<DevData>}
   */
  async data(seat) {
    const [found] = await this.fetchData([String(seat ?? "-")]);
    return found;
  }

  /**
   * @param {string[]} seats
   * @returns {Promise<DevData[]>}
   */
  async fetchData(seats) {
    const chosen = seats.map((seat) => `seat=${seat}`).join("&");
    return await (await fetch(`/dev/data.json?ply=${this.scrubber.ply}&lang=${language}&${chosen}`)).json();
  }

  /** @param {number} ply */
  go(ply) {
    const to = Math.max(0, Math.min(this.scrubber.plies, ply));
    this.ply = to === this.scrubber.plies ? null : to;
    return this.refresh();
  }

  /**
   * Ask for something at the position shown; what is played is then the end of the record.
   * @param {Record<string, unknown>} wish
   * @returns {Promise<DevAnswer>}
   */
  async ask(wish) {
    const body = JSON.stringify({ ply: this.scrubber.ply, ...wish });
    const headers = { "Content-Type": "application/json" };
    /** @type {DevAnswer} */
    const answer = await (await fetch(`/dev/do?lang=${language}`, { method: "POST", headers, body })).json();
    if (answer.record || answer.plies !== undefined || "misfit" in answer) this.ply = null;
    if (answer.fault) drawReport(this.report, /** @type {DevState} */ ({ ...this.state, position: { fault: answer.fault } }));
    else if (!answer.seat && !answer.why && !answer.refused) await this.refresh();
    return answer;
  }

  bots() {
    this.ply = null;
    return this.ask({ do: "bots", level: this.level.value });
  }

  /** @param {"figure" | "test"} form */
  async copy(form) {
    const answer = await (await fetch(`/dev/copy.json?form=${form}&ply=${this.scrubber.ply}&seat=${this.phoneSeat.value}`)).json();
    if (answer.text) await copy(answer.text);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (targetOf(event).matches("input, select, textarea")) return;
    if (event.key === "ArrowLeft") this.go(this.scrubber.ply - 1);
    if (event.key === "ArrowRight") this.go(this.scrubber.ply + 1);
  }
}

/**
 * @param {Parameters<typeof say>[0]} key
 * @param {() => unknown} onclick
 */
const button = (key, onclick) => h("button", { type: "button", "data-do": key.replace(/^copy /, ""), onclick }, say(key));
