// One seat at the page of `tableronde dev`: its picture to press, its other words as buttons, and what it knows as data.

import { badge } from "../../board/badge.js";
import { updated } from "../../board/picture.js";
import { Stage } from "../../board/stage.js";
import { h, refill } from "../../base/elements.js";
import { Pointer } from "../../input/pointer.js";
import { tree } from "./data_tree.js";
import { faultBox } from "./dev_report.js";
import { say } from "./dev_strings.js";

/** @import { Chooser } from '../../input/chooser.js' */
/** @import { DevAnswer, DevData, DevSeat } from '../../types.d.ts' */

/**
 * What a seat can ask of the page.
 * @typedef {object} SeatActs
 * @property {(wish: Record<string, unknown>) => Promise<DevAnswer>} ask
 * @property {(seat: number | null) => Promise<DevData>} data
 */

const PARTS = /** @type {const} */ (["view", "facts", "legal", "tree"]);

export class SeatPanel {
  /**
   * @param {SeatActs} acts
   * @param {string} kind the class of its frame: a card, or a phone
   */
  constructor(acts, kind = "dev-seat") {
    this.acts = acts;
    /** @type {DevSeat | null} */
    this.seat = null;
    this.head = h("h2", { class: "dev-head" });
    const stage = (this.holder = h("div", { class: "dev-stage" }));
    this.fault = h("div", {});
    this.captions = h("div", { class: "dev-captions small" });
    this.words = h("div", { class: "row dev-words" });
    this.said = h("p", { class: "dev-why small", role: "status" });
    this.data = h("details", { class: "dev-data small" }, h("summary", {}, say("data")), h("div", {}));
    this.element = h("section", { class: kind }, this.head, this.fault, stage, this.captions, this.words, this.said, kind === "dev-seat" && this.data);
    this.stage = new Stage(stage);
    new Pointer(this.stage, /** @type {Chooser} */ (/** @type {unknown} */ (this)), () => {});
    this.data.addEventListener("toggle", () => this.fill());
  }

  text = ""; // the seat as it was shown last

  /** Nothing waits to be confirmed here: a press plays. */
  held = null;

  /**
   * Show a seat; one that has not changed is left alone unless the game was `saved`.
   * @param {DevSeat} seat
   * @param {boolean} saved
   */
  show(seat, saved = true) {
    const text = JSON.stringify(seat);
    if (text === this.text && !saved) return;
    this.text = text;
    const fresh = seat.seat !== this.seat?.seat || (seat.scene?.ply ?? -1) !== (this.seat?.scene?.ply ?? -1);
    this.seat = seat;
    this.element.dataset.seat = String(seat.seat ?? "-");
    this.element.classList.toggle("acting", seat.acts);
    this.element.classList.toggle("stale", Boolean(seat.fault));
    refill(this.head, seat.seat !== null && badge(`seat${seat.seat}`), seat.name, seat.acts && h("span", { class: "small dev-turn" }, say("acts")));
    refill(this.fault, seat.fault && faultBox(seat.fault, say("fault draw")));
    if (fresh) refill(this.said);
    this.holder.hidden = !seat.scene && !this.stage.picture; // there is no old picture to keep
    if (seat.scene) this.draw(seat);
    if (this.data.open) this.fill();
  }

  /** @param {DevSeat} seat */
  draw({ scene, choices }) {
    if (!scene) return;
    const offers = new Map((choices?.offers ?? []).map((offer) => [offer.word, offer.label]));
    const drawn = new Set(scene.areas.flatMap((area) => (area.shapes ?? []).map((shape) => shape.word)));
    this.stage.show(updated(null, { ...scene, full: true }), offers);
    refill(
      this.captions,
      scene.captions.map((caption) => h("p", {}, caption)),
    );
    const others = [...offers].filter(([word]) => !drawn.has(word) && word !== "*");
    refill(
      this.words,
      others.map(([word, label]) => h("button", { type: "button", "data-word": word, onclick: () => this.press(word) }, label)),
      (choices?.picked ?? []).length > 0 && h("button", { type: "button", class: "quiet", onclick: () => this.pick([]) }, "×"),
      choices?.open && this.written(choices.action ?? ""),
    );
  }

  /**
   * Create the field for the last word of an open action.
   * @param {string} action
   */
  written(action) {
    const field = h("input", { type: "text", "aria-label": say("write"), placeholder: say("write") });
    const send = () => this.ask({ do: "play", actor: String(this.seat?.seat), action: action.replace(/\*$/, field.value) });
    return h("form", { class: "row", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), send()) }, field, h("button", { type: "submit" }, "↵"));
  }

  /**
   * Press a word, on offer or not.
   * @param {string} word
   */
  press(word) {
    if (this.seat?.seat === null) return;
    this.ask({ do: "press", seat: this.seat?.seat, picked: this.picked(), word });
  }

  /** @param {string[]} words */
  pick(words) {
    if (this.picked().length) this.ask({ do: "pick", seat: this.seat?.seat, picked: words });
  }

  letGo() {
    this.pick([]);
  }

  picked() {
    return this.seat?.choices?.picked ?? [];
  }

  rotate() {
    return false;
  }

  /** @param {Record<string, unknown>} wish */
  async ask(wish) {
    this.text = "";
    const answer = await this.acts.ask(wish);
    refill(this.said, answer.why?.text ?? answer.refused ?? "");
    if (answer.fault) refill(this.fault, faultBox(answer.fault, say("fault ask")));
    if (answer.seat) this.show(answer.seat);
  }

  /** Fill in what the seat knows, if that is open. */
  async fill() {
    if (!this.data.open || !this.seat) return;
    const found = await this.acts.data(this.seat.seat);
    const holder = this.data.lastElementChild;
    if (holder) refill(holder, PARTS.map((part) => tree(say(part), found[part] ?? null, part === "facts")));
  }
}
