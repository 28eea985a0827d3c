// A moment in time: the picture there is now, and those the server has sent for later. The server counts the time, so a
// picture that is sent again goes on where it was, and whoever comes late sees what is left.

import { updated } from "./picture.js";
import { reducedMotion } from "../base/preferences.js";
import { announce, hush } from "../base/toast.js";

export class Film {
  /** `show(picture, unfolds)` draws a picture; `unfolds`: more is to come, and whoever is in a hurry may `finish` it. */
  constructor(show) {
    this.show = show;
    this.coming = [];
    this.unfolds = false;
    this.said = new Set();
    this.ply = null;
    this.hurried = null;
    for (const what of ["pointerdown", "keydown"]) document.addEventListener(what, () => this.finish());
    document.addEventListener("visibilitychange", () => this.goOn());
  }

  /** Show a picture, and later those to come; what was still to come of the last one is dropped. */
  play(picture, { ply, later = [], unfolds = false }) {
    const now = Date.now();
    const board = picture.areas[0].id;
    const beside = unfolds ? later[0].areas.find(({ id }) => id !== board)?.id : null; // the area beside the board in which it unfolds
    const front = (i) => beside ?? (unfolds && i < later.length ? board : null); // what unfolds on the board is watched there to its end
    let last = { ...picture, front: front(0) };
    const first = last;
    const next = (each, i) => (last = { ...updated(last, { ...each, seat: picture.seat }), front: front(i + 1) });
    this.ply = ply;
    this.coming = later.map((each, i) => ({ at: now + each.in, picture: next(each, i) }));
    this.unfolds = unfolds;
    this.tell([first, ...this.coming.map((each) => each.picture)]);
    if (unfolds && (reducedMotion() || this.hurried === ply)) this.coming = [];
    this.display(this.coming.length ? first : last);
    this.goOn();
  }

  /** Show the end at once, where nothing is lost by that. */
  finish() {
    if (!this.unfolds || !this.coming.length) return;
    this.hurried = this.ply;
    this.coming = [{ ...this.coming.at(-1), at: 0 }];
    this.goOn();
  }

  /** Show what is due by now, and wait for the next. */
  goOn() {
    clearTimeout(this.timer);
    const due = this.coming.filter((each) => each.at <= Date.now());
    this.coming = this.coming.slice(due.length);
    if (due.length) this.display(due.at(-1).picture);
    if (due.length && !this.unfolds) hush();
    if (this.coming.length) this.timer = setTimeout(() => this.goOn(), this.coming[0].at - Date.now());
  }

  display(picture) {
    this.show(picture, this.unfolds && this.coming.length > 0);
  }

  /** What is only said for a while is read aloud once, when the film begins; of one that unfolds, what it ends with. */
  tell(pictures) {
    const { captions } = pictures.at(this.unfolds ? -1 : 0);
    const passing = captions.filter((text) => !pictures.every((picture) => picture.captions.includes(text)));
    for (const text of passing) if (!this.said.has(text)) announce(text);
    this.said = new Set(passing);
  }
}
