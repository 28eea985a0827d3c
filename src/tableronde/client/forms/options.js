// The rules of a new table: a variant, or each option separately.

import { field, labelled, select } from "./fields.js";
import { initial } from "./initial.js";
import { icon } from "../base/icons.js";
import { h, refill } from "../base/elements.js";
import { localize, translate } from "../base/language.js";

/** @import { Choice, Field } from './fields.js' */
/** @import { GameData, Implied, OptionData, OptionValue, VariantData } from '../types.d.ts' */

export class Options {
  /** @param {Pick<GameData, "game" | "variants" | "options" | "implied">} game */
  constructor({ game, variants = [], options = [], implied = null }) {
    this.game = game;
    this.options = options;
    /** @type {Pick<VariantData, "options" | "implied">} */
    this.usual = { options: {}, implied };
    /** @type {Field[]} */
    this.fields = [];
    this.holder = h("div", { class: "stack" });
    /** @type {Choice[]} */
    const choices = variants.map(({ name, title }) => [name, localize(title) || name]);
    this.choice = select("variant", [...choices, ["", translate("variant own")]]);
    this.variant = variants.length > 0 && labelled(translate("variant"), this.choice);
    this.element = h("details", { class: "fold", hidden: !options.length }, h("summary", {}, icon("down"), translate("options")), this.holder);
    this.choice.addEventListener("change", () => this.fill(this.chosen(variants)));
    this.holder.addEventListener("change", () => this.tailor());
    this.fill(this.chosen(variants));
    this.preset(new URLSearchParams(location.search));
  }

  /**
   * Choose the options that an address names, and show them; one without a value is left to be chosen.
   * @param {URLSearchParams} query
   */
  preset(query) {
    const named = this.options.filter(({ name }) => query.has(name));
    if (!named.length) return;
    const values = named.map((option) => /** @type {const} */ ([option.name, readValue(option, query.get(option.name) ?? "")]));
    this.fill({ ...this.usual, options: Object.fromEntries(values.filter(([, value]) => value !== undefined)) });
    this.element.open = true;
    for (const each of this.fields) each.element.classList.toggle("asked-for", query.has(each.name));
    void this.tailor();
  }

  /** @param {VariantData[]} variants */
  chosen(variants) {
    return variants.find(({ name }) => name === this.choice.value) ?? this.usual;
  }

  /** @param {Pick<VariantData, "options" | "implied">} variant */
  fill({ options, implied }) {
    this.fields = this.options.map((option) => field(option, option.name in options ? options[option.name] : initial(option, implied)));
    refill(
      this.holder,
      this.fields.map((each) => each.element),
    );
    this.imply(implied);
  }

  /**
   * Show in each field what its default means.
   * @param {Implied} implied
   */
  imply(implied) {
    for (const each of this.fields) each.imply(implied ? implied[each.name] : null);
  }

  /** After a choice, ask the room what it implies for the other options. */
  async tailor() {
    this.choice.value = "";
    const fields = this.fields;
    const answer = await fetch(`/implied/${this.game}.json?${new URLSearchParams(Object.entries(this.value()).map(written))}`);
    if (answer.ok && fields === this.fields) this.imply((await answer.json()).implied);
  }

  /** Return the options for the server, without those left to the game or not applicable. */
  value() {
    const set = this.fields.filter((each) => !each.element.hidden).map((each) => [each.name, each.value()]);
    return Object.fromEntries(set.filter(([, value]) => value !== undefined));
  }
}

/**
 * A value as it stands in an address; undefined if it is none of this option.
 * @param {OptionData} option
 * @param {string} text
 * @returns {OptionValue | undefined}
 */
function readValue({ kind, words }, text) {
  const chosen = text.split(",").filter((word) => words.includes(word));
  if (kind === "bool") return { true: true, false: false }[text];
  if (kind === "int") return /^-?\d+$/.test(text) ? Number(text) : undefined;
  return kind === "words" ? chosen : chosen[0];
}

/** @param {[name: string, value: OptionValue]} values */
const written = ([name, value]) => [name, String(value)];
