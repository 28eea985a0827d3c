// Form fields: one for each kind of typed option, and their parts.

import { h } from "../base/elements.js";
import { localize, translate } from "../base/language.js";

/** @import { OptionData, OptionValue } from '../types.d.ts' */

/**
 * An option's element and its value; if it can be left to the game, `left` shows what that means, and `inWords` formats a value.
 * @typedef {object} Made
 * @property {HTMLElement} element
 * @property {() => OptionValue} value
 * @property {(words: string) => unknown} [left]
 * @property {(meant: OptionValue) => unknown} [leave] the same for a switch, which shows the value itself
 * @property {(meant: OptionValue) => string} [inWords]
 */

/** @typedef {Made & { name: string, imply: (meant: OptionValue) => void }} Field */
/** @typedef {readonly [value: string, words: string]} Choice */


/** @type {Record<OptionData["kind"], (option: OptionData, value: OptionValue) => Made>} */
const KINDS = { bool: yesOrNo, int: number, word: choice, words: several };

/**
 * Create a field for an option; `value()` returns its value, undefined if it is left to the game, and `imply` shows what that means:
 * a value, null if the game does not say, undefined if the option does not apply. What differs from both is marked as a house rule.
 * @param {OptionData} option
 * @param {OptionValue} value
 * @returns {Field}
 */
export function field(option, value) {
  const usual = value ?? null;
  const made = { name: option.name, ...KINDS[option.kind](option, usual) };
  const tag = h("span", { class: "house-rule", hidden: true }, translate("house rule"));
  made.element.firstElementChild?.append(" ", tag);
  /** @type {OptionValue} */
  let implied = usual;
  const mark = () => {
    const chosen = made.value();
    tag.hidden = chosen === undefined || JSON.stringify(chosen) === JSON.stringify(implied);
  };
  made.element.addEventListener("change", mark);
  /** @param {OptionValue} meant */
  const show = (meant) => {
    if (usual === null) implied = meant;
    imply(made, meant);
    mark();
  };
  return { ...made, imply: show };
}

/**
 * @param {Made} made
 * @param {OptionValue} meant
 */
function imply({ element, left, leave, inWords }, meant) {
  element.hidden = Boolean(left ?? leave) && meant === undefined;
  leave?.(meant);
  left?.((meant ?? null) === null ? translate("any") : translate("any value", inWords?.(meant) ?? ""));
}

/**
 * Return the name of a word of an option.
 * @param {OptionData} option
 * @param {string} word
 */
const called = (option, word) => localize(option.names[word]);

/**
 * Create a label around an input.
 * @param {string} words
 * @param {HTMLElement} input
 */
export const labelled = (words, input) => h("label", { class: "field" }, h("span", {}, words), input);

/**
 * Create a select of values and their labels.
 * @param {string} name
 * @param {Choice[]} choices
 * @param {string | null} [chosen]
 */
export function select(name, choices, chosen) {
  /** @param {Choice} choice */
  const one = ([value, words]) => h("option", { value, selected: value === chosen }, words);
  return h("select", { name }, choices.map(one));
}

/**
 * Create a switch with its text.
 * @param {string} words
 * @param {HTMLInputElement} input
 */
export const switched = (words, input) => h("label", { class: "check switched" }, h("span", {}, words), input);

/**
 * Create the input of a switch.
 * @param {string} name
 * @param {boolean} on
 */
export const toggle = (name, on) => h("input", { type: "checkbox", role: "switch", name, checked: on });

/**
 * Create a switch. Until it is pressed, one that is left to the game shows what the game makes of that.
 * @param {OptionData} option
 * @param {OptionValue} value
 */
function yesOrNo(option, value) {
  const input = toggle(option.name, value === true);
  /** @type {boolean | undefined} */
  let chosen = value === null ? undefined : value === true;
  input.addEventListener("change", () => (chosen = input.checked));
  const made = { element: switched(localize(option.text), input), value: () => chosen };
  /** @param {OptionValue} meant */
  const leave = (meant) => {
    if (chosen !== undefined) return;
    input.checked = meant === true;
    input.indeterminate = meant === null;
  };
  return value === null ? { ...made, leave } : made;
}

/**
 * Return a function that sets the text of the first entry of a list.
 * @param {HTMLSelectElement} input
 */
const first = (input) => (/** @type {string} */ words) => (input.options[0].textContent = words);

/**
 * @param {OptionData} option
 * @param {OptionValue} value
 */
function number(option, value) {
  if (Object.keys(option.names).length) return named(option, value);
  const range = { min: option.low, max: option.high, required: value !== null };
  const input = h("input", { type: "number", name: option.name, value: value === null ? "" : Number(value), ...range });
  const given = { element: labelled(localize(option.text), input), value: () => (input.value === "" ? undefined : Number(input.value)) };
  return value === null ? { ...given, left: (/** @type {string} */ words) => (input.placeholder = words), inWords: String } : given;
}

/**
 * Create a select for a few numbers that have names.
 * @param {OptionData} option
 * @param {OptionValue} value
 */
function named(option, value) {
  const { element, value: chosen } = choice({ ...option, words: Object.keys(option.names) }, value === null ? null : String(value));
  return { element, value: () => (chosen() === undefined ? undefined : Number(chosen())) };
}

/**
 * @param {OptionData} option
 * @param {OptionValue} value
 */
function choice(option, value) {
  /** @type {Choice[]} */
  const words = option.words.map((word) => [word, called(option, word)]);
  const input = select(option.name, value === null ? [["", translate("any")], ...words] : words, value === null ? null : String(value));
  const given = { element: labelled(localize(option.text), input), value: () => input.value || undefined };
  return value === null ? { ...given, left: first(input), inWords: (/** @type {OptionValue} */ word) => called(option, String(word)) } : given;
}

/**
 * @param {OptionData} option
 * @param {OptionValue} value
 */
function several(option, value) {
  const boxes = option.words.map((word) =>
    h("input", { type: "checkbox", name: option.name, value: word, checked: Array.isArray(value) && value.includes(word) }),
  );
  const rows = boxes.map((box) => h("label", { class: "check" }, box, called(option, box.value)));
  return {
    element: h("fieldset", { class: "field" }, h("legend", {}, localize(option.text)), rows),
    value: () => boxes.filter((box) => box.checked).map((box) => box.value),
  };
}
