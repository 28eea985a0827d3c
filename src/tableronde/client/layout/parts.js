// What the layout knows of an area: its role, its size, and the scale it needs. As in render/layout.py, line for line.

import { layoutNumbers } from "../board/looks.js";

/** @import { Area, Shape } from '../board/picture.js' */
/** @import { Part } from './frame.js' */

/** @typedef {{ x: number, y: number, w: number, h: number }} Extent */

/**
 * Return the role of an area seen from a seat.
 * @param {Area} area
 * @param {number} i
 * @param {number | null} seat
 */
export function roleOf(area, i, seat) {
  if (area.role) return area.role;
  if (i === 0) return "board";
  return area.seat === null ? "side" : area.seat === seat ? "hand" : "others";
}

/**
 * Return an area as the layout needs it.
 * @param {Area} area
 * @param {number} i
 * @param {number | null} seat
 * @returns {Part}
 */
export function partOf(area, i, seat) {
  const role = roleOf(area, i, seat);
  const board = role === "board";
  return { role, width: area.box[2], height: area.box[3], need: need(area, board), read: reading(area, board) };
}

/**
 * Return the scale at which the smallest text of an area is readable; 0 if it has none.
 * @param {Area} area
 * @param {boolean} board
 */
function reading({ shapes }, board) {
  const { text, tight } = layoutNumbers();
  const least = board ? text * tight : text;
  const sizes = [...shapes.values()].map((shape) => (shape.label || shape.jot ? (shape.size ?? 0) : 0));
  return Math.max(0, ...sizes.filter((size) => size > 0).map((size) => least / size));
}

/**
 * Return the scale at which the smallest text of an area is readable and its smallest target can be pressed.
 * @param {Area} area
 * @param {boolean} board
 */
function need(area, board) {
  const { shapes, box } = area;
  const { across, finger } = layoutNumbers();
  const most = board ? (across * finger) / Math.max(box[2], box[3]) : Infinity;
  const targets = [...shapes.values()].filter((shape) => (shape.word || shape.jot) && shape.path).map(extent);
  const things = targets.filter((each) => Math.min(each.w, each.h) > 0 && !covered(each, targets)).map(({ w, h }) => finger / Math.min(w, h));
  return Math.max(reading(area, board), ...things.filter((thing) => thing <= most)) || finger / Math.min(box[2], box[3]);
}

/**
 * Return the centre and size of a shape's bounding box before it is turned.
 * @param {Shape} shape
 * @returns {Extent}
 */
function extent({ path = "", at: [x, y] = [0, 0] }) {
  const numbers = (path.match(/[-\d.e]+/g) ?? []).map(Number);
  const xs = numbers.filter((_, i) => i % 2 === 0);
  const ys = numbers.filter((_, i) => i % 2);
  return { x, y, w: Math.max(...xs) - Math.min(...xs), h: Math.max(...ys) - Math.min(...ys) };
}

/**
 * Return whether a target covers the centre of another one.
 * @param {Extent} target
 * @param {Extent[]} all
 */
const covered = ({ x, y, w, h }, all) =>
  all.some((other) => (other.x !== x || other.y !== y) && Math.abs(other.x - x) < w / 2 && Math.abs(other.y - y) < h / 2);

/**
 * Return the area with offers to press; of several, the one with role "choices", or the one with most.
 * @param {Area[]} areas
 * @param {Map<string, string>} offers
 */
export function askedOf(areas, offers) {
  /** @param {Area} area */
  const count = (area) => new Set([...area.shapes.values()].map(({ word = "" }) => word).filter((word) => offers.has(word))).size;
  /** @param {Area} area */
  const weight = (area) => (area.role === "choices" && count(area) ? 1000 : 0) + count(area);
  const most = areas.reduce((one, other) => (weight(other) > weight(one) ? other : one));
  return weight(most) ? most : null;
}
