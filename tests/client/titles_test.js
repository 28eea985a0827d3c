// Titles over the areas: their places and widths.

import { equal } from "./equal.js";

const LOOKS = { layout: { measures: { gap: 12, title: 44, tabs: 48 } } };
Object.assign(globalThis, {
  document: { documentElement: { lang: "fr" }, addEventListener() {} },
  matchMedia: () => ({ addEventListener() {} }),
  fetch: () => Promise.resolve({ json: () => LOOKS }),
});
const { loadLooks } = await import("../../src/tableronde/client/board/looks.js");
const { placeTitles } = await import("../../src/tableronde/client/board/titles.js");

await loadLooks("any");

/** @param {number} x @param {number} y @param {number} width */
const spot = (x, y, width) => ({ x, y, scale: 2, box: [0, 0, width / 2, 10] });
/** @param {ReturnType<typeof spot>[]} spots */
const widths = (...spots) => placeTitles(spots).map(({ width }) => width);

Deno.test("a title is as wide as its area, or wider if there is room", () => equal(widths(spot(0, 100, 300), spot(0, 300, 40)), [300, 220]));

Deno.test("titles on one line do not overlap", () => equal(widths(spot(57, 560, 46), spot(121, 565, 240)), [64, 240]));
