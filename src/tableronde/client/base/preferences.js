// What this device remembers: theme, sound, whether to confirm, the last nickname. Never leaves the browser.

const listeners = [];

/** A preference, or a default if this device has none. */
export function preferred(name, otherwise = "") {
  try {
    return localStorage.getItem(name) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keep a preference, and tell whoever cares. */
export function prefer(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // private windows may refuse: then it holds until the page is left
  }
  changed(name, value);
}

function changed(name, value) {
  if (name === "theme") document.documentElement.dataset.theme = value;
  for (const listener of listeners) listener(name, value);
}

/** In the evening the system may go dark; so does the page, unless this device chose a theme. */
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (scheme) => {
  if (!preferred("theme")) changed("theme", scheme.matches ? "dark" : "light");
});

/** Be told when a preference changes. */
export const onPreference = (listener) => listeners.push(listener);

export const theme = () => document.documentElement.dataset.theme;

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
