// The rules of a new table: a variant, or every option by itself.

import { field, labelled, select } from "./fields.js";
import { icon } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { read, say } from "../base/words.js";

export class Options {
  constructor({ variants = [], options = [] }) {
    this.options = options;
    this.holder = h("div", { class: "stack" });
    this.choice = select("variant", [...variants.map(({ name, title }) => [name, read(title) || name]), ["", say("variant own")]]);
    this.variant = variants.length > 0 && labelled(say("variant"), this.choice);
    this.element = h("details", { class: "fold", hidden: !options.length }, h("summary", {}, icon("down"), say("options")), this.holder);
    this.choice.addEventListener("change", () => this.fill(this.chosen(variants)));
    this.holder.addEventListener("change", () => (this.choice.value = ""));
    this.fill(this.chosen(variants));
  }

  chosen(variants) {
    return variants.find(({ name }) => name === this.choice.value)?.options ?? {};
  }

  fill(values) {
    this.fields = this.options.map((option) => field(option, option.name in values ? values[option.name] : option.default));
    refill(
      this.holder,
      this.fields.map((each) => each.element),
    );
  }

  /** The options as the server wants them: what is left to the game is left out. */
  value() {
    const set = this.fields.map((each) => [each.name, each.value()]);
    return Object.fromEntries(set.filter(([, value]) => value !== undefined));
  }
}
