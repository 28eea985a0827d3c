// The replay of a finished game, move by move: a slider, the log, and downloads.

import { badge } from "../board/badge.js";
import { chancesTool } from "../panels/ending/win_probability.js";
import { EvaluationGraph } from "../panels/ending/evaluation_graph.js";
import { below, tool } from "../panels/home/header.js";
import { icon } from "../base/icons.js";
import { copy } from "../panels/dialogs/invite.js";
import { loadLooks } from "../board/looks.js";
import { findAll, h, refill, targetOf } from "../base/elements.js";
import { updated } from "../board/picture.js";
import { onPreference, theme } from "../base/preferences.js";
import { Stage } from "../board/stage.js";
import { announce } from "../base/toast.js";
import { language, translate } from "../base/language.js";
import { rememberNames } from "../base/names.js";

/** @import { LogLineReply, PlayerAnswer, ReplayAnswer } from '../messages.d.ts' */

const PACE = 1100;

/**
 * Show a replay.
 * @param {HTMLElement} main
 * @param {ReplayAnswer} data
 */
export async function show(main, data) {
  await loadLooks(data.game);
  main.className = "table-page replay-page";
  new Replay(main, data);
}

class Replay {
  /**
   * @param {HTMLElement} main
   * @param {ReplayAnswer} data
   */
  constructor(main, data) {
    this.data = data;
    this.ply = -1;
    /** @type {number | undefined} */
    this.timer = undefined; // set while the replay runs by itself
    /** @type {Map<number, ReplayAnswer>} */
    this.known = new Map(); // the positions fetched, by ply
    /** @type {HTMLInputElement} */
    this.slider = h("input", { type: "range", min: 0, max: data.plies, "aria-label": translate("replay"), oninput: () => this.go(Number(this.slider.value)) });
    this.play = h("button", { class: "primary", type: "button", onclick: () => this.toggle() });
    this.count = h("p", { class: "small faint count-line" });
    this.players = this.part("ul", "player-bar", main);
    const stage = this.part("div", "stage-part", main);
    const aside = this.part("div", "aside", main);
    this.captions = this.part("section", "action-bar captions", aside);
    this.curve = this.controls(aside);
    this.log = this.part("ol", "log scrolls", aside);
    this.extras(aside);
    this.stage = new Stage(stage);
    main.prepend(h("h1", { class: "unseen" }, `${translate("replay")} : ${data.title}`));
    rememberNames(data.seats.map(({ name }) => name));
    this.drawLog(data.told);
    document.addEventListener("keydown", (event) => this.key(event));
    onPreference((name) => name === "theme" && this.stage.redraw());
    this.go(Number(new URLSearchParams(location.search).get("ply") ?? data.ply ?? 0));
  }

  /**
   * @param {"ul" | "ol" | "div" | "section"} tag
   * @param {string} name
   * @param {HTMLElement} parent
   */
  part(tag, name, parent) {
    const element = h(tag, { class: name });
    parent.append(element);
    return element;
  }

  /**
   * @param {PlayerAnswer} seat
   * @param {number | undefined} points
   */
  chip(seat, points) {
    const won = this.data.outcome?.winners?.includes(seat.seat);
    return h(
      "li",
      {},
      h(
        "span",
        { class: `chip${won ? " winner" : ""}` },
        badge(seat.style ?? `seat${seat.seat}`),
        h("span", { class: "who" }, h("bdi", { class: "player" }, seat.name)),
        points !== undefined && h("span", { class: "points" }, String(points)),
      ),
    );
  }

  /** @param {HTMLElement} parent */
  controls(parent) {
    this.renderPlay();
    const steps = [
      tool("first", translate("first"), () => this.go(0)),
      tool("previous", translate("previous"), () => this.go(this.ply - 1)),
      this.play,
      tool("next", translate("next"), () => this.go(this.ply + 1)),
      tool("last", translate("last"), () => this.go(this.data.plies)),
    ];
    const curve = new EvaluationGraph(this.part("section", "", parent), this.data.id, (ply) => this.go(ply));
    parent.append(h("section", { class: "controls" }, this.slider, this.count, h("div", { class: "row" }, steps)));
    return curve;
  }

  /** @param {HTMLElement} parent */
  extras(parent) {
    const { id } = this.data;
    parent.append(
      h(
        "div",
        { class: "row extras" },
        tool("link", translate("copy"), () => copy(this.link()), {}, translate("link brief")),
        tool("copy", translate("copy svg"), async () => copy(await (await fetch(this.picture())).text()), {}, translate("picture brief")),
        h(
          "a",
          {
            class: "button tool",
            href: `/t/${id}/record.json`,
            download: `${id}.json`,
            title: translate("download"),
            "aria-label": translate("download"),
          },
          icon("download"),
          below(translate("record brief")),
        ),
        h("a", { class: "button tool", href: `/review/${id}`, title: translate("review title"), "aria-label": translate("review title") }, icon("hint"), below(translate("review"))),
        chancesTool(),
        h("a", { class: "button", href: `/new/${this.data.game}` }, translate("play")),
      ),
    );
  }

  link() {
    return new URL(`/replay/${this.data.id}?ply=${this.ply}`, location.href).href;
  }

  picture() {
    return `/t/${this.data.id}.svg?ply=${this.ply}&theme=${theme()}&lang=${language}`;
  }

  /** @param {LogLineReply[]} lines */
  drawLog(lines) {
    refill(
      this.log,
      lines.map(({ ply, text }) =>
        h("li", { value: ply }, h("button", { type: "button", class: "quiet", "data-ply": ply, onclick: () => this.go(ply) }, text)),
      ),
    );
  }

  /**
   * Go to a position of the game.
   * @param {number} ply
   */
  async go(ply) {
    const to = Math.max(0, Math.min(this.data.plies, ply));
    if (to === this.ply) return;
    this.ply = to;
    this.slider.value = String(to);
    this.curve.at(to);
    this.count.textContent = `${to} / ${this.data.plies}`;
    for (const button of findAll(this.log, "[data-ply]"))
      button.setAttribute("aria-current", String(Number(button.dataset.ply) === to));
    const moment = await this.moment(to);
    if (this.ply === to) this.show(moment);
  }

  /** @param {number} ply */
  async moment(ply) {
    /** @type {ReplayAnswer} */
    const moment = this.known.get(ply) ?? (await (await fetch(`/replay/${this.data.id}.json?ply=${ply}&lang=${language}`)).json());
    this.known.set(ply, moment);
    return moment;
  }

  /** @param {ReplayAnswer} replay */
  show({ scene, scores, seats }) {
    refill(
      this.players,
      seats.map((seat) => this.chip(seat, scores?.[seat.seat])),
    );
    this.stage.show(updated(null, { ...scene, full: true }));
    refill(
      this.captions,
      scene.captions.map((caption) => h("p", {}, caption)),
    );
    this.log.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" });
    announce(this.data.told.find((line) => line.ply === this.ply)?.text);
  }

  toggle() {
    clearInterval(this.timer);
    this.timer = this.timer ? undefined : setInterval(() => this.step(), PACE);
    if (this.timer && this.ply >= this.data.plies) this.go(0);
    this.renderPlay();
  }

  step() {
    if (this.ply >= this.data.plies) this.toggle();
    else this.go(this.ply + 1);
  }

  renderPlay() {
    refill(this.play, icon(this.timer ? "pause" : "next"), translate(this.timer ? "pause" : "play replay"));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key } = event;
    const target = targetOf(event);
    if (target.matches("input")) return;
    if (key === "ArrowRight") this.go(this.ply + 1);
    if (key === "ArrowLeft") this.go(this.ply - 1);
    if (key === " " && target.tagName !== "BUTTON" && target.tagName !== "A") this.toggle();
  }
}
