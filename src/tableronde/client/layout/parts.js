// What the layout has to know of an area: its role, its shape, and the scale it needs. As in paint/layout.py, line for line.

export const ROLES = ["board", "choices", "hand", "notes", "side", "others"];
export const TEXT = 12;
export const FINGER = 44;
const TIGHT = 0.75;
const ACROSS = 8;
export const CONSTANTS = { ROLES, TEXT, TIGHT, ACROSS, FINGER };

/** What an area is to who looks on from a seat. */
export function roleOf(area, i, seat) {
  if (area.role) return area.role;
  if (i === 0) return "board";
  return area.seat === null ? "side" : area.seat === seat ? "hand" : "others";
}

/** What the layout has to know of an area. */
export function partOf(area, i, seat) {
  const role = roleOf(area, i, seat);
  const board = role === "board";
  return { role, width: area.box[2], height: area.box[3], need: need(area, board), read: reading(area, board) };
}

/** The scale at which the smallest words of an area have some height; 0 if there are none. */
function reading({ shapes }, board) {
  const least = board ? TEXT * TIGHT : TEXT;
  return Math.max(0, ...[...shapes.values()].filter((shape) => (shape.label || shape.jot) && shape.size > 0).map((shape) => least / shape.size));
}

/** The scale at which the smallest words of an area have some height and the smallest things in it can be pressed. */
function need(area, board) {
  const { shapes, box } = area;
  const most = board ? (ACROSS * FINGER) / Math.max(box[2], box[3]) : Infinity;
  const targets = [...shapes.values()].filter((shape) => (shape.word || shape.jot) && shape.path).map(extent);
  const things = targets.filter((each) => Math.min(each.w, each.h) > 0 && !covered(each, targets)).map(({ w, h }) => FINGER / Math.min(w, h));
  return Math.max(reading(area, board), ...things.filter((thing) => thing <= most)) || FINGER / Math.min(box[2], box[3]);
}

/** The middle and the size of a shape's own box, as it lies unturned. */
function extent({ path, at: [x, y] = [0, 0] }) {
  const numbers = path.match(/[-\d.e]+/g).map(Number);
  const xs = numbers.filter((_, i) => i % 2 === 0);
  const ys = numbers.filter((_, i) => i % 2);
  return { x, y, w: Math.max(...xs) - Math.min(...xs), h: Math.max(...ys) - Math.min(...ys) };
}

/** Whether the middle of another target lies on a target. */
const covered = ({ x, y, w, h }, all) =>
  all.some((other) => (other.x !== x || other.y !== y) && Math.abs(other.x - x) < w / 2 && Math.abs(other.y - y) < h / 2);

/** The area with something on offer to press; of several, the one made for it, or the one with most. */
export function askedOf(areas, offers) {
  const count = (area) => new Set([...area.shapes.values()].map(({ word }) => word).filter((word) => offers.has(word))).size;
  const weight = (area) => (area.role === "choices" && count(area) ? 1000 : 0) + count(area);
  const most = areas.reduce((one, other) => (weight(other) > weight(one) ? other : one));
  return weight(most) ? most : null;
}
