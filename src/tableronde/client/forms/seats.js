// The seats of a new table: how many, and who sits where.

import { select } from "./fields.js";
import { icon } from "../base/icons.js";
import { levelChoices, usual } from "../base/levels.js";
import { h, refill } from "../base/make.js";
import { preferred } from "../base/preferences.js";
import { read, say } from "../base/words.js";

const KINDS = { me: "me", here: "here", bot: "bot", open: "open seat" };
const PEOPLE = ["me", "here"];

export class Seats {
  constructor(holder, data) {
    this.holder = holder;
    this.data = data;
    this.company = "bot";
    this.resize(data.players[0]);
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
    this.rows = Array.from({ length: this.count }, (_, seat) => new Row(seat, seat === 0 ? "me" : this.company, this.data));
    refill(
      this.holder,
      this.rows.map((row) => row.element),
    );
  }
}

/** One seat: what kind of player, and the name or the level. */
class Row {
  constructor(seat, kind, { seat_names: names, suggested }) {
    this.usual = read(names?.[seat]) || `${seat + 1}`;
    this.kind = select(
      "kind",
      Object.entries(KINDS).map(([value, words]) => [value, say(words)]),
      kind,
    );
    const mine = seat === 0; // one's own name may be left out, and no other than one's own is ever remembered
    this.name = h("input", {
      maxlength: 24,
      placeholder: mine ? say("name optional") : this.usual,
      value: mine ? preferred("name") : "",
      autocomplete: "off",
    });
    this.level = select("level", levelChoices(suggested), usual(suggested));
    const words = [say("seats"), say("name"), say("level")];
    [this.kind, this.name, this.level].forEach((input, i) => input.setAttribute("aria-label", `${words[i]} ${seat + 1}`));
    this.kind.addEventListener("change", () => this.adapt());
    this.element = h("li", { class: "seat-row" }, icon("chair"), this.kind, this.name, this.level);
    this.adapt();
  }

  adapt() {
    this.name.hidden = !PEOPLE.includes(this.kind.value);
    this.level.hidden = this.kind.value !== "bot";
  }

  value() {
    const kind = this.kind.value;
    if (PEOPLE.includes(kind)) return { kind, name: this.name.value.trim() };
    return kind === "bot" ? { kind, level: this.level.value } : { kind };
  }
}
