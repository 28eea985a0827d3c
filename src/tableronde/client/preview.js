// What would happen: while a choice is aimed at that would complete an action, the table shows it as a ghost.

import { updated } from "./picture.js";

const PAUSE = 80; // milliseconds the aim must rest

export class Preview {
  /** `show(picture)` draws a preview; `show(null)` goes back to the table as it is. */
  constructor(room, chooser, show) {
    Object.assign(this, { room, chooser, show, picture: null, asked: null, shown: false });
    room.on("preview", (preview) => this.hear(preview));
  }

  /** The table as it is now: what was aimed at before counts no more. */
  reset(picture) {
    clearTimeout(this.timer);
    Object.assign(this, { picture, asked: null, shown: false });
  }

  /** The pointer or the focus rests on a word, or on none. */
  aim(word) {
    clearTimeout(this.timer);
    this.asked = null;
    if (word !== null) this.timer = setTimeout(() => this.ask(word), PAUSE);
    else if (this.shown) this.timer = setTimeout(() => this.leave(), PAUSE);
  }

  ask(word) {
    if (!this.chooser.offers().has(word)) return;
    if (!this.room.table.previews) return;
    const picked = [...(this.room.choices.picked ?? []), word];
    this.asked = picked.join("\n");
    if (this.shown) this.leave();
    this.room.send("pick", { picked, preview: true });
  }

  leave() {
    this.shown = false;
    this.show(null);
  }

  hear(preview) {
    if (!this.picture || preview.picked.join("\n") !== this.asked) return;
    this.shown = true;
    this.show(ghosted(this.picture, updated(this.picture, { ...preview, seat: this.picture.seat }), this.chooser.offers()));
  }
}

/** The preview with everything that can be pressed, and every area, still in its place, so that the aim is not lost. */
function ghosted(now, then, offers) {
  const areas = now.areas.map((before) => {
    const area = then.areas.find((each) => each.id === before.id) ?? before;
    const shapes = new Map([...area.shapes].map(([id, shape]) => [id, { ...shape, word: before.shapes.get(id)?.word }]));
    for (const [id, shape] of before.shapes) if (!shapes.has(id) && offers.has(shape.word)) shapes.set(id, { ...shape, style: "", label: "" });
    return { ...before, shapes };
  });
  return { ...then, areas };
}
