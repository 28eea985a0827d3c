// What can be done at a table besides playing: the tools in the header, and the menu that holds the rest.

import { ask, dialog } from "./dialog.js";
import { deviceTools, soundTool, tool } from "./header.js";
import { icon } from "./icons.js";
import { invite } from "./invite.js";
import { h, refill } from "./make.js";
import { prefer, preferred } from "./preferences.js";
import { announce, toast } from "./toast.js";
import { say } from "./words.js";

export class Menu {
  constructor(room, stage, openTalk) {
    Object.assign(this, { room, stage, openTalk, step: 0, asking: new Map() });
    this.hintTool = tool("hint", say("hint"), () => this.hint());
    this.undoTool = tool("undo", say("undo"), () => room.send("undo", { seat: room.seat }));
    const wide = { "data-wide": true };
    refill(
      document.getElementById("tools"),
      this.hintTool,
      this.undoTool,
      tool("log", say("log"), openTalk, { "data-narrow": true }),
      tool("rules", say("rules"), () => open(`/rules/${room.table.game}`, "_blank", "noopener"), wide),
      tool("link", say("invite"), () => invite(room), wide),
      tool("menu", say("menu"), () => this.open()),
    );
    room.on("table", () => this.dress());
    room.on("turn", (turn) => this.fresh(turn));
    room.on("hint", (hint) => this.show(hint));
    room.on("ask", (question) => this.question(question));
  }

  dress() {
    const { table } = this.room;
    const seated = this.room.mine().length > 0 && table.status === "playing";
    this.hintTool.hidden = !seated || table.friendly === false;
    this.undoTool.hidden = !seated;
  }

  open() {
    const { room } = this;
    const seated = room.mine().length > 0;
    const playing = room.table.status === "playing";
    const line = (name, words, action) =>
      h("button", { type: "button", class: "quiet line", onclick: () => (box.close(), action()) }, icon(name), words);
    const box = dialog(
      room.table.title,
      room.table.house && h("p", { class: "small faint" }, room.table.house),
      h(
        "div",
        { class: "lines" },
        h(
          "a",
          { class: "button quiet line", href: `/rules/${room.table.game}`, target: "_blank", rel: "noopener" },
          icon("rules"),
          say("rules read"),
        ),
        line("link", say("invite"), () => invite(room)),
        room.table.status === "over" &&
          h("a", { class: "button quiet line", href: `/t/${room.id}/record.json`, download: true }, icon("download"), say("download")),
        seated &&
          playing &&
          line("flag", say("resign"), () => ask(say("resign sure"), say("resign"), () => room.send("resign", { seat: room.seat }))),
        seated && line("rematch", say("rematch"), () => room.send("rematch")),
      ),
      this.confirming(),
      h("div", { class: "row", "data-narrow": true }, soundTool(), deviceTools()),
      h("p", { class: "small faint" }, say("keys")),
    );
  }

  confirming() {
    const box = h("input", {
      type: "checkbox",
      checked: preferred("confirm") === "on",
      onchange: () => prefer("confirm", box.checked ? "on" : "off"),
    });
    return h("label", { class: "check" }, box, say("confirm moves"));
  }

  /** Ask for a hint; asking again at the same move tells more. */
  hint() {
    this.step = Math.min(3, this.step + 1);
    this.room.send("hint", { step: this.step, seat: this.room.seat });
  }

  fresh({ undo }) {
    this.step = 0;
    this.undoTool.disabled = undo === null;
  }

  show({ step, text, words = [] }) {
    for (const node of this.stage.svg.querySelectorAll(".hinted")) node.classList.remove("hinted");
    for (const node of this.stage.pressables()) if (words.includes(node.dataset.word)) node.classList.add("hinted");
    const more = step < 3 && h("button", { type: "button", class: "quiet", onclick: () => (box.remove(), this.hint()) }, say("hint more"));
    const box = toast(text, more);
    announce(text);
  }

  /** Somebody asks for something: those who are to answer get two buttons, until it is settled. */
  question({ id, text, asked = [], closed, yes }) {
    this.asking.get(id)?.remove();
    if (closed && yes === false) toast(say("refused"));
    if (closed || !asked.some((seat) => this.room.mine().includes(seat))) return closed ? undefined : toast(say("asked"));
    const button = (words, answer) =>
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => (box.remove(), this.room.send("answer", { ask: id, yes: answer })) },
        words,
      );
    const box = toast(text, button(say("accept"), true), button(say("decline"), false));
    this.asking.set(id, box);
  }
}
