// The action bar: captions, buttons for words without a shape, a text box for open actions, back and confirm.

import { opensIn, windowLeft } from "./clock.js";
import { icon } from "../../base/icons.js";
import { h, refill } from "../../base/elements.js";
import { prefer, preferred } from "../../base/preferences.js";
import { translate } from "../../base/language.js";

/** @import { Picture } from '../../board/picture.js' */
/** @import { Connection, Held } from '../../connection/connection.js' */
/** @import { Chooser } from '../../input/chooser.js' */
/** @import { Race } from '../../input/race.js' */
/** @import { TableReply } from '../../messages.d.ts' */
/** @import { Children } from '../../types.d.ts' */

const LOOK = 5; // seconds before a reaction window opens: until then the picture has something to show

export class ActionBar {
  /**
   * @param {HTMLElement} holder
   * @param {Connection} connection
   * @param {Chooser} chooser
   * @param {Race} race
   */
  constructor(holder, connection, chooser, race) {
    this.holder = holder;
    this.connection = connection;
    this.chooser = chooser;
    this.race = race;
    this.captions = h("div", { class: "captions" });
    this.spectator = h("p", { class: "note", hidden: true }, icon("eye"), translate("spectator"));
    this.window = h("p", { class: "window", role: "timer", hidden: true });
    this.explained = h("p", { class: "goal explained", hidden: true }, translate("race first"));
    this.bar = h("div", { class: "bar", role: "group", "aria-label": translate("choices") });
    this.hurry = h("button", { type: "button", class: "quiet", hidden: true }, icon("last"), translate("at once"));
    this.goal = h("p", { class: "goal", hidden: true });
    /** @type {number | undefined} */
    this.asked = undefined; // the ply at which it was first the viewer's turn
    this.departs = h("p", { class: "departs small faint", hidden: true });
    const stop = h("button", { type: "button", onclick: () => connection.send({ do: "stop" }) }, icon("flag"), translate("stop"));
    this.decided = h("div", { class: "decided row", hidden: true }, h("p", {}, ""), stop);
    connection.on("turn", ({ decided }) => this.tellDecided(decided));
    holder.append(this.goal, this.departs, this.captions, this.decided, this.spectator, this.explained, this.window, this.bar, this.hurry);
    connection.on("table", (table) => this.render(table));
    setInterval(() => this.countDown(), 250);
  }

  /**
   * Show that the viewer is a spectator, to players the goal of the game (in narrow windows until they have finished it twice on
   * this device), and how the table departs from the booklet.
   * @param {TableReply} table
   */
  render({ goal, game, status, id, departs }) {
    const seated = this.connection.ownSeats().length > 0;
    this.spectator.hidden = seated;
    const played = preferred(`played ${game}`).split(" ").filter(Boolean);
    if (seated && status === "over" && !played.includes(id)) prefer(`played ${game}`, [...played, id].slice(-2).join(" "));
    this.goal.hidden = !goal || !seated || status !== "playing";
    this.goal.classList.toggle("known", played.length > 1);
    this.goal.textContent = goal ?? "";
    this.departs.textContent = this.departs.title = departs ?? "";
    this.tellDepartures();
  }

  /**
   * Offer to stop once nothing can change the result.
   * @param {string} [text]
   */
  tellDecided(text) {
    this.decided.hidden = !text || !this.connection.ownSeats().length;
    if (this.decided.firstElementChild) this.decided.firstElementChild.textContent = text ?? "";
  }

  /**
   * How this table departs from the booklet is said to players until their own first move, which bots may be quicker to make, and to
   * spectators until the first; chance may have opened the game.
   */
  tellDepartures() {
    const { table, turn } = this.connection;
    const ply = turn?.ply ?? 0;
    if (turn?.yours) this.asked ??= ply;
    const isEarly = this.connection.ownSeats().length ? ply <= (this.asked ?? ply) : ply <= 1;
    this.departs.hidden = !table?.departs || table.status !== "playing" || !isEarly;
  }

  /**
   * Show the captions and the buttons of this picture; a running film can be skipped. A word that has a shape at the end of the film
   * gets no button before.
   * @param {Picture} picture
   * @param {boolean} [unfolds]
   * @param {Picture} [final]
   */
  draw(picture, unfolds, final = picture) {
    const shown = new Set([picture, final].flatMap(({ areas }) => areas).flatMap((area) => [...area.shapes.values()].map((shape) => shape.word)));
    this.caption(picture.captions);
    this.tellDepartures();
    this.hurry.hidden = !unfolds;
    const words = [...this.chooser.offers()].filter(([word]) => !shown.has(word));
    this.offer(this.choices(words), this.chooser.canGoBack() && this.back());
    this.bar.classList.toggle("many", words.length > 6);
    this.countDown();
  }

  /**
   * Put buttons into the bar; equal ones are not replaced, because a finger may be on one.
   * @param {Children[]} buttons
   */
  offer(...buttons) {
    const bar = h("div", {}, ...buttons);
    if (this.race.now || bar.innerHTML !== this.bar.innerHTML) this.bar.replaceChildren(...bar.childNodes);
  }

  /** @param {[word: string, label: string][]} words */
  choices(words) {
    const { held } = this.chooser;
    if (this.race.now) return this.race.buttons();
    if (held) return held.open ? this.textBox(held) : this.confirmation(held);
    return [...words.map(([word, label]) => this.button(word, label)), this.connection.choices?.rotates && this.turning()];
  }

  /** @param {string[]} captions */
  caption(captions) {
    const end = this.connection.table?.status === "over" ? this.connection.outcome : null;
    const given = ["resign", "stopped"].includes(end?.reason ?? ""); // then the picture still shows the turn
    const added = given ? [] : captions.filter((caption) => caption !== end?.text); // the result is shown above
    refill(
      this.captions,
      added.map((caption) => h("p", {}, caption)),
    );
    requestAnimationFrame(() => this.letScroll()); // measured once, after all changes
  }

  /** Make captions longer than their place focusable, so that keys can scroll them. */
  letScroll() {
    if (this.captions.scrollHeight > this.captions.clientHeight) this.captions.setAttribute("tabindex", "0");
    else this.captions.removeAttribute("tabindex");
  }

  /** Return the buttons in order, for digits and arrows. */
  buttons() {
    return [...this.bar.querySelectorAll("button")];
  }

  first() {
    return /** @type {HTMLElement | null} */ (this.bar.querySelector("input, button"));
  }

  /**
   * @param {string} word
   * @param {string} label
   */
  button(word, label) {
    return h("button", { type: "button", class: "choice", "data-word": word, onclick: () => this.chooser.press(word) }, label);
  }

  back() {
    const properties = { type: "button", class: "quiet back", "aria-label": translate("back"), onclick: () => this.chooser.back() };
    return h("button", properties, icon("back"), h("span", {}, translate("back")));
  }

  /** Create the button to turn the held piece, besides the wheel and a key. */
  turning() {
    return h("button", { type: "button", class: "quiet turning", onclick: () => this.chooser.rotate(1) }, icon("turn"), translate("turn it"));
  }

  /**
   * Show the confirmation of an action, with the reason if there is one, and other actions that may have been meant.
   * @param {Held} held
   */
  confirmation({ second }) {
    const another = () => this.chooser.another();
    return [
      this.chooser.others.length > 1 && h("button", { type: "button", class: "quiet another", onclick: another }, translate("another")),
      second && h("p", { class: "second", role: "alert" }, second),
      h("button", { type: "button", class: "primary", onclick: () => this.chooser.confirm() }, icon("check"), translate(second ? "sure" : "confirm")),
    ];
  }

  /** @param {Held} held */
  textBox(held) {
    const before = this.bar.querySelector("input")?.value ?? ""; // keep the text being typed while others act
    const field = h("input", {
      name: "word",
      value: before,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      required: true,
      maxlength: 60,
      "aria-label": held.label ?? translate("answer"),
      placeholder: translate("answer"),
    });
    /** @param {Event} event */
    const submit = (event) => {
      event.preventDefault();
      if (field.value.trim()) this.chooser.confirm(field.value.trim());
    };
    if (matchMedia("(pointer: fine)").matches) queueMicrotask(() => field.focus());
    return h(
      "form",
      { class: "answer", onsubmit: submit },
      field,
      h("button", { class: "primary", type: "submit", "aria-label": translate("send") }, icon("send")),
    );
  }

  /** Show how long the reaction window stays open, or when it opens. */
  countDown() {
    const { clock } = this.connection;
    const left = windowLeft(clock);
    const early = opensIn(clock);
    this.window.hidden = left === null;
    this.explained.hidden = left === null || !clock?.first || (early ?? 0) > LOOK;
    this.holder.classList.toggle("racing", left !== null);
    this.holder.classList.toggle("raced", left !== null && early === null);
    if (left !== null) this.window.textContent = early === null ? translate("slap", left) : translate("slap soon", early);
  }
}
