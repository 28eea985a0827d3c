// Why not? The answer to a press that cannot be, at the place where it was asked: the sentence, its clause, and what can be instead.

import { icon } from "../base/icons.js";
import { h } from "../base/make.js";
import { announce } from "../base/toast.js";
import { say } from "../base/words.js";
import { sound } from "../base/sound.js";

const GAP = 10;

export class Why {
  constructor(stage, line) {
    this.stage = stage;
    this.line = line;
    this.box = null;
    line.on("why", (why) => this.show(why));
    line.on("turn", () => this.close());
    document.addEventListener("pointerdown", (event) => this.box?.contains(event.target) || this.close());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.box && (event.stopPropagation(), this.close()), true);
  }

  show({ word, clause, text, link, possible }) {
    this.close();
    sound("refused");
    const shapes = [...this.stage.svg.querySelectorAll("[data-shape][data-word]")];
    const labels = (this.line.choices?.offers ?? []).filter((offer) => possible.includes(offer.word)).map((offer) => offer.label);
    const instead = labels.length > 0 && labels.length < 6 ? say("why instead", labels.join(" · ")) : labels.length ? say("why marked") : "";
    this.box = h(
      "div",
      { class: "why", role: "note" },
      h("p", {}, text, " ", clause && h("a", { class: "clause", href: link, target: "_blank", rel: "noopener" }, clause)),
      instead && h("p", { class: "small faint" }, instead),
      h("button", { class: "tool", type: "button", "aria-label": say("close"), onclick: () => this.close() }, icon("close")),
    );
    this.stage.holder.append(this.box);
    for (const node of shapes) node.classList.toggle("possible", possible.includes(node.dataset.word));
    this.settle(shapes.find((node) => node.dataset.word === word));
    announce([text, instead].filter(Boolean).join(" "));
  }

  /** Beside the shape that was asked about, within the stage. */
  settle(node) {
    const stage = this.stage.holder.getBoundingClientRect();
    const { width, height } = this.box.getBoundingClientRect();
    const asked = node?.getBoundingClientRect() ?? { left: stage.left + stage.width / 2, right: 0, top: stage.top, bottom: stage.top, width: 0 };
    const left = asked.left + asked.width / 2 - stage.left - width / 2;
    const below = asked.bottom - stage.top + GAP;
    const top = below + height <= stage.height ? below : asked.top - stage.top - GAP - height;
    this.box.style.left = `${Math.max(0, Math.min(left, stage.width - width))}px`;
    this.box.style.top = `${Math.max(0, Math.min(top, stage.height - height))}px`;
  }

  close() {
    this.box?.remove();
    this.box = null;
    for (const node of this.stage.svg.querySelectorAll(".possible")) node.classList.remove("possible");
  }
}
