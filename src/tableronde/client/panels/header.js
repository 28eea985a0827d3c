// The header of every page: the way home, where we are, and how this device likes things.

import { icon, ringMark } from "../base/icons.js";
import { h, refill } from "../base/make.js";
import { onPreference, prefer, preferred, theme } from "../base/preferences.js";
import { language, read, say } from "../base/words.js";

const THEMES = ["dark", "light", "safe"];

/** Fill the header of a page. */
export function header(page, data) {
  document.body.prepend(h("a", { class: "skip", href: "#main" }, say("skip")));
  refill(
    document.getElementById("header"),
    h("a", { class: "home", href: "/", "aria-label": say("home") }, ringMark(), h("span", { class: "name" }, "Table Ronde")),
    data.title && h("span", { class: "where" }, read(data.title)),
    h("span", { class: "spread" }),
    h("span", { id: "tools", class: "row" }),
    page !== "table" && gamesTool(),
    page === "table" && soundTool(),
    deviceTools(),
  );
}

/** How this device likes things: appearance and language. */
export const deviceTools = () => [themeTool(), languageTool()];

/** A button with an icon only; its words are for pointers that rest on it and for screen readers. */
export const tool = (name, words, onclick, more = {}) =>
  h("button", { class: "tool", type: "button", title: words, "aria-label": words, onclick, ...more }, icon(name));

function gamesTool() {
  const words = say("my games");
  return h("a", { class: "button tool", href: "/games", title: words, "aria-label": words }, icon("games"));
}

function themeTool() {
  const words = () => `${say("theme")} : ${say(`theme ${theme()}`)}`;
  const button = tool("theme", words(), () => prefer("theme", THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]), {
    "data-tool": "theme",
  });
  onPreference((name) => {
    if (name !== "theme") return;
    button.title = words();
    button.setAttribute("aria-label", words());
  });
  return button;
}

/** Sound on or off. */
export function soundTool() {
  const words = () => say(preferred("sound") === "on" ? "sound off" : "sound on");
  const button = tool("mute", words(), () => {
    prefer("sound", preferred("sound") === "on" ? "off" : "on");
    dress();
  });
  const dress = () => {
    refill(button, icon(preferred("sound") === "on" ? "sound" : "mute"));
    button.title = words();
    button.setAttribute("aria-label", words());
  };
  dress();
  return button;
}

function languageTool() {
  const other = language === "fr" ? "en" : "fr";
  const there = new URL(location.href);
  there.searchParams.set("lang", other);
  const properties = { class: "button tool", href: there, hreflang: other, title: say("language") };
  const code = h("span", { class: "code", lang: other }, other.toUpperCase());
  return h("a", properties, code, h("span", { class: "unseen", lang: other }, ` ${say("language")}`));
}
