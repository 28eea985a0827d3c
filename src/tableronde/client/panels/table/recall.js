// Earlier positions during the game: each line of the log shows its position, and one key plays all since the player's last action.

import { icon } from "../../base/icons.js";
import { h, refill } from "../../base/elements.js";
import { announce } from "../../base/toast.js";
import { translate } from "../../base/language.js";
import { updated } from "../../board/picture.js";

/** @import { Picture } from '../../board/picture.js' */
/** @import { Connection } from '../../connection/connection.js' */
/** @import { RecallReply } from '../../messages.d.ts' */

const STEP = 1400; // milliseconds between two positions during playback

export class Recall {
  /**
   * `show(picture)` draws an earlier position; `show(null)` goes back to the current one.
   * @param {HTMLElement} holder
   * @param {Connection} connection
   * @param {(picture: Picture | null) => void} show
   */
  constructor(holder, connection, show) {
    this.connection = connection;
    this.show = show;
    /** @type {number | null} */
    this.ply = null; // the position shown; null: the current one
    this.plies = 0;
    /** @type {number | null} */
    this.until = null; // the position at which playback ends
    this.timer = 0;
    /** @type {((ply: number | null) => void)[]} */
    this.listeners = [];
    this.bar = h("div", { class: "recall-bar", role: "group", "aria-label": translate("recall"), hidden: true });
    holder.append(this.bar);
    connection.on("recall", (recall) => this.receive(recall));
    connection.on("turn", ({ ply }) => this.ply !== null && ply < this.ply && this.leave());
  }

  /**
   * Call a listener with the ply of the position shown; null: the current one.
   * @param {(ply: number | null) => void} listener
   */
  onMoment(listener) {
    this.listeners.push(listener);
  }

  /**
   * Show the position after `ply` events.
   * @param {number} ply
   */
  go(ply) {
    clearTimeout(this.timer);
    this.until = null;
    this.ask(ply);
  }

  /** Play what has happened since the player's last action. */
  since() {
    const { acted = 0, ply = 0 } = this.connection.turn ?? {};
    if (acted >= ply) return announce(translate("recall nothing"));
    this.until = ply;
    this.ask(acted);
  }

  /** @param {number} ply */
  ask(ply) {
    this.ply = ply;
    this.connection.send({ do: "recall", ply });
  }

  /** @param {RecallReply} recall */
  receive({ ply, plies, scene, told }) {
    if (ply !== this.ply) return;
    this.plies = plies;
    this.show(updated(null, scene));
    for (const listener of this.listeners) listener(ply);
    this.draw(told.join(" "));
    announce(told.join(" "));
    if (this.until !== null) this.timer = setTimeout(() => (ply < (this.until ?? 0) ? this.ask(ply + 1) : this.leave()), STEP);
  }

  /** @param {string} text */
  draw(text) {
    const ply = this.ply ?? 0;
    /**
     * @param {string} name
     * @param {string} words
     * @param {() => unknown} action
     * @param {boolean} disabled
     */
    const tool = (name, words, action, disabled = false) =>
      h("button", { type: "button", class: "tool", "aria-label": words, title: words, disabled, onclick: action }, icon(name));
    this.bar.hidden = false;
    refill(
      this.bar,
      tool("previous", translate("recall previous"), () => this.go(ply - 1), ply <= 0),
      h("p", {}, text || translate("recall start")),
      tool("next", translate("recall next"), () => (ply + 1 < this.plies ? this.go(ply + 1) : this.leave())),
      h("button", { type: "button", class: "quiet", onclick: () => this.leave() }, translate("recall leave")),
    );
  }

  /** Go back to the current position; false if it was shown already. */
  leave() {
    if (this.ply === null) return false;
    clearTimeout(this.timer);
    this.ply = this.until = null;
    this.bar.hidden = true;
    this.show(null);
    for (const listener of this.listeners) listener(null);
    return true;
  }
}
