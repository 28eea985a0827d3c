// The service worker: without a network it serves the client's own files and an offline page, but never an outdated table.

const CACHE = "client-{version}";
const worker = /** @type {any} */ (self);
const OFFLINE = "/static/offline.html";
const FONTS = ["alegreya", "alegreya-sans", "alegreya-sans-bold"].map((name) => `/static/fonts/${name}.woff2`);
const FIRST = [OFFLINE, "/static/offline.js", "/static/early.js", "/static/style.css", "/static/mark.svg", ...FONTS];

addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(tidy()));
addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (pathname.startsWith("/static/")) event.respondWith(latest(request));
});

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FIRST);
  await worker.skipWaiting();
}

async function tidy() {
  const old = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * Return a file of the client from the room, or from the cache if the room does not answer.
 * @param {Request} request
 */
async function latest(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok) cache.put(request, answer.clone());
    return answer;
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
}
