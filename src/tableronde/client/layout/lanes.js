// A window and the parts to arrange in it: the board, and lanes beside it or below it. As in render/layout.py, line for line.

import { Frame } from "./frame.js";

/** @import { Box, Layout, Measures, Part, Way } from './frame.js' */

/**
 * An entry of a lane: one part, or several that share the place.
 * @typedef {{ parts: number[], tabbed: boolean }} Item
 */

/**
 * The place of an item in a lane: its start and length.
 * @typedef {{ item: Item, start: number, length: number }} Cut
 */

/** A window and the parts to arrange in it. */
export class Lanes extends Frame {
  /**
   * @param {Part[]} parts
   * @param {number} width
   * @param {number} height
   * @param {Measures} measures
   * @param {number} asked
   * @param {number} chosen
   */
  constructor(parts, width, height, measures, asked, chosen) {
    super(parts, width, height, measures, chosen);
    const { roles, weight, asked: doubled } = this.numbers;
    const rank = (/** @type {number} */ i) => roles.indexOf(parts[i].role);
    this.others = [...parts.keys()].slice(1).sort((i, j) => rank(i) - rank(j) || i - j);
    this.weights = parts.map((part, i) => (weight[part.role] ?? 0) * (i === asked ? doubled : 1));
    this.all = total(this.others.map((i) => this.weights[i]));
  }

  /**
   * Yield all arrangements of a stage; none if it does not differ from the one before.
   * @param {string} stage
   * @returns {Generator<Way>}
   */
  *ways(stage) {
    const items = this.items(stage);
    const unlike = (/** @type {string} */ other) => JSON.stringify(items) !== JSON.stringify(this.items(other));
    if (stage === "tabs" && this.others.length) yield { stage, kind: "alone", lanes: 0, share: 0 };
    else if (!this.others.length) {
      if (stage === "open") yield { stage, kind: "alone", lanes: 0, share: 0 };
    } else if (stage === "open" || (unlike("open") && (stage === "aside" || unlike("aside")))) {
      for (let lanes = 1; lanes <= Math.min(this.numbers.lanes, items.length); lanes++) {
        for (const share of this.numbers.shares) {
          yield { stage, kind: "beside", lanes, share };
          yield { stage, kind: "below", lanes, share };
        }
      }
    }
  }

  /**
   * Return the items beside the board: single parts, and at the end those that share a place.
   * @param {string} stage
   * @returns {Item[]}
   */
  items(stage) {
    const alone = this.others.filter((i) => stage === "open" || (stage === "aside" && this.numbers.open.includes(this.parts[i].role)));
    const shared = this.others.filter((i) => !alone.includes(i));
    const single = (/** @type {number} */ i) => ({ parts: [i], tabbed: false });
    if (shared.length === 1) return this.others.map(single);
    return [...alone.map(single), ...(shared.length ? [{ parts: shared, tabbed: true }] : [])];
  }

  /**
   * Return the arrangement made this way; null if it does not give all parts enough of their need.
   * @param {Way} way
   * @param {number} enough
   * @returns {Layout | null}
   */
  arranged(way, enough) {
    if (way.kind !== "alone") return this.lanes(way, enough);
    const top = way.stage === "tabs" ? this.measures.tabs : 0;
    const fits = this.parts.every((part, i) => Math.min(this.width / part.width, (this.height - top) / part.height) >= this.low(i, enough));
    return fits ? this.alone(way) : null;
  }

  /**
   * @param {Way} way
   * @param {number} enough
   * @returns {Layout | null}
   */
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
    /** @type {Box} */
    const board = beside ? [start, 0, depth, this.height] : [0, start, this.width, depth];
    /** @type {Layout} */
    const layout = { way, spots: [this.centred(0, board, scale), ...this.others.map(() => null)], tabs: [], bar: null, worth: 0 };
    const scales = this.parts.map(() => scale);
    cuts.forEach((lane, k) => {
      const at = start + depth + gap + k * (across + gap);
      for (const each of lane ?? []) {
        this.place(layout, each.item, beside ? [at, each.start, across, each.length] : [each.start, at, each.length, across], scales);
      }
    });
    return { ...layout, worth: this.worth(scales) };
  }

  /**
   * Return the scale of the board; null if it is too small.
   * @param {Way} way
   * @param {number} enough
   */
  board(way, enough) {
    const [first] = this.parts;
    const { gap } = this.measures;
    const rest = 1 - way.share;
    const [wide, high] = way.kind === "beside" ? [this.width * rest - gap, this.height] : [this.width, this.height * rest - gap];
    const scale = Math.min(wide / first.width, high / first.height);
    const least = way.stage === "slot" ? 0 : this.numbers.least * enough * this.most(0);
    return scale > 0 && scale >= this.low(0, enough) && scale >= least ? scale : null;
  }

  /**
   * Give an item's parts their spots in a box of the window; of those that share it, only the one whose tab is open.
   * @param {Layout} layout
   * @param {Item} item
   * @param {Box} box
   * @param {number[]} scales
   */
  place(layout, item, [x, y, width, height], scales) {
    const head = item.tabbed ? this.measures.tabs : this.measures.title;
    for (const i of item.parts) scales[i] = Math.min(width / this.parts[i].width, (height - head) / this.parts[i].height, this.high(i));
    const shown = item.parts.includes(this.chosen) ? this.chosen : item.parts[0];
    layout.spots[shown] = this.centred(shown, [x, y + head, width, height - head], scales[shown]);
    if (item.tabbed) Object.assign(layout, { tabs: item.parts, bar: { x, y, width } });
  }

  /**
   * Return the least and greatest length of an item in a lane of this depth; null if the lane is not deep enough.
   * @param {Item} item
   * @param {number} across
   * @param {boolean} beside
   * @param {number} enough
   * @returns {[low: number, high: number] | null}
   */
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

  /**
   * Divide a lane among its items: all at their greatest length, or each shortened by the same part of what it can spare.
   * @param {Item[]} lane
   * @param {number} across
   * @param {number} along
   * @param {boolean} beside
   * @param {number} enough
   * @returns {Cut[] | null}
   */
  cut(lane, across, along, beside, enough) {
    const { gap } = this.measures;
    const spans = lane.map((item) => this.span(item, across, beside, enough)).filter((span) => span !== null);
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

  /**
   * Distribute items to lanes in order, so that the lanes are about equally long.
   * @param {Item[]} items
   * @param {number} lanes
   * @param {boolean} beside
   */
  dealt(items, lanes, beside) {
    const lengths = items.map((item) => this.length(item, beside));
    const share = total(lengths) / lanes;
    /** @type {Item[][]} */
    const dealt = Array.from({ length: lanes }, () => []);
    let done = 0;
    items.forEach((item, i) => {
      dealt[Math.min(lanes - 1, Math.floor((done + lengths[i] / 2) / share))].push(item);
      done += lengths[i];
    });
    return dealt.filter((lane) => lane.length);
  }

  /**
   * Return the length of an item in a lane at exactly the scale it needs.
   * @param {Item} item
   * @param {boolean} beside
   */
  length(item, beside) {
    return Math.max(...item.parts.map((i) => this.parts[i].need * (beside ? this.parts[i].height : this.parts[i].width)));
  }

  /**
   * Rate an arrangement: by the scale of the board and of the others, up to the scale beyond which growing is worth nothing.
   * @param {number[]} scales
   */
  worth(scales) {
    const worth = total(this.others.map((i) => this.weights[i] * Math.min(1, scales[i] / this.high(i))));
    return this.numbers.board * (scales[0] / this.most(0)) + worth / this.all;
  }
}

/** @param {number[]} values */
const total = (values) => values.reduce((sum, value) => sum + value, 0);
