// The room's settings of a new table: pace of bots, chat, clock, hints, programs, research.

import { labelled, select, switched, toggle } from "./fields.js";
import { icon } from "../base/icons.js";
import { h } from "../base/elements.js";
import { prefer, preferred } from "../base/preferences.js";
import { translate } from "../base/language.js";

/** @import { ClockSettingReply } from '../messages.d.ts' */
/** @import { Key } from '../base/language.js' */

/**
 * Every clock the room knows, and how long it runs at first.
 * @type {Record<ClockSettingReply["kind"], { text: Key, seconds: number }>}
 */
const CLOCKS = { move: { text: "clock move", seconds: 60 }, game: { text: "clock game", seconds: 900 } };
const clocks = Object.entries(CLOCKS);

/**
 * A clock as it can be chosen.
 * @param {[string, { text: Key }]} clock
 * @returns {[string, string]}
 */
const named = ([kind, { text }]) => [kind, translate(text)];

export class Settings {
  constructor() {
    this.chat = worded("chat", ["phrases", "free", "off"], "phrases");
    this.pace = worded("pace", ["calm", "brisk", "now"], preferred("pace", "calm"));
    this.pace.addEventListener("change", () => prefer("pace", this.pace.value));
    this.clock = select("clock", [["off", translate("clock off")], ...clocks.map(named)], "off");
    this.zero = worded("zero", ["bot", "resign", "nothing"], "bot");
    this.seconds = h("input", { type: "number", name: "seconds", min: 5, max: 7200 });
    this.friendly = toggle("friendly", true);
    this.programs = toggle("programs", true);
    this.research = toggle("research", false);
    this.clocked = h("div", { class: "stack", hidden: true }, labelled(translate("seconds"), this.seconds), labelled(translate("zero"), this.zero));
    this.clock.addEventListener("change", () => this.renderClock());
    const friendly = switched(translate("friendly"), this.friendly);
    const fields = [labelled(translate("pace"), this.pace), labelled(translate("chat"), this.chat), labelled(translate("clock"), this.clock)];
    const programs = switched(translate("programs"), this.programs);
    const research = switched(translate("research"), this.research);
    const rows = h("div", { class: "stack" }, fields, this.clocked, friendly, programs, research);
    this.element = h("details", { class: "fold" }, h("summary", {}, icon("down"), translate("settings")), rows);
  }

  renderClock() {
    this.clocked.hidden = this.clock.value === "off";
    this.seconds.value = String(clocks.find(([kind]) => kind === this.clock.value)?.[1].seconds ?? "");
  }

  value() {
    const clock = { kind: this.clock.value, seconds: Number(this.seconds.value), zero: this.zero.value };
    const table = { chat: this.chat.value, pace: this.pace.value, friendly: this.friendly.checked, programs: this.programs.checked };
    return { ...table, research: this.research.checked, clock: clock.kind === "off" ? null : clock };
  }
}

/**
 * @param {string} name
 * @param {string[]} values
 * @param {string} chosen
 */
const worded = (name, values, chosen) =>
  select(
    name,
    values.map((value) => [value, translate(`${name} ${value}`)]),
    chosen,
  );
