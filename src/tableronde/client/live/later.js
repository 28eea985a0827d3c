// What is not needed for the first picture of a table is fetched after it: when nothing has been wanted for a moment, or at once when something is.

import { toast } from "../base/toast.js";
import { say } from "../base/words.js";

const QUIET = 1000; // milliseconds

/** `fetch` brings those who come later, as a promise. The function given back does, too, and calls one of them: `call("menu")`. */
export function later(line, fetch) {
  let come = null;
  const now = () => (come ??= fetch().catch((error) => ((come = null), Promise.reject(error))));
  const soon = () => void now().catch(() => {}); // without a network: when they are wanted
  line.on("table", ({ status }) => status !== "playing" && soon());
  line.on("scene", () => setTimeout(soon, QUIET));
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, soon, { once: true, capture: true });
  return (name, ...values) => void now().then((those) => those[name](...values), () => toast(say("lost")));
}
