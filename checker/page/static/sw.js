// Keeps the whole folder after one visit, so that the page works at a table without network.
const KEPT = "hexcheck-BUILD";
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const site = await (await fetch("site.json", { cache: "no-store" })).json();
      const cache = await caches.open(KEPT);
      await cache.addAll(["./", "site.json", ...site.files.filter((name) => name !== "sw.js")]);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("hexcheck-") && name !== KEPT) await caches.delete(name);
      }
      await self.clients.claim();
    })(),
  );
});

// A page or a worker that came without the policy has it nevertheless; all else is given as it was kept, so that the
// browser may keep what it compiled of it.
function guarded(found, destination) {
  if (!["document", "worker"].includes(destination) || found.headers.has("Content-Security-Policy")) return found;
  const headers = new Headers(found.headers);
  headers.set("Content-Security-Policy", POLICY);
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    (async () => {
      const cache = await caches.open(KEPT);
      const found = await cache.match(event.request, { ignoreSearch: true });
      return found ? guarded(found, event.request.destination) : fetch(event.request);
    })(),
  );
});
