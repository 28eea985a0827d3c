// The room's own settings of a new table: pace of bots, chat, clock, hints, programs, research.

import { labelled, select } from "./fields.js";
import { icon } from "../base/icons.js";
import { h } from "../base/make.js";
import { prefer, preferred } from "../base/preferences.js";
import { say } from "../base/words.js";

const SECONDS = { move: 60, game: 900 };

export class Settings {
  constructor() {
    this.chat = worded("chat", ["phrases", "free", "off"], "phrases");
    this.pace = worded("pace", ["calm", "brisk", "now"], preferred("pace", "calm"));
    this.pace.addEventListener("change", () => prefer("pace", this.pace.value));
    this.clock = worded("clock", ["off", "move", "game"], "off");
    this.zero = worded("zero", ["bot", "resign", "nothing"], "bot");
    this.seconds = h("input", { type: "number", name: "seconds", min: 5, max: 7200 });
    this.friendly = h("input", { type: "checkbox", name: "friendly", checked: true });
    this.programs = h("input", { type: "checkbox", name: "programs", checked: true });
    this.research = h("input", { type: "checkbox", name: "research" });
    this.clocked = h("div", { class: "stack", hidden: true }, labelled(say("seconds"), this.seconds), labelled(say("zero"), this.zero));
    this.clock.addEventListener("change", () => this.dressClock());
    const friendly = h("label", { class: "check" }, this.friendly, say("friendly"));
    const fields = [labelled(say("pace"), this.pace), labelled(say("chat"), this.chat), labelled(say("clock"), this.clock)];
    const programs = h("label", { class: "check" }, this.programs, say("programs"));
    const research = h("label", { class: "check" }, this.research, say("research"));
    const rows = h("div", { class: "stack" }, fields, this.clocked, friendly, programs, research);
    this.element = h("details", { class: "fold" }, h("summary", {}, icon("down"), say("settings")), rows);
  }

  dressClock() {
    this.clocked.hidden = this.clock.value === "off";
    this.seconds.value = SECONDS[this.clock.value] ?? "";
  }

  value() {
    const clock = { kind: this.clock.value, seconds: Number(this.seconds.value), zero: this.zero.value };
    const table = { chat: this.chat.value, pace: this.pace.value, friendly: this.friendly.checked, programs: this.programs.checked };
    table.research = this.research.checked;
    return { ...table, clock: clock.kind === "off" ? null : clock };
  }
}

const worded = (name, values, chosen) =>
  select(
    name,
    values.map((value) => [value, say(`${name} ${value}`)]),
    chosen,
  );
