// The rules of a new table: a variant, or every option by itself.

import { field, labelled, select } from "./fields.js";
import { icon } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { read, say } from "../base/words.js";

export class Options {
  constructor({ game, variants = [], options = [], implied = null }) {
    this.game = game;
    this.options = options;
    this.usual = { options: {}, implied };
    this.holder = h("div", { class: "stack" });
    this.choice = select("variant", [...variants.map(({ name, title }) => [name, read(title) || name]), ["", say("variant own")]]);
    this.variant = variants.length > 0 && labelled(say("variant"), this.choice);
    this.element = h("details", { class: "fold", hidden: !options.length }, h("summary", {}, icon("down"), say("options")), this.holder);
    this.choice.addEventListener("change", () => this.fill(this.chosen(variants)));
    this.holder.addEventListener("change", () => this.tailor());
    this.fill(this.chosen(variants));
  }

  chosen(variants) {
    return variants.find(({ name }) => name === this.choice.value) ?? this.usual;
  }

  fill({ options, implied }) {
    this.fields = this.options.map((option) => field(option, option.name in options ? options[option.name] : option.default));
    refill(
      this.holder,
      this.fields.map((each) => each.element),
    );
    this.imply(implied);
  }

  /** Say in each field what it means to leave it alone. */
  imply(implied) {
    for (const each of this.fields) each.imply(implied ? implied[each.name] : null);
  }

  /** Something was chosen by hand: what follows from it for the rest, the room knows. */
  async tailor() {
    this.choice.value = "";
    const fields = this.fields;
    const answer = await fetch(`/implied/${this.game}.json?${new URLSearchParams(Object.entries(this.value()).map(written))}`);
    if (answer.ok && fields === this.fields) this.imply((await answer.json()).implied);
  }

  /** The options as the server wants them: what is left to the game, or does not exist beside the rest, is left out. */
  value() {
    const set = this.fields.filter((each) => !each.element.hidden).map((each) => [each.name, each.value()]);
    return Object.fromEntries(set.filter(([, value]) => value !== undefined));
  }
}

const written = ([name, value]) => [name, String(value)];
