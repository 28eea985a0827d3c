// The service worker: without a network it shows the client's own files and an honest page, and never a table as it once was.

const CACHE = "client-{version}";
const worker = /** @type {any} */ (self);
const OFFLINE = "/static/offline.html";
const FIRST = [OFFLINE, "/static/offline.js", "/static/early.js", "/static/style.css", "/static/mark.svg"];

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

/** A file of the client: as the room has it now, or as it was when the room last answered. */
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
