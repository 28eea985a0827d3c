// The tabs of chat and log, and of the evaluation graph once the game is over.

import { icon } from "../../base/icons.js";
import { find, findAll, h, refill } from "../../base/elements.js";
import { Log } from "./log.js";
import { isMuted, remind } from "./muted.js";
import { onPreference } from "../../base/preferences.js";
import { sound } from "../../base/sound.js";
import { announce, toast } from "../../base/toast.js";
import { translate } from "../../base/language.js";
import { isolated } from "../../base/names.js";

/** @import { Connection } from '../../connection/connection.js' */
/** @import { ChatReply, TableReply } from '../../messages.d.ts' */
/** @import { Children } from '../../types.d.ts' */

export class Chat {
  /**
   * @param {HTMLElement} holder
   * @param {Connection} connection
   * @param {{ recall: (ply: number) => void, onUnread: (yes: boolean) => void }} does `recall` shows the position of a line, `onUnread` gets whether there are unread messages
   */
  constructor(holder, connection, { recall, onUnread }) {
    this.holder = holder;
    this.connection = connection;
    this.onUnread = onUnread;
    /** @type {ChatReply[]} */
    this.messages = [];
    this.reminded = false; // whether the server knows the muted speakers
    this.rendered = ""; // the kind of chat it was drawn for
    this.unread = false;
    this.log = new Log(connection, recall);
    this.chats = h("div", { class: "chats scrolls", tabindex: "0", role: "log", "aria-label": translate("chat") });
    this.foot = h("div", { class: "chat-foot" });
    this.curve = h("section", { class: "scrolls" });
    this.curveTab = this.tab("chances", false, translate("chances tab"));
    this.chatTab = this.tab("chat", false);
    this.tabs = h("div", { class: "tabs", role: "tablist" }, this.tab("log", true), this.curveTab, this.chatTab);
    this.curveTab.hidden = true;
    /**
     * @param {string} name
     * @param {Children[]} content
     */
    const panel = (name, ...content) =>
      h(
        "div",
        { class: "tab-panel", role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, hidden: name !== "log" },
        content,
      );
    holder.append(this.tabs, panel("log", this.log.element), panel("chances", this.curve), panel("chat", this.chats, this.foot));
    connection.on("chat", (message) => this.addMessage(message));
    connection.on("state", (state) => state === "open" && this.begin());
    connection.on("table", (table) => this.render(table));
    onPreference((name) => name === "muted" && this.drawChats());
  }

  /**
   * @param {string} name
   * @param {boolean} chosen
   * @param {string} words
   */
  tab(name, chosen, words = translate(name)) {
    const properties = {
      role: "tab",
      type: "button",
      id: `tab-${name}`,
      "aria-controls": `panel-${name}`,
      "aria-selected": String(chosen),
      tabindex: chosen ? "0" : "-1",
    };
    return h("button", { ...properties, onclick: () => this.choose(name), onkeydown: (event) => this.arrow(event) }, icon(name), words);
  }

  /** @param {string} name */
  choose(name) {
    for (const tab of this.tabs.children) {
      const chosen = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(chosen));
      tab.setAttribute("tabindex", chosen ? "0" : "-1");
      find(this.holder, `#panel-${tab.id.slice(4)}`).hidden = !chosen;
    }
    if (name === "chat") this.markUnread(false);
    for (const list of [this.log.element, this.chats]) list.scrollTop = list.scrollHeight;
  }

  /** @param {KeyboardEvent} event */
  arrow(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const tabs = findAll(this.tabs, "button:not([hidden])");
    const other = tabs[(tabs.indexOf(/** @type {HTMLElement} */ (event.target)) + step + tabs.length) % tabs.length];
    other.focus();
    other.click();
  }

  /**
   * Show or hide the tab of the evaluation graph.
   * @param {boolean} yes
   */
  offerCurve(yes) {
    this.curveTab.hidden = !yes;
    if (!yes && this.curveTab.getAttribute("aria-selected") === "true") this.choose("log");
  }

  /** Start over when the connection opens: all messages come again, except those of muted speakers. */
  begin() {
    this.messages = [];
    this.reminded = false;
    this.drawChats();
  }

  drawChats() {
    const shown = this.messages.filter(({ who }) => !isMuted(who));
    refill(
      this.chats,
      shown.map(({ name, text }) => h("p", {}, h("b", {}, h("bdi", {}, name)), " ", h("bdi", {}, text))),
    );
    this.chats.scrollTop = this.chats.scrollHeight;
  }

  /** @param {ChatReply} chat */
  addMessage(chat) {
    if (chat.ply !== undefined) return this.log.addNotice(chat); // from the room itself, about the game
    this.messages.push(chat);
    const said = `${isolated(chat.name)} : ${isolated(chat.text)}`;
    this.drawChats();
    if (isMuted(chat.who) || Date.now() / 1000 - chat.at > 10) return; // muted, or from before this page was opened
    sound("chat");
    const open = this.holder.offsetParent !== null; // on a phone it is closed
    if (!chat.who || !open) toast(said); // a bot about itself: shown even if the chat is not used
    const seen = this.chatTab.getAttribute("aria-selected") === "true" && open;
    this.markUnread(!seen);
    if (!seen && open) announce(said);
  }

  /**
   * Mark unread messages by a dot on the tab, and on the button that opens the chat if it is closed.
   * @param {boolean} yes
   */
  markUnread(yes) {
    this.unread = yes;
    this.chatTab.classList.toggle("news", yes);
    this.onUnread(yes);
  }

  /** @param {TableReply} table */
  render({ chat, phrases = [] }) {
    if (!this.reminded) remind(this.connection);
    this.reminded = true;
    if (this.rendered === chat) return;
    this.rendered = chat;
    this.chatTab.hidden = chat === "off";
    const ready = phrases.map((phrase, i) =>
      h("button", { type: "button", class: "phrase", onclick: () => this.connection.send({ do: "chat", phrase: i }) }, phrase),
    );
    refill(this.foot, h("div", { class: "phrases" }, ready), chat === "free" && this.form());
  }

  form() {
    const field = h("input", {
      name: "text",
      maxlength: 200,
      autocomplete: "off",
      "aria-label": translate("message"),
      placeholder: translate("message"),
    });
    /** @param {Event} event */
    const submit = (event) => {
      event.preventDefault();
      if (field.value.trim()) this.connection.send({ do: "chat", text: field.value.trim() });
      field.value = "";
    };
    return h(
      "form",
      { class: "answer", onsubmit: submit },
      field,
      h("button", { class: "tool", type: "submit", "aria-label": translate("send") }, icon("send")),
    );
  }
}
