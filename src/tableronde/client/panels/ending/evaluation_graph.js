// The evaluation graph of a finished game: win probabilities move by move, with turning points. Each point links to its position.

import { WinProbability, describeShares, isWanted } from "./win_probability.js";
import { cloth } from "../../board/badge.js";
import { h, refill, s } from "../../base/elements.js";
import { onPreference } from "../../base/preferences.js";
import { band, nextSwing, placeOf, plyAt, sharesAt } from "../../base/shares.js";
import { language, translate } from "../../base/language.js";

/** @import { ChancesAnswer, SwingAnswer } from '../../messages.d.ts' */

const EDGE = 7; // distance from the edge at which the marker is not clipped
const PAUSE = 700; // milliseconds between two requests for the progress
/** @type {ChancesAnswer} */
const NOWHERE = { status: "thinking", plies: 0, seats: [], shares: [], swings: [] };

export class EvaluationGraph {
  /**
   * `go(ply)` shows a position: at once if it is visible beside the graph, else when the player confirms. `onShown` gets whether there is a graph.
   * @param {HTMLElement} holder
   * @param {string} id
   * @param {(ply: number) => void} go
   * @param {(yes: boolean) => void} onShown
   */
  constructor(holder, id, go, onShown = (_yes) => {}) {
    this.holder = holder;
    this.id = id;
    this.go = go;
    this.onShown = onShown;
    this.data = NOWHERE;
    /** @type {number | null} */
    this.ply = null;
    /** @type {SVGGElement | null} */
    this.hand = null;
    this.asked = false;
    this.face = h("div", { class: "curve", role: "slider", tabindex: "0", "aria-label": translate("chances") });
    const bar = h("div", {});
    this.bar = new WinProbability(bar);
    this.list = h("ol", { class: "swings" });
    refill(holder, h("h2", { class: "small faint" }, translate("chances")), this.face, bar, this.list);
    holder.classList.add("curve-part");
    this.hide(true);
    this.face.addEventListener("pointerdown", (event) => this.point(event));
    this.face.addEventListener("pointermove", (event) => event.buttons && this.point(event));
    this.face.addEventListener("pointerup", () => this.slowly() && this.go(this.ply ?? 0));
    this.face.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.face);
    onPreference((name) => (name === "theme" ? this.draw() : name === "chances" && this.update()));
    this.update();
  }

  /** Show or hide the graph by this device's setting: it is requested only if wanted. */
  update() {
    this.hide(this.data.shares.length < 2);
    if (isWanted() && !this.asked) this.follow();
  }

  /** @param {boolean} yes */
  hide(yes) {
    this.holder.hidden = yes || !isWanted();
    this.onShown(!this.holder.hidden);
  }

  /** Return whether positions are not visible beside the graph. */
  slowly() {
    return !document.querySelector(".stage") || Boolean(this.holder.closest("dialog"));
  }

  /** Poll until it is complete; it is drawn from the first values on, and refined as more arrive. */
  async follow() {
    this.asked = true;
    while (this.holder.isConnected) {
      const answer = await fetch(`/review/${this.id}/chances.json?lang=${language}`).catch(() => null);
      if (!answer?.ok) return; // too many requests, or the game is not over any more: no graph
      this.take(await answer.json());
      if (this.data.status === "ready") return;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  /** @param {ChancesAnswer} data */
  take(data) {
    this.data = data;
    this.hide(data.shares.length < 2);
    this.face.setAttribute("aria-valuemin", "0");
    this.face.setAttribute("aria-valuemax", String(data.plies));
    this.face.classList.toggle("growing", data.status !== "ready");
    refill(this.list, data.swings.map((swing) => this.entry(swing)));
    this.draw();
    this.at(this.ply ?? Infinity);
  }

  /** @param {SwingAnswer} swing */
  entry({ ply, seat, text, change }) {
    const signed = `${change < 0 ? "−" : "+"}${Math.round(100 * Math.abs(change))}`;
    const number = h("span", { class: "faint" }, translate("chances of", this.data.seats[seat].name, signed));
    return h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => this.move(ply, true) }, h("span", {}, text), number));
  }

  draw() {
    const { plies, seats, shares, swings } = this.data;
    const [width, height] = [this.face.clientWidth, this.face.clientHeight];
    if (!width || shares.length < 2) return;
    const cloths = seats.map((seat) => cloth(seat.style));
    const bands = seats.map((_, seat) => band(shares, seat, plies, width, height));
    /** @param {number} ply */
    const x = (ply) => placeOf(ply, plies, width);
    this.hand = s("g", { class: "hand" }, s("path", { class: "halo", d: `M0 0V${height}` }), s("path", { d: `M0 0V${height}` }), s("circle", { cx: 0, cy: height / 2, r: 5 }));
    refill(
      this.face,
      s(
        "svg",
        { width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
        s("defs", {}, cloths.map(({ pattern }) => pattern)),
        bands.map((d, seat) => [s("path", { class: "band", d, fill: cloths[seat].fill }), cloths[seat].cover && s("path", { d, ...cloths[seat].cover })]),
        bands.slice(1).map((d) => s("path", { class: "edge", d })),
        s("path", { class: "half", d: `M0 ${height / 2}H${width}` }),
        swings.map(({ ply, text }) => s("path", { class: "swing", d: `M${x(ply) - 5} 0h10l-5 8z` }, s("title", {}, text))),
        this.hand,
      ),
    );
    this.place();
  }

  /**
   * Mark the position shown.
   * @param {number} ply
   */
  at(ply) {
    this.ply = this.data === NOWHERE ? ply : Math.max(0, Math.min(this.data.plies, ply));
    const shares = sharesAt(this.data.shares, this.ply);
    if (!shares) return;
    const { seats, swings } = this.data;
    const swing = swings.find((each) => each.ply === this.ply)?.text;
    this.bar.show(seats, shares, this.ply);
    this.face.setAttribute("aria-valuenow", String(this.ply));
    this.face.setAttribute("aria-valuetext", [describeShares(seats, shares, this.ply), swing].filter(Boolean).join(". "));
    this.place();
  }

  place() {
    const width = this.face.clientWidth;
    const x = Math.max(EDGE, Math.min(width - EDGE, placeOf(this.ply ?? 0, this.data.plies, width)));
    this.hand?.setAttribute("transform", `translate(${x} 0)`);
  }

  /**
   * Go to another position; `decided`: even if positions are not visible beside the graph.
   * @param {number} ply
   * @param {boolean} decided
   */
  move(ply, decided = false) {
    const before = this.ply;
    this.at(ply);
    if (decided || (!this.slowly() && this.ply !== before)) this.go(this.ply ?? 0);
  }

  /** @param {PointerEvent} event */
  point(event) {
    const { left } = this.face.getBoundingClientRect();
    this.face.setPointerCapture(event.pointerId);
    this.move(plyAt(event.clientX - left, this.data.plies, this.face.clientWidth));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { plies, swings } = this.data;
    const ply = this.ply ?? 0;
    /** @type {Record<string, number>} */
    const ways = {
      ArrowLeft: ply - 1,
      ArrowDown: ply - 1,
      ArrowRight: ply + 1,
      ArrowUp: ply + 1,
      Home: 0,
      End: plies,
      PageUp: nextSwing(swings, ply, -1, plies),
      PageDown: nextSwing(swings, ply, 1, plies),
      Enter: ply,
    };
    if (!(event.key in ways)) return;
    event.preventDefault();
    event.stopPropagation(); // the page may handle arrow keys as well
    this.move(ways[event.key], event.key === "Enter");
  }
}
