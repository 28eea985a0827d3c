// The start of every page: the header, then the page's own module.

import { header } from "./panels/header.js";

const page = document.documentElement.dataset.page;
const data = JSON.parse(document.getElementById("data").textContent || "{}");

header(page, data);
const { show } = await import(`./pages/${page}.js`);
await show(document.getElementById("main"), data);
document.documentElement.dataset.ready = page;
navigator.serviceWorker?.register("/worker.js").catch(() => {}); // a browser that allows none: everything else works as well
