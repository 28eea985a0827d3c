// The print page: part, paper and ink; a preview of the first pages, and the file.

import { icon } from "../base/icons.js";
import { h, refill } from "../base/elements.js";
import { labelled, select } from "../forms/fields.js";
import { language, localize, translate } from "../base/language.js";

/** @import { Choice } from '../forms/fields.js' */
/** @import { PrintData } from '../types.d.ts' */

const BLANKS = 3; // sheets shown until the first pages are ready
const LANGUAGES = { fr: "français", en: "English" };

/**
 * Show what can be printed.
 * @param {HTMLElement} main
 * @param {PrintData} data
 */
export function show(main, data) {
  main.className = "print-page";
  const file = h("a", { class: "button primary wide", download: true }, icon("download"), translate("print file"));
  const pages = h("section", { class: "sheets", "aria-label": translate("print first") });
  const form = order(data, file);
  const preview = previews(pages, data.game);
  const changed = () => {
    const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    file.href = `/print/${data.game}.pdf?${query}`;
    preview(query);
  };
  form.addEventListener("change", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  refill(main, form, pages);
  changed();
}

/**
 * @param {PrintData} data
 * @param {HTMLElement} file
 */
function order(data, file) {
  /**
   * @param {string} kind
   * @param {string[]} values
   */
  const named = (kind, values) => values.map((value) => /** @type {Choice} */ ([value, translate(`print ${kind} ${value}`)]));
  const clearance = { type: "number", name: "clearance", value: data.clearance.value, min: 0, max: data.clearance.most, step: 0.1, required: true };
  return h(
    "form",
    { class: "order" },
    h("h1", {}, translate("jump", translate("print"), localize(data.title))),
    h("p", { class: "faint" }, translate("print more")),
    labelled(translate("print part"), select("part", named("part", data.parts), data.parts[0])),
    labelled(translate("print paper"), select("paper", named("paper", data.papers), paper(data.papers))),
    labelled(translate("print language"), select("language", Object.entries(LANGUAGES), language)),
    labelled(translate("print ink"), select("ink", named("ink", data.inks), data.inks[0])),
    labelled(translate("print clearance"), h("input", clearance)),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "code", value: "yes" }), translate("print code")),
    file,
    data.rules && h("p", {}, h("a", { href: data.rules }, translate("rules read"))),
  );
}

/**
 * Return Letter in countries that use it, else the first paper.
 * @param {string[]} papers
 */
const paper = (papers) => papers.find((name) => name === "letter" && /-(US|CA|MX|PH)$/.test(navigator.language)) ?? papers[0];

/**
 * Return a function that shows the first pages of an order once they are made, or why they cannot be. The room makes few at a time
 * for each visitor: one order is under way, and of those that come meanwhile the last one is next.
 * @param {HTMLElement} holder
 * @param {string} game
 */
function previews(holder, game) {
  /** @type {URLSearchParams | null} */
  let next = null;
  let isBusy = false;
  return async (/** @type {URLSearchParams} */ query) => {
    next = query;
    refill(holder, h("h2", {}, translate("print first")), busy(query));
    if (isBusy) return;
    isBusy = true;
    let pages = null;
    while (next) {
      const asked = next;
      next = null;
      pages = await firstPages(game, asked);
    }
    isBusy = false;
    refill(holder, h("h2", {}, translate("print first")), pages);
  };
}

/**
 * Create blank sheets, and a sign that the room is at work.
 * @param {URLSearchParams} query
 */
const busy = (query) => [
  h("p", { class: "faint", role: "status" }, translate("print busy"), h("progress", { "aria-label": translate("print busy") })),
  ...Array.from({ length: BLANKS }, () => h("div", { class: `blank ${query.get("paper")}`, "aria-hidden": "true" })),
];

/**
 * Return the first pages as pictures, or why there are none.
 * @param {string} game
 * @param {URLSearchParams} query
 */
async function firstPages(game, query) {
  const answer = fetch(`/print/${game}/pages.json?${query}`);
  const { pages = 0, error = "" } = await answer.then((made) => made.json()).catch(() => ({ error: translate("print failed") }));
  /** @param {number} i */
  const page = (i) => h("img", { class: String(query.get("paper")), alt: translate("print page", i), src: `/print/${game}/${i}.png?${query}` });
  return error ? [h("p", {}, error)] : Array.from({ length: pages }, (_, i) => page(i + 1));
}
