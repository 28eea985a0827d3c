// Positions on the screen: the targets of arrow keys, and targets too close for a finger.

import { ARROWS, distance, inDirection, isCrowded } from "../../src/tableronde/client/input/nearest.js";
import { equal } from "./equal.js";

/** @import { Target } from '../../src/tableronde/client/input/nearest.js' */

/**
 * Something on the screen: its middle, its size, its word.
 * @param {number} x
 * @param {number} y
 */
const thing = (x, y, size = 20, word = `${x},${y}`) => /** @type {Target} */ (/** @type {unknown} */ ({
  dataset: { word },
  getBoundingClientRect: () => ({ left: x - size / 2, top: y - size / 2, width: size, height: size }),
}));

Deno.test("an arrow goes to the nearest target straight ahead", () => {
  const [here, ahead, aside, behind] = [thing(0, 0), thing(60, 0), thing(40, 40), thing(-20, 0)];
  equal(inDirection(here, [here, aside, ahead, behind], ARROWS.ArrowRight), ahead);
  equal(inDirection(here, [here, aside, ahead, behind], ARROWS.ArrowLeft), behind);
  equal(inDirection(here, [here, ahead], ARROWS.ArrowUp), null);
});

Deno.test("targets aside count as farther", () => {
  const here = thing(0, 0);
  const [straight, oblique] = [thing(0, 100), thing(30, 30)];
  equal(inDirection(here, [straight, oblique], ARROWS.ArrowDown), straight);
});

Deno.test("targets closer than the width of a finger are crowded", () => {
  const one = thing(0, 0);
  equal(isCrowded(one, [one, thing(43, 0)]), true);
  equal(isCrowded(one, [one, thing(45, 0)]), false);
  equal(isCrowded(one, [one, thing(10, 0, 20, one.dataset.word)]), false); // the same choice twice is not ambiguous
});

Deno.test("distance is measured from the centre", () => {
  equal(distance(thing(3, 4, 100), 0, 0), 5);
});
