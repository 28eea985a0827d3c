/**
 * The same bot in JavaScript, for Deno or Node.
 *
 * tableronde arena four-circles 'cmd:deno run docs/examples/agents/program.js' random
 */
import process from "node:process";
import { createInterface } from "node:readline";

let seat = "";
for await (const line of createInterface({ input: process.stdin })) {
  const { id, op, ...request } = JSON.parse(line);
  let answer = { name: "novelty" };
  if (op === "new") seat = String(request.seat);
  else {
    const mine = new Set(request.heard.filter(([actor]) => actor === seat).map(([, action]) => action));
    const closed = request.legal.filter((action) => !action.endsWith(" *"));
    const fresh = closed.filter((action) => !mine.has(action));
    const best = fresh.length ? fresh : closed;
    answer = { action: best.length ? best[Math.floor(Math.random() * best.length)] : null };
  }
  process.stdout.write(JSON.stringify({ id, ...answer }) + "\n");
}
