// Panels that are loaded late: at once without a game in progress, else after the first picture, or on first use.

import { equal } from "./equal.js";

/** @import { Message } from '../../src/tableronde/client/connection/connection.js' */

/** @type {{ action: () => void, wait: number }[]} */
const timers = [];
/** @type {Map<string, () => void>} */
const events = new Map();
const element = () => ({ setAttribute() {}, append() {}, replaceChildren() {}, addEventListener() {}, remove() {}, classList: { add() {} }, children: [] });
Object.assign(globalThis, {
  setTimeout: (/** @type {() => void} */ action, /** @type {number} */ wait) => timers.push({ action, wait }),
  addEventListener: (/** @type {string} */ event, /** @type {() => void} */ action) => events.set(event, action),
  document: {
    documentElement: { lang: "fr", dataset: {} },
    body: element(),
    createElement: element,
    createElementNS: element,
    createTextNode: element,
    addEventListener() {},
    cookie: "",
  },
});
const { Connection } = await import("../../src/tableronde/client/connection/connection.js");
const { loadLazily } = await import("../../src/tableronde/client/connection/lazy_loader.js");

const SCENE = { full: true, areas: [], captions: [], seat: null, ply: 0, last: [] };

/**
 * What is said of a table, as far as it matters here.
 * @param {string} status
 */
const tableIn = (status) => /** @type {Message["table"]} */ ({ status });

/** A connection that can be told something, and what was fetched. */
function table() {
  timers.length = 0;
  events.clear();
  const connection = new Connection("x", { open() {}, send: () => false });
  const tell = (/** @type {Message} */ message) => connection.receive(message);
  /** @type {boolean[]} */
  const fetched = [];
  /** @type {unknown[][]} */
  const said = [];
  const fails = { once: false };
  const call = loadLazily(connection, () => {
    fetched.push(true);
    if (!fails.once) return Promise.resolve({ menu: (/** @type {unknown[]} */ ...values) => said.push(values) });
    fails.once = false;
    return Promise.reject(new Error("no network"));
  });
  return { tell, fetched, said, call, fails };
}

const settled = async () => {
  for (let i = 0; i < 5; i++) await Promise.resolve();
};

Deno.test("during a game they load shortly after its first picture, once", () => {
  const { tell, fetched } = table();
  tell({ table: tableIn("playing") });
  tell({ scene: SCENE });
  equal([fetched.length, timers.length], [0, 1]);
  timers[0].action();
  timers[0].action();
  equal([fetched.length, timers[0].wait > 0], [1, true]);
});

Deno.test("before a game and after it they load at once", () => {
  for (const status of ["waiting", "over"]) {
    const { tell, fetched } = table();
    tell({ table: tableIn(status) });
    equal(fetched.length, 1);
  }
});

Deno.test("they load at once when a finger or a key is pressed, and on first use", async () => {
  for (const event of ["pointerdown", "keydown"]) {
    const { fetched } = table();
    events.get(event)?.();
    equal(fetched.length, 1);
  }
  const { said, call } = table();
  call("menu", 1, 2);
  await settled();
  equal(said, [[1, 2]]);
});

Deno.test("a module that failed to load is fetched again on use", async () => {
  const { tell, fetched, said, call, fails } = table();
  fails.once = true;
  tell({ table: tableIn("over") });
  await settled();
  call("menu");
  await settled();
  equal([fetched.length, said], [2, [[]]]);
});

Deno.test("of several presses during loading only the last one is executed, once", async () => {
  const { said, call } = table();
  call("menu", "first");
  call("menu", "last");
  await settled();
  call("menu", "later");
  await settled();
  equal(said, [["last"], ["later"]]);
});
