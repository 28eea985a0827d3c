// What a seat wears: the colour and pattern of its pieces, on a disc beside its name or on anything else that is its own.

import { look, marks, patternInk } from "./looks.js";
import { s } from "../base/make.js";

let count = 0;

/** The colours of a seat with this style, and its pattern, to be defined once in the picture that wears it; without one nothing. */
export function cloth(style) {
  const worn = look(style);
  const mark = worn.pattern !== "plain" && marks()[worn.pattern];
  const id = `cloth${++count}`;
  return {
    fill: worn.fill === "none" ? "transparent" : worn.fill,
    stroke: worn.stroke === "none" ? "currentColor" : worn.stroke,
    cover: mark && { fill: `url(#${id})`, "fill-opacity": 0.55 },
    pattern: mark && patterned(id, worn.pattern, mark),
  };
}

const patterned = (id, name, mark) =>
  s(
    "pattern",
    { id, width: 10, height: 10, patternUnits: "userSpaceOnUse", patternTransform: "scale(0.6)" },
    s("path", { d: mark, fill: name === "dots" ? patternInk() : "none", stroke: patternInk(), "stroke-width": 1.5 }),
  );

/** The badge of a seat with this style. */
export function badge(style) {
  const { fill, stroke, cover, pattern } = cloth(style);
  return s(
    "svg",
    { class: "badge", viewBox: "0 0 28 28", "aria-hidden": "true" },
    pattern && s("defs", {}, pattern),
    s("circle", { cx: 14, cy: 14, r: 9, fill, stroke, "stroke-width": 1.2 }),
    cover && s("circle", { cx: 14, cy: 14, r: 9, ...cover }),
    s("circle", { class: "turn-ring", cx: 14, cy: 14, r: 12.5 }),
  );
}

/** A piece of a seat's cloth, as large as what it lies in. */
export function swatch(style) {
  const { fill, cover, pattern } = cloth(style);
  const whole = { width: "100%", height: "100%" };
  return s(
    "svg",
    { class: "swatch", "aria-hidden": "true", ...whole },
    pattern && s("defs", {}, pattern),
    s("rect", { ...whole, fill }),
    cover && s("rect", { ...whole, ...cover }),
  );
}
