// What two seats see differently, as a table of paths.

import { h, refill } from "../../base/elements.js";
import { differences } from "./difference.js";
import { say } from "./dev_strings.js";
import { fillSelect, select } from "./select.js";

/** @import { DevData, Json } from '../../types.d.ts' */

const MOST = 80; // characters of a value

export class DifferencePanel {
  /** @param {(seats: string[]) => Promise<DevData[]>} fetchData */
  constructor(fetchData) {
    this.fetchData = fetchData;
    this.left = select(say("differences"), () => this.draw());
    this.right = select(say("differences"), () => this.draw());
    this.table = h("tbody", {});
    const choice = h("p", { class: "row" }, this.left, this.right);
    this.element = h("details", { class: "dev-differences" }, h("summary", {}, say("differences")), choice, h("table", { class: "small" }, this.table));
    this.element.addEventListener("toggle", () => this.draw());
  }

  /** @param {[string, string][]} seats */
  show(seats) {
    fillSelect(this.left, seats);
    fillSelect(this.right, seats, seats[1]?.[0]);
    this.draw();
  }

  async draw() {
    if (!this.element.open || !this.left.value) return;
    const [left, right] = await this.fetchData([this.left.value, this.right.value]);
    const found = differences(compared(left), compared(right));
    const rows = found.map(({ path, left, right }) => h("tr", {}, h("th", { scope: "row" }, path), cell(left), cell(right)));
    refill(this.table, rows.length ? rows : h("tr", {}, h("td", {}, say("nothing"))));
  }
}

/** @param {DevData} data */
const compared = ({ view, facts }) => /** @type {Json} */ ({ view: view ?? null, facts: facts ?? null });

/** @param {Json | undefined} value */
function cell(value) {
  const text = value === undefined ? "–" : JSON.stringify(value);
  return h("td", {}, h("code", {}, text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text));
}
