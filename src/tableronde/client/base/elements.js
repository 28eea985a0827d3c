// Helpers that create elements in one expression.

import { withNames } from "./names.js";

/** @import { Child, Children, Properties } from '../types.d.ts' */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an HTML element: `h("button", {class: "primary", onclick: go}, "Play")`. Empty values and children are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Properties} [properties]
 * @param {Children[]} children
 */
export const h = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);

/**
 * Create an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Properties} [properties]
 * @param {Children[]} children
 */
export const s = (tag, properties, ...children) => fill(document.createElementNS(SVG, tag), properties, children);

/**
 * Replace the children of an element.
 * @param {Element} element
 * @param {Children[]} children
 */
export const refill = (element, ...children) => element.replaceChildren(...present(children));

/**
 * Return the element of the page with this id.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element;
}

/**
 * Return the first descendant that matches a selector.
 * @param {Element} parent
 * @param {string} selector
 */
export function find(parent, selector) {
  const element = /** @type {HTMLElement | null} */ (parent.querySelector(selector));
  if (!element) throw new Error(`no element ${selector}`);
  return element;
}

/**
 * Return all descendants that match a selector.
 * @param {Element} parent
 * @param {string} selector
 */
export const findAll = (parent, selector) => [.../** @type {NodeListOf<HTMLElement>} */ (parent.querySelectorAll(selector))];

/**
 * Return the element an event is about.
 * @param {{ target: EventTarget | null }} event
 * @returns {Element & HTMLOrSVGElement}
 */
export const targetOf = ({ target }) =>
  target instanceof HTMLElement || target instanceof SVGElement ? target : document.documentElement;

/**
 * @template {Element} E
 * @param {E} element
 * @param {Properties | undefined} properties
 * @param {Children[]} children
 */
function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/** @param {Children[]} children */
const present = (children) => /** @type {Child[]} */ (children.flat(3)).filter(isThere).map(bound);

/**
 * @param {Child} child
 * @returns {child is Node | string}
 */
const isThere = (child) => child !== null && child !== undefined && child !== false && child !== "";

/**
 * Keep French punctuation on the line of the word before it, and names from turning the words around them.
 * @param {Node | string} child
 */
const bound = (child) => (typeof child === "string" ? withNames(child).replace(/ (?=[:;!?»%])/g, "\u00a0").replaceAll("« ", "«\u00a0") : child);
