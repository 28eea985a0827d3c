// Where the areas of a scene come to lie in a window: the board takes what it can get, the others go beside or below it.

const GAP = 16;
const BOARD = 2.5; // the board counts so many times as much as all the others together
export const TITLE = 20; // above each area but the first

/** The arrangement of areas in a window of this size in which everything is largest, the board first: a place and scale for each.
 * The one chosen `last` has a bonus: things should not jump about for a little gain. */
export function layOut(areas, width, height, seat, title, last) {
  const weights = areas.map((area) => (area.seat === seat && seat !== null ? 1.5 : 1));
  weights[0] = BOARD * weights.reduce((sum, weight) => sum + weight, -1);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let best = null;
  for (const each of arrangements(areas, width, height, title)) {
    const sizes = each.spots.map((spot, i) => weights[i] * Math.log(spot.scale * Math.sqrt(areas[i].box[2] * areas[i].box[3])));
    const worth = sizes.reduce((sum, size) => sum + size, 0) + all * bonus(each, last);
    if (!best || worth > best.worth) best = { ...each, worth };
  }
  return best;
}

function bonus(one, last) {
  if (one.kind !== last?.kind) return 0;
  return one.lanes === last.lanes && one.share === last.share ? 0.2 : 0.15;
}

function* arrangements(areas, width, height, title) {
  if (areas.length === 1) return yield { kind: "alone", spots: [fit(areas[0], 0, 0, width, height)] };
  const [main, ...others] = areas;
  for (let lanes = 1; lanes <= Math.min(4, others.length); lanes++) {
    for (let share = 0.12; share <= 0.6; share += 0.04) {
      yield { kind: "beside", lanes, share, spots: beside(main, others, lanes, share, width, height, title) };
      yield { kind: "below", lanes, share, spots: below(main, others, lanes, share, width, height, title) };
    }
  }
}

/** The others in columns at the right. */
function beside(main, others, lanes, share, width, height, title) {
  const left = width * (1 - share) - GAP;
  const lane = (width * share - GAP * (lanes - 1)) / lanes;
  const spots = [fit(main, 0, 0, left, height)];
  const columns = dealt(others, lanes, (area) => area.box[3] / area.box[2]);
  const used = spots[0].x + main.box[2] * spots[0].scale;
  const start = used + GAP + Math.max(0, (width - used - GAP - width * share) / 2);
  columns.forEach((column, i) => {
    const free = height - column.length * title - GAP * (column.length - 1);
    const natural = column.reduce((sum, area) => sum + area.box[3] / area.box[2], 0);
    const wide = Math.min(lane, free / natural);
    let y = (height - (wide * natural + height - free)) / 2;
    for (const area of column) {
      const scale = wide / area.box[2];
      spots[1 + others.indexOf(area)] = { x: start + i * (lane + GAP) + (lane - wide) / 2, y: y + title, scale };
      y += title + scale * area.box[3] + GAP;
    }
  });
  return spots;
}

/** The others in rows below. */
function below(main, others, lanes, share, width, height, title) {
  const top = height * (1 - share) - GAP;
  const lane = (height * share - GAP * (lanes - 1)) / lanes - title;
  const spots = [fit(main, 0, 0, width, top)];
  dealt(others, lanes, (area) => area.box[2] / area.box[3]).forEach((row, i) => {
    const free = width - GAP * (row.length - 1);
    const natural = row.reduce((sum, area) => sum + area.box[2] / area.box[3], 0);
    const high = Math.max(1, Math.min(lane, free / natural));
    let x = (width - (high * natural + width - free)) / 2;
    for (const area of row) {
      const scale = high / area.box[3];
      spots[1 + others.indexOf(area)] = { x, y: top + GAP + i * (lane + title + GAP) + title + (lane - high) / 2, scale };
      x += scale * area.box[2] + GAP;
    }
  });
  return spots;
}

/** Areas dealt to lanes in order, so that the lanes come out about equally long. */
function dealt(areas, lanes, length) {
  const share = areas.reduce((sum, area) => sum + length(area), 0) / lanes;
  const all = Array.from({ length: lanes }, () => []);
  let sum = 0;
  for (const area of areas) {
    all[Math.min(lanes - 1, Math.floor((sum + length(area) / 2) / share))].push(area);
    sum += length(area);
  }
  return all.filter((lane) => lane.length);
}

function fit(area, x, y, width, height) {
  const scale = Math.min(width / area.box[2], height / area.box[3]);
  return { x: x + (width - area.box[2] * scale) / 2, y: y + (height - area.box[3] * scale) / 2, scale };
}
