// The tools of a table, in the header: what is often wanted there, and the way to the rest.

import { tool } from "./header.js";
import { refill } from "../base/make.js";
import { say } from "../base/words.js";

export class Tools {
  /** `does` says what happens: `hint`, `talk` (log and chat), `rules`, `invite`, `menu`. */
  constructor(line, does) {
    this.line = line;
    const wide = { "data-wide": true };
    this.hint = tool("hint", say("hint"), does.hint);
    this.undo = tool("undo", say("undo"), () => line.send("undo", { seat: line.seat }));
    this.log = tool("log", say("log"), does.talk, { "data-narrow": true });
    this.rules = tool("rules", say("rules"), does.rules, wide);
    const link = tool("link", say("invite"), does.invite, wide);
    refill(document.getElementById("tools"), this.hint, this.undo, this.log, this.rules, link, tool("menu", say("menu"), does.menu));
    line.on("table", (table) => this.dress(table));
    line.on("turn", ({ undo }) => (this.undo.disabled = undo === null));
  }

  /** Something was said that has not been read: a dot on the way to it, where the chat is out of sight. */
  heed(yes) {
    this.log.classList.toggle("news", yes);
    this.log.setAttribute("aria-label", yes ? `${say("log")}, ${say("chat news")}` : say("log"));
  }

  dress(table) {
    const seated = this.line.mine().length > 0 && table.status === "playing";
    this.hint.hidden = !seated || table.friendly === false;
    this.undo.hidden = !seated;
    this.rules.hidden = !table.rules;
  }
}
