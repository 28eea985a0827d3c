// The rules page: written by the server; here it becomes searchable and its clauses linkable.

import { icon } from "../base/icons.js";
import { lessonsLink } from "../panels/lessons.js";
import { h } from "../base/make.js";
import { openingsLink } from "../panels/openings.js";
import { printLink } from "../panels/paper.js";
import { puzzlesLink } from "../panels/puzzles.js";
import { read, say, sayMany } from "../base/words.js";

/** Dress the rules. */
export function show(main, data) {
  main.className = "rules-page";
  const book = main.querySelector(".book");
  main.prepend(tools(book, data));
  for (const clause of book.querySelectorAll(".clause")) clause.querySelector("strong")?.replaceWith(anchor(clause.id));
  for (const ruling of book.querySelectorAll(".ruling")) ruling.title = say("ruling");
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView({ block: "center" });
}

const anchor = (id) => h("a", { class: "anchor", href: `#${id}` }, id);

function tools(book, data) {
  const found = h("p", { class: "small faint", role: "status" });
  const field = h("input", {
    type: "search",
    "aria-label": say("search"),
    placeholder: say("search"),
    oninput: () => (found.textContent = search(book, field.value)),
  });
  return h(
    "nav",
    { class: "contents", "aria-label": say("rules") },
    h("label", { class: "search" }, icon("search"), field),
    found,
    folded(book),
    lessonsLink(data),
    puzzlesLink(data),
    openingsLink(data),
    printLink(data),
    h("a", { class: "button primary", href: `/new/${data.game}` }, say("play")),
    h("p", { class: "unseen" }, read(data.title)),
  );
}

/** The list of contents: always open beside the text, and above it behind its title, until one has chosen. */
export function folded(book) {
  const list = contents(book);
  const beside = matchMedia("(min-width: 52.01rem)");
  const fold = h("details", { class: "parts" }, h("summary", {}, say("contents")), list);
  const settle = () => (fold.open = beside.matches);
  beside.addEventListener("change", settle);
  list.addEventListener("click", settle);
  settle();
  return fold;
}

/** The parts of the book, and the headings of the part one reads. */
function contents(book) {
  const list = h("ul", {});
  const entries = new Map();
  for (const [i, title] of [...book.querySelectorAll("h2, h3")].entries()) {
    const entry = h("li", {}, h("a", { href: `#${(title.id ||= `part-${i}`)}` }, title.textContent));
    const part = title.matches("h2") ? null : list.lastElementChild;
    if (part && !part.querySelector("ul")) part.append(h("ul", {}));
    (part?.lastElementChild ?? list).append(entry);
    entries.set(title, part ?? entry);
  }
  const turn = (part) => [...list.children].forEach((each) => each.classList.toggle("here", each === part));
  const passed = (title) => title.getBoundingClientRect().top < innerHeight / 2;
  const look = () => turn(entries.get([...entries.keys()].filter(passed).at(-1)) ?? list.firstElementChild);
  addEventListener("scroll", look, { passive: true });
  requestAnimationFrame(look);
  return list;
}

/** Show only what holds all the words; figures are not searched, and headings stay as long as something below them does. */
function search(book, text) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const blocks = [...book.querySelectorAll("p, li, tr, blockquote")];
  const hits = blocks.filter((block) => words.every((word) => plain(block.textContent).includes(word)));
  const shown = new Set(hits.flatMap((hit) => ancestors(hit, book)));
  for (const block of blocks) block.hidden = words.length > 0 && !shown.has(block);
  for (const list of book.querySelectorAll("ul, ol, table")) list.hidden = words.length > 0 && !hits.some((hit) => list.contains(hit));
  fold(book, (block) => words.length > 0 && !shown.has(block));
  return words.length ? sayMany("clauses found", hits.length) : "";
}

/** What holds nothing that was found is put away, figures too, and so is a heading over nothing. */
function fold(book, lacks) {
  const below = { H2: false, H3: false };
  for (const node of [...book.querySelectorAll(":scope > :not(h1)")].reverse()) {
    node.hidden = lacks(node) && !below[node.tagName];
    if (node.tagName in below) below.H3 = below[node.tagName] = false;
    else Object.assign(below, node.hidden ? {} : { H2: true, H3: true });
  }
}

function ancestors(node, root) {
  const line = [];
  for (let each = node; each !== root; each = each.parentNode) line.push(each);
  return line;
}

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
