// Names in sentences: only those written from right to left are isolated, wherever they stand.

import { isolated, rememberNames, withNames } from "../../src/tableronde/client/base/names.js";
import { equal } from "./equal.js";

Deno.test("a name from left to right stays as it is", () => {
  equal(isolated("Zoë"), "Zoë");
  rememberNames(["Zoë", "", null, undefined]);
  equal(withNames("Zoë joue."), "Zoë joue.");
});

Deno.test("names from right to left are isolated, the longest first, and once", () => {
  rememberNames(["דנה", "דנה כהן", "a.دانة"]);
  equal(withNames("דנה כהן prend la place de דנה."), "\u2068דנה כהן\u2069 prend la place de \u2068דנה\u2069.");
  equal(withNames("axدانة"), "axدانة"); // a dot in a name is no pattern
  equal(withNames("a.دانة: 3"), "\u2068a.دانة\u2069: 3");
});
