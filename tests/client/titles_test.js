// Titles over the areas: where they go, and how wide they may be.

import { equal } from "./equal.js";

Object.assign(globalThis, { document: { documentElement: { lang: "fr" }, addEventListener() {} } });
const { heads } = await import("../../src/tableronde/client/stage/titles.js");

const spot = (x, y, width) => ({ x, y, scale: 2, box: [0, 0, width / 2, 10] });
const widths = (...spots) => heads(spots).map(({ width }) => width);

Deno.test("a title is as wide as its area, or wider where there is room", () => equal(widths(spot(0, 100, 300), spot(0, 300, 40)), [300, 120]));

Deno.test("on one line no title runs into the next", () => equal(widths(spot(57, 560, 46), spot(121, 565, 210)), [64, 210]));
