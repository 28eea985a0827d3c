// Load modules that a table's first picture does not need when the page has been idle for a while, or on first use.

import { toast } from "../base/toast.js";
import { translate } from "../base/language.js";

/** @import { Connection } from './connection.js' */

const QUIET = 1000; // milliseconds

/**
 * Load the module that `fetch` promises. The function returned calls one of its functions, after loading if needed: `call("menu")`.
 * Of several calls made during loading, only the last one is executed.
 * @template {Record<string, (...values: never[]) => unknown>} T
 * @param {Pick<Connection, "on">} connection
 * @param {() => Promise<T>} fetch
 */
export function loadLazily(connection, fetch) {
  /** @type {Promise<T> | null} */
  let loading = null;
  let calls = 0;
  const now = () => (loading ??= fetch().catch((error) => ((loading = null), Promise.reject(error))));
  const soon = () => void now().catch(() => {}); // without a network: load on first use
  connection.on("table", ({ status }) => status !== "playing" && soon());
  connection.on("scene", () => setTimeout(soon, QUIET));
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, soon, { once: true, capture: true });
  /**
   * @template {keyof T} K
   * @param {K} name
   * @param {Parameters<T[K]>} values
   */
  const call = (name, ...values) => {
    const mine = ++calls;
    const isLast = () => mine === calls;
    void now().then(
      (loaded) => void (isLast() && loaded[name](...values)),
      () => void (isLast() && toast(translate("lost"))),
    );
  };
  return call;
}
