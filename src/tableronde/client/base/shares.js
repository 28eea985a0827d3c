// Shares of the win: as whole percents, at any position of a game, and as stacked bands.

/** @typedef {[ply: number, shares: number[]]} Point */

/**
 * Round shares to whole percents that add up to 100: the rest goes to those that rounding reduced most.
 * @param {number[]} shares
 */
export function percents(shares) {
  const whole = shares.map((share) => Math.floor(100 * share + 1e-6));
  const lost = shares.map((share, seat) => [100 * share - whole[seat], seat]).sort(([one], [other]) => other - one);
  const left = Math.round(100 * shares.reduce((sum, share) => sum + share, 0)) - whole.reduce((sum, part) => sum + part, 0);
  for (const [, seat] of lost.slice(0, left)) whole[seat] += 1;
  return whole;
}

/**
 * Return every seat's share at a position, interpolated between evaluated positions; null before the first one.
 * @param {Point[]} points
 * @param {number} ply
 */
export function sharesAt(points, ply) {
  const after = points.findIndex(([at]) => at >= ply);
  if (after < 0) return points.at(-1)?.[1] ?? null;
  const [[to, then], [from, before]] = [points[after], points[Math.max(0, after - 1)]];
  const way = to > from ? Math.max(0, (ply - from) / (to - from)) : 1;
  return then.map((share, seat) => way * share + (1 - way) * before[seat]);
}

/**
 * Return the outline of a seat's band in a picture of this size: the first seat is at the bottom, so its line rises when it wins.
 * @param {Point[]} points
 * @param {number} seat
 * @param {number} plies
 * @param {number} width
 * @param {number} height
 */
export function band(points, seat, plies, width, height) {
  const edge = (/** @type {number} */ below) =>
    points.map(([ply, shares]) => {
      const sum = shares.slice(0, below).reduce((total, share) => total + share, 0);
      return `${round(placeOf(ply, plies, width))} ${round(height * Math.max(0, 1 - sum))}`;
    });
  return `M${[...edge(seat), ...edge(seat + 1).reverse()].join("L")}Z`;
}

/**
 * Return the x coordinate of a position on a line of this length.
 * @param {number} ply
 * @param {number} plies
 * @param {number} width
 */
export const placeOf = (ply, plies, width) => (plies ? (ply / plies) * width : width);

/**
 * Return the position at an x coordinate of the line.
 * @param {number} x
 * @param {number} plies
 * @param {number} width
 */
export const plyAt = (x, plies, width) => Math.max(0, Math.min(plies, Math.round((x / width) * plies)));

/**
 * Return the next turning point from a position in a direction; if there is none, the end.
 * @param {{ ply: number }[]} swings
 * @param {number} ply
 * @param {number} direction
 * @param {number} plies
 */
export function nextSwing(swings, ply, direction, plies) {
  const ahead = swings.map((swing) => swing.ply).filter((at) => (at - ply) * direction > 0);
  if (!ahead.length) return direction > 0 ? plies : 0;
  return direction > 0 ? Math.min(...ahead) : Math.max(...ahead);
}

/** @param {number} number */
const round = (number) => Math.round(100 * number) / 100;
