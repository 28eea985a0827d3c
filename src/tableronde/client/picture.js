// The scene as this client knows it: whole at first, then kept up to date by deltas. Areas hold shapes in order, by id.

/** A new picture after a message from the server; shapes that did not change stay the very same objects. */
export function updated(picture, scene) {
  const changes = new Map(scene.areas.map((area) => [area.id, area]));
  const areas = scene.full ? scene.areas.map(whole) : picture.areas.map((area) => (changes.has(area.id) ? merged(area, changes.get(area.id)) : area));
  return { seat: scene.seat ?? null, captions: scene.captions, areas };
}

const whole = (area) => merged({ title: "", seat: null, shapes: new Map() }, area);

function merged(before, changes) {
  const { gone = [], shapes: changed = [], order, ...head } = changes;
  const shapes = new Map(before.shapes);
  for (const id of gone) shapes.delete(id);
  for (const shape of changed) shapes.set(shape.id, shape);
  return { ...before, ...head, shapes: order ? new Map(order.map((id) => [id, shapes.get(id)])) : shapes };
}
