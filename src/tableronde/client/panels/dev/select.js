// Choices among values that may change.

import { h, refill } from "../../base/elements.js";

/**
 * @param {string} label
 * @param {() => unknown} [changed]
 */
export const select = (label, changed = () => {}) => h("select", { "aria-label": label, onchange: changed });

/**
 * Offer these values with their names, and keep what is chosen if it is still there.
 * @param {HTMLSelectElement} element
 * @param {[string, string][]} values
 * @param {string} [preset]
 */
export function fillSelect(element, values, preset) {
  const before = element.value || preset;
  if (element.dataset.values === JSON.stringify(values)) return;
  element.dataset.values = JSON.stringify(values);
  refill(
    element,
    values.map(([value, name]) => h("option", { value }, name)),
  );
  if (before && values.some(([value]) => value === before)) element.value = before;
}
