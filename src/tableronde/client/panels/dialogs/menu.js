// The menu of a table: everything besides playing. Also the requests of other players.

import { ask, dialog } from "../../base/dialog.js";
import { deviceTools, soundTool } from "../home/header.js";
import { forgetButton } from "./forget.js";
import { icon } from "../../base/icons.js";
import { invite } from "./invite.js";
import { h } from "../../base/elements.js";
import { openKeys } from "./keys.js";
import { openRules } from "./rules.js";
import { prefer, preferred } from "../../base/preferences.js";
import { toast } from "../../base/toast.js";
import { translate } from "../../base/language.js";

/** @import { Connection } from '../../connection/connection.js' */
/** @import { AskReply } from '../../messages.d.ts' */
/** @import { Coach } from '../table/coach.js' */

export class Menu {
  /**
   * `coach` is the table's coach; `since` plays what happened since the player's last action.
   * @param {Connection} connection
   * @param {Coach} coach
   * @param {() => void} since
   */
  constructor(connection, coach, since) {
    this.connection = connection;
    this.coach = coach;
    this.since = since;
    this.asking = new Map();
    connection.on("ask", (question) => this.question(question));
  }

  open() {
    const { connection } = this;
    const seated = connection.ownSeats().length > 0;
    const playing = connection.knownTable.status === "playing";
    /**
     * @param {string} name
     * @param {string} words
     * @param {() => unknown} action
     */
    const entry = (name, words, action) =>
      h("button", { type: "button", class: "quiet line", onclick: () => (box.close(), action()) }, icon(name), words);
    const box = dialog(
      connection.knownTable.title,
      connection.knownTable.house && h("p", { class: "small faint" }, connection.knownTable.house),
      h(
        "div",
        { class: "lines" },
        connection.knownTable.rules && entry("rules", translate("rules read"), () => openRules(connection.knownTable.rules ?? "")),
        entry("link", translate("invite"), () => invite(connection)),
        seated && playing && entry("previous", translate("since my turn"), this.since),
        this.coach.fits() &&
          entry("learn", translate(this.coach.speaks() ? "coach off" : "coach on"), () => this.coach.turn(!this.coach.speaks())),
        connection.knownTable.status === "over" &&
          h("a", { class: "button quiet line", href: `/t/${connection.id}/record.json`, download: true }, icon("download"), translate("download")),
        seated &&
          playing &&
          entry("flag", translate("resign"), () => ask(translate("resign sure"), translate("resign"), () => connection.send({ do: "resign", seat: connection.seat }))),
        h("button", { type: "button", class: "quiet line keys-help", onclick: () => (box.close(), openKeys()) }, icon("help"), translate("keys")),
        seated && entry("rematch", translate("rematch"), () => connection.send({ do: "rematch" })),
      ),
      this.settings(),
      forgetButton(),
      h("div", { class: "row", "data-narrow": true }, soundTool(), deviceTools()),
    );
  }

  /** Create the settings of this device. */
  settings() {
    return [
      check("confirm", "off", translate("confirm moves")),
      h("p", { class: "small faint" }, translate("confirm more")),
      check("chances", "on", translate("chances show")),
      h("p", { class: "small faint" }, translate("chances more")),
    ];
  }

  /**
   * Show a request: players who must answer get two buttons, until it is closed.
   * @param {AskReply} ask
   */
  question({ id, text, yours, closed, yes }) {
    this.asking.get(id)?.remove();
    if (closed && yes === false) toast(translate("refused"));
    if (closed || !yours) return closed ? undefined : toast(translate("asked"));
    /**
     * @param {string} words
     * @param {boolean} answer
     */
    const button = (words, answer) =>
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => (box.remove(), this.connection.send({ do: "answer", ask: id, yes: answer })) },
        words,
      );
    /** @type {HTMLElement} */
    const box = toast(text ?? "", button(translate("accept"), true), button(translate("decline"), false));
    this.asking.set(id, box);
  }
}

/**
 * Create a setting of this device that is on or off.
 * @param {string} name
 * @param {string} otherwise
 * @param {string} words
 */
function check(name, otherwise, words) {
  const checked = preferred(name, otherwise) === "on";
  /** @type {HTMLInputElement} */
  const box = h("input", { type: "checkbox", checked, onchange: () => prefer(name, box.checked ? "on" : "off") });
  return h("label", { class: "check" }, box, words);
}
