// What two seats see differently: paths and both values.

import { equal } from "./equal.js";
import { differences } from "../../src/tableronde/client/panels/dev/difference.js";

Deno.test("equal values do not differ", () => {
  equal(differences({ hand: [1, 2], own: null }, { own: null, hand: [1, 2] }), []);
});

Deno.test("a path names the place, however deep", () => {
  equal(differences({ view: { hands: [[1], [2]] } }, { view: { hands: [[1], [3]] } }), [{ path: "view.hands[1][0]", left: 2, right: 3 }]);
});

Deno.test("lists of different lengths differ as a whole", () => {
  equal(differences({ hand: [1, 2] }, { hand: [1] }), [{ path: "hand", left: [1, 2], right: [1] }]);
});

Deno.test("what one of them does not have is undefined", () => {
  equal(differences({ seat: 0 }, { seat: 0, own: 7 }), [{ path: "own", left: undefined, right: 7 }]);
  equal(differences(null, { own: 7 }), [{ path: "", left: null, right: { own: 7 } }]);
});
