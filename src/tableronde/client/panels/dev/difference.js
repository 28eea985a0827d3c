// What two values of JSON differ in, as a list of paths with both values. A pure function.

/** @import { Difference, Json } from '../../types.d.ts' */

/**
 * Return where two values differ; a missing value is undefined.
 * @param {Json | undefined} left
 * @param {Json | undefined} right
 * @param {string} path
 * @returns {Difference[]}
 */
export function differences(left, right, path = "") {
  if (isTable(left) && isTable(right)) {
    const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
    return keys.flatMap((key) => differences(left[key], right[key], path ? `${path}.${key}` : key));
  }
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    return left.flatMap((value, i) => differences(value, right[i], `${path}[${i}]`));
  }
  return JSON.stringify(left) === JSON.stringify(right) ? [] : [{ path, left, right }];
}

/**
 * @param {Json | undefined} value
 * @returns {value is { [key: string]: Json }}
 */
const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
