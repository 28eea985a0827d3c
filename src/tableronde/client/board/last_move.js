// The mark of the last move, the same in every game: an outline over the piece.

import { s } from "../base/elements.js";

/** @import { Piece } from './piece.js' */

/**
 * Mark only these pieces.
 * @param {Map<string, Piece>} pieces
 * @param {string[]} ids
 */
export function markLast(pieces, ids) {
  for (const [id, { node, shape }] of pieces) {
    for (const mark of node.querySelectorAll(".last-mark")) mark.remove();
    if (!ids.includes(id) || !shape?.path) continue;
    for (const kind of ["under", "over"]) node.append(s("path", { class: `last-mark ${kind}`, d: shape.path }));
  }
}
