// The end of a game: how it went for who played, who won and why, a moment of joy, and what can be done next.

import { icon } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { reducedMotion, theme } from "../base/preferences.js";
import { sound } from "../base/sound.js";
import { announce } from "../base/toast.js";
import { language, say } from "../base/words.js";
import { shareResult } from "./share.js";

const SPARKS = 30;

export class Result {
  constructor(holder, line) {
    this.holder = holder;
    this.line = line;
    this.shown = false;
    this.greeted = false;
    line.on("outcome", () => this.draw());
    line.on("table", () => this.draw());
    line.on("next", ({ url }) => location.assign(url));
  }

  draw() {
    const { outcome, table } = this.line;
    this.holder.hidden = table?.status !== "over" || !outcome;
    if (this.holder.hidden) return void (this.shown = this.greeted = false);
    const { personal, text } = outcome;
    refill(this.holder, h("h2", {}, personal || text), personal && h("p", {}, text), this.buttons());
    if (this.shown) return;
    this.shown = true;
    announce([personal, text].filter(Boolean).join(" "));
    queueMicrotask(() => this.greet()); // by then it is known whether the end is to be watched first
  }

  /** Sound and joy, once, when the end has been watched. */
  greet() {
    if (!this.shown || this.greeted || document.getElementById("main").dataset.film) return;
    this.greeted = true;
    sound(this.won() ? "won" : "over");
    if (this.won() && !reducedMotion()) this.rejoice();
  }

  won() {
    const { outcome, table } = this.line;
    return outcome.winners.length < table.seats.length && outcome.winners.some((seat) => this.line.mine().includes(seat));
  }

  /** Sparks of the seats' colours rise once and are gone. */
  rejoice() {
    const sparks = Array.from({ length: SPARKS }, (_, i) => h("i", { class: "spark", "data-spark": i % 6 }));
    const sky = h("div", { class: "sparks", "aria-hidden": "true" }, sparks);
    this.holder.append(sky);
    for (const spark of sparks) spark.animate(flight(), { duration: 1100 + 700 * Math.random(), easing: "ease-out", fill: "forwards" });
    setTimeout(() => sky.remove(), 2000);
  }

  buttons() {
    const { id } = this.line;
    return h(
      "div",
      { class: "row" },
      this.line.mine().length > 0 &&
        h("button", { class: "primary", type: "button", onclick: () => this.line.send("rematch") }, icon("rematch"), say("rematch")),
      h("a", { class: "button", href: `/replay/${id}` }, icon("eye"), say("again")),
      h("a", { class: "button", href: `/review/${id}` }, icon("hint"), say("review")),
      h(
        "button",
        { type: "button", onclick: () => shareResult(`/t/${id}.svg?theme=${theme()}&lang=${language}`, this.line.outcome.text) },
        icon("share"),
        say("share result"),
      ),
    );
  }
}

/** A way up and out. */
function flight() {
  const [x, y] = [(Math.random() - 0.5) * 320, -60 - 140 * Math.random()];
  return [
    { transform: "translate(0, 0) scale(0.4)", opacity: 1 },
    { transform: `translate(${x}px, ${y}px) scale(1)`, opacity: 1, offset: 0.6 },
    { transform: `translate(${1.2 * x}px, ${y + 40}px) scale(0.8)`, opacity: 0 },
  ];
}
