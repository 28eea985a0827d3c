// A game on paper: what to print, on which paper, with which ink; the first pages as they will be, and the file.

import { icon } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { labelled, select } from "../forms/fields.js";
import { language, read, say } from "../base/words.js";

const LANGUAGES = { fr: "français", en: "English" };

/** Show what can be printed. */
export function show(main, data) {
  main.className = "print-page";
  const file = h("a", { class: "button primary wide", download: true }, icon("download"), say("print file"));
  const pages = h("section", { class: "sheets", "aria-label": say("print first") });
  const form = order(data, file);
  const changed = () => {
    const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    file.href = `/print/${data.game}.pdf?${query}`;
    preview(pages, data, query);
  };
  form.addEventListener("change", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  refill(main, form, pages);
  changed();
}

function order(data, file) {
  const named = (kind, values) => values.map((value) => [value, say(`print ${kind} ${value}`)]);
  const clearance = { type: "number", name: "clearance", value: data.clearance.value, min: 0, max: data.clearance.most, step: 0.1, required: true };
  return h(
    "form",
    { class: "order" },
    h("h1", {}, say("jump", say("print"), read(data.title))),
    h("p", { class: "faint" }, say("print more")),
    labelled(say("print part"), select("part", named("part", data.parts), data.parts[0])),
    labelled(say("print paper"), select("paper", named("paper", data.papers), paper(data.papers))),
    labelled(say("print language"), select("language", Object.entries(LANGUAGES), language)),
    labelled(say("print ink"), select("ink", named("ink", data.inks), data.inks[0])),
    labelled(say("print clearance"), h("input", clearance)),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "code", value: "yes" }), say("print code")),
    file,
    data.rules && h("p", {}, h("a", { href: data.rules }, say("rules read"))),
  );
}

/** Letter where people use it, else the first. */
const paper = (papers) => papers.find((name) => name === "letter" && /-(US|CA|MX|PH)$/.test(navigator.language)) ?? papers[0];

/** The first pages, once they are made; or why they are not. What was asked for before does not come any more. */
async function preview(holder, { game }, query) {
  const status = h("p", { class: "faint", role: "status" }, say("print busy"));
  refill(holder, h("h2", {}, say("print first")), status);
  const answer = await fetch(`/print/${game}/pages.json?${query}`);
  const { pages = 0, error = "" } = await answer.json();
  if (!holder.contains(status)) return;
  const page = (i) => h("img", { alt: say("print page", i), src: `/print/${game}/${i}.png?${query}` });
  status.replaceWith(...(error ? [error] : Array.from({ length: pages }, (_, i) => page(i + 1))));
}
