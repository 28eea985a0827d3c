// The curve of a finished game: everybody's chances to win, move by move, with its turning points. Any place of it leads to its moment.

import { Chances, spoken, wanted } from "./chances.js";
import { cloth } from "../stage/badge.js";
import { h, refill, s } from "../base/make.js";
import { onPreference } from "../base/preferences.js";
import { band, nextSwing, placeOf, plyAt, sharesAt } from "../base/shares.js";
import { language, say } from "../base/words.js";

const EDGE = 7; // how far from the edge the hand is still whole
const PAUSE = 700; // milliseconds between two looks at how far it has come
/** @type {any} */
const NOWHERE = { plies: 0, seats: [], shares: [], swings: [] };

export class Curve {
  /** `go(ply)` leads to a moment: at once where that can be seen beside it, else when one has decided on it. `shown` hears whether there is a curve. */
  constructor(holder, id, go, shown = (_yes) => {}) {
    this.holder = holder;
    this.id = id;
    this.go = go;
    this.shown = shown;
    this.data = NOWHERE;
    this.ply = null;
    this.asked = false;
    this.face = h("div", { class: "curve", role: "slider", tabindex: "0", "aria-label": say("chances") });
    const bar = h("div", {});
    this.bar = new Chances(bar);
    this.list = h("ol", { class: "swings" });
    refill(holder, h("h2", { class: "small faint" }, say("chances")), this.face, bar, this.list);
    holder.classList.add("curve-part");
    this.hide(true);
    this.face.addEventListener("pointerdown", (event) => this.point(event));
    this.face.addEventListener("pointermove", (event) => event.buttons && this.point(event));
    this.face.addEventListener("pointerup", () => this.slowly() && this.go(this.ply));
    this.face.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.face);
    onPreference((name) => (name === "theme" ? this.draw() : name === "chances" && this.heed()));
    this.heed();
  }

  /** Whether this device wants to see it: only then it is worked out. */
  heed() {
    this.hide(this.data.shares.length < 2);
    if (wanted() && !this.asked) this.follow();
  }

  hide(yes) {
    this.holder.hidden = yes || !wanted();
    this.shown(!this.holder.hidden);
  }

  /** Whether the moments cannot be seen from here. */
  slowly() {
    return !document.querySelector(".stage") || Boolean(this.holder.closest("dialog"));
  }

  /** Ask for it until it is ready; it is shown from the first moments on, and drawn finer as more come. */
  async follow() {
    this.asked = true;
    while (this.holder.isConnected) {
      const answer = await fetch(`/review/${this.id}/chances.json?lang=${language}`).catch(() => null);
      if (!answer?.ok) return; // too much to do, or no longer over: there is none
      this.take(await answer.json());
      if (this.data.status === "ready") return;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

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

  entry({ ply, seat, text, change }) {
    const signed = `${change < 0 ? "−" : "+"}${Math.round(100 * Math.abs(change))}`;
    const number = h("span", { class: "faint" }, say("chances of", this.data.seats[seat].name, signed));
    return h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => this.move(ply, true) }, h("span", {}, text), number));
  }

  draw() {
    const { plies, seats, shares, swings } = this.data;
    const [width, height] = [this.face.clientWidth, this.face.clientHeight];
    if (!width || shares.length < 2) return;
    const cloths = seats.map((seat) => cloth(seat.style));
    const bands = seats.map((_, seat) => band(shares, seat, plies, width, height));
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

  /** Show which moment is looked at. */
  at(ply) {
    this.ply = this.data === NOWHERE ? ply : Math.max(0, Math.min(this.data.plies, ply));
    const shares = sharesAt(this.data.shares, this.ply);
    if (!shares) return;
    const { seats, swings } = this.data;
    const told = swings.find((swing) => swing.ply === this.ply)?.text;
    this.bar.show(seats, shares, this.ply);
    this.face.setAttribute("aria-valuenow", String(this.ply));
    this.face.setAttribute("aria-valuetext", [spoken(seats, shares, this.ply), told].filter(Boolean).join(". "));
    this.place();
  }

  place() {
    const width = this.face.clientWidth;
    const x = Math.max(EDGE, Math.min(width - EDGE, placeOf(this.ply ?? 0, this.data.plies, width)));
    this.hand?.setAttribute("transform", `translate(${x} 0)`);
  }

  /** Go to another moment; `decided`: even where one looks around first. */
  move(ply, decided = false) {
    const before = this.ply;
    this.at(ply);
    if (decided || (!this.slowly() && this.ply !== before)) this.go(this.ply);
  }

  point(event) {
    const { left } = this.face.getBoundingClientRect();
    this.face.setPointerCapture(event.pointerId);
    this.move(plyAt(event.clientX - left, this.data.plies, this.face.clientWidth));
  }

  key(event) {
    const { plies, swings } = this.data;
    const ways = {
      ArrowLeft: this.ply - 1,
      ArrowDown: this.ply - 1,
      ArrowRight: this.ply + 1,
      ArrowUp: this.ply + 1,
      Home: 0,
      End: plies,
      PageUp: nextSwing(swings, this.ply, -1, plies),
      PageDown: nextSwing(swings, this.ply, 1, plies),
      Enter: this.ply,
    };
    if (!(event.key in ways)) return;
    event.preventDefault();
    event.stopPropagation(); // the page around may have arrows of its own
    this.move(ways[event.key], event.key === "Enter");
  }
}
