// The same mark in every game on what the last action left on the board: an outline over the piece.

import { s } from "../base/make.js";

/** Mark these pieces, and no others. */
export function markLast(pieces, ids) {
  for (const [id, { node, shape }] of pieces) {
    for (const mark of node.querySelectorAll(".last-mark")) mark.remove();
    if (!ids.includes(id) || !shape.path) continue;
    for (const kind of ["under", "over"]) node.append(s("path", { class: `last-mark ${kind}`, d: shape.path }));
  }
}
