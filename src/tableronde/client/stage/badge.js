// A player's badge: a disc in the colour and pattern of the seat's pieces, so that strip and board match.

import { look, marks, patternInk } from "./looks.js";
import { s } from "../base/make.js";

let count = 0;

/** The badge of a seat with this style. */
export function badge(style) {
  const worn = look(style);
  const id = `badge${++count}`;
  const fill = worn.fill === "none" ? "transparent" : worn.fill;
  const patterned = worn.pattern !== "plain" && marks()[worn.pattern];
  const pattern =
    patterned &&
    s(
      "pattern",
      { id, width: 10, height: 10, patternUnits: "userSpaceOnUse", patternTransform: "scale(0.6)" },
      s("path", {
        d: marks()[worn.pattern],
        fill: worn.pattern === "dots" ? patternInk() : "none",
        stroke: patternInk(),
        "stroke-width": 1.5,
      }),
    );
  return s(
    "svg",
    { class: "badge", viewBox: "0 0 28 28", "aria-hidden": "true" },
    patterned && s("defs", {}, pattern),
    s("circle", { cx: 14, cy: 14, r: 9, fill, stroke: worn.stroke === "none" ? "currentColor" : worn.stroke, "stroke-width": 1.2 }),
    patterned && s("circle", { cx: 14, cy: 14, r: 9, fill: `url(#${id})`, "fill-opacity": 0.55 }),
    s("circle", { class: "turn-ring", cx: 14, cy: 14, r: 12.5 }),
  );
}
