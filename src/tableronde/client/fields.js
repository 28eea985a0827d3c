// A form field for each kind of typed option.

import { h } from "./make.js";
import { read, say } from "./words.js";

/** A field for an option; `value()` gives what is set, undefined where it is left to the game. */
export function field(option, value) {
  const made = { bool: checkbox, int: number, word: choice, words: several }[option.kind](option, value);
  return { name: option.name, ...made };
}

function checkbox(option, value) {
  if (value === null || value === undefined) return yesNo(option);
  const input = h("input", { type: "checkbox", name: option.name, checked: Boolean(value) });
  return { element: h("label", { class: "check" }, input, read(option.text)), value: () => input.checked };
}

/** Yes, no, or left to the game. */
function yesNo(option) {
  const input = h("select", { name: option.name }, [["", "any"], ["true", "yes"], ["false", "no"]].map(([value, words]) => h("option", { value }, say(words))));
  return { element: h("label", { class: "field" }, h("span", {}, read(option.text)), input), value: () => (input.value === "" ? undefined : input.value === "true") };
}

function number(option, value) {
  const input = h("input", { type: "number", name: option.name, min: option.low, max: option.high, value: value ?? "", required: value !== null && value !== undefined, placeholder: say("any") });
  return { element: h("label", { class: "field" }, h("span", {}, read(option.text)), input), value: () => (input.value === "" ? undefined : Number(input.value)) };
}

function choice(option, value) {
  const empty = (value === null || value === undefined) && h("option", { value: "" }, say("any"));
  const input = h("select", { name: option.name }, empty, option.words.map((word) => h("option", { value: word, selected: word === value }, word)));
  return { element: h("label", { class: "field" }, h("span", {}, read(option.text)), input), value: () => input.value || undefined };
}

function several(option, value) {
  const inputs = option.words.map((word) => h("input", { type: "checkbox", name: option.name, value: word, checked: (value ?? []).includes(word) }));
  const rows = inputs.map((input) => h("label", { class: "check" }, input, input.value));
  return { element: h("fieldset", { class: "field" }, h("legend", {}, read(option.text)), rows), value: () => inputs.filter((input) => input.checked).map((input) => input.value) };
}
