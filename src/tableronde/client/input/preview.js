// Previews: while the player aims at a choice that would complete an action, the table shows its result as a ghost.

import { updated } from "../board/picture.js";

/** @import { Area, Picture, Shape } from '../board/picture.js' */
/** @import { Connection } from '../connection/connection.js' */
/** @import { Chooser } from './chooser.js' */
/** @import { PreviewReply } from '../messages.d.ts' */

const PAUSE = 80; // milliseconds before a preview is requested

export class Preview {
  /**
   * `show(picture)` draws a preview; `show(null)` goes back to the table as it is.
   * @param {Connection} connection
   * @param {Chooser} chooser
   * @param {(picture: Picture | null) => void} show
   */
  constructor(connection, chooser, show) {
    this.connection = connection;
    this.chooser = chooser;
    this.show = show;
    /** @type {Picture | null} */
    this.sent = null;
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {string | null} */
    this.asked = null;
    this.shown = false;
    this.timer = 0;
    connection.on("preview", (preview) => this.receive(preview));
  }

  /**
   * Set the current picture and the one the server sent last; the aim before is forgotten.
   * @param {Picture | null} sent
   * @param {Picture} picture
   */
  reset(sent, picture) {
    clearTimeout(this.timer);
    this.sent = sent;
    this.picture = picture;
    this.asked = null;
    this.shown = false;
  }

  /**
   * Handle the pointer or the focus being on a word, or on none.
   * @param {string | null} word
   */
  aim(word) {
    clearTimeout(this.timer);
    this.asked = null;
    if (word !== null) this.timer = setTimeout(() => this.ask(word), PAUSE);
    else if (this.shown) this.timer = setTimeout(() => this.leave(), PAUSE);
  }

  /** @param {string} word */
  ask(word) {
    if (!this.chooser.offers().has(word)) return;
    if (!this.connection.table?.previews) return;
    const picked = [...this.chooser.picked(), word];
    this.asked = picked.join("\n");
    if (this.shown) this.leave();
    this.connection.send({ do: "pick", picked, preview: true });
  }

  leave() {
    this.shown = false;
    this.show(null);
  }

  /** @param {PreviewReply} preview */
  receive(preview) {
    if (!this.picture || preview.picked.join("\n") !== this.asked) return;
    this.shown = true;
    this.show(ghosted(this.picture, updated(this.sent, { ...preview, seat: this.sent?.seat }), this.chooser.offers()));
  }
}

/**
 * Return the current picture with what the preview adds or moves. Offers stay in place, so that the aim is not lost.
 * @param {Picture} now
 * @param {Picture} then
 * @param {Map<string, string>} offers
 */
export function ghosted(now, then, offers) {
  const home = new Map(then.areas.flatMap((area) => [...area.shapes.keys()].map((id) => [id, area.id])));
  /**
   * @param {Area} area
   * @param {[id: string, shape: Shape]} entry
   */
  const stays = (area, [id, shape]) => offers.has(shape.word ?? "") || (home.get(id) ?? area.id) === area.id;
  const areas = now.areas.map((area) => {
    const ahead = then.areas.find((each) => each.id === area.id)?.shapes ?? new Map();
    const there = [...area.shapes].filter((entry) => stays(area, entry));
    /** @type {[string, Shape][]} */
    const kept = there.map(([id, shape]) => [
      id,
      offers.has(shape.word ?? "") ? shape : { ...(ahead.get(id) ?? shape), word: shape.word },
    ]);
    return { ...area, shapes: new Map([...kept, ...[...ahead].filter(([id]) => !area.shapes.has(id))]) };
  });
  return { ...then, areas };
}
