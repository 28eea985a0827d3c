// Where things are on the screen: middles, distances, and what lies in a direction.

export const REACH = 22; // a finger is this far off, in CSS pixels
export const FINGER = 44; // what lies closer together than this a finger cannot tell apart
/** @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function middleOf(node) {
  const box = node.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** How far a shape's middle is from a point. */
export function distance(node, x, y) {
  const middle = middleOf(node);
  return Math.hypot(middle.x - x, middle.y - y);
}

/** Whether other choices lie so close that a finger cannot be sure which of them it means. */
export function isCrowded(node, others) {
  const { x, y } = middleOf(node);
  return others.some((other) => other.dataset.word !== node.dataset.word && distance(other, x, y) < FINGER);
}

/** The nearest element in a direction: what lies straight ahead counts as nearer than what lies aside. */
export function inDirection(here, nodes, [dx, dy]) {
  const from = middleOf(here);
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
