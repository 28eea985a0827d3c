// The picture on a game's box, in the theme worn now.

import { h } from "../base/make.js";
import { onPreference, theme } from "../base/preferences.js";
import { language } from "../base/words.js";

/** The cover of a game; it says nothing that the title beside it does not say. */
export function cover(game) {
  const address = () => `/cover/${game}.svg?theme=${theme()}&lang=${language}`;
  const image = h("img", { class: "cover", src: address(), alt: "", width: 320, height: 320 });
  onPreference((name) => name === "theme" && (image.src = address()));
  return image;
}
