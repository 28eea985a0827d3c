// Between two rounds, or two games of a match: how the first one ended, until the player continues.

import { h, refill } from "../../base/elements.js";
import { announce } from "../../base/toast.js";
import { translate } from "../../base/language.js";

/** @import { Connection } from '../../connection/connection.js' */
/** @import { ChapterReply } from '../../messages.d.ts' */

export class Chapter {
  /**
   * @param {HTMLElement} holder
   * @param {Connection} connection
   */
  constructor(holder, connection) {
    this.holder = holder;
    /** @type {number | null} */
    this.ply = null;
    connection.on("chapter", (chapter) => this.show(chapter));
    connection.on("choices", (choices) => choices?.picked?.length && this.close()); // a player who chooses has continued
    connection.on("turn", ({ ply, acted = 0 }) => (ply < (this.ply ?? 0) || acted > (this.ply ?? 0)) && this.close());
  }

  /** @param {ChapterReply} chapter */
  show({ ply, text }) {
    if (ply === this.ply) return;
    this.ply = ply;
    const onward = h("button", { type: "button", class: "primary", onclick: () => this.close() }, translate("go on"));
    refill(this.holder, h("h2", {}, translate("chapter")), h("p", {}, text), onward);
    this.holder.hidden = false;
    announce(text);
  }

  close() {
    this.holder.hidden = true;
  }
}
