// The seats of a new table: how many, and who sits where.

import { icon } from "./icons.js";
import { h, refill } from "./make.js";
import { preferred } from "./preferences.js";
import { levelWords, read, say, usual } from "./words.js";

const KINDS = { me: "me", here: "here", bot: "bot", open: "open seat" };

export class Seats {
  constructor(holder, data) {
    Object.assign(this, { holder, data, company: "bot", rows: [], level: usual(data.levels) });
    this.count = data.players[0];
  }

  /** So many seats. */
  resize(count) {
    this.count = count;
    this.draw();
  }

  /** The seats but one's own are bots, people at this screen, or guests by link. */
  gather(company) {
    this.company = company;
    this.draw();
  }

  /** The seats as the server wants them. */
  value() {
    return this.rows.map((row) => row.value());
  }

  draw() {
    this.rows = Array.from({ length: this.count }, (_, seat) => this.row(seat, seat === 0 ? "me" : this.company));
    refill(this.holder, this.rows.map((row) => row.element));
  }

  row(seat, kind) {
    const default_ = read(this.data.seat_names?.[seat]) || `${seat + 1}`;
    const what = h("select", { "aria-label": `${say("seats")} ${seat + 1}` }, Object.entries(KINDS).map(([value, words]) => h("option", { value, selected: value === kind }, say(words))));
    const name = h("input", { maxlength: 24, value: seat === 0 ? preferred("name") : "", placeholder: default_, "aria-label": `${say("name")} ${seat + 1}`, autocomplete: seat === 0 ? "nickname" : "off" });
    const level = h("select", { "aria-label": `${say("level")} ${seat + 1}` }, this.data.levels.map((each) => h("option", { value: each, selected: each === this.level }, levelWords(each))));
    const adapt = () => {
      name.hidden = !["me", "here"].includes(what.value);
      level.hidden = what.value !== "bot";
    };
    what.addEventListener("change", adapt);
    adapt();
    const value = () => ({ me: { kind: "me", name: name.value.trim() || default_ }, here: { kind: "here", name: name.value.trim() || default_ }, bot: { kind: "bot", level: level.value }, open: { kind: "open" } })[what.value];
    return { element: h("li", { class: "seat-row" }, icon("chair"), what, name, level), value };
  }
}
