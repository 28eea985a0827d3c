// The rules page: written by the server; this adds the search and links to clauses.

import { icon } from "../base/icons.js";
import { lessonsLink, openingsLink, printLink, puzzlesLink } from "../panels/home/game_links.js";
import { find, findAll, h } from "../base/elements.js";
import { localize, translate, translateCount } from "../base/language.js";

/** @import { GamePages } from '../types.d.ts' */

/**
 * Complete the rules page.
 * @param {HTMLElement} main
 * @param {GamePages} data
 */
export function show(main, data) {
  main.className = "rules-page";
  const book = find(main, ".book");
  main.prepend(tools(book, data));
  for (const clause of book.querySelectorAll(".clause")) clause.querySelector("strong")?.replaceWith(anchor(clause.id));
  for (const ruling of findAll(book, ".ruling")) ruling.title = translate("ruling");
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView({ block: "center" });
}

/** @param {string} id */
const anchor = (id) => h("a", { class: "anchor", href: `#${id}` }, id);

/**
 * @param {HTMLElement} book
 * @param {GamePages} data
 */
function tools(book, data) {
  const found = h("p", { class: "small faint", role: "status" });
  /** @type {HTMLInputElement} */
  const field = h("input", {
    type: "search",
    "aria-label": translate("search"),
    placeholder: translate("search"),
    oninput: () => (found.textContent = search(book, field.value)),
  });
  return h(
    "nav",
    { class: "contents", "aria-label": translate("rules") },
    h("label", { class: "search" }, icon("search"), field),
    found,
    book.querySelector("h2") && folded(book),
    book.matches(".rulings") && h("a", { href: `/rules/${data.game}` }, translate("rules read")),
    lessonsLink(data),
    puzzlesLink(data),
    openingsLink(data),
    printLink(data),
    h("a", { class: "button primary", href: `/new/${data.game}` }, translate("play")),
    h("p", { class: "unseen" }, localize(data.title)),
  );
}

/**
 * Create the table of contents: always open beside the text; above the text it is folded, and closes after a choice.
 * @param {HTMLElement} book
 */
export function folded(book) {
  const list = contents(book);
  const beside = matchMedia("(min-width: 52.01rem)");
  const fold = h("details", { class: "parts" }, h("summary", {}, translate("contents")), list);
  const settle = () => (fold.open = beside.matches);
  beside.addEventListener("change", settle);
  list.addEventListener("click", settle);
  settle();
  return fold;
}

/**
 * Create the list of the parts, and the headings of the part being read.
 * @param {HTMLElement} book
 */
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
  /** @param {Element | undefined} part */
  const turn = (part) => [...list.children].forEach((each) => each.classList.toggle("here", each === part));
  /** @param {Element} title */
  const passed = (title) => title.getBoundingClientRect().top < innerHeight / 2;
  const look = () => turn(entries.get([...entries.keys()].filter(passed).at(-1)) ?? list.firstElementChild);
  addEventListener("scroll", look, { passive: true });
  requestAnimationFrame(look);
  return list;
}

/**
 * Show only blocks that contain all the words; figures are not searched, and headings stay if a block below them does.
 * @param {HTMLElement} book
 * @param {string} text
 */
function search(book, text) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const blocks = findAll(book, "p, li, tr, blockquote");
  const hits = blocks.filter((block) => words.every((word) => plain(block.textContent).includes(word)));
  const shown = new Set(hits.flatMap((hit) => ancestors(hit, book)));
  for (const block of blocks) block.hidden = words.length > 0 && !shown.has(block);
  for (const list of findAll(book, "ul, ol, table")) list.hidden = words.length > 0 && !hits.some((hit) => list.contains(hit));
  fold(book, (block) => words.length > 0 && !shown.has(block));
  return words.length ? translateCount("clauses found", hits.length) : "";
}

/**
 * Hide blocks without a match, figures, and headings with nothing below them.
 * @param {HTMLElement} book
 * @param {(block: HTMLElement) => boolean} lacks
 */
function fold(book, lacks) {
  /** @type {Record<string, boolean>} */
  const below = { H2: false, H3: false };
  for (const node of findAll(book, ":scope > :not(h1)").reverse()) {
    node.hidden = lacks(node) && !below[node.tagName];
    if (node.tagName in below) below.H3 = below[node.tagName] = false;
    else Object.assign(below, node.hidden ? {} : { H2: true, H3: true });
  }
}

/**
 * @param {Node} node
 * @param {Node} root
 */
function ancestors(node, root) {
  /** @type {Node[]} */
  const path = [];
  for (let each = /** @type {Node | null} */ (node); each && each !== root; each = each.parentNode) path.push(each);
  return path;
}

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
