// The picture on a game's box, in the current theme.

import { h } from "../../base/elements.js";
import { onPreference, theme } from "../../base/preferences.js";
import { language } from "../../base/language.js";

/**
 * Create the cover of a game, hidden from screen readers: the title is beside it.
 * @param {string} game
 */
export function boxArt(game) {
  const address = () => `/cover/${game}.svg?theme=${theme()}&lang=${language}`;
  const image = h("img", { class: "cover", src: address(), alt: "", width: 320, height: 320 });
  onPreference((name) => name === "theme" && (image.src = address()));
  return image;
}
