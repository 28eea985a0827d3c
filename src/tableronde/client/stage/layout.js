// Where the areas of a scene come to lie in a window. The same as paint/layout.py, where it is explained; a test lets both
// lay out the same windows.

import { CONSTANTS as LANES, Window } from "./lanes.js";
import { CONSTANTS as PARTS } from "./parts.js";

const KEEP = 0.85;
const ENOUGH = [1, 0.8, 0.6, 0.4, 0.2, 0];
const STAGES = ["open", "aside", "slot", "tabs"];
const SCARCE = ["slot", "tabs", "open"];
export const CONSTANTS = { ...PARTS, ...LANES, KEEP, ENOUGH, STAGES, SCARCE };
export const MEASURES = { gap: 12, title: 44, tabs: 48 };

/** The same arrangement with another tab open. */
export function turned(parts, width, height, { way, enough }, chosen, measures = MEASURES) {
  return new Window(parts, width, height, measures, -1, chosen).arranged(way, enough);
}

/** The arrangement in which everything is largest, the board first. */
export function layOut(parts, width, height, { measures = MEASURES, asked = -1, chosen = -1, held = null, steady = false, tabs = true } = {}) {
  const window = new Window(parts, width, height, measures, asked, chosen);
  const kept = steady && held && window.arranged(held, 1);
  if (kept) return { ...kept, enough: 1 };
  for (const enough of ENOUGH) {
    for (const stage of !tabs ? STAGES.slice(0, 1) : enough === 1 ? STAGES : SCARCE) {
      const found = [...window.ways(stage)].map((way) => window.arranged(way, enough)).filter(Boolean);
      if (found.length) return { ...best(found, held), enough };
    }
  }
  return { ...window.alone({ stage: "open", kind: "alone", lanes: 0, share: 0 }), enough: 0 };
}

function best(found, held) {
  const top = found.reduce((one, other) => (other.worth > one.worth ? other : one));
  return found.find(({ way, worth }) => held && same(way, held) && worth >= KEEP * top.worth) ?? top;
}

const same = (one, other) => ["stage", "kind", "lanes", "share"].every((key) => one[key] === other[key]);
