// The menu of a table: what can be done there besides playing. And what somebody else there asks for.

import { ask, dialog } from "../base/dialog.js";
import { deviceTools, soundTool } from "./header.js";
import { icon } from "../base/icons.js";
import { invite } from "./invite.js";
import { h } from "../base/make.js";
import { openRules } from "./rules.js";
import { prefer, preferred } from "../base/preferences.js";
import { toast } from "../base/toast.js";
import { say } from "../base/words.js";

export class Menu {
  /** `coach` tells what may be done; `since` plays again what happened since one's turn. */
  constructor(line, coach, since) {
    this.line = line;
    this.coach = coach;
    this.since = since;
    this.asking = new Map();
    line.on("ask", (question) => this.question(question));
  }

  open() {
    const { line } = this;
    const seated = line.mine().length > 0;
    const playing = line.table.status === "playing";
    const entry = (name, words, action) =>
      h("button", { type: "button", class: "quiet line", onclick: () => (box.close(), action()) }, icon(name), words);
    const box = dialog(
      line.table.title,
      line.table.house && h("p", { class: "small faint" }, line.table.house),
      h(
        "div",
        { class: "lines" },
        line.table.rules && entry("rules", say("rules read"), () => openRules(line.table.rules)),
        entry("link", say("invite"), () => invite(line)),
        seated && playing && entry("previous", say("since my turn"), this.since),
        this.coach.fits() &&
          entry("learn", say(this.coach.speaks() ? "coach off" : "coach on"), () => this.coach.turn(!this.coach.speaks())),
        line.table.status === "over" &&
          h("a", { class: "button quiet line", href: `/t/${line.id}/record.json`, download: true }, icon("download"), say("download")),
        seated &&
          playing &&
          entry("flag", say("resign"), () => ask(say("resign sure"), say("resign"), () => line.send("resign", { seat: line.seat }))),
        seated && entry("rematch", say("rematch"), () => line.send("rematch")),
      ),
      this.settings(),
      h("div", { class: "row", "data-narrow": true }, soundTool(), deviceTools()),
      h("p", { class: "small faint keys-help" }, say("keys")),
    );
  }

  /** What this device may want to have otherwise. */
  settings() {
    return [
      check("confirm", "off", say("confirm moves")),
      h("p", { class: "small faint" }, say("confirm more")),
      check("chances", "on", say("chances show")),
      h("p", { class: "small faint" }, say("chances more")),
    ];
  }

  /** Somebody asks for something: those who are to answer get two buttons, until it is settled. */
  question({ id, text, yours, closed, yes }) {
    this.asking.get(id)?.remove();
    if (closed && yes === false) toast(say("refused"));
    if (closed || !yours) return closed ? undefined : toast(say("asked"));
    const button = (words, answer) =>
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => (box.remove(), this.line.send("answer", { ask: id, yes: answer })) },
        words,
      );
    const box = toast(text, button(say("accept"), true), button(say("decline"), false));
    this.asking.set(id, box);
  }
}

/** Something of this device that is on or off. */
function check(name, otherwise, words) {
  const checked = preferred(name, otherwise) === "on";
  const box = h("input", { type: "checkbox", checked, onchange: () => prefer(name, box.checked ? "on" : "off") });
  return h("label", { class: "check" }, box, words);
}
