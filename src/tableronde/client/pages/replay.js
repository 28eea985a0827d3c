// A finished game, move by move: a scrubber, the log, and ways to take it along.

import { badge } from "../stage/badge.js";
import { chancesTool } from "../panels/chances.js";
import { Curve } from "../panels/curve.js";
import { tool } from "../panels/header.js";
import { icon } from "../base/icons.js";
import { copy } from "../panels/invite.js";
import { loadLooks } from "../stage/looks.js";
import { h, refill } from "../base/make.js";
import { updated } from "../stage/picture.js";
import { onPreference, theme } from "../base/preferences.js";
import { Stage } from "../stage/stage.js";
import { announce } from "../base/toast.js";
import { language, say } from "../base/words.js";

const PACE = 1100;

/** Show a replay. */
export async function show(main, data) {
  await loadLooks(data.game);
  main.className = "table-page replay-page";
  new Replay(main, data);
}

class Replay {
  constructor(main, data) {
    this.data = data;
    this.ply = -1;
    this.timer = null;
    this.known = new Map();
    this.strip = this.part("ul", "strip-part", main);
    const stage = this.part("div", "stage-part", main);
    const aside = this.part("div", "aside", main);
    this.captions = this.part("section", "dock-part captions", aside);
    this.controls(aside);
    this.log = this.part("ol", "log scrolls", aside);
    this.extras(aside);
    this.stage = new Stage(stage);
    main.prepend(h("h1", { class: "unseen" }, `${say("replay")} : ${data.title}`));
    this.tell(data.told);
    document.addEventListener("keydown", (event) => this.key(event));
    onPreference((name) => name === "theme" && this.stage.redraw());
    this.go(Number(new URLSearchParams(location.search).get("ply") ?? data.ply ?? 0));
  }

  part(tag, name, parent) {
    const element = h(tag, { class: name });
    parent.append(element);
    return element;
  }

  chip(seat, points) {
    const won = this.data.outcome?.winners?.includes(seat.seat);
    return h(
      "li",
      {},
      h(
        "span",
        { class: `chip${won ? " winner" : ""}` },
        badge(seat.style ?? `seat${seat.seat}`),
        h("span", { class: "who" }, h("span", { class: "player" }, seat.name)),
        points !== undefined && h("span", { class: "points" }, String(points)),
      ),
    );
  }

  controls(parent) {
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: this.data.plies,
      "aria-label": say("replay"),
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.play = h("button", { class: "primary", type: "button", onclick: () => this.toggle() });
    this.dressPlay();
    const steps = [
      tool("first", say("first"), () => this.go(0)),
      tool("previous", say("previous"), () => this.go(this.ply - 1)),
      this.play,
      tool("next", say("next"), () => this.go(this.ply + 1)),
      tool("last", say("last"), () => this.go(this.data.plies)),
    ];
    this.count = h("p", { class: "small faint count-line" });
    const curve = this.part("section", "", parent);
    this.curve = new Curve(curve, this.data.id, (ply) => this.go(ply));
    parent.append(h("section", { class: "controls" }, this.slider, this.count, h("div", { class: "row" }, steps)));
  }

  extras(parent) {
    const { id } = this.data;
    parent.append(
      h(
        "div",
        { class: "row extras" },
        tool("link", say("copy"), () => copy(this.link())),
        tool("copy", say("copy svg"), async () => copy(await (await fetch(this.picture())).text())),
        h(
          "a",
          {
            class: "button tool",
            href: `/t/${id}/record.json`,
            download: `${id}.json`,
            title: say("download"),
            "aria-label": say("download"),
          },
          icon("download"),
        ),
        h("a", { class: "button tool", href: `/review/${id}`, title: say("review title"), "aria-label": say("review title") }, icon("hint")),
        chancesTool(),
        h("a", { class: "button", href: `/new/${this.data.game}` }, say("play")),
      ),
    );
  }

  link() {
    return new URL(`/replay/${this.data.id}?ply=${this.ply}`, location.href).href;
  }

  picture() {
    return `/t/${this.data.id}.svg?ply=${this.ply}&theme=${theme()}&lang=${language}`;
  }

  tell(lines) {
    refill(
      this.log,
      lines.map(({ ply, text }) =>
        h("li", { value: ply }, h("button", { type: "button", class: "quiet", "data-ply": ply, onclick: () => this.go(ply) }, text)),
      ),
    );
  }

  /** Go to a moment of the game. */
  async go(ply) {
    const to = Math.max(0, Math.min(this.data.plies, ply));
    if (to === this.ply) return;
    this.ply = to;
    this.slider.value = to;
    this.curve.at(to);
    this.count.textContent = `${to} / ${this.data.plies}`;
    for (const button of this.log.querySelectorAll("[data-ply]"))
      button.setAttribute("aria-current", String(Number(button.dataset.ply) === to));
    const moment = await this.moment(to);
    if (this.ply === to) this.show(moment);
  }

  async moment(ply) {
    if (!this.known.has(ply)) this.known.set(ply, await (await fetch(`/replay/${this.data.id}.json?ply=${ply}&lang=${language}`)).json());
    return this.known.get(ply);
  }

  show({ scene, scores, seats }) {
    refill(
      this.strip,
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
    this.timer = this.timer ? null : setInterval(() => this.step(), PACE);
    if (this.timer && this.ply >= this.data.plies) this.go(0);
    this.dressPlay();
  }

  step() {
    if (this.ply >= this.data.plies) this.toggle();
    else this.go(this.ply + 1);
  }

  dressPlay() {
    refill(this.play, icon(this.timer ? "pause" : "next"), say(this.timer ? "pause" : "play replay"));
  }

  key({ key, target }) {
    if (target.matches("input")) return;
    if (key === "ArrowRight") this.go(this.ply + 1);
    if (key === "ArrowLeft") this.go(this.ply - 1);
    if (key === " " && target.tagName !== "BUTTON" && target.tagName !== "A") this.toggle();
  }
}
