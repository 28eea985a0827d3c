// The header of every page: a link to the shelf, the title, and the preferences of this device.

import { icon, ringMark } from "../../base/icons.js";
import { byId, h, refill } from "../../base/elements.js";
import { onPreference, prefer, preferred, theme } from "../../base/preferences.js";
import { language, localize, translate } from "../../base/language.js";

/** @import { AnyText, Properties } from '../../types.d.ts' */

const THEMES = ["dark", "light", "safe"];

/**
 * Fill the header of a page.
 * @param {string} page
 * @param {{ title?: AnyText }} data
 */
export function header(page, data) {
  document.body.prepend(h("a", { class: "skip", href: "#main" }, translate("skip")));
  refill(
    byId("header"),
    h("a", { class: "home", href: "/", "aria-label": translate("home") }, ringMark(), h("span", { class: "name" }, "Table Ronde")),
    data.title && h("span", { class: "where" }, localize(data.title)),
    h("span", { class: "spread" }),
    h("span", { id: "tools", class: "row" }),
    page !== "table" && page !== "dev" && gamesTool(),
    page === "table" && soundTool(),
    deviceTools(),
  );
}

/** Create the buttons for appearance and language. */
export const deviceTools = () => [themeTool(), languageTool()];

/**
 * Create a button with an icon; its text is for tooltips and screen readers, and in a wide header a word stands below the icon.
 * @param {string} name
 * @param {string} words
 * @param {() => unknown} onclick
 * @param {Properties} more
 * @param {string} word
 */
export const tool = (name, words, onclick, more = {}, word = words) =>
  h("button", { class: "tool", type: "button", title: words, "aria-label": words, onclick, ...more }, icon(name), below(word));

/**
 * The word of a tool, below its icon; screen readers hear the tool's longer name.
 * @param {string} word
 */
export const below = (word) => h("span", { class: "word", "aria-hidden": "true" }, word);

function gamesTool() {
  const words = translate("my games");
  return h("a", { class: "button tool", href: "/games", title: words, "aria-label": words }, icon("games"), below(words));
}

function themeTool() {
  const words = () => `${translate("theme")} : ${translate(`theme ${theme()}`)}`;
  const turn = () => prefer("theme", THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]);
  const button = tool("theme", words(), turn, { "data-tool": "theme" }, translate("theme"));
  onPreference((name) => {
    if (name !== "theme") return;
    button.title = words();
    button.setAttribute("aria-label", words());
  });
  return button;
}

/** Create the button that turns sound on or off. */
export function soundTool() {
  const words = () => translate(preferred("sound") === "on" ? "sound off" : "sound on");
  const button = tool("mute", words(), () => {
    prefer("sound", preferred("sound") === "on" ? "off" : "on");
    render();
  });
  const render = () => {
    refill(button, icon(preferred("sound") === "on" ? "sound" : "mute"), below(translate("sound")));
    button.title = words();
    button.setAttribute("aria-label", words());
  };
  render();
  return button;
}

function languageTool() {
  const other = language === "fr" ? "en" : "fr";
  const there = new URL(location.href);
  there.searchParams.set("lang", other);
  const properties = { class: "button tool", href: there, hreflang: other, title: translate("language") };
  const code = h("span", { class: "code", lang: other }, other.toUpperCase());
  return h("a", properties, code, below(translate("language brief")), h("span", { class: "unseen", lang: other }, ` ${translate("language")}`));
}
