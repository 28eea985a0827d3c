// Single parts in a window: their least and greatest scale, alone or with the board below. As in render/layout.py.

import { layoutNumbers } from "../board/looks.js";

/** @typedef {{ role: string, width: number, height: number, need: number, read: number }} Part */
/** @typedef {{ gap: number, title: number, tabs: number }} Measures */
/** @typedef {{ x: number, y: number, scale: number }} Spot */
/** @typedef {{ x: number, y: number, width: number }} Bar */
/** @typedef {{ stage: string, kind: string, lanes: number, share: number }} Way */

/**
 * An arrangement: a spot for each part (null if hidden), the parts in tabs, and the place of the tabs.
 * @typedef {{ way: Way, spots: (Spot | null)[], tabs: number[], bar: Bar | null, worth: number }} Layout
 */

/** @typedef {[x: number, y: number, width: number, height: number]} Box */

/** A window and its parts; `others` are those beside the board, by their roles. */
export class Frame {
  /**
   * @param {Part[]} parts
   * @param {number} width
   * @param {number} height
   * @param {Measures} measures
   * @param {number} chosen
   */
  constructor(parts, width, height, measures, chosen) {
    this.parts = parts;
    this.width = width;
    this.height = height;
    this.measures = measures;
    this.chosen = chosen;
    this.numbers = layoutNumbers();
    /** @type {number[]} */
    this.others = [];
  }

  /**
   * Arrange the board alone; or, in tabs, one part at a time, with the board below it if there is room for both.
   * @param {Way} way
   * @returns {Layout}
   */
  alone(way) {
    const nothing = { way, tabs: [], bar: null, worth: 0 };
    if (way.stage !== "tabs") return { ...nothing, spots: [this.large(0, 0), ...this.others.map(() => null)] };
    const shown = this.chosen >= 0 && this.chosen < this.parts.length ? this.chosen : 0;
    const top = this.measures.tabs;
    const [one, board] = (shown && this.both(shown, top)) || [this.large(shown, top), null];
    const spots = this.parts.map((_, i) => (i === shown ? one : i === 0 ? board : null));
    return { ...nothing, spots, tabs: [0, ...this.others], bar: { x: 0, y: 0, width: this.width } };
  }

  /**
   * Place a part alone below the tabs.
   * @param {number} i
   * @param {number} top
   */
  large(i, top) {
    const high = this.height - top;
    return this.centred(i, [0, top, this.width, high], Math.min(this.width / this.parts[i].width, high / this.parts[i].height));
  }

  /**
   * Place a part, at its largest or smallest scale, and the board below it; null if that leaves the board too little.
   * @param {number} i
   * @param {number} top
   * @returns {[Spot, Spot] | null}
   */
  both(i, top) {
    const part = this.parts[i];
    const [board] = this.parts;
    const { gap } = this.measures;
    for (const most of [this.high(i), this.low(i, 1)]) {
      const scale = Math.min(this.width / part.width, most);
      const rest = this.height - top - gap - part.height * scale;
      const small = Math.min(this.width / board.width, rest / board.height);
      if (small < Math.max(board.read, this.numbers.small * board.need)) continue;
      const free = (rest - board.height * small) / 2;
      const start = top + free + part.height * scale + gap;
      const one = this.centred(i, [0, top + free, this.width, part.height * scale], scale);
      return [one, this.centred(0, [0, start, this.width, board.height * small], small)];
    }
    return null;
  }

  /**
   * Return the scale a part would have alone.
   * @param {number} i
   */
  most(i) {
    return Math.min(this.width / this.parts[i].width, this.height / this.parts[i].height);
  }

  /**
   * @param {number} i
   * @param {Box} box
   * @param {number} scale
   * @returns {Spot}
   */
  centred(i, [x, y, w, h], scale) {
    const part = this.parts[i];
    return { x: x + (w - part.width * scale) / 2, y: y + (h - part.height * scale) / 2, scale };
  }

  /**
   * Return the lowest scale a part may have.
   * @param {number} i
   * @param {number} enough
   */
  low(i, enough) {
    return this.parts[i].need * (this.numbers.low[this.parts[i].role] ?? 1) * enough;
  }

  /**
   * Return the scale up to which a part grows.
   * @param {number} i
   */
  high(i) {
    return this.parts[i].need * (this.numbers.high[this.parts[i].role] ?? 1.5);
  }
}
