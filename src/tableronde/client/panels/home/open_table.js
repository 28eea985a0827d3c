// Opening a table: as the form says, or at once against bots with the settings of the last time.

import { prefer, preferred } from "../../base/preferences.js";
import { usualLevel } from "../../base/levels.js";
import { initial } from "../../forms/initial.js";
import { toast } from "../../base/toast.js";

/** @import { GameData, TableOrder } from '../../types.d.ts' */

/**
 * Open a table and go there; if that fails, say why.
 * @param {TableOrder} wanted
 */
export async function openTable(wanted) {
  const me = wanted.seats.find((seat) => seat.kind === "me");
  if (me?.name) prefer("name", me.name);
  const { url, error } = await order(wanted);
  if (url) location.assign(url);
  else toast(error);
}

/**
 * Open a table against bots with the settings of the last time, or with the game's own if there was none or they no longer fit.
 * @param {GameData} game
 */
export async function playAtOnce(game) {
  const last = recall(game.game);
  const first = last && (await order(againstBots(game, last)));
  if (first?.url) location.assign(first.url);
  else await openTable(againstBots(game, { game: game.game, players: game.players[0], options: await propose(game), seats: [] }));
}

/**
 * Return the options that the form proposes: those of the first variant, and the reader's language.
 * @param {GameData} game
 */
async function propose({ game, options, variants }) {
  const answer = await fetch(`/implied/${game}.json`);
  const { implied } = answer.ok ? await answer.json() : { implied: null };
  const proposed = options.map((option) => /** @type {const} */ ([option.name, initial(option, implied)]));
  return { ...Object.fromEntries(proposed.filter(([, value]) => value !== null)), ...variants[0]?.options };
}

/**
 * Store the settings of a table for the next time, without names.
 * @param {TableOrder} wanted
 */
export function remember(wanted) {
  const seats = wanted.seats.map(({ kind, level }) => ({ kind, level }));
  prefer(`order ${wanted.game}`, JSON.stringify({ ...wanted, seats }));
}

/**
 * Return the settings of the last table of a game.
 * @param {string} game
 * @returns {TableOrder | null}
 */
function recall(game) {
  try {
    return JSON.parse(preferred(`order ${game}`, "null"));
  } catch {
    return null;
  }
}

/**
 * Return an order with the player on the seat of the last time, or the first, and bots on all others.
 * @param {GameData} game
 * @param {TableOrder} last
 * @returns {TableOrder}
 */
export function againstBots({ suggested }, last) {
  const mine = Math.max(0, last.seats.findIndex(({ kind }) => kind === "me"));
  const level = last.seats.find((seat) => seat.kind === "bot")?.level ?? usualLevel(suggested);
  /** @param {number} seat */
  const who = (seat) => (seat === mine ? { kind: "me", name: preferred("name") } : { kind: "bot", level: last.seats[seat]?.level ?? level });
  return { ...last, seats: Array.from({ length: last.players ?? 2 }, (_, seat) => who(seat)) };
}

/**
 * Return the same things in random order.
 * @template T
 * @param {T[]} things
 */
const shuffled = (things) => things.map((thing) => ({ thing, key: Math.random() })).sort((one, other) => one.key - other.key).map(({ thing }) => thing);

/**
 * @param {TableOrder} wanted
 * @returns {Promise<{ url?: string, error: string }>}
 */
async function order({ shuffle, ...wanted }) {
  if (shuffle) wanted = { ...wanted, seats: shuffled(wanted.seats) };
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const answer = await fetch("/tables", { method: "POST", headers, body: JSON.stringify(wanted) });
  const made = await answer.json();
  return answer.ok ? made : { error: made.error };
}
