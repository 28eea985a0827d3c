// On narrow windows the areas beside the board share one place: the tray. Tabs choose which of them lies there.

import { h, refill } from "../base/make.js";

const NARROW = 620;

export class Tray {
  constructor(holder, change) {
    Object.assign(this, { holder, change, chosen: null, front: null });
  }

  /** The areas to show in a window of this width: all, or the board and the one in the tray. */
  visible(picture, width, offers) {
    const others = picture.areas.slice(1);
    const narrow = width < NARROW && others.length > 1;
    this.holder.hidden = !narrow;
    if (!narrow) return picture.areas;
    const pressable = others.filter((area) => canPress(area, offers));
    this.choose(picture, others, pressable, canPress(picture.areas[0], offers));
    this.draw(others, pressable);
    return [picture.areas[0], others.find((area) => area.id === this.chosen)];
  }

  /** What unfolds comes up by itself, and what must be pressed; else what lies there stays; at first one's own. */
  choose(picture, others, pressable, boardToo) {
    if (picture.front && picture.front !== this.front) this.chosen = picture.front;
    this.front = picture.front;
    const there = others.find((area) => area.id === this.chosen);
    const elsewhere = pressable.length > 0 && !pressable.includes(there) && !boardToo;
    if (there && !elsewhere) return;
    this.chosen = (pressable[0] ?? others.find((area) => area.seat !== null && area.seat === picture.seat) ?? others[0]).id;
  }

  draw(others, pressable) {
    const tab = (area) =>
      h(
        "button",
        {
          type: "button",
          class: `tray-tab${pressable.includes(area) ? " news" : ""}`,
          "aria-pressed": String(area.id === this.chosen),
          title: area.title,
          onclick: () => this.turn(area.id),
        },
        h("span", {}, area.title || area.id),
      );
    refill(this.holder, others.map(tab));
  }

  turn(id) {
    this.chosen = id;
    this.change();
  }
}

const canPress = (area, offers) => [...area.shapes.values()].some((shape) => offers.has(shape.word));
