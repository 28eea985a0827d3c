// The dock: what to do now. Captions, buttons for words without a shape, a text box for an open word, back and confirm.

import { opensIn, windowLeft } from "./clock.js";
import { icon } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { prefer, preferred } from "../base/preferences.js";
import { say } from "../base/words.js";

const LOOK = 5; // seconds before a window opens: until then there is something to look at

export class Dock {
  constructor(holder, line, chooser, race) {
    this.holder = holder;
    this.line = line;
    this.chooser = chooser;
    this.race = race;
    this.captions = h("div", { class: "captions" });
    this.onlooker = h("p", { class: "note", hidden: true }, icon("eye"), say("onlooker"));
    this.window = h("p", { class: "window", role: "timer", hidden: true });
    this.explained = h("p", { class: "goal explained", hidden: true }, say("race first"));
    this.bar = h("div", { class: "bar", role: "group", "aria-label": say("choices") });
    this.hurry = h("button", { type: "button", class: "quiet", hidden: true }, icon("last"), say("at once"));
    this.goal = h("p", { class: "goal", hidden: true });
    holder.append(this.goal, this.captions, this.onlooker, this.explained, this.window, this.bar, this.hurry);
    line.on("table", (table) => this.dress(table));
    setInterval(() => this.countDown(), 250);
  }

  /** Whether one only looks on; and how the game is won, to who has not played it twice on this device. */
  dress({ goal, game, status, id }) {
    const seated = this.line.mine().length > 0;
    this.onlooker.hidden = seated;
    const played = preferred(`played ${game}`).split(" ").filter(Boolean);
    if (seated && status === "over" && !played.includes(id)) prefer(`played ${game}`, [...played, id].slice(-2).join(" "));
    this.goal.hidden = !goal || !seated || status !== "playing" || played.length > 1;
    this.goal.textContent = goal ?? "";
  }

  /** Show the captions and the buttons that belong to this picture; one that unfolds may be seen at once. */
  draw(picture, unfolds) {
    const shown = new Set(picture.areas.flatMap((area) => [...area.shapes.values()].map((shape) => shape.word)));
    this.caption(picture.captions);
    this.hurry.hidden = !unfolds;
    const words = [...this.chooser.offers()].filter(([word]) => !shown.has(word));
    this.offer(this.choices(words), this.chooser.canGoBack() && this.back());
    this.bar.classList.toggle("many", words.length > 6);
    this.countDown();
  }

  /** Put buttons there; what would look the same stays: a finger may be on it. */
  offer(...buttons) {
    const bar = h("div", {}, ...buttons);
    if (this.race.now || bar.innerHTML !== this.bar.innerHTML) this.bar.replaceChildren(...bar.childNodes);
  }

  choices(words) {
    const { held } = this.chooser;
    if (this.race.now) return this.race.buttons();
    if (held) return held.open ? this.textBox(held) : this.confirmation(held);
    return [...words.map(([word, label]) => this.button(word, label)), this.line.choices?.rotates && this.turning()];
  }

  caption(captions) {
    const end = this.line.table.status === "over" ? this.line.outcome : null;
    const given = end?.reason === "resign"; // the picture still says whose turn it was
    const news = given ? [] : captions.filter((caption) => caption !== end?.text); // how it ended stands above
    refill(
      this.captions,
      news.map((caption) => h("p", {}, caption)),
    );
    requestAnimationFrame(() => this.letScroll()); // measured once, when all that is new has come
  }

  /** Captions longer than their place can be reached, and scrolled, by keys. */
  letScroll() {
    if (this.captions.scrollHeight > this.captions.clientHeight) this.captions.setAttribute("tabindex", "0");
    else this.captions.removeAttribute("tabindex");
  }

  /** The buttons in order, for digits and arrows. */
  buttons() {
    return [...this.bar.querySelectorAll("button")];
  }

  first() {
    return this.bar.querySelector("input, button");
  }

  button(word, label) {
    return h("button", { type: "button", class: "choice", "data-word": word, onclick: () => this.chooser.press(word) }, label);
  }

  back() {
    const properties = { type: "button", class: "quiet back", "aria-label": say("back"), onclick: () => this.chooser.back() };
    return h("button", properties, icon("back"), h("span", {}, say("back")));
  }

  /** What is held can be turned: by the wheel, a key, or this button. */
  turning() {
    return h("button", { type: "button", class: "quiet turning", onclick: () => this.chooser.rotate(1) }, icon("turn"), say("turn it"));
  }

  /** An action waits; where it deserves a second thought it says why, and where something else may have been meant it offers that. */
  confirmation({ second }) {
    const another = () => this.chooser.another();
    return [
      this.chooser.others.length > 1 && h("button", { type: "button", class: "quiet another", onclick: another }, say("another")),
      second && h("p", { class: "second", role: "alert" }, second),
      h("button", { type: "button", class: "primary", onclick: () => this.chooser.confirm() }, icon("check"), say(second ? "sure" : "confirm")),
    ];
  }

  textBox(held) {
    const before = this.bar.querySelector("input")?.value ?? ""; // what is being written stays while others act
    const field = h("input", {
      name: "word",
      value: before,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      required: true,
      maxlength: 60,
      "aria-label": held.label ?? say("answer"),
      placeholder: say("answer"),
    });
    const submit = (event) => {
      event.preventDefault();
      if (field.value.trim()) this.chooser.confirm(field.value.trim());
    };
    if (matchMedia("(pointer: fine)").matches) queueMicrotask(() => field.focus());
    return h(
      "form",
      { class: "answer", onsubmit: submit },
      field,
      h("button", { class: "primary", type: "submit", "aria-label": say("send") }, icon("send")),
    );
  }

  /** How long one may still react, or in how long one may. */
  countDown() {
    const { clock } = this.line;
    const left = windowLeft(clock);
    const early = opensIn(clock);
    this.window.hidden = left === null;
    this.explained.hidden = left === null || !clock.first || early > LOOK;
    this.holder.classList.toggle("racing", left !== null);
    this.holder.classList.toggle("raced", left !== null && early === null);
    if (left !== null) this.window.textContent = early === null ? say("slap", left) : say("slap soon", early);
  }
}
