// The program, unmodified, beside the page: one request after another, each answered by its number.
import { loadPyodide } from "./python/pyodide.mjs";

const ARCHIVES = { "msgspec.zip": "zip", "program.tar.xz": "xztar" };
const fetching = self.fetch;
let loaded = 0;

// Everything that is fetched is counted while it comes, so that the page can show how far it is.
self.fetch = async (...asked) => {
  const found = await fetching(...asked);
  if (!found.body) return found;
  const counted = new TransformStream({
    transform(chunk, out) {
      loaded += chunk.byteLength;
      postMessage({ loaded });
      out.enqueue(chunk);
    },
  });
  return new Response(found.body.pipeThrough(counted), { status: found.status, statusText: found.statusText, headers: found.headers });
};

async function archived(path) {
  const found = await fetch(path);
  if (!found.ok) throw new Error(`${path}: ${found.status}`);
  return found.arrayBuffer();
}

async function started() {
  const archives = Object.entries(ARCHIVES).map(([name, format]) => [archived(`./python/${name}`), format]);
  const python = await loadPyodide({ indexURL: new URL("./python/", self.location).href });
  const site = python.runPython("import site, sys; sys.setrecursionlimit(20_000); site.getsitepackages()[0]");
  for (const [archive, format] of archives) python.unpackArchive(await archive, format, { extractDir: site });
  postMessage({ doing: "reading the rules" });
  python.FS.chdir(site); // games that have a folder of their own lie there
  const reply = python.pyimport("hexcheck.browser").reply;
  for (const game of games) reply(JSON.stringify({ want: "warm", game }));
  return reply;
}

// Its name is what the game is called that is laid ready: a worker that was kept has no address of its own.
const games = [self.name];
const program = started();
program.then(
  () => postMessage({ ready: true }),
  (error) => postMessage({ broken: String(error) }),
);

onmessage = async ({ data }) => {
  let said;
  try {
    said = (await program)(JSON.stringify(data.request));
  } catch (error) {
    said = JSON.stringify({ failed: "this is too much for the program in the browser", detail: String(error) });
  }
  postMessage({ number: data.number, said });
};
