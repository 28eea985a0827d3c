// The scene as this client knows it: complete at first, then updated by deltas. Areas hold shapes in order, by id.

/** @import { AreaReply, PictureReply, ShapeReply } from '../messages.d.ts' */

/** @typedef {ShapeReply & { id: string }} Shape */

/**
 * @typedef {object} Area
 * @property {string} id
 * @property {number[]} box
 * @property {number | null} seat
 * @property {string} role
 * @property {string} title
 * @property {Map<string, Shape>} shapes
 */

/**
 * A picture; `front` is the area that must be visible with it.
 * @typedef {object} Picture
 * @property {number | null} seat
 * @property {number} [ply]
 * @property {string[]} captions
 * @property {string[]} last
 * @property {Area[]} areas
 * @property {string | null} [front]
 */

/** @typedef {Omit<PictureReply, "full"> & { full?: boolean, seat?: number | null, ply?: number, last?: string[] }} PictureChange */

/** @type {Area} */
const NOTHING = { id: "", box: [0, 0, 0, 0], title: "", role: "", seat: null, shapes: new Map() };

/**
 * Return the picture after a message from the server; unchanged shapes stay the same objects.
 * @param {Picture | null} picture
 * @param {PictureChange} scene
 * @returns {Picture}
 */
export function updated(picture, scene) {
  const held = new Map((scene.full ? [] : (picture?.areas ?? [])).map((area) => [area.id, area]));
  const changes = new Map(scene.areas.map((area) => [area.id, area]));
  const ids = scene.list ?? [...(scene.full ? changes : held).keys()];
  const areas = ids.map((id) => merged(held.get(id) ?? NOTHING, changes.get(id)));
  return { seat: scene.seat ?? null, ply: scene.ply ?? picture?.ply, captions: scene.captions, last: scene.last ?? picture?.last ?? [], areas };
}

/**
 * @param {Area} before
 * @param {AreaReply} [changes]
 * @returns {Area}
 */
function merged(before, changes) {
  if (!changes) return before;
  const { gone = [], shapes: changed = [], order, ...head } = changes;
  const shapes = new Map(before.shapes);
  for (const id of gone) shapes.delete(id);
  for (const shape of /** @type {Shape[]} */ (changed)) shapes.set(shape.id, shape);
  return { ...before, ...head, shapes: order ? new Map(order.flatMap((id) => pair(id, shapes.get(id)))) : shapes };
}

/**
 * @param {string} id
 * @param {Shape} [shape]
 * @returns {[string, Shape][]}
 */
const pair = (id, shape) => (shape ? [[id, shape]] : []);
