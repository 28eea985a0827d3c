// What is not needed for the first picture of a table is fetched after it: when nothing has been wanted for a moment, or at once when something is.

import { toast } from "../base/toast.js";
import { say } from "../base/words.js";

const QUIET = 1000; // milliseconds

/**
 * `fetch` brings those who come later, as a promise. The function given back does, too, and calls one of them: `call("menu")`.
 * Who presses again because nothing came yet wants the last thing pressed, once.
 */
export function later(line, fetch) {
  let come = null;
  let wish = 0;
  const now = () => (come ??= fetch().catch((error) => ((come = null), Promise.reject(error))));
  const soon = () => void now().catch(() => {}); // without a network: when they are wanted
  line.on("table", ({ status }) => status !== "playing" && soon());
  line.on("scene", () => setTimeout(soon, QUIET));
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, soon, { once: true, capture: true });
  return (name, ...values) => {
    const mine = ++wish;
    const ifLast = (action) => (those) => mine === wish && action(those);
    void now().then(ifLast((those) => those[name](...values)), ifLast(() => toast(say("lost"))));
  };
}
