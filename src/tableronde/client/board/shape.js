// Draw a shape of a scene as SVG: outline, pattern and label, as the server's painters do.

import { drawing, look, marks, patternInk } from "./looks.js";
import { s } from "../base/elements.js";

/** @import { Look } from './looks.js' */
/** @import { Area, Shape } from './picture.js' */
/** @import { Properties } from '../types.d.ts' */

const SERIF = "var(--serif)";
const SANS = "var(--sans)";

/**
 * Redraw the contents of a shape's element.
 * @param {SVGElement} node
 * @param {Shape} shape
 * @param {Area} area
 */
export function drawShape(node, shape, area) {
  const worn = look(shape.style);
  const unit = Math.min(area.box[2], area.box[3]) / 100;
  node.dataset.fill = worn.fill;
  node.setAttribute("transform", placed(shape));
  node.replaceChildren(...outline(shape, worn, unit, area), ...label(shape, worn));
}

/**
 * Return the place of a shape as a transform.
 * @param {Shape} shape
 */
export function placed(shape) {
  const [x, y] = shape.at ?? [0, 0];
  return `translate(${x} ${y}) rotate(${shape.turn ?? 0})`;
}

/**
 * Create the patterns that an area's shapes use.
 * @param {Area} area
 */
export function patterns(area) {
  const { cell, grain, pen } = drawing();
  const size = (Math.min(area.box[2], area.box[3]) / 100) * grain;
  const names = new Set([...area.shapes.values()].map((shape) => look(shape.style).pattern));
  names.delete("plain");
  return [...names].map((name) =>
    s(
      "pattern",
      { id: patternId(area, name), width: cell, height: cell, patternUnits: "userSpaceOnUse", patternTransform: `scale(${size})` },
      s("path", { d: marks()[name], fill: name === "dots" ? patternInk() : "none", stroke: patternInk(), "stroke-width": pen }),
    ),
  );
}

/**
 * @param {Area} area
 * @param {string} name
 */
const patternId = (area, name) => `p-${area.id}-${name}`.replace(/[^\w-]/g, "-");

/**
 * Draw the fill, the pattern over it, the edge over both, and a halo for shapes that can be pressed.
 * @param {Shape} shape
 * @param {Look} worn
 * @param {number} unit
 * @param {Area} area
 */
function outline(shape, worn, unit, area) {
  if (!shape.path) return [];
  /**
   * @param {string} name
   * @param {Properties} [looks]
   */
  const part = (name, looks) => s("path", { class: name, d: shape.path, ...looks });
  const edge = stroke(worn, unit);
  const halo = shape.word ? [part("halo")] : [];
  const fill = { fill: worn.fill, "fill-opacity": worn.fill === "none" ? null : worn.opacity };
  if (worn.pattern === "plain" || worn.fill === "none") return [part("outline", { ...fill, ...edge }), ...halo];
  const strength = (worn.fill === "#ffffff" ? drawing().alone : drawing().tint) * worn.opacity;
  const pattern = { fill: `url(#${patternId(area, worn.pattern)})`, "fill-opacity": strength };
  return [part("outline", fill), part("pattern", { ...pattern, ...edge }), ...halo];
}

/**
 * @param {Look} worn
 * @param {number} unit
 */
function stroke(worn, unit) {
  if (worn.stroke === "none") return {};
  const width = worn.width * unit;
  return {
    stroke: worn.stroke,
    "stroke-width": width,
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
    "stroke-dasharray": worn.dash ? `${drawing().dash * width} ${drawing().gap * width}` : null,
  };
}

/**
 * Draw the label. In areas too small for it, letters keep the smallest readable size.
 * @param {Shape} shape
 * @param {Look} worn
 */
function label(shape, worn) {
  if (!shape.label) return [];
  const text = s(
    "text",
    {
      y: drawing().baseline,
      "font-size": shape.size,
      "font-family": worn.font === "serif" ? SERIF : SANS,
      "font-weight": worn.bold ? 700 : null,
      "text-anchor": worn.anchor,
      fill: worn.ink ?? "currentColor",
    },
    shape.label,
  );
  text.style.fontSize = `max(${shape.size}px, var(--least, 0px))`;
  return [text];
}
