// Requests of a lesson or a puzzle: one after the other; late answers are ignored.

import { equal } from "./equal.js";

/** @import { Message } from '../../src/tableronde/client/connection/connection.js' */

Object.assign(globalThis, { document: { documentElement: { lang: "fr" } } });
const { RequestTransport } = await import("../../src/tableronde/client/connection/request_transport.js");

/** @type {{ url: string, body: unknown, answer: (reply: unknown, ok?: boolean) => void }[]} */
const asked = [];
Object.assign(globalThis, {
  fetch: (/** @type {string} */ url, /** @type {{ body: string } | undefined} */ post) =>
    new Promise((resolve, reject) => {
      const answer = (/** @type {unknown} */ reply, ok = true) => (reply === null ? reject(new Error("no network")) : resolve({ ok, json: () => Promise.resolve(reply) }));
      asked.push({ url, body: post && JSON.parse(post.body), answer });
    }),
});

/** A transport that is open, and what it has brought. */
function opened() {
  asked.length = 0;
  /** @type {Message[]} */
  const received = [];
  const transport = new RequestTransport();
  transport.open({ receive: (message) => received.push(message), changeState() {}, seat: () => undefined });
  return { transport, received };
}

const settled = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

Deno.test("a step is requested, then the actions there, one after the other", async () => {
  const { transport, received } = opened();
  transport.begin("/learn/x/one/0");
  equal(transport.send({ do: "press", word: "a" }), true);
  await settled();
  equal(asked.map(({ url, body }) => [url, body]), [["/learn/x/one/0?lang=fr", undefined]]);
  asked[0].answer({ told: ["begun"] });
  await settled();
  equal(asked[1].body, { do: "press", word: "a" });
  asked[1].answer({ told: ["pressed"] });
  await settled();
  equal(received, [{ told: ["begun"] }, { told: ["pressed"] }]);
});

Deno.test("pending answers for the step before are dropped", async () => {
  const { transport, received } = opened();
  transport.begin("/puzzles/x/one?after=a");
  await settled();
  transport.begin("/puzzles/x/two");
  asked[0].answer({ told: ["late"] });
  await settled();
  asked[1].answer({ told: ["now"] });
  await settled();
  equal(asked.map(({ url }) => url), ["/puzzles/x/one?after=a&lang=fr", "/puzzles/x/two?lang=fr"]);
  equal(received, [{ told: ["now"] }]);
});

Deno.test("without an answer there is an error message", async () => {
  const { transport, received } = opened();
  transport.begin("/learn/x/one/0");
  transport.send({ do: "rotate", picked: [], by: 1 });
  await settled();
  asked[0].answer({ error: "non" }, false);
  await settled();
  asked[1].answer(null);
  await settled();
  equal(received[0], { error: "non" });
  equal(Object.keys(received[1]), ["error"]);
});
