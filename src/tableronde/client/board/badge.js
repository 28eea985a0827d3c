// The colours of a seat: the colour and pattern of its pieces, on a badge beside its name or on other elements.

import { look, marks, patternInk } from "./looks.js";
import { s } from "../base/elements.js";

let count = 0;

/**
 * Return the colours of a seat with this style, and its pattern (if any), to be defined once in the picture that uses it.
 * @param {string} style
 */
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

/**
 * @param {string} id
 * @param {string} name
 * @param {string} mark
 */
const patterned = (id, name, mark) =>
  s(
    "pattern",
    { id, width: 10, height: 10, patternUnits: "userSpaceOnUse", patternTransform: "scale(0.6)" },
    s("path", { d: mark, fill: name === "dots" ? patternInk() : "none", stroke: patternInk(), "stroke-width": 1.5 }),
  );

/**
 * Create the badge of a seat with this style.
 * @param {string} style
 */
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

/**
 * Create a swatch of a seat's colour and pattern that fills its parent.
 * @param {string} style
 */
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
