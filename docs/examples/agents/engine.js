// An agent in JavaScript, over the engine: deno run --allow-run engine.js four-circles '{}' tableronde engine
// It plays seat 0 (a win if it sees one, else what leaves the other no win, else anything); the engine's own bot plays the others.

const [game, options, ...command] = Deno.args;
const engine = new Deno.Command(command[0], { args: command.slice(1), stdin: "piped", stdout: "piped" }).spawn();
const writer = engine.stdin.getWriter();
const lines = readLines(engine.stdout);

/** The lines of a stream, one after the other. */
async function* readLines(stream) {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop();
    yield* parts;
  }
}

let state = 7;

/** A number from 0 to 1, the same row of them every time. */
function luck() {
  state = (state * 1103515245 + 12345) % 2147483648;
  return state / 2147483648;
}

/** One request, one answer; an answer that is not ok is an error. */
async function ask(op, more = {}) {
  await writer.write(new TextEncoder().encode(JSON.stringify({ op, ...more }) + "\n"));
  const answer = JSON.parse((await lines.next()).value);
  if (!answer.ok) throw new Error(answer.error);
  return answer;
}

/** Who has won after an action; it is taken back. */
async function winners(actor, action) {
  const { outcome } = await ask("play", { actor, action });
  await ask("undo");
  return outcome?.winners ?? [];
}

/** Whether an action lets somebody else win at once. */
async function exposes(action) {
  await ask("play", { actor: "0", action });
  const { legal } = await ask("legal");
  let found = false;
  for (const [actor, actions] of Object.entries(legal)) {
    for (const reply of actions.filter((reply) => actor !== "0" && actor !== "chance" && !reply.endsWith("*")).slice(0, 40)) {
      if (!found && (await winners(actor, reply)).includes(Number(actor))) found = true;
    }
  }
  await ask("undo");
  return found;
}

/** The agent's choice. */
async function choose(actions) {
  for (const action of actions) if ((await winners("0", action)).includes(0)) return action;
  const shuffled = actions.map((action) => [luck(), action]).sort().map(([, action]) => action);
  for (const action of shuffled.slice(0, 8)) if (!(await exposes(action))) return action;
  return shuffled[0];
}

const { games } = await ask("games");
const players = Math.min(...games.find((each) => each.game === game).players);
let { outcome } = await ask("new", { game, players, options: JSON.parse(options), seed: 7 });
for (let plies = 0; !outcome && plies < 4000; plies++) {
  const { legal } = await ask("legal");
  const dice = legal.chance;
  const mine = legal["0"]?.filter((action) => !action.endsWith("*"));
  if (dice) ({ outcome } = await ask("play", { actor: "chance", action: dice[Math.floor(luck() * dice.length)] }));
  else if (mine?.length) ({ outcome } = await ask("play", { actor: "0", action: await choose(mine) }));
  else {
    const { actor, action } = await ask("best", { level: "random", seed: plies });
    ({ outcome } = await ask("play", { actor, action }));
  }
}
console.log(JSON.stringify({ game, over: outcome !== null, winners: outcome?.winners, text: outcome?.text }));
await writer.close();
await engine.status;
