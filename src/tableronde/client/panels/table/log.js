// The log of events, line by line. Each line shows its position again.

import { h, refill } from "../../base/elements.js";
import { translate } from "../../base/language.js";
import { announce, toast } from "../../base/toast.js";

/** @import { Connection } from '../../connection/connection.js' */
/** @import { ChatReply, LogLineReply } from '../../messages.d.ts' */

export class Log {
  /**
   * @param {Connection} connection
   * @param {(ply: number) => void} recall shows the position of a line
   */
  constructor(connection, recall) {
    this.connection = connection;
    this.recall = recall;
    /** @type {Map<number, string>} */
    this.lines = new Map(); // by ply
    /** @type {ChatReply[]} */
    this.notices = []; // the room's own notices about the game
    this.element = h("div", { class: "log scrolls", tabindex: "0", role: "log", "aria-live": "off", "aria-label": translate("log") });
    new ResizeObserver(() => this.follow()).observe(this.element); // the coach above may grow later
    connection.on("told", (lines) => this.addLines(/** @type {LogLineReply[]} */ (lines)));
    connection.on("past", ({ told = [] }) => this.addLines(told));
    connection.on("back", (ply) => this.cut(ply));
    connection.on("state", (state) => state === "open" && (this.notices = [])); // the server sends them again
  }

  focus() {
    this.element.focus();
  }

  /**
   * Add lines; after a reconnect all of them come again.
   * @param {LogLineReply[]} lines
   */
  addLines(lines) {
    const fresh = lines.filter(({ ply, text }) => this.lines.get(ply) !== text);
    for (const { ply, text } of lines) this.lines.set(ply, text);
    this.draw();
    if (fresh.length < 5) announce(fresh.map(({ text }) => text).join(" "));
  }

  /** @param {ChatReply} notice */
  addNotice(notice) {
    this.notices.push(notice);
    this.draw();
    if (Date.now() / 1000 - notice.at < 10) toast(notice.text);
  }

  /**
   * Remove the lines of events that were undone.
   * @param {number} ply
   */
  cut(ply) {
    for (const later of [...this.lines.keys()].filter((each) => each > ply)) this.lines.delete(later);
    this.draw();
  }

  draw() {
    /** @param {number} ply */
    const after = (ply) => this.notices.filter((notice) => notice.ply === ply).map(({ text }) => h("p", { class: "notice" }, text));
    const lines = [...this.lines].sort(([one], [other]) => one - other);
    refill(
      this.element,
      lines[0]?.[0] > 1 && this.more(lines[0][0] - 1),
      after(0),
      lines.map(([ply, text]) => [
        h("p", { "data-ply": ply }, h("button", { type: "button", class: "moment", onclick: () => this.recall(ply) }, text)),
        after(ply),
      ]),
    );
    if (!this.lines.size) this.element.append(h("p", { class: "empty" }, translate("empty log")));
    requestAnimationFrame(() => this.follow());
  }

  /** Scroll to the newest line. */
  follow() {
    this.element.scrollTop = this.element.scrollHeight;
  }

  /**
   * Request the lines before the first one shown.
   * @param {number} before
   */
  more(before) {
    return h("button", { type: "button", class: "quiet earlier", onclick: () => this.connection.send({ do: "earlier", before }) }, translate("earlier"));
  }
}
