// The tools of a table in the header: the most used ones, and the menu with the rest.

import { tool } from "../home/header.js";
import { byId, refill } from "../../base/elements.js";
import { translate } from "../../base/language.js";

/** @import { Connection } from '../../connection/connection.js' */
/** @import { TableReply } from '../../messages.d.ts' */

export class TableTools {
  /**
   * `does` has the functions of the buttons: `hint`, `chat` (with the log), `rules`, `invite`, `keys`, `menu`.
   * @param {Connection} connection
   * @param {Record<"hint" | "chat" | "rules" | "invite" | "keys" | "menu", () => void>} does
   */
  constructor(connection, does) {
    this.connection = connection;
    const wide = { "data-wide": true };
    this.hint = tool("hint", translate("hint"), does.hint);
    this.undo = tool("undo", translate("undo"), () => connection.send({ do: "undo" }));
    this.log = tool("log", translate("log"), does.chat, { "data-narrow": true });
    this.rules = tool("rules", translate("rules"), does.rules, wide);
    const link = tool("link", translate("invite"), does.invite, wide);
    const keys = tool("help", translate("keys"), does.keys, { ...wide, class: "tool keys-help" });
    refill(byId("tools"), this.hint, this.undo, this.log, this.rules, link, keys, tool("menu", translate("menu"), does.menu, {}, translate("menu brief")));
    connection.on("table", (table) => this.render(table));
    connection.on("turn", ({ undo }) => (this.undo.disabled = undo === null));
  }

  /**
   * Mark unread messages by a dot on the chat button, if the chat is not visible.
   * @param {boolean} yes
   */
  markUnread(yes) {
    this.log.classList.toggle("news", yes);
    this.log.setAttribute("aria-label", yes ? `${translate("log")}, ${translate("chat news")}` : translate("log"));
  }

  /** @param {TableReply} table */
  render(table) {
    const seated = this.connection.ownSeats().length > 0 && table.status === "playing";
    this.hint.hidden = !seated || table.friendly === false;
    this.undo.hidden = !seated;
    this.rules.hidden = !table.rules;
  }
}
