// What this device has learned of each game: how many steps of each lesson are done. Never leaves the browser.

import { prefer, preferred } from "./preferences.js";

/** The steps done of each lesson, and of how many in all. */
export function learned(game) {
  try {
    const { steps = {}, total = 0 } = JSON.parse(preferred(`learned ${game}`, "{}"));
    return { steps, total };
  } catch {
    return { steps: {}, total: 0 }; // somebody else's note
  }
}

/** So many steps of a lesson are done; `total` is how many the game has. */
export function keepLearned(game, lesson, count, total) {
  const { steps } = learned(game);
  prefer(`learned ${game}`, JSON.stringify({ steps: { ...steps, [lesson]: Math.max(count, steps[lesson] ?? 0) }, total }));
}

/** Begin again from nothing. */
export const unlearn = (game) => prefer(`learned ${game}`, "{}");

/** How far one has come: steps done, and all. */
export function progressOf(game) {
  const { steps, total } = learned(game);
  const done = Object.values(steps).reduce((sum, each) => sum + each, 0);
  return { done: Math.min(done, total), total };
}
