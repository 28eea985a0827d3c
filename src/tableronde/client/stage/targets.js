// How much room there is to press a thing: what decides whether a finger is asked for a second tap.

import { FINGER } from "./parts.js";

/** The room of each of some elements that can be pressed, in CSS pixels: its shorter side; or, where the middle of another one lies
 * on it or its own on another, how far apart the two middles are, if that is less. */
export function roomOf(nodes) {
  const boxes = nodes.map((node) => box(node));
  return new Map(nodes.map((node, i) => [node, Math.min(boxes[i].side, ...crowd(boxes, i))]));
}

/** Those with less room than a finger needs. */
export function tooSmall(nodes) {
  const room = roomOf(nodes);
  return nodes.filter((node) => room.get(node) < FINGER);
}

function box(node) {
  const { left, top, width, height } = (node.querySelector(".outline") ?? node).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, width, height, side: Math.min(width, height), word: node.dataset.word };
}

const crowd = (boxes, i) =>
  boxes.filter((other) => other.word !== boxes[i].word && (on(boxes[i], other) || on(other, boxes[i]))).map((other) => apart(boxes[i], other));

const on = (one, { x, y }) => Math.abs(x - one.x) < one.width / 2 && Math.abs(y - one.y) < one.height / 2;

const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
