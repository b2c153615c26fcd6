// Keeps all files of the tab in the browser: it opens without a network, and always with the files of one version.
//
// A newer version is fetched while the old one is in use, checked file by file, and used once no tab is open any more.

const VERSION = "{version}";
/** @type {[string, string][]} each file, and the checksum that it must have */
const FILES = [];
const CACHE = `hansa-companion ${new URL("./", self.location.href).pathname} ${VERSION}`;
const OURS = CACHE.slice(0, -VERSION.length);
const worker = /** @type {any} */ (self);

async function fetchAll() {
  const cache = await caches.open(CACHE);
  let count = 0;
  for (const [file, integrity] of FILES) {
    const address = new URL(file, worker.registration.scope).href;
    if (!(await cache.match(address))) {
      const answer = await fetch(address, { integrity, cache: "no-cache" });
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      await cache.put(address, answer);
    }
    count += 1;
    for (const client of await worker.clients.matchAll({ includeUncontrolled: true }))
      client.postMessage({ kind: "fetched", count, of: FILES.length });
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fetchAll()));

worker.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name);
      await worker.clients.claim();
    })(),
  ),
);

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || !address.href.startsWith(worker.registration.scope)) return;
  const [path] = address.href.split(/[?#]/);
  const wanted = path === worker.registration.scope ? `${path}index.html` : path;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(wanted))
      .then((found) => found ?? fetch(event.request)),
  );
});
