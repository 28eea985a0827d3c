// A closer look for fingers: where choices are too small, the first tap enlarges the stage around it, and the next one chooses.

import { h } from "../base/elements.js";
import { icon } from "../base/icons.js";
import { translate } from "../base/language.js";
import { FINGER } from "./nearest.js";
import { roomOf } from "./targets.js";

/** @import { Stage } from '../board/stage.js' */
/** @import { Chooser } from './chooser.js' */
/** @import { Target } from './nearest.js' */

const LEAST = 24; // CSS pixels: choices with less room are enlarged first
const MOST = 6; // times: farther in, nobody would know where they are

export class Magnifier {
  /**
   * The stage goes back to its size as soon as the picture changes (the page for authors has no connection that says so).
   * @param {Stage} stage
   * @param {Chooser} chooser
   */
  constructor(stage, chooser) {
    this.stage = stage;
    this.button = h("button", { class: "whole-board", hidden: true, onclick: () => this.close() }, icon("close"), translate("whole board"));
    stage.holder.append(this.button);
    chooser.connection?.on("any", ({ scene }) => scene && this.close());
    addEventListener("resize", () => this.close());
  }

  isOpen() {
    return !this.button.hidden;
  }

  /**
   * Enlarge the stage around a tap if the choice it means has too little room; return whether it did.
   * @param {Target} node
   * @param {{ clientX: number, clientY: number }} tap
   */
  opens(node, { clientX, clientY }) {
    const room = roomOf(this.stage.pressables()).get(node) ?? FINGER;
    if (this.isOpen() || room >= LEAST) return false;
    const { left, top } = this.stage.svg.getBoundingClientRect();
    this.stage.svg.style.transformOrigin = `${clientX - left}px ${clientY - top}px`;
    this.stage.svg.style.transform = `scale(${Math.min(MOST, FINGER / room)})`;
    this.mark(true);
    return true;
  }

  close() {
    if (!this.isOpen()) return;
    this.stage.svg.style.transform = "";
    this.mark(false);
  }

  /** @param {boolean} open */
  mark(open) {
    this.button.hidden = !open;
    this.stage.holder.classList.toggle("magnified", open);
  }
}
