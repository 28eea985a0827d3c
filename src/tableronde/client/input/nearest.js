// Positions on the screen: centres, distances, and the nearest element in a direction.

/**
 * An element on the screen that can be pressed.
 * @typedef {Element & HTMLOrSVGElement} Target
 */

export const REACH = 22; // how far off a finger may be, in CSS pixels
export const FINGER = 44; // targets closer together than this cannot be told apart by a finger
/** @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Target} node */
export function middleOf(node) {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * Return the distance of a shape's centre from a point.
 * @param {Target} node
 * @param {number} x
 * @param {number} y
 */
export function distance(node, x, y) {
  const middle = middleOf(node);
  return Math.hypot(middle.x - x, middle.y - y);
}

/**
 * Return whether other choices are too close for a finger to tell them apart.
 * @param {Target} node
 * @param {Target[]} others
 */
export function isCrowded(node, others) {
  const { x, y } = middleOf(node);
  return others.some((other) => other.dataset.word !== node.dataset.word && distance(other, x, y) < FINGER);
}

/**
 * Return the nearest element in a direction; elements straight ahead count as nearer than those aside.
 * @template {Target} T
 * @param {Target} here
 * @param {T[]} nodes
 * @param {[dx: number, dy: number]} direction
 */
export function inDirection(here, nodes, [dx, dy]) {
  const from = middleOf(here);
  /** @type {{ node: T, cost: number } | null} */
  let best = null;
  for (const node of nodes) {
    const to = middleOf(node);
    const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const aside = Math.abs((to.x - from.x) * dy - (to.y - from.y) * dx);
    const cost = ahead + 2.5 * aside;
    if (node !== here && ahead > 0.5 && (!best || cost < best.cost)) best = { node, cost };
  }
  return best?.node ?? null;
}
