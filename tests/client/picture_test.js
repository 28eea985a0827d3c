// Pictures and their deltas.

import { ghosted } from "../../src/tableronde/client/input/preview.js";
import { updated } from "../../src/tableronde/client/board/picture.js";
import { equal } from "./equal.js";

/** @import { Picture } from '../../src/tableronde/client/board/picture.js' */

const WHOLE = {
  full: true,
  seat: 0,
  captions: ["first"],
  areas: [
    { id: "board", box: [0, 0, 10, 10], shapes: [{ id: "a" }, { id: "b" }] },
    { id: "hand", box: [0, 0, 5, 5], seat: 0, shapes: [{ id: "card", word: "card" }] },
  ],
};
/** @param {Picture} picture */
const ids = (picture, i = 0) => [...picture.areas[i].shapes.keys()];

Deno.test("a full picture holds its shapes by id, in order", () => {
  const picture = updated(null, WHOLE);
  equal(ids(picture), ["a", "b"]);
  equal(picture.captions, ["first"]);
});

Deno.test("a delta changes, adds and removes shapes, and leaves the rest as it is", () => {
  const before = updated(null, WHOLE);
  const change = { full: false, seat: 0, captions: [], areas: [{ id: "board", shapes: [{ id: "b", turn: 90 }, { id: "c" }], gone: ["a"] }] };
  const after = updated(before, change);
  equal(ids(after), ["b", "c"]);
  equal(after.areas[0].shapes.get("b")?.turn, 90);
  equal(after.areas[1], before.areas[1]);
  equal(ids(before), ["a", "b"]);
});

Deno.test("a list gives the areas, an order gives the stacking of shapes", () => {
  const after = updated(updated(null, WHOLE), { full: false, captions: [], list: ["board"], areas: [{ id: "board", order: ["b", "a"] }] });
  equal(
    after.areas.map((area) => area.id),
    ["board"],
  );
  equal(ids(after), ["b", "a"]);
});

Deno.test("a preview moves the held piece from the hand to the board, and keeps the offers", () => {
  const now = updated(null, WHOLE);
  const areas = [
    { id: "board", box: [0, 0, 10, 10], shapes: [{ id: "a" }, { id: "card", turn: 90 }] },
    { id: "hand", box: [0, 0, 5, 5], shapes: [] },
  ];
  const then = updated(null, { ...WHOLE, areas });
  const ghost = ghosted(now, then, new Map());
  equal(ids(ghost), ["a", "b", "card"]);
  equal(ids(ghost, 1), []);
  equal(ids(ghosted(now, then, new Map([["card", "the card"]])), 1), ["card"]);
});
