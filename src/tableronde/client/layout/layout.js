// Lay out the areas of a scene in a window: the same as render/layout.py, which explains it and provides the constants; a
// test compares both on the same windows.

import { layoutNumbers } from "../board/looks.js";
import { Lanes } from "./lanes.js";

/** @import { Layout, Measures, Part, Way } from './frame.js' */

/** @typedef {Layout & { enough: number }} FoundLayout */

/**
 * Return the same arrangement with another tab open.
 * @param {Part[]} parts
 * @param {number} width
 * @param {number} height
 * @param {FoundLayout} layout
 * @param {number} chosen
 * @param {Measures} measures
 */
export function turned(parts, width, height, { way, enough }, chosen, measures = layoutNumbers().measures) {
  return new Lanes(parts, width, height, measures, -1, chosen).arranged(way, enough);
}

/**
 * Return the arrangement in which everything is largest, the board first.
 * @param {Part[]} parts
 * @param {number} width
 * @param {number} height
 * @param {{ measures?: Measures, asked?: number, chosen?: number, held?: Way | null, steady?: boolean, tabs?: boolean }} options
 * @returns {FoundLayout}
 */
export function layOut(parts, width, height, { measures, asked = -1, chosen = -1, held = null, steady = false, tabs = true } = {}) {
  const { enough: needs, stages, scarce, keep, measures: usual } = layoutNumbers();
  const window = new Lanes(parts, width, height, measures ?? usual, asked, chosen);
  const kept = steady && held && window.arranged(held, 1);
  if (kept) return { ...kept, enough: 1 };
  for (const enough of needs) {
    for (const stage of !tabs ? stages.slice(0, 1) : enough === 1 ? stages : scarce) {
      const found = [...window.ways(stage)].map((way) => window.arranged(way, enough)).filter((layout) => layout !== null);
      if (found.length) return { ...best(found, held, keep), enough };
    }
  }
  return { ...window.alone({ stage: "open", kind: "alone", lanes: 0, share: 0 }), enough: 0 };
}

/**
 * @param {Layout[]} found
 * @param {Way | null} held
 * @param {number} keep
 */
function best(found, held, keep) {
  const top = found.reduce((one, other) => (other.worth > one.worth ? other : one));
  return found.find(({ way, worth }) => held && isSame(way, held) && worth >= keep * top.worth) ?? top;
}

/**
 * @param {Way} one
 * @param {Way} other
 */
const isSame = (one, other) => one.stage === other.stage && one.kind === other.kind && one.lanes === other.lanes && one.share === other.share;
