// The program, unmodified, beside the page: one request after another, each answered by its number.
import { loadPyodide } from "./python/pyodide.mjs";

const ARCHIVES = ["msgspec.zip", "packages.zip", "program.zip"];

async function fetched(path) {
  const found = await fetch(path);
  if (!found.ok) throw new Error(`${path}: ${found.status}`);
  return found.arrayBuffer();
}

async function started() {
  const archives = ARCHIVES.map((name) => fetched(`./python/${name}`));
  const python = await loadPyodide({ indexURL: new URL("./python/", self.location).href });
  const site = python.runPython("import site, sys; sys.setrecursionlimit(20_000); site.getsitepackages()[0]");
  for (const archive of archives) python.unpackArchive(await archive, "zip", { extractDir: site });
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
