// Shares of the win: as whole percents, at any moment of a game, and as bands one above the other.

/** Whole percents that make a hundred together: what rounding leaves goes to whoever it took most from. */
export function percents(shares) {
  const whole = shares.map((share) => Math.floor(100 * share + 1e-6));
  const lost = shares.map((share, seat) => [100 * share - whole[seat], seat]).sort(([one], [other]) => other - one);
  const left = Math.round(100 * shares.reduce((sum, share) => sum + share, 0)) - whole.reduce((sum, part) => sum + part, 0);
  for (const [, seat] of lost.slice(0, left)) whole[seat] += 1;
  return whole;
}

/** Everybody's share at a moment: as it was judged, or on the way between the moments judged around it; null before there is any. */
export function sharesAt(points, ply) {
  const after = points.findIndex(([at]) => at >= ply);
  if (after < 0) return points.at(-1)?.[1] ?? null;
  const [[to, then], [from, before]] = [points[after], points[Math.max(0, after - 1)]];
  const way = to > from ? Math.max(0, (ply - from) / (to - from)) : 1;
  return then.map((share, seat) => way * share + (1 - way) * before[seat]);
}

/** The outline of a seat's band in a picture of that size: the first seat lies at the foot, so that its line climbs when it wins. */
export function band(points, seat, plies, width, height) {
  const edge = (below) =>
    points.map(([ply, shares]) => {
      const sum = shares.slice(0, below).reduce((total, share) => total + share, 0);
      return `${round(placeOf(ply, plies, width))} ${round(height * Math.max(0, 1 - sum))}`;
    });
  return `M${[...edge(seat), ...edge(seat + 1).reverse()].join("L")}Z`;
}

/** Where a moment lies on a line of that length. */
export const placeOf = (ply, plies, width) => (plies ? (ply / plies) * width : width);

/** The moment at a place of the line. */
export const plyAt = (x, plies, width) => Math.max(0, Math.min(plies, Math.round((x / width) * plies)));

/** The next turning point from a moment in a direction; where there is none, the end. */
export function nextSwing(swings, ply, direction, plies) {
  const ahead = swings.map((swing) => swing.ply).filter((at) => (at - ply) * direction > 0);
  if (!ahead.length) return direction > 0 ? plies : 0;
  return direction > 0 ? Math.min(...ahead) : Math.max(...ahead);
}

const round = (number) => Math.round(100 * number) / 100;
