// Short synthesised sounds of wood and glass; silent unless the player turns them on.

import { preferred } from "./preferences.js";

/** @typedef {[frequency: number, later: number, seconds: number, loudness: number, type: OscillatorType]} Note */

/** @type {Record<string, Note[]>} */
const SOUNDS = {
  move: [[190, 0, 0.09, 0.5, "triangle"]],
  turn: [
    [880, 0, 0.35, 0.12, "sine"],
    [1320, 0.06, 0.4, 0.08, "sine"],
  ],
  points: [
    [1046, 0, 0.25, 0.1, "sine"],
    [1568, 0.09, 0.35, 0.1, "sine"],
  ],
  refused: [
    [110, 0, 0.12, 0.5, "triangle"],
    [98, 0.1, 0.14, 0.4, "triangle"],
  ],
  low: [[330, 0, 0.12, 0.3, "triangle"]],
  chat: [[620, 0, 0.08, 0.12, "sine"]],
  won: [
    [523, 0, 0.4, 0.12, "sine"],
    [659, 0.1, 0.4, 0.12, "sine"],
    [784, 0.2, 0.4, 0.12, "sine"],
    [1046, 0.3, 0.9, 0.12, "sine"],
  ],
  over: [
    [523, 0, 0.5, 0.12, "sine"],
    [659, 0.12, 0.5, 0.12, "sine"],
    [784, 0.24, 0.8, 0.12, "sine"],
  ],
};
/** @type {AudioContext | undefined} */
let context;

/**
 * Play the sound of a kind of event.
 * @param {string} kind
 */
export function sound(kind) {
  if (preferred("sound") !== "on") return;
  context ??= new AudioContext();
  for (const note of SOUNDS[kind]) strike(context, note);
}

/**
 * @param {AudioContext} context
 * @param {Note} note
 */
function strike(context, [frequency, later, seconds, loudness, type]) {
  const start = context.currentTime + later;
  const tone = new OscillatorNode(context, { type, frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + seconds);
}
