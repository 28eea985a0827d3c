// The line to a table: what was not answered is said again, once; and a line goes over to another server without a gap.

import { equal } from "./equal.js";

const wires = [];

class FakeWire {
  static OPEN = 1;

  constructor(address) {
    this.address = String(address);
    this.readyState = 0;
    this.said = [];
    this.closed = false;
    this.onopen = this.onclose = this.onmessage = (_event) => {};
    wires.push(this);
  }

  send(text) {
    this.said.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
    this.readyState = 3;
  }

  open() {
    this.readyState = 1;
    this.onopen(null);
  }

  hear(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

Object.assign(globalThis, { WebSocket: FakeWire, setInterval: () => 0 });
globalThis.document ??= /** @type {any} */ ({ documentElement: { lang: "fr" }, addEventListener() {}, cookie: "" });
Object.defineProperty(globalThis, "location", { value: new URL("http://room.test/t/x"), configurable: true });
const { Line } = await import("../../src/tableronde/client/live/line.js");

/** A line that has been told of a moment. */
function opened(ply) {
  wires.length = 0;
  const line = new Line("x");
  line.open();
  wires[0].open();
  wires[0].hear({ turn: { ply } });
  return line;
}

Deno.test("what was not answered is said again when the line goes on elsewhere and nothing has happened since", () => {
  const line = opened(3);
  line.press([], "a", false);
  const [wire] = wires;
  const [said] = wire.said;
  equal([said.do, said.word, said.ply], ["press", "a", 3]);
  wire.hear({ line: "lost" });
  wire.hear({ line: "open" });
  wire.hear({ turn: { ply: 3 } });
  equal(wire.said, [said, said]);
  wire.hear({ line: "open" });
  wire.hear({ turn: { ply: 3 } });
  equal(wire.said.length, 2); // once is enough
});

Deno.test("what was answered, or has happened, is not said again", () => {
  const line = opened(3);
  const [wire] = wires;
  line.act("go", { seat: 0 });
  wire.hear({ ok: 1, turn: { ply: 4 } });
  line.act("on", { seat: 0 });
  wire.hear({ line: "open" });
  wire.hear({ turn: { ply: 5 } }); // it has happened, though the answer was lost
  equal(wire.said.map((each) => each.action), ["go", "on"]);
});

Deno.test("the line says when it waits, and looks again through the same eyes", () => {
  const line = opened(0);
  const states = [];
  line.on("state", (state) => states.push(state));
  line.look(1);
  wires[0].hear({ line: "lost" });
  wires[0].hear({ line: "open" });
  equal(states, ["lost", "open"]);
  equal(wires[0].said.map((each) => [each.do, each.seat]), [["look", 1], ["look", 1]]);
});

Deno.test("a line goes over to another server before it lets the old one go", () => {
  const line = opened(2);
  const [old] = wires;
  old.hear({ move: true });
  const next = wires[1];
  equal([wires.length, old.closed], [2, false]);
  line.press([], "a", false);
  equal([old.said.length, next.said.length], [1, 0]); // the old one still serves
  next.open();
  equal(old.closed, false);
  next.hear({ turn: { ply: 2 } });
  equal(old.closed, true);
  equal(next.said.map((each) => each.word), ["a"]); // not answered on the old line
  line.press([], "b", false);
  equal(next.said.map((each) => each.word), ["a", "b"]);
});

Deno.test("a line whose move fails stays where it is", () => {
  const line = opened(2);
  const [old] = wires;
  old.hear({ move: true });
  wires[1].onclose({ code: 1006 });
  line.press([], "a", false);
  equal([old.closed, old.said.length], [false, 1]);
});

Deno.test("who comes later hears what was said before, in its order, and nothing twice", () => {
  const line = opened(1);
  const [early, late] = [[], []];
  line.on("turn", ({ ply }) => early.push(ply));
  wires[0].hear({ why: "one", turn: { ply: 2 } });
  wires[0].hear({ why: "two" });
  const those = line.join(() => {
    line.on("turn", ({ ply }) => late.push(ply));
    line.on("why", (why, message) => late.push([why, message.turn?.ply]));
    line.on("state", (state) => late.push(state));
    return "those";
  });
  equal(those, "those");
  equal(early, [2]);
  equal(late, ["open", 1, ["one", 2], 2, ["two", undefined]]);
  wires[0].hear({ turn: { ply: 3 } });
  equal([early, late.at(-1)], [[2, 3], 3]);
});

Deno.test("a table goes on without somebody who cannot sit down, and who may try again", () => {
  const line = opened(1);
  const heard = [];
  line.on("turn", ({ ply }) => heard.push(ply));
  let fault = "";
  try {
    line.join(() => {
      throw new Error("no chair");
    });
  } catch (error) {
    fault = error.message;
  }
  wires[0].hear({ turn: { ply: 2 } });
  line.join(() => line.on("turn", ({ ply }) => heard.push(-ply)));
  equal([fault, heard], ["no chair", [2, -1, -2]]);
});
