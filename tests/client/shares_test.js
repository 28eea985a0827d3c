// Win probabilities: percents that add up, any position of a game, and bands without gaps.

import { band, nextSwing, percents, placeOf, plyAt, sharesAt } from "../../src/tableronde/client/base/shares.js";
import { equal } from "./equal.js";

Deno.test("percents are whole and add up to 100", () => {
  equal(percents([0.626, 0.374]), [63, 37]);
  equal(percents([1 / 3, 1 / 3, 1 / 3]).reduce((sum, part) => sum + part, 0), 100);
  equal(percents([0.005, 0.995]).reduce((sum, part) => sum + part, 0), 100);
  equal(percents([1, 0]), [100, 0]);
  equal(percents([0.29, 0.71]), [29, 71]); // 100 * 0.29 is a little less than 29
});

Deno.test("eight seats add up, too, and none is wrong by more than one", () => {
  const shares = [0.2212, 0.1313, 0.0477, 0.1799, 0.0901, 0.1555, 0.0744, 0.0999];
  const whole = percents(shares);
  equal(whole.reduce((sum, part) => sum + part, 0), 100);
  equal(shares.every((share, seat) => Math.abs(100 * share - whole[seat]) < 1), true);
});

/** @type {[number, number[]][]} */
const POINTS = [[0, [0.5, 0.5]], [4, [0.9, 0.1]], [6, [0.1, 0.9]]];

Deno.test("shares are interpolated between two evaluated positions", () => {
  equal(sharesAt(POINTS, 4), [0.9, 0.1]);
  equal(sharesAt(POINTS, 0), [0.5, 0.5]);
  equal(sharesAt(POINTS, 2)?.map((share) => share.toFixed(3)), ["0.700", "0.300"]);
  equal(sharesAt(POINTS, 99), [0.1, 0.9]);
  equal(sharesAt([], 3), null);
});

Deno.test("before the first evaluated position, its shares are used", () => {
  equal(sharesAt([[3, [0.4, 0.6]]], 1), [0.4, 0.6]);
});

Deno.test("bands are stacked and fill the picture", () => {
  equal(band(POINTS, 0, 6, 60, 100), "M0 100L40 100L60 100L60 90L40 10L0 50Z");
  equal(band(POINTS, 1, 6, 60, 100), "M0 50L40 10L60 90L60 0L40 0L0 0Z");
});

Deno.test("coordinates and positions match, also at the edges and in a game without moves", () => {
  for (let ply = 0; ply <= 7; ply++) equal(plyAt(placeOf(ply, 7, 320), 7, 320), ply);
  equal([plyAt(-20, 7, 320), plyAt(999, 7, 320)], [0, 7]);
  equal(plyAt(placeOf(0, 0, 320), 0, 320), 0);
});

Deno.test("turning points come one after the other, then the ends", () => {
  const swings = [{ ply: 3 }, { ply: 8 }];
  equal(nextSwing(swings, 0, 1, 10), 3);
  equal(nextSwing(swings, 3, 1, 10), 8);
  equal(nextSwing(swings, 8, 1, 10), 10);
  equal(nextSwing(swings, 8, -1, 10), 3);
  equal(nextSwing(swings, 3, -1, 10), 0);
});
