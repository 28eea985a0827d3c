// What is on the stage at a table, in a lesson or a puzzle: the picture as the server sends it, its film, and what would happen.

import { Film } from "../stage/film.js";
import { Preview } from "./preview.js";
import { updated } from "../stage/picture.js";
import { onPreference } from "../base/preferences.js";
import { announce } from "../base/toast.js";

/**
 * Keep the picture: each message may change the scene and what can be pressed, and a film changes it in time.
 * `shown` is the stage, or whatever writes on it; while `recall` has a ply, an earlier moment is on it.
 */
export function paint(line, shown, chooser, dock, keys, recall = { ply: null }) {
  let sent = null;
  let picture = null;
  const preview = new Preview(line, chooser, (ghost) => {
    shown.show(ghost ?? picture, chooser.offers(), true);
    dock.caption((ghost ?? picture).captions);
  });
  const film = new Film((now, unfolds) => {
    picture = now;
    preview.reset(sent, picture);
    mark(line, unfolds);
    if (recall.ply === null) shown.show(picture, chooser.offers());
    dock.draw(picture, unfolds);
    keys.refresh();
  });
  const look = (earlier) => shown.show(earlier ?? picture, earlier ? new Map() : chooser.offers());
  dock.hurry.addEventListener("click", () => film.finish());
  line.on("held", ({ second }) => (announce(second), dock.draw(picture)));
  line.on("any", ({ scene }) => {
    if (!scene) return;
    sent = updated(sent, scene);
    film.play(sent, scene);
  });
  onPreference((name) => name === "theme" && shown.redraw());
  return { preview, look };
}

/** Let the page say which moment it shows: for styles, tests, and whoever drives a browser. */
function mark(line, unfolds) {
  const { dataset } = document.getElementById("main");
  dataset.film = unfolds ? "unfolds" : "";
  dataset.moment = [line.seat ?? "-", line.scene.ply, ...(line.choices?.picked ?? [])].join("/");
  dataset.status = line.table.status;
}
