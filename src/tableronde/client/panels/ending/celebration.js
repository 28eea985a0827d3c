// A small celebration of each game's own, over the board, once the last piece has landed: some of its pieces in motion.

import { drawShape, patterns } from "../../board/shape.js";
import { celebration } from "../../board/looks.js";
import { reducedMotion } from "../../base/preferences.js";
import { s } from "../../base/elements.js";

/** @import { Area } from '../../board/picture.js' */

/** @typedef {{ x: number, y: number, scale?: number, turn?: number, seen?: number, offset?: number }} Step */

const COUNT = 24; // pieces
const LASTS = 1900; // milliseconds of a piece
const APART = 26; // between the beginnings of two pieces
const GOLDEN = 0.6180339887; // steps of this size spread evenly, whatever their number

/**
 * Let pieces move over a holder once, and take them away. People who prefer less motion see them appear and fade.
 * @param {HTMLElement} holder
 */
export async function celebrate(holder) {
  const { motion, shapes } = celebration();
  const { clientWidth: width, clientHeight: height } = holder;
  /** @type {Area} */
  const area = { id: "celebration", box: [0, 0, 100, 100], seat: null, role: "", title: "", shapes: new Map(shapes.map((shape) => [shape.id, shape])) };
  const sky = s("svg", { class: "celebration", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", "data-motion": motion }, s("defs", {}, patterns(area)));
  const board = place(holder);
  const pieces = Array.from({ length: COUNT }, (_, i) => {
    const drawn = s("g", {});
    drawShape(drawn, shapes[i % shapes.length], area);
    return s("g", { opacity: 0 }, s("g", { transform: `scale(${board.size / 170})` }, drawn));
  });
  sky.append(...pieces);
  holder.append(sky);
  const calm = reducedMotion();
  const moves = pieces.map((piece, i) => {
    const steps = (calm ? MOTIONS.ring : (MOTIONS[motion] ?? MOTIONS.burst))(i).map((step) => frame(step, board));
    const frames = calm ? ["0", "1", "0"].map((opacity) => ({ ...steps[1], opacity, offset: undefined })) : steps;
    return piece.animate(frames, { duration: LASTS, delay: calm ? 0 : i * APART, easing: "ease-out", fill: "both" }).finished;
  });
  await Promise.allSettled(moves);
  sky.remove();
}

/**
 * The path of a piece from the middle of the board, in parts of its smaller side.
 * @type {Record<string, (i: number) => Step[]>}
 */
const MOTIONS = {
  burst: (i) => {
    const [x, y] = around(i * GOLDEN);
    const far = 0.3 + 0.2 * spread(i);
    return [{ x: 0, y: 0, scale: 0.2 }, { x: far * x, y: far * y, turn: 140, seen: 1, offset: 0.45 }, { x: 1.15 * far * x, y: 1.15 * far * y, turn: 200 }];
  },
  drop: (i) => {
    const x = ((i % 8) - 3.5) * 0.11;
    const y = (Math.floor(i / 8) - 1) * 0.14;
    return [{ x, y: -0.62 }, { x, y, seen: 1, offset: 0.34 }, { x, y: y - 0.04, seen: 1, offset: 0.44 }, { x, y, seen: 1, offset: 0.54 }, { x, y, seen: 1, offset: 0.82 }, { x, y, scale: 0.6 }];
  },
  fall: (i) => {
    const x = 1.1 * (spread(i) - 0.5);
    return [{ x, y: -0.56, turn: -40 }, { x: x + 0.08, y: -0.2, turn: 30, seen: 0.9, offset: 0.35 }, { x: x - 0.06, y: 0.2, turn: -25, seen: 0.9, offset: 0.7 }, { x: x + 0.02, y: 0.54, turn: 20 }];
  },
  ring: (i) => {
    const [x, y] = around(i / COUNT);
    const [u, v] = around(i / COUNT + 0.12);
    const turn = (360 * i) / COUNT;
    return [{ x: 0.1 * x, y: 0.1 * y, turn, scale: 0.3 }, { x: 0.36 * x, y: 0.36 * y, turn, seen: 1, offset: 0.4 }, { x: 0.36 * u, y: 0.36 * v, turn: turn + 43, seen: 1, offset: 0.75 }, { x: 0.52 * u, y: 0.52 * v, turn: turn + 60 }];
  },
  rise: (i) => {
    const x = 0.7 * (spread(i) - 0.5);
    const high = 0.16 + 0.3 * spread(i + 5);
    return [{ x: 0.1 * x, y: 0.45, scale: 0.4 }, { x: 0.7 * x, y: -high, turn: 120, seen: 1, offset: 0.42 }, { x, y: -0.6 * high, turn: 180, seen: 1, offset: 0.6 }, { x: 1.25 * x, y: 0.46, turn: 300 }];
  },
};

/** @param {number} i */
const spread = (i) => (i * GOLDEN) % 1;

/**
 * Return a point on the circle, after some part of a round.
 * @param {number} part
 */
const around = (part) => [Math.sin(2 * Math.PI * part), -Math.cos(2 * Math.PI * part)];

/**
 * Return the middle of the board in a holder, and its smaller side.
 * @param {HTMLElement} holder
 */
function place(holder) {
  const around = holder.getBoundingClientRect();
  const { left, top, width, height } = (holder.querySelector(".area[data-role=board]:not(.put-away)") ?? holder).getBoundingClientRect();
  return { x: left - around.left + width / 2, y: top - around.top + height / 2, size: Math.min(width, height, around.height) };
}

/**
 * Return a step as the browser animates it.
 * @param {Step} step
 * @param {ReturnType<typeof place>} board
 */
function frame({ x, y, scale = 1, turn = 0, seen = 0, offset }, board) {
  const transform = `translate(${board.x + x * board.size}px, ${board.y + y * board.size}px) rotate(${turn}deg) scale(${scale})`;
  return { transform, opacity: String(seen), ...(offset === undefined ? {} : { offset }) };
}
