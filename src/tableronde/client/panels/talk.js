// The log in words and the chat, as tabs of one panel; once the game is over, the curve of everybody's chances as well.

import { icon } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { isMuted, remind } from "./mute.js";
import { onPreference } from "../base/preferences.js";
import { sound } from "../base/sound.js";
import { announce, toast } from "../base/toast.js";
import { say } from "../base/words.js";

export class Talk {
  /** `recall(ply)` shows the moment of a line again. */
  constructor(holder, line, recall) {
    this.holder = holder;
    this.line = line;
    this.recall = recall;
    this.lines = new Map();
    this.notices = [];
    this.heard = [];
    /** @type {(yes: boolean) => void} */
    this.onNews = () => {};
    this.log = h("div", { class: "log scrolls", tabindex: "0", role: "log", "aria-live": "off", "aria-label": say("log") });
    this.chats = h("div", { class: "chats scrolls", tabindex: "0", role: "log", "aria-label": say("chat") });
    this.foot = h("div", { class: "chat-foot" });
    this.curve = h("section", { class: "scrolls" });
    const tabs = [this.tab("log", true), this.tab("chances", false, say("chances tab")), this.tab("chat", false)];
    this.tabs = h("div", { class: "tabs", role: "tablist" }, tabs);
    tabs[1].hidden = true;
    const panel = (name, ...content) =>
      h(
        "div",
        { class: "tab-panel", role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, hidden: name !== "log" },
        content,
      );
    holder.append(this.tabs, panel("log", this.log), panel("chances", this.curve), panel("chat", this.chats, this.foot));
    new ResizeObserver(() => this.follow()).observe(this.log); // the coach above speaks later
    line.on("told", (lines) => this.told(lines));
    line.on("past", ({ told }) => this.told(told));
    line.on("back", (ply) => this.cut(ply));
    line.on("chat", (chat) => this.said(chat));
    line.on("state", (state) => state === "open" && this.begin());
    line.on("table", (table) => this.dress(table));
    onPreference((name) => name === "muted" && this.drawChats());
  }

  tab(name, chosen, words = say(name)) {
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

  choose(name) {
    for (const tab of this.tabs.children) {
      const chosen = tab.id === `tab-${name}`;
      tab.setAttribute("aria-selected", String(chosen));
      tab.setAttribute("tabindex", chosen ? "0" : "-1");
      this.holder.querySelector(`#panel-${tab.id.slice(4)}`).hidden = !chosen;
    }
    if (name === "chat") this.news(false);
    for (const list of [this.log, this.chats]) list.scrollTop = list.scrollHeight;
  }

  arrow(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const tabs = [...this.tabs.querySelectorAll("button:not([hidden])")];
    const other = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
    other.focus();
    other.click();
  }

  /** Whether there is a curve to be seen. */
  offerCurve(yes) {
    const tab = this.tabs.children[1];
    tab.hidden = !yes;
    if (!yes && tab.getAttribute("aria-selected") === "true") this.choose("log");
  }

  /** Log lines by ply; after a reconnect all of them come again. */
  told(lines) {
    const fresh = lines.filter((line) => this.lines.get(line.ply) !== line.text);
    for (const line of lines) this.lines.set(line.ply, line.text);
    this.draw();
    if (fresh.length < 5) announce(fresh.map((line) => line.text).join(" "));
  }

  /** Some events were taken back. */
  cut(ply) {
    for (const later of [...this.lines.keys()].filter((each) => each > ply)) this.lines.delete(later);
    this.draw();
  }

  draw() {
    const after = (ply) => this.notices.filter((notice) => notice.ply === ply).map(({ text }) => h("p", { class: "notice" }, text));
    const lines = [...this.lines].sort(([one], [other]) => one - other);
    refill(
      this.log,
      lines[0]?.[0] > 1 && this.more(lines[0][0] - 1),
      after(0),
      lines.map(([ply, text]) => [
        h("p", { "data-ply": ply }, h("button", { type: "button", class: "moment", onclick: () => this.recall(ply) }, text)),
        after(ply),
      ]),
    );
    if (!this.lines.size) this.log.append(h("p", { class: "empty" }, say("empty log")));
    requestAnimationFrame(() => this.follow());
  }

  /** The newest line is in sight. */
  follow() {
    this.log.scrollTop = this.log.scrollHeight;
  }

  /** What happened before the lines there are. */
  more(before) {
    return h("button", { type: "button", class: "quiet earlier", onclick: () => this.line.send("earlier", { before }) }, say("earlier"));
  }

  /** The line is open: all that was said comes again, but for those not to be heard. */
  begin() {
    this.heard = [];
    this.notices = [];
    this.reminded = false;
    this.drawChats();
  }

  drawChats() {
    const shown = this.heard.filter(({ who }) => !isMuted(who));
    refill(
      this.chats,
      shown.map(({ name, text }) => h("p", {}, h("b", {}, name), " ", text)),
    );
    this.chats.scrollTop = this.chats.scrollHeight;
  }

  /** What the room itself has to say about the game belongs to the log. */
  noticed(notice) {
    this.notices.push(notice);
    this.draw();
    if (Date.now() / 1000 - notice.at < 10) toast(notice.text);
  }

  said(chat) {
    if (chat.ply !== undefined) return this.noticed(chat);
    this.heard.push(chat);
    this.drawChats();
    if (isMuted(chat.who) || Date.now() / 1000 - chat.at > 10) return; // not to be heard, or said before we came
    sound("chat");
    if (!chat.who) toast(`${chat.name} : ${chat.text}`); // a bot, about itself: to be read even where nobody chats
    const seen = this.tabs.lastChild.getAttribute("aria-selected") === "true" && this.holder.offsetParent !== null;
    this.news(!seen);
    if (!seen) announce(`${chat.name} : ${chat.text}`);
  }

  /** Whether something was said that has not been looked at: a dot on the tab, and on the way to it where that is closed. */
  news(yes) {
    this.unread = yes;
    this.tabs.lastChild.classList.toggle("news", yes);
    this.onNews(yes);
  }

  dress({ chat, phrases = [] }) {
    if (!this.reminded) remind(this.line);
    this.reminded = true;
    if (this.dressed === chat) return;
    this.dressed = chat;
    this.tabs.lastChild.hidden = chat === "off";
    const ready = phrases.map((phrase, i) =>
      h("button", { type: "button", class: "phrase", onclick: () => this.line.send("chat", { phrase: i }) }, phrase),
    );
    refill(this.foot, h("div", { class: "phrases" }, ready), chat === "free" && this.form());
  }

  form() {
    const field = h("input", {
      name: "text",
      maxlength: 200,
      autocomplete: "off",
      "aria-label": say("message"),
      placeholder: say("message"),
    });
    const submit = (event) => {
      event.preventDefault();
      if (field.value.trim()) this.line.send("chat", { text: field.value.trim() });
      field.value = "";
    };
    return h(
      "form",
      { class: "answer", onsubmit: submit },
      field,
      h("button", { class: "tool", type: "submit", "aria-label": say("send") }, icon("send")),
    );
  }
}
