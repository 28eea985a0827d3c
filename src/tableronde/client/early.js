// Runs before the first paint: set the theme chosen on this device, or the one its system prefers.
(function () {
  let theme = "";
  try {
    theme = localStorage.getItem("theme") ?? "";
  } catch {
    // the browser has no storage: follow the system
  }
  if (!["light", "dark", "safe"].includes(theme)) theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
})();
