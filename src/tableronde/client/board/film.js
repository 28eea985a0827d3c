// Films: the current picture, and those the server has sent for later. The server keeps the time, so a film that is sent
// again continues where it was, and late viewers see the rest of it.

import { updated } from "./picture.js";
import { reducedMotion } from "../base/preferences.js";
import { announce, hush } from "../base/toast.js";

/** @import { Picture } from './picture.js' */
/** @import { LaterReply, SceneReply } from '../messages.d.ts' */

export class Film {
  /**
   * `show(picture, unfolds)` draws a picture; `unfolds`: more pictures follow, and the viewer may skip them with `finish`.
   * @param {(picture: Picture, unfolds: boolean) => void} show
   */
  constructor(show) {
    this.show = show;
    /** @type {{ at: number, picture: Picture }[]} */
    this.coming = [];
    /** @type {Picture | null} */
    this.final = null; // the last picture
    this.unfolds = false;
    this.timer = 0;
    /** @type {Set<string>} */
    this.announced = new Set();
    /** @type {number | null} */
    this.ply = null;
    /** @type {number | null} */
    this.hurried = null;
    for (const what of ["pointerdown", "keydown"]) document.addEventListener(what, () => this.finish());
    document.addEventListener("visibilitychange", () => this.goOn());
  }

  /**
   * Show a picture, and later the ones that follow it; the rest of the film before is dropped.
   * @param {Picture} picture
   * @param {SceneReply} scene
   */
  play(picture, { ply, later = [], unfolds = false }) {
    const now = Date.now();
    const board = picture.areas[0].id;
    const beside = unfolds ? later[0].areas.find(({ id }) => id !== board)?.id : null; // the area beside the board in which the film takes place
    /** @param {number} i */
    const front = (i) => beside ?? (unfolds && i < later.length ? board : null); // a film on the board keeps the board in front to its end
    let last = { ...picture, front: front(0) };
    const first = last;
    const next = (/** @type {LaterReply} */ each, /** @type {number} */ i) => (last = { ...updated(last, { ...each, seat: picture.seat }), front: front(i + 1) });
    this.ply = ply;
    this.coming = later.map((each, i) => ({ at: now + each.in, picture: next(each, i) }));
    this.final = last;
    this.unfolds = unfolds;
    this.announceNew([first, ...this.coming.map((each) => each.picture)]);
    if (unfolds && (reducedMotion() || this.hurried === ply)) this.coming = [];
    this.display(this.coming.length ? first : last);
    this.goOn();
  }

  /** Show the end at once if that skips nothing important. */
  finish() {
    if (!this.unfolds || !this.coming.length) return;
    this.hurried = this.ply;
    this.coming = this.coming.slice(-1).map(({ picture }) => ({ picture, at: 0 }));
    this.goOn();
  }

  /** Show the picture that is due now, and wait for the next one. */
  goOn() {
    clearTimeout(this.timer);
    const due = this.coming.filter((each) => each.at <= Date.now());
    this.coming = this.coming.slice(due.length);
    const latest = due.at(-1);
    if (latest) this.display(latest.picture);
    if (due.length && !this.unfolds) hush();
    if (this.coming.length) this.timer = setTimeout(() => this.goOn(), this.coming[0].at - Date.now());
  }

  /** Return whether more pictures follow, and the viewer may skip them. */
  isRunning() {
    return this.unfolds && this.coming.length > 0;
  }

  /** @param {Picture} picture */
  display(picture) {
    this.show(picture, this.isRunning());
  }

  /**
   * Announce captions that are shown only for a while once, when the film begins; of a film that can be skipped, its final ones.
   * @param {Picture[]} pictures
   */
  announceNew(pictures) {
    const { captions } = pictures[this.unfolds ? pictures.length - 1 : 0];
    const passing = captions.filter((text) => !pictures.every((picture) => picture.captions.includes(text)));
    for (const text of passing) if (!this.announced.has(text)) announce(text);
    this.announced = new Set(passing);
  }
}
