// Animations on the board: moving to a new place, turning over, fading. Computed from two pictures, never declared by games.

import { reducedMotion } from "../base/preferences.js";

/**
 * The place of a shape in the units of its area, and the scale of that area.
 * @typedef {{ x: number, y: number, turn: number, scale: number, size?: number }} Place
 */

const TIME = 280;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/**
 * Move a shape from its old place to the new one, both in the units of its current area.
 * @param {SVGElement} node
 * @param {Place} from
 * @param {Place} to
 */
export function glide(node, from, to) {
  if (reducedMotion()) return appear(node);
  const far = Math.hypot(from.x - to.x, from.y - to.y) * to.scale;
  node.animate([{ transform: css(from) }, { transform: css(to) }], { duration: Math.min(320, 180 + far / 4), easing: EASE });
}

/**
 * Fade in a new shape.
 * @param {SVGElement} node
 */
export const appear = (node) => node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 200, easing: "ease-out" });

const WAYS_IN = ["role", "tabindex", "data-word", "data-jot"]; // the attributes by which targets and places for notes are found

/**
 * Fade out a shape, then remove it; meanwhile it cannot be pressed.
 * @param {SVGElement} node
 */
export function vanish(node) {
  for (const element of [node, ...node.querySelectorAll("[tabindex]")]) {
    element.classList.remove("pressable", "pencil-note");
    for (const name of WAYS_IN) element.removeAttribute(name);
  }
  node.setAttribute("aria-hidden", "true");
  node.classList.add("leaving");
  node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 180, easing: "ease-in" }).finished.finally(() => node.remove());
}

/**
 * Turn a shape over in its place, to show another face.
 * @param {SVGElement} node
 * @param {Place} to
 */
export function turnOver(node, to) {
  if (reducedMotion()) return appear(node);
  const thin = { ...to, narrow: 0.05 };
  node.animate(
    [{ transform: css({ ...to, narrow: 1 }) }, { transform: css(thin), offset: 0.45 }, { transform: css({ ...to, narrow: 1 }) }],
    { duration: TIME, easing: EASE },
  );
}

/**
 * Let a few words, such as points just won, float up from an element once.
 * @param {Element} over
 * @param {string} words
 */
export function floatUp(over, words) {
  const { left, bottom, width } = over.getBoundingClientRect();
  const node = document.createElement("span");
  node.className = "floating";
  node.textContent = words;
  node.setAttribute("aria-hidden", "true");
  node.style.left = `${left + width / 2}px`;
  node.style.top = `${bottom}px`;
  document.body.append(node);
  const rise = "translate(-50%, -10px)"; // starts at the bottom of the element, so that nothing above it is covered
  const frames = [
    { opacity: 0, transform: reducedMotion() ? rise : "translate(-50%, 32px)" },
    { opacity: 1, offset: 0.2 },
    { opacity: 1, offset: 0.7 },
    { opacity: 0, transform: rise },
  ];
  node.animate(frames, { duration: 1400, easing: "ease-out" }).finished.finally(() => node.remove());
}

/** @param {Place & { narrow?: number }} place */
function css({ x, y, turn, size = 1, narrow = 1 }) {
  return `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${size * narrow}, ${size})`;
}
