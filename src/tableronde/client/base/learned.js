// The lessons done on this device: how many steps of each lesson of each game. Never leaves the browser.

import { prefer, preferred } from "./preferences.js";

/**
 * Return the steps done of each lesson, and the number of all steps.
 * @param {string} game
 * @returns {{ steps: Record<string, number>, total: number }}
 */
export function learned(game) {
  try {
    const { steps = {}, total = 0 } = JSON.parse(preferred(`learned ${game}`, "{}"));
    return { steps, total };
  } catch {
    return { steps: {}, total: 0 }; // the stored value is not ours
  }
}

/**
 * Store how many steps of a lesson are done; `total` is the number of steps in the game.
 * @param {string} game
 * @param {string} lesson
 * @param {number} count
 * @param {number} total
 */
export function keepLearned(game, lesson, count, total) {
  const { steps } = learned(game);
  prefer(`learned ${game}`, JSON.stringify({ steps: { ...steps, [lesson]: Math.max(count, steps[lesson] ?? 0) }, total }));
}

/**
 * Forget all lessons done.
 * @param {string} game
 */
export const unlearn = (game) => prefer(`learned ${game}`, "{}");

/**
 * Return the progress: steps done and all steps.
 * @param {string} game
 */
export function progressOf(game) {
  const { steps, total } = learned(game);
  const done = Object.values(steps).reduce((sum, each) => sum + each, 0);
  return { done: Math.min(done, total), total };
}
