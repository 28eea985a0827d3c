// The board of a table, lesson or puzzle: the picture the server sends, its film, and previews of actions.

import { Film } from "./film.js";
import { Preview } from "../input/preview.js";
import { updated } from "./picture.js";
import { byId } from "../base/elements.js";
import { onPreference, reducedMotion } from "../base/preferences.js";
import { announce } from "../base/toast.js";

/** @import { Connection, Message } from '../connection/connection.js' */
/** @import { Chooser } from '../input/chooser.js' */
/** @import { Keys } from '../input/keys.js' */
/** @import { ActionBar } from '../panels/table/action_bar.js' */
/** @import { Picture } from './picture.js' */

/**
 * A surface to draw pictures on: the stage, or the pencil notes over it.
 * @typedef {object} Surface
 * @property {(picture: Picture, offers?: Map<string, string>, still?: boolean) => void} show
 * @property {() => void} redraw
 */

/**
 * @typedef {object} BoardParts
 * @property {Connection} connection
 * @property {Surface} surface
 * @property {Chooser} chooser
 * @property {ActionBar} actionBar
 * @property {Keys} keys
 * @property {() => boolean} [isAway] whether an earlier position is shown instead
 * @property {() => void} [onShown] called each time the picture changes
 */

const LONGEST = 1500; // milliseconds: the result is not kept back longer, whatever moves

export class Board {
  /** @param {BoardParts} parts */
  constructor({ connection, surface, chooser, actionBar, keys, isAway = () => false, onShown = () => {} }) {
    this.connection = connection;
    this.surface = surface;
    this.chooser = chooser;
    this.actionBar = actionBar;
    this.keys = keys;
    this.isAway = isAway;
    this.onShown = onShown;
    /** @type {Picture | null} */
    this.sent = null; // the latest picture from the server
    /** @type {Picture | null} */
    this.picture = null; // the current picture of the film
    this.landing = 0; // counts the pictures whose pieces the result waits for
    this.preview = new Preview(connection, chooser, (ghost) => this.showGhost(ghost));
    this.film = new Film((picture, unfolds) => this.showPicture(picture, unfolds));
    actionBar.hurry.addEventListener("click", () => this.film.finish());
    connection.on("held", ({ second }) => (announce(second), this.picture && actionBar.draw(this.picture, this.film.isRunning(), this.film.final ?? this.picture)));
    connection.on("any", (message) => this.receive(message));
    onPreference((name) => name === "theme" && surface.redraw());
  }

  /**
   * Handle the pointer or the focus being on a word, or on none.
   * @param {string | null} word
   */
  aim(word) {
    this.preview.aim(word);
  }

  /**
   * Show an earlier position; null goes back to the current one.
   * @param {Picture | null} earlier
   */
  look(earlier) {
    if (earlier) this.surface.show(earlier, new Map());
    else if (this.picture) this.surface.show(this.picture, this.chooser.offers());
  }

  /** @param {Message} message */
  receive({ scene }) {
    if (!scene) return;
    this.sent = updated(this.sent, scene);
    this.film.play(this.sent, scene);
  }

  /**
   * @param {Picture} picture
   * @param {boolean} unfolds whether more pictures of the film follow
   */
  showPicture(picture, unfolds) {
    this.picture = picture;
    this.preview.reset(this.sent, picture);
    this.mark(unfolds);
    if (!this.isAway()) this.surface.show(picture, this.chooser.offers());
    if (this.connection.table?.status === "over") this.awaitLanding();
    this.actionBar.draw(picture, unfolds, this.film.final ?? picture);
    this.keys.refresh();
    this.onShown();
  }

  /** Keep the result back until the last piece has landed. */
  async awaitLanding() {
    const main = byId("main");
    const count = ++this.landing;
    const moving = reducedMotion() ? [] : (document.querySelector(".stage")?.getAnimations({ subtree: true }) ?? []);
    const flights = moving.filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    if (!flights.length) return void delete main.dataset.landing;
    main.dataset.landing = "yes";
    const patience = new Promise((done) => setTimeout(done, LONGEST));
    await Promise.race([patience, Promise.allSettled(flights.map((each) => each.finished))]);
    if (count !== this.landing) return;
    delete main.dataset.landing;
    this.onShown();
  }

  /** @param {Picture | null} ghost */
  showGhost(ghost) {
    const picture = ghost ?? this.picture;
    if (!picture) return;
    this.surface.show(picture, this.chooser.offers(), true);
    this.actionBar.caption(picture.captions);
  }

  /**
   * Write the position shown into the page's attributes, for styles, tests, and programs that drive a browser.
   * @param {boolean} unfolds
   */
  mark(unfolds) {
    const { dataset } = byId("main");
    const { seat, scene, choices, table } = this.connection;
    dataset.film = unfolds ? "unfolds" : "";
    dataset.moment = [seat ?? "-", scene?.ply, ...(choices?.picked ?? [])].join("/");
    dataset.status = table?.status ?? "";
  }
}
