// Fields of a form: one for each kind of typed option, and the pieces they are made of.

import { h } from "../base/make.js";
import { read, say } from "../base/words.js";

const KINDS = { bool: checkbox, int: number, word: choice, words: several };

/**
 * A field for an option; `value()` gives what is set, undefined where it is left to the game, and `imply` shows what that means:
 * a value, null where the game does not say, undefined where there is no such choice.
 */
export function field(option, value) {
  const made = { name: option.name, ...KINDS[option.kind](option, value ?? null) };
  return { ...made, imply: (meant) => imply(made, meant) };
}

function imply({ element, left, spoken }, meant) {
  element.hidden = Boolean(left) && meant === undefined;
  left?.((meant ?? null) === null ? say("any") : say("any value", spoken(meant)));
}

/** What people call a word of an option. */
const called = (option, word) => read(option.names[word]);

/** Words beside an input. */
export const labelled = (words, input) => h("label", { class: "field" }, h("span", {}, words), input);

/** A list to choose one of: values and their words. */
export function select(name, choices, chosen) {
  const one = ([value, words]) => h("option", { value, selected: value === chosen }, words);
  return h("select", { name }, choices.map(one));
}

function checkbox(option, value) {
  if (value === null) return yesNo(option);
  const input = h("input", { type: "checkbox", name: option.name, checked: value });
  return { element: h("label", { class: "check" }, input, read(option.text)), value: () => input.checked };
}

/** Yes, no, or left to the game. */
function yesNo(option) {
  const choices = { "": undefined, true: true, false: false };
  const words = [say("any"), say("yes"), say("no")];
  const input = select(
    option.name,
    ["", "true", "false"].map((value, i) => [value, words[i]]),
    "",
  );
  const spoken = (meant) => say(meant ? "yes" : "no").toLowerCase();
  return { element: labelled(read(option.text), input), value: () => choices[input.value], left: first(input), spoken };
}

/** Says what the first entry of a list means. */
const first = (input) => (words) => (input.options[0].textContent = words);

function number(option, value) {
  if (Object.keys(option.names).length) return named(option, value);
  const range = { min: option.low, max: option.high, required: value !== null };
  const input = h("input", { type: "number", name: option.name, value: value ?? "", ...range });
  const given = { element: labelled(read(option.text), input), value: () => (input.value === "" ? undefined : Number(input.value)) };
  return value === null ? { ...given, left: (words) => (input.placeholder = words), spoken: String } : given;
}

/** A few numbers that have names. */
function named(option, value) {
  const { element, value: chosen } = choice({ ...option, words: Object.keys(option.names) }, value === null ? null : String(value));
  return { element, value: () => (chosen() === undefined ? undefined : Number(chosen())) };
}

function choice(option, value) {
  const words = option.words.map((word) => [word, called(option, word)]);
  const input = select(option.name, value === null ? [["", say("any")], ...words] : words, value);
  const given = { element: labelled(read(option.text), input), value: () => input.value || undefined };
  return value === null ? { ...given, left: first(input), spoken: (word) => called(option, word) } : given;
}

function several(option, value) {
  const boxes = option.words.map((word) =>
    h("input", { type: "checkbox", name: option.name, value: word, checked: (value ?? []).includes(word) }),
  );
  const rows = boxes.map((box) => h("label", { class: "check" }, box, called(option, box.value)));
  return {
    element: h("fieldset", { class: "field" }, h("legend", {}, read(option.text)), rows),
    value: () => boxes.filter((box) => box.checked).map((box) => box.value),
  };
}
