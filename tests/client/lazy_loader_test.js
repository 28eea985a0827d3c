// Who comes later to a table: at once where there is no game to look at, else after the first picture, or when somebody is wanted.

import { equal } from "./equal.js";

const timers = [];
const events = new Map();
const element = () => ({ setAttribute() {}, append() {}, replaceChildren() {}, addEventListener() {}, remove() {}, classList: { add() {} }, children: [] });
Object.assign(globalThis, {
  setTimeout: (action, wait) => timers.push({ action, wait }),
  addEventListener: (event, action) => events.set(event, action),
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
const { later } = await import("../../src/tableronde/client/live/later.js");

/** A line that can be told something, and what was fetched. */
function table() {
  timers.length = 0;
  events.clear();
  const listeners = new Map();
  const line = { on: (key, listener) => listeners.set(key, listener), tell: (key, value) => listeners.get(key)(value) };
  const fetched = [];
  const said = [];
  const fails = { once: false };
  const call = later(line, () => {
    fetched.push(true);
    if (!fails.once) return Promise.resolve({ menu: (...values) => said.push(values) });
    fails.once = false;
    return Promise.reject(new Error("no network"));
  });
  return { line, fetched, said, call, fails };
}

const settled = async () => {
  for (let i = 0; i < 5; i++) await Promise.resolve();
};

Deno.test("while a game goes on they come a moment after its first picture, once", () => {
  const { line, fetched } = table();
  line.tell("table", { status: "playing" });
  line.tell("scene", {});
  equal([fetched.length, timers.length], [0, 1]);
  timers[0].action();
  timers[0].action();
  equal([fetched.length, timers[0].wait > 0], [1, true]);
});

Deno.test("before a game and after it they come at once", () => {
  for (const status of ["waiting", "over"]) {
    const { line, fetched } = table();
    line.tell("table", { status });
    equal(fetched.length, 1);
  }
});

Deno.test("they come at once when a finger or a key is put down, and when one of them is wanted", async () => {
  for (const event of ["pointerdown", "keydown"]) {
    const { fetched } = table();
    events.get(event)();
    equal(fetched.length, 1);
  }
  const { said, call } = table();
  call("menu", 1, 2);
  await settled();
  equal(said, [[1, 2]]);
});

Deno.test("who could not come is fetched again when wanted", async () => {
  const { line, fetched, said, call, fails } = table();
  fails.once = true;
  line.tell("table", { status: "over" });
  await settled();
  call("menu");
  await settled();
  equal([fetched.length, said], [2, [[]]]);
});

Deno.test("who presses several times before they come gets the last thing, once", async () => {
  const { said, call } = table();
  call("menu", "first");
  call("menu", "last");
  await settled();
  call("menu", "later");
  await settled();
  equal(said, [["last"], ["later"]]);
});
