// A window and what is to lie in it: the board, and lanes beside it or below it. As in paint/layout.py, line for line.

import { Frame, HIGH, LOW, SMALL } from "./frame.js";
import { ROLES } from "./parts.js";

const WEIGHT = { hand: 2, choices: 2, notes: 1, side: 1, others: 0.5 };
const ASKED = 2;
const BOARD = 4;
const LEAST = 0.62;
const LANES = 3;
const SHARES = Array.from({ length: 14 }, (_, i) => (i + 3) / 25);
const OPEN = ["choices", "hand"];
export const CONSTANTS = { LOW, HIGH, WEIGHT, ASKED, BOARD, SMALL, LEAST, LANES, SHARES, OPEN };

/** A window and what is to lie in it. */
export class Window extends Frame {
  constructor(parts, width, height, measures, asked, chosen) {
    super(parts, width, height, measures, chosen);
    const rank = (i) => ROLES.indexOf(parts[i].role);
    this.others = [...parts.keys()].slice(1).sort((i, j) => rank(i) - rank(j) || i - j);
    this.weights = parts.map((part, i) => (WEIGHT[part.role] ?? 0) * (i === asked ? ASKED : 1));
    this.all = total(this.others.map((i) => this.weights[i]));
  }

  /** All arrangements of a stage; none if it is no different from the one before. */
  *ways(stage) {
    const items = this.items(stage);
    const unlike = (other) => JSON.stringify(items) !== JSON.stringify(this.items(other));
    if (stage === "tabs" && this.others.length) yield { stage, kind: "alone", lanes: 0, share: 0 };
    else if (!this.others.length) {
      if (stage === "open") yield { stage, kind: "alone", lanes: 0, share: 0 };
    } else if (stage === "open" || (unlike("open") && (stage === "aside" || unlike("aside")))) {
      for (let lanes = 1; lanes <= Math.min(LANES, items.length); lanes++) {
        for (const share of SHARES) {
          yield { stage, kind: "beside", lanes, share };
          yield { stage, kind: "below", lanes, share };
        }
      }
    }
  }

  /** What lies beside the board: parts by themselves, and at the end those that share a place. */
  items(stage) {
    const alone = this.others.filter((i) => stage === "open" || (stage === "aside" && OPEN.includes(this.parts[i].role)));
    const shared = this.others.filter((i) => !alone.includes(i));
    const single = (i) => ({ parts: [i], tabbed: false });
    if (shared.length === 1) return this.others.map(single);
    return [...alone.map(single), ...(shared.length ? [{ parts: shared, tabbed: true }] : [])];
  }

  /** The arrangement made this way; null if it does not give all parts enough of what they need. */
  arranged(way, enough) {
    if (way.kind !== "alone") return this.lanes(way, enough);
    const top = way.stage === "tabs" ? this.measures.tabs : 0;
    const fits = this.parts.every((part, i) => Math.min(this.width / part.width, (this.height - top) / part.height) >= this.low(i, enough));
    return fits ? this.alone(way) : null;
  }

  lanes(way, enough) {
    const { gap } = this.measures;
    const beside = way.kind === "beside";
    const [whole, along] = beside ? [this.width, this.height] : [this.height, this.width];
    const lanes = this.dealt(this.items(way.stage), way.lanes, beside);
    const across = (whole * way.share - gap * (lanes.length - 1)) / lanes.length;
    const scale = this.board(way, enough);
    const cuts = scale && across > 0 ? lanes.map((lane) => this.cut(lane, across, along, beside, enough)) : [null];
    if (scale === null || cuts.includes(null)) return null;
    const depth = scale * (beside ? this.parts[0].width : this.parts[0].height);
    const start = (whole - (depth + gap + whole * way.share)) / 2;
    const board = beside ? [start, 0, depth, this.height] : [0, start, this.width, depth];
    const layout = { way, spots: [this.centred(0, board, scale), ...this.others.map(() => null)], tabs: [], bar: null };
    const scales = this.parts.map(() => scale);
    cuts.forEach((lane, k) => {
      const at = start + depth + gap + k * (across + gap);
      for (const each of lane) {
        this.place(layout, each.item, beside ? [at, each.start, across, each.length] : [each.start, at, each.length, across], scales);
      }
    });
    return { ...layout, worth: this.worth(scales) };
  }

  /** The scale of the board; null if that is too little. */
  board(way, enough) {
    const [first] = this.parts;
    const { gap } = this.measures;
    const rest = 1 - way.share;
    const [wide, high] = way.kind === "beside" ? [this.width * rest - gap, this.height] : [this.width, this.height * rest - gap];
    const scale = Math.min(wide / first.width, high / first.height);
    const least = way.stage === "slot" ? 0 : LEAST * enough * this.most(0);
    return scale > 0 && scale >= this.low(0, enough) && scale >= least ? scale : null;
  }

  /** Give an item's parts their spots in a box of the window; of those that share it, the one whose tab is open. */
  place(layout, item, [x, y, width, height], scales) {
    const head = item.tabbed ? this.measures.tabs : this.measures.title;
    for (const i of item.parts) scales[i] = Math.min(width / this.parts[i].width, (height - head) / this.parts[i].height, this.high(i));
    const shown = item.parts.includes(this.chosen) ? this.chosen : item.parts[0];
    layout.spots[shown] = this.centred(shown, [x, y + head, width, height - head], scales[shown]);
    if (item.tabbed) Object.assign(layout, { tabs: item.parts, bar: { x, y, width } });
  }

  /** How long an item must and may be in a lane of some depth; null if the lane is not deep enough. */
  span(item, across, beside, enough) {
    const head = item.tabbed ? this.measures.tabs : this.measures.title;
    let low = 0;
    let high = 0;
    for (const i of item.parts) {
      const { width, height } = this.parts[i];
      const [deep, long] = beside ? [width, height] : [height, width];
      const most = (beside ? across : across - head) / deep;
      if (most < this.low(i, enough) || most <= 0) return null;
      low = Math.max(low, this.low(i, enough) * long);
      high = Math.max(high, Math.min(this.high(i), most) * long);
    }
    const more = beside ? head : 0;
    return [low + more, Math.max(low, high) + more];
  }

  /** A lane cut up among its items: all as long as they may be, or less, by the same part of what each can spare. */
  cut(lane, across, along, beside, enough) {
    const { gap } = this.measures;
    const spans = lane.map((item) => this.span(item, across, beside, enough)).filter(Boolean);
    const lows = total(spans.map(([low]) => low));
    const highs = total(spans.map(([, high]) => high));
    const free = along - gap * (lane.length - 1);
    if (spans.length < lane.length || free < lows || free <= 0) return null;
    const spare = highs <= free ? 1 : (free - lows) / (highs - lows);
    const lengths = spans.map(([low, high]) => low + spare * (high - low));
    let start = (free - total(lengths)) / 2;
    return lane.map((item, i) => {
      const cut = { item, start, length: lengths[i] };
      start += lengths[i] + gap;
      return cut;
    });
  }

  /** Items dealt to lanes in order, so that the lanes come out about equally long. */
  dealt(items, lanes, beside) {
    const lengths = items.map((item) => this.length(item, beside));
    const share = total(lengths) / lanes;
    const dealt = Array.from({ length: lanes }, () => []);
    let done = 0;
    items.forEach((item, i) => {
      dealt[Math.min(lanes - 1, Math.floor((done + lengths[i] / 2) / share))].push(item);
      done += lengths[i];
    });
    return dealt.filter((lane) => lane.length);
  }

  /** How long an item is in a lane when it has just what it needs. */
  length(item, beside) {
    return Math.max(...item.parts.map((i) => this.parts[i].need * (beside ? this.parts[i].height : this.parts[i].width)));
  }

  /** How good an arrangement is: the board's size, and that of the others, up to where growing is worth something. */
  worth(scales) {
    const worth = total(this.others.map((i) => this.weights[i] * Math.min(1, scales[i] / this.high(i))));
    return BOARD * (scales[0] / this.most(0)) + worth / this.all;
  }
}

const total = (values) => values.reduce((sum, value) => sum + value, 0);
