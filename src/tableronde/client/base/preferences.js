// Preferences of this device: theme, sound, whether to confirm, the last nickname. They never leave the browser.

/** @type {((name: string, value: string) => unknown)[]} */
const listeners = [];

/**
 * Return a preference, or a default if this device has none.
 * @param {string} name
 */
export function preferred(name, otherwise = "") {
  try {
    return localStorage.getItem(name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * Store a preference, and notify all listeners.
 * @param {string} name
 * @param {string} value
 */
export function prefer(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // private windows may refuse to store: then it is valid until the page is left
  }
  changed(name, value);
}

/** Forget everything that this device has stored for the room. */
export function forgetPreferences() {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // nothing could be stored there either
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
function changed(name, value) {
  if (name === "theme") document.documentElement.dataset.theme = value;
  for (const listener of listeners) listener(name, value);
}

/** Follow the system's change to the dark theme, unless a theme was chosen on this device. */
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (scheme) => {
  if (!preferred("theme")) changed("theme", scheme.matches ? "dark" : "light");
});

/**
 * Call a listener when a preference changes.
 * @param {(name: string, value: string) => unknown} listener
 */
export const onPreference = (listener) => listeners.push(listener);

export const theme = () => document.documentElement.dataset.theme ?? "light";

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
