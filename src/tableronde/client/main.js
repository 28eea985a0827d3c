// The start of every page: the header, then the page's own module.

import { byId } from "./base/elements.js";
import { keepHostKey } from "./base/host_key.js";
import { header } from "./panels/home/header.js";

const page = document.documentElement.dataset.page ?? "";
const data = JSON.parse(document.getElementById("data")?.textContent || "{}");

keepHostKey();
header(page, data);
const { show } = await import(`./pages/${page}.js`);
await show(byId("main"), data);
document.documentElement.dataset.ready = page;
if (page !== "dev") navigator.serviceWorker?.register("/worker.js").catch(() => {}); // a browser without service workers: everything else works
