// How things move on the table: a glide to the new place, a turn-over, a fade. Computed from two pictures, never declared.

import { reducedMotion } from "../base/preferences.js";

const TIME = 280;
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/** Let a shape glide from where it stood to where it stands now; both in the units of the area it lies in now. */
export function glide(node, from, to) {
  if (reducedMotion()) return appear(node);
  const far = Math.hypot(from.x - to.x, from.y - to.y) * to.scale;
  node.animate([{ transform: css(from) }, { transform: css(to) }], { duration: Math.min(320, 180 + far / 4), easing: EASE });
}

/** Let a new shape come up. */
export const appear = (node) => node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 200, easing: "ease-out" });

const WAYS_IN = ["role", "tabindex", "data-word", "data-jot"]; // by which a shape is found to be pressed or written in

/** Let a shape that is gone fade away, then remove it; meanwhile there is nothing to press. */
export function vanish(node) {
  for (const element of [node, ...node.querySelectorAll("[tabindex]")]) {
    element.classList.remove("pressable", "jot");
    for (const name of WAYS_IN) element.removeAttribute(name);
  }
  node.setAttribute("aria-hidden", "true");
  node.classList.add("leaving");
  node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 180, easing: "ease-in" }).finished.finally(() => node.remove());
}

/** Turn a shape over where it lies: it shows another face. */
export function turnOver(node, to) {
  if (reducedMotion()) return appear(node);
  const thin = { ...to, narrow: 0.05 };
  node.animate(
    [{ transform: css({ ...to, narrow: 1 }) }, { transform: css(thin), offset: 0.45 }, { transform: css({ ...to, narrow: 1 }) }],
    { duration: TIME, easing: EASE },
  );
}

/** Let a few words float up from an element once: points just won. */
export function floatUp(over, words) {
  const { left, bottom, width } = over.getBoundingClientRect();
  const node = document.createElement("span");
  node.className = "floating";
  node.textContent = words;
  node.setAttribute("aria-hidden", "true");
  node.style.left = `${left + width / 2}px`;
  node.style.top = `${bottom}px`;
  document.body.append(node);
  const rise = "translate(-50%, -10px)"; // to the foot of the element: what stands above it is not covered
  const frames = [
    { opacity: 0, transform: reducedMotion() ? rise : "translate(-50%, 32px)" },
    { opacity: 1, offset: 0.2 },
    { opacity: 1, offset: 0.7 },
    { opacity: 0, transform: rise },
  ];
  node.animate(frames, { duration: 1400, easing: "ease-out" }).finished.finally(() => node.remove());
}

function css({ x, y, turn, size = 1, narrow = 1 }) {
  return `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${size * narrow}, ${size})`;
}
