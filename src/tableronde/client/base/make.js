// Elements, made in one expression.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: `h("button", {class: "primary", onclick: go}, "Play")`. Empty values and children are left out. */
export const h = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);

/** An SVG element. */
export const s = (tag, properties, ...children) => fill(document.createElementNS(SVG, tag), properties, children);

/** Other children for an element. */
export const refill = (element, ...children) => element.replaceChildren(...present(children));

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...present(children));
  return element;
}

const present = (children) => children.flat(3).filter(isThere).map(bound);

const isThere = (child) => child !== null && child !== undefined && child !== false && child !== "";

/** Words whose French punctuation stays on the line of the word it belongs to. */
const bound = (child) => (typeof child === "string" ? child.replace(/ (?=[:;!?»%])/g, "\u00a0").replaceAll("« ", "«\u00a0") : child);
