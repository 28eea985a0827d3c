// The keys of a table, in a table: what each does.

import { dialog } from "../../base/dialog.js";
import { h } from "../../base/elements.js";
import { translate } from "../../base/language.js";

/** Each row: the keys, by their names or as they are, and the name of the text. */
const ROWS = /** @type {const} */ ([
  [["←", "↑", "↓", "→"], "key aim"],
  [["key shift", "←", "→"], "key ask"],
  [["key next", "key previous"], "key jump"],
  [["key enter"], "key choose"],
  [["key escape"], "key back"],
  [["1", "…", "9"], "key press"],
  [["R"], "key rotate"],
  [["H"], "key hint"],
  [["U"], "key undo"],
  [["S"], "key since"],
  [["J"], "key log"],
  [["?"], "key help"],
]);

/** Open the table of keys. */
export function openKeys() {
  const rows = ROWS.map(([keys, text]) => h("tr", {}, h("th", { scope: "row" }, keys.map(cap)), h("td", {}, translate(text))));
  return dialog(translate("keys"), h("table", { class: "keys-table" }, h("tbody", {}, rows)));
}

/** @param {string} key */
const cap = (key) => (key === "…" ? key : h("kbd", {}, key.startsWith("key ") ? translate(key) : key));
