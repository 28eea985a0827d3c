// The connection to a table: unanswered messages are sent again, once; and it moves to another server without a gap.

import { equal } from "./equal.js";

/** @typedef {{ do: string, action?: string, word?: string, seat?: number | null, ply?: number }} Sent */

/** @type {FakeWire[]} */
const wires = [];

class FakeWire {
  static OPEN = 1;

  /** @param {URL} address */
  constructor(address) {
    this.address = String(address);
    this.readyState = 0;
    /** @type {Sent[]} */
    this.said = [];
    this.closed = false;
    this.onopen = () => {};
    /** @type {(event: { code: number }) => void} */
    this.onclose = () => {};
    /** @type {(event: { data: string }) => void} */
    this.onmessage = () => {};
    wires.push(this);
  }

  /** @param {string} text */
  send(text) {
    this.said.push(JSON.parse(text));
  }

  close() {
    this.closed = true;
    this.readyState = 3;
  }

  open() {
    this.readyState = 1;
    this.onopen();
  }

  /** @param {Record<string, unknown>} message */
  receive(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

Object.assign(globalThis, { WebSocket: FakeWire, setInterval: () => 0 });
globalThis.document ??= /** @type {any} */ ({ documentElement: { lang: "fr" }, addEventListener() {}, cookie: "" });
Object.defineProperty(globalThis, "location", { value: new URL("http://room.test/t/x"), configurable: true });
const { Connection } = await import("../../src/tableronde/client/connection/connection.js");
const { SocketTransport } = await import("../../src/tableronde/client/connection/socket_transport.js");

/**
 * A connection that has been told of a moment.
 * @param {number} ply
 */
function opened(ply) {
  wires.length = 0;
  const connection = new Connection("x", new SocketTransport("x"));
  connection.open();
  wires[0].open();
  wires[0].receive({ turn: { ply } });
  return connection;
}

Deno.test("unanswered messages are sent again on another server if nothing has happened since", () => {
  const connection = opened(3);
  connection.press([], "a", false);
  const [wire] = wires;
  const [said] = wire.said;
  equal([said.do, said.word, said.ply], ["press", "a", 3]);
  wire.receive({ line: "lost" });
  wire.receive({ line: "open" });
  wire.receive({ turn: { ply: 3 } });
  equal(wire.said, [said, said]);
  wire.receive({ line: "open" });
  wire.receive({ turn: { ply: 3 } });
  equal(wire.said.length, 2); // once is enough
});

Deno.test("messages that were answered or took effect are not sent again", () => {
  const connection = opened(3);
  const [wire] = wires;
  connection.act("go", { seat: 0 });
  wire.receive({ ok: 1, turn: { ply: 4 } });
  connection.act("on", { seat: 0 });
  wire.receive({ line: "open" });
  wire.receive({ turn: { ply: 5 } }); // it has happened, although the answer was lost
  equal(wire.said.map((each) => each.action), ["go", "on"]);
});

Deno.test("the connection reports when it waits, and asks for the same seat again", () => {
  const connection = opened(0);
  /** @type {string[]} */
  const states = [];
  connection.on("state", (state) => states.push(state));
  connection.look(1);
  wires[0].receive({ line: "lost" });
  wires[0].receive({ line: "open" });
  equal(states, ["lost", "open"]);
  equal(wires[0].said.map((each) => [each.do, each.seat]), [["look", 1], ["look", 1]]);
});

Deno.test("a connection opens the new server before it closes the old one", () => {
  const connection = opened(2);
  const [old] = wires;
  old.receive({ move: true });
  const next = wires[1];
  equal([wires.length, old.closed], [2, false]);
  connection.press([], "a", false);
  equal([old.said.length, next.said.length], [1, 0]); // the old socket is still in use
  next.open();
  equal(old.closed, false);
  next.receive({ turn: { ply: 2 } });
  equal(old.closed, true);
  equal(next.said.map((each) => each.word), ["a"]); // not answered on the old socket
  connection.press([], "b", false);
  equal(next.said.map((each) => each.word), ["a", "b"]);
});

Deno.test("a connection whose move fails stays where it is", () => {
  const connection = opened(2);
  const [old] = wires;
  old.receive({ move: true });
  wires[1].onclose({ code: 1006 });
  connection.press([], "a", false);
  equal([old.closed, old.said.length], [false, 1]);
});

Deno.test("late listeners get everything published before, in order, and nothing twice", () => {
  const connection = opened(1);
  /** @type {unknown[]} */
  const early = [];
  /** @type {unknown[]} */
  const late = [];
  connection.on("turn", ({ ply }) => early.push(ply));
  wires[0].receive({ why: "one", turn: { ply: 2 } });
  wires[0].receive({ why: "two" });
  const those = connection.join(() => {
    connection.on("turn", ({ ply }) => late.push(ply));
    connection.on("why", (why, message) => late.push([why, message.turn?.ply]));
    connection.on("state", (state) => late.push(state));
    return "those";
  });
  equal(those, "those");
  equal(early, [2]);
  equal(late, ["open", 1, ["one", 2], 2, ["two", undefined]]);
  wires[0].receive({ turn: { ply: 3 } });
  equal([early, late.at(-1)], [[2, 3], 3]);
});

Deno.test("a table continues without a guest who cannot sit down and may try again", () => {
  const connection = opened(1);
  /** @type {number[]} */
  const heard = [];
  connection.on("turn", ({ ply }) => heard.push(ply));
  let fault = "";
  try {
    connection.join(() => {
      throw new Error("no chair");
    });
  } catch (error) {
    fault = String(error instanceof Error && error.message);
  }
  wires[0].receive({ turn: { ply: 2 } });
  connection.join(() => connection.on("turn", ({ ply }) => heard.push(-ply)));
  equal([fault, heard], ["no chair", [2, -1, -2]]);
});
