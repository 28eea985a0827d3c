// What would happen: while a choice is aimed at that would complete an action, the table shows it as a ghost.

import { updated } from "../stage/picture.js";

const PAUSE = 80; // milliseconds the aim must rest

export class Preview {
  /** `show(picture)` draws a preview; `show(null)` goes back to the table as it is. */
  constructor(line, chooser, show) {
    this.line = line;
    this.chooser = chooser;
    this.show = show;
    this.sent = null;
    this.picture = null;
    this.asked = null;
    this.shown = false;
    line.on("preview", (preview) => this.hear(preview));
  }

  /** The table as it is now, and as the server last sent it: what was aimed at before counts no more. */
  reset(sent, picture) {
    clearTimeout(this.timer);
    Object.assign(this, { sent, picture, asked: null, shown: false });
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
    if (!this.line.table.previews) return;
    const picked = [...(this.line.choices.picked ?? []), word];
    this.asked = picked.join("\n");
    if (this.shown) this.leave();
    this.line.send("pick", { picked, preview: true });
  }

  leave() {
    this.shown = false;
    this.show(null);
  }

  hear(preview) {
    if (!this.picture || preview.picked.join("\n") !== this.asked) return;
    this.shown = true;
    this.show(ghosted(this.picture, updated(this.sent, { ...preview, seat: this.sent.seat }), this.chooser.offers()));
  }
}

/** The table as it is with what the preview adds or moves. What is on offer stays, so the aim is not lost. */
export function ghosted(now, then, offers) {
  const home = new Map(then.areas.flatMap((area) => [...area.shapes.keys()].map((id) => [id, area.id])));
  const stays = (area, [id, shape]) => offers.has(shape.word) || (home.get(id) ?? area.id) === area.id;
  const areas = now.areas.map((area) => {
    const ahead = then.areas.find((each) => each.id === area.id)?.shapes ?? new Map();
    const there = [...area.shapes].filter((entry) => stays(area, entry));
    const kept = there.map(([id, shape]) => [
      id,
      offers.has(shape.word) ? shape : { ...(ahead.get(id) ?? shape), word: shape.word },
    ]);
    return { ...area, shapes: new Map([...kept, ...[...ahead].filter(([id]) => !area.shapes.has(id))]) };
  });
  return { ...then, areas };
}
