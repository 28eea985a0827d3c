// Before the first paint: the theme this device chose, or the one its system prefers.
(function () {
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    // a browser that keeps nothing: follow the system
  }
  if (!["light", "dark", "safe"].includes(theme)) theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
})();
