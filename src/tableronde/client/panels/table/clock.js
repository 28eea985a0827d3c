// Clocks: the server runs them and sends their times; the client counts from there.

/** @import { Clock } from '../../connection/connection.js' */

const LOW = 10_000; // milliseconds

/**
 * Return a seat's clock as text, or nothing without clocks.
 * @param {Clock | null} clock
 * @param {number} seat
 */
export function clockFace(clock, seat) {
  const left = clock?.seats?.[seat];
  if (!clock || left === undefined || left === null) return "";
  return minutes(clock.running?.includes(seat) ? left - (Date.now() - clock.receivedAt) : left);
}

/**
 * Return whether a seat's clock runs and has only a few seconds left.
 * @param {Clock | null} clock
 * @param {number} seat
 */
export function runsOut(clock, seat) {
  if (!clock?.running?.includes(seat)) return false;
  return clock.seats[seat] - (Date.now() - clock.receivedAt) <= LOW;
}

/**
 * Return the seconds left of a reaction window, or null.
 * @param {Clock | null} clock
 */
export const windowLeft = (clock) => secondsLeft(clock, "window");

/**
 * Return the seconds until that window opens, or null.
 * @param {Clock | null} clock
 */
export const opensIn = (clock) => secondsLeft(clock, "opens");

/**
 * @param {Clock | null} clock
 * @param {"window" | "opens"} which
 */
function secondsLeft(clock, which) {
  const left = clock?.[which] ?? null;
  return !clock || left === null ? null : Math.max(0, Math.ceil((left - (Date.now() - clock.receivedAt)) / 1000));
}

/** @param {number} milliseconds */
function minutes(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
