// The size of targets, which decides whether a finger needs a second tap.

import { layoutNumbers } from "../board/looks.js";

/** @import { Target } from './nearest.js' */

/** @typedef {{ x: number, y: number, width: number, height: number, side: number, word?: string }} TargetBox */

/**
 * Return the size of each target in CSS pixels: its shorter side; or, if it covers the centre of another one or the other
 * way round, the distance of the two centres if that is less.
 * @param {Target[]} nodes
 */
export function roomOf(nodes) {
  const boxes = nodes.map(boxOf);
  return new Map(nodes.map((node, i) => [node, Math.min(boxes[i].side, ...crowd(boxes, boxes[i]))]));
}

/**
 * Return the targets that are too small for a finger.
 * @param {Target[]} nodes
 */
export function tooSmall(nodes) {
  const room = roomOf(nodes);
  const { finger } = layoutNumbers();
  return nodes.filter((node) => (room.get(node) ?? 0) < finger);
}

/**
 * @param {Target} node
 * @returns {TargetBox}
 */
function boxOf(node) {
  const { left, top, width, height } = (node.querySelector(".outline") ?? node).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width, height, side: Math.min(width, height), word: node.dataset.word };
}

/**
 * Return the distances of the boxes that overlap a box.
 * @param {TargetBox[]} boxes
 * @param {TargetBox} box
 */
const crowd = (boxes, box) =>
  boxes.filter((other) => other.word !== box.word && (isOn(box, other) || isOn(other, box))).map((other) => apart(box, other));

/**
 * Return whether a box covers the centre of another one.
 * @param {TargetBox} one
 * @param {TargetBox} other
 */
const isOn = (one, other) => Math.abs(other.x - one.x) < one.width / 2 && Math.abs(other.y - one.y) < one.height / 2;

/**
 * @param {TargetBox} one
 * @param {TargetBox} other
 */
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
