// Muted speakers: stored on this device, and sent to the server each time the connection opens.

import { prefer, preferred } from "../../base/preferences.js";

/** @import { Connection } from '../../connection/connection.js' */

const MOST = 50; // the number stored, the latest ones

const kept = () => preferred("muted").split(" ").filter(Boolean);

/**
 * Return whether a speaker is muted.
 * @param {string} who
 */
export const isMuted = (who) => kept().includes(who);

/**
 * Mute or unmute some speakers.
 * @param {Connection} connection
 * @param {string[]} speakers
 * @param {boolean} yes
 */
export function mute(connection, speakers, yes) {
  const others = kept().filter((who) => !speakers.includes(who));
  prefer("muted", [...others, ...(yes ? speakers : [])].slice(-MOST).join(" "));
  for (const guest of speakers) connection.send({ do: "mute", guest, yes });
}

/**
 * Tell the server which speakers at this table are muted.
 * @param {Connection} connection
 */
export function remind(connection) {
  const here = connection.knownTable.seats.flatMap((seat) => seat.who);
  for (const guest of here.filter(isMuted)) connection.send({ do: "mute", guest });
}
