// The scene as this client knows it: whole at first, then kept up to date by deltas. Areas hold shapes in order, by id.

const NOTHING = { title: "", role: "", seat: null, shapes: new Map() };

/** A new picture after a message from the server; shapes that did not change stay the very same objects. */
export function updated(picture, scene) {
  const held = new Map((scene.full ? [] : picture.areas).map((area) => [area.id, area]));
  const changes = new Map(scene.areas.map((area) => [area.id, area]));
  const ids = scene.list ?? [...(scene.full ? changes : held).keys()];
  const areas = ids.map((id) => (changes.has(id) ? merged(held.get(id) ?? NOTHING, changes.get(id)) : held.get(id)));
  return { seat: scene.seat ?? null, ply: scene.ply ?? picture?.ply, captions: scene.captions, last: scene.last ?? picture?.last ?? [], areas };
}

function merged(before, changes) {
  const { gone = [], shapes: changed = [], order, ...head } = changes;
  const shapes = new Map(before.shapes);
  for (const id of gone) shapes.delete(id);
  for (const shape of changed) shapes.set(shape.id, shape);
  return { ...before, ...head, shapes: order ? new Map(order.map((id) => [id, shapes.get(id)])) : shapes };
}
