// Parts one by one in a window: how large each must be and may grow, alone, or with the board below it. As in paint/layout.py.

export const LOW = { others: 0.6 };
export const HIGH = { hand: 1.6, choices: 1.6, notes: 1.5, side: 1.5, others: 1 };
export const SMALL = 0.75;

/** A window and its parts; `others` are those beside the board, by their roles. */
export class Frame {
  constructor(parts, width, height, measures, chosen) {
    this.parts = parts;
    this.width = width;
    this.height = height;
    this.measures = measures;
    this.chosen = chosen;
    this.others = [];
  }

  /** The board alone; or, in tabs, one part at a time, and below it the board if there is room for both. */
  alone(way) {
    const nothing = { way, tabs: [], bar: null, worth: 0 };
    if (way.stage !== "tabs") return { ...nothing, spots: [this.large(0, 0), ...this.others.map(() => null)] };
    const shown = this.chosen >= 0 && this.chosen < this.parts.length ? this.chosen : 0;
    const top = this.measures.tabs;
    const [one, board] = (shown && this.both(shown, top)) || [this.large(shown, top), null];
    const spots = this.parts.map((_, i) => (i === shown ? one : i === 0 ? board : null));
    return { ...nothing, spots, tabs: [0, ...this.others], bar: { x: 0, y: 0, width: this.width } };
  }

  /** A part alone below the tabs. */
  large(i, top) {
    const high = this.height - top;
    return this.centred(i, [0, top, this.width, high], Math.min(this.width / this.parts[i].width, high / this.parts[i].height));
  }

  /** A part, as large as it grows or as it must be, and the board below it; null if that leaves the board too little. */
  both(i, top) {
    const part = this.parts[i];
    const [board] = this.parts;
    const { gap } = this.measures;
    for (const most of [this.high(i), this.low(i, 1)]) {
      const scale = Math.min(this.width / part.width, most);
      const rest = this.height - top - gap - part.height * scale;
      const small = Math.min(this.width / board.width, rest / board.height);
      if (small < Math.max(board.read, SMALL * board.need)) continue;
      const free = (rest - board.height * small) / 2;
      const start = top + free + part.height * scale + gap;
      const one = this.centred(i, [0, top + free, this.width, part.height * scale], scale);
      return [one, this.centred(0, [0, start, this.width, board.height * small], small)];
    }
    return null;
  }

  /** The scale a part would have alone. */
  most(i) {
    return Math.min(this.width / this.parts[i].width, this.height / this.parts[i].height);
  }

  centred(i, spot, scale) {
    const [x, y, w, h] = spot;
    const part = this.parts[i];
    return { x: x + (w - part.width * scale) / 2, y: y + (h - part.height * scale) / 2, scale };
  }

  /** The scale a part must have. */
  low(i, enough) {
    return this.parts[i].need * (LOW[this.parts[i].role] ?? 1) * enough;
  }

  /** The scale up to which a part grows. */
  high(i) {
    return this.parts[i].need * (HIGH[this.parts[i].role] ?? 1.5);
  }
}
