// The page: the text of the scene is the one truth; whatever is touched changes the text, and the text is asked.
import { answerCard, cited, problemCard, simply, untilRefused } from "./answer.js";
import { Builder } from "./builder.js";
import { byId, el, svg } from "./dom.js";
import { decide, houseRulings, reminder } from "./house.js";
import { cards, passages, rulebook, rulings } from "./look.js";
import { acts, laws, seatPanel, seating } from "./panel.js";
import { Program } from "./program.js";
import { picture } from "./table.js";
import { Touching } from "./touching.js";

const PAUSE = 250;
const MOST_ASKED = 100_000;
const MOST_LINKED = 30_000;
const NAMES = ["A", "B", "C", "D", "E", "F", "G", "H"];
const ERRATA = "errata.norm";
const ASKS_NOTHING = "the scene asks nothing";

const scene = byId("scene");
const games = new Map();
const past = [];
let game = "";
let program = null;
let [weight, wire] = [1, 1]; // of what is loaded, unpacked; of all that comes over the network
let kept = null;
let latest = 0;
let pause = 0;
let play = null;
let chosen = null;

// -- what is said of the state ---------------------------------------------------------------

function state(said, detail = "", loaded = 0) {
  const words = { starting: "getting ready…", ready: "", broken: "the program did not start", working: "working…" };
  const part = Math.min(100, Math.round((100 * loaded) / weight)) || 0;
  const far = said === "starting" && part ? `fetching the program, ${part}% of ${(wire / 1e6).toFixed(0)} MB` : "";
  byId("loading").hidden = said !== "starting";
  if (part) byId("loading").value = part;
  const shown = far && part < 100 ? far : words[said] + (detail ? `: ${detail}` : "");
  if (byId("state").textContent !== shown) byId("state").textContent = shown;
  document.body.dataset.state = said;
  if (said === "ready" && navigator.serviceWorker && !kept) kept = navigator.serviceWorker.register("sw.js"); // all is fetched once
}

function saying(words) {
  byId("said").textContent = words;
  setTimeout(() => { byId("said").textContent = ""; }, 2500);
}

function remember() {
  const held = new URLSearchParams({ game, scene: scene.value });
  if (errata()) held.set("errata", errata());
  const said = `#${held}`;
  history.replaceState(null, "", said.length > MOST_LINKED ? "#" : said);
}

const errata = () => (byId("erratum").value.trim() ? byId("erratum").value : "");

// -- the scene --------------------------------------------------------------------------------

function change(text) {
  if (text !== scene.value) past.push(scene.value);
  touching.space = null;
  byId("panel").inert = true; // what might be done before is no longer what may be done
  scene.value = text;
  return asked();
}

// What is drawn anew gives the focus back to what has taken the place of what had it.
function refocused(draw) {
  const held = document.activeElement;
  const { seat, space } = held?.dataset ?? {};
  const inside = byId("panel").contains(held);
  draw();
  if (document.activeElement !== document.body || held === document.body) return;
  const again = seat ? `[data-seat="${seat}"]` : space ? `[data-space="${space}"]` : inside ? "#panel button, #line" : "";
  if (again) document.querySelector(again)?.focus({ preventScroll: true });
}

const add = (line) => change(`${scene.value.trimEnd()}${scene.value.trim() ? "\n" : ""}${line}`);

function show(...shown) {
  byId("answer").replaceChildren(...shown);
  document.body.dataset.answered = String(latest);
}

function tooLong(length) {
  return el("article", { class: "problem" }, el("h2", {}, "This is too long"),
    el("p", {}, `A scene has at most ${MOST_ASKED} characters here; this one has ${length}.`));
}

async function asked() {
  clearTimeout(pause);
  remember();
  byId("shown-code").replaceChildren();
  const text = scene.value;
  scene.rows = Math.min(Math.max(text.split("\n", 20).length + 1, 4), 14);
  const mine = ++latest;
  if (text.length > MOST_ASKED) return show(tooLong(text.length));
  if (!text.trim()) {
    play = null;
    drawn();
    document.body.dataset.drawn = String(latest);
    return show();
  }
  if (program.ready) state("working");
  const began = performance.now();
  const request = { want: "ask", game, scene: text };
  const [told, before] = await Promise.all([
    program.ask({ ...request, errata: errata() }), errata() ? program.ask(request) : null]);
  if (mine !== latest) return;
  document.body.dataset.took = Math.round(performance.now() - began);
  state("ready");
  answered(told, before, text);
  const where = await program.ask({ want: "play", game, scene: text, errata: errata() });
  const upTo = where.ok || !told.problems ? "" : untilRefused(text, told.problems[0].place);
  const there = upTo ? await program.ask({ want: "play", game, scene: upTo, errata: errata() }) : where;
  if (mine !== latest) return;
  play = there.ok ?? null; // the table up to what cannot be read; never that of another scene
  drawn(!where.ok);
  if (play) simply(byId("answer"), play, text);
  document.body.dataset.drawn = String(mine); // whatever else draws anew, only now it is the picture of this scene
}

function answered(told, before, text) {
  if (told.ok) {
    const read = told.ok.read_as
      ? [el("p", { class: "read" }, "Read as: ", told.ok.read_as.replaceAll("\n", "; "),
          told.ok.taken.map((one) => el("span", {}, " Taken for granted: ", one, ".")))]
      : [];
    show(...read, ...told.ok.answers.map((one, at, all) =>
      answerCard(one, before?.ok?.answers[at], [reminder(game, one, tryErratum), at === all.length - 1 ? more(text) : null])).reverse());
  } else if (told.problems?.length === 1 && told.problems[0].message === ASKS_NOTHING) {
    show(el("article", { class: "card" }, el("p", {}, "Now ask something: touch a word below the line, or type a question.")));
  } else if (told.problems) {
    show(problemCard(told.problems.slice(0, 3), mended, sought));
  } else {
    show(el("article", { class: "problem" }, el("h2", {}, "There is no answer"), el("p", {}, told.failed)));
  }
}

// What is wrong, in the scene or in the erratum, gives way to what was meant: a word for the word, a statement for the
// whole statement.
function mended(problem, meant) {
  const box = problem.place.file === ERRATA ? byId("erratum") : scene;
  const lines = box.value.split("\n");
  const line = lines[problem.place.line - 1] ?? "";
  const column = problem.place.column - 1;
  const whole = /\?$|^\S+( \S+){3}/.test(meant);
  const start = whole ? line.lastIndexOf(";", column - 1) + 1 : column;
  const end = whole ? (line.indexOf(";", column) + 1 || line.length + 1) - 1 : column + (/^[^\s;,?]*/.exec(line.slice(column))?.[0].length ?? 0);
  lines[problem.place.line - 1] = `${line.slice(0, start)}${whole && start ? " " : ""}${meant}${line.slice(end)}`;
  if (box === scene) return change(lines.join("\n"));
  box.value = lines.join("\n");
  return tried();
}

function more(text) {
  const shown = el("div", { class: "more" });
  const ask = async (wanted, draw) => {
    shown.replaceChildren("working…");
    const told = await program.ask({ want: "ask", game, scene: text, errata: errata(), ...wanted });
    shown.replaceChildren(...(told.ok ? told.ok.answers.map(draw) : [told.failed ?? told.problems[0].message]));
  };
  const why = () => ask({ why_not: true }, (one) => el("div", {}, el("h3", {}, one.question),
    el("ul", {}, one.why_not.length ? one.why_not.map((said) => el("li", {}, said)) : el("li", {}, "nothing speaks for another answer"))));
  const settle = () => ask({ settle: true }, (one) => el("div", {}, el("h3", {}, one.question),
    one.settled?.length
      ? one.settled.map(([outcome, erratum]) => el("div", {}, el("p", {}, "Settled as ", el("b", {}, outcome), " by"), el("pre", {}, erratum),
          el("button", { type: "button", onclick: () => tryErratum(erratum) }, "Try this erratum"),
          el("button", { type: "button", onclick: () => decided(one, outcome, erratum) }, "Our table decides so")))
      : el("p", {}, "nothing is open here, or no erratum was found that settles it")));
  return el("div", { class: "asking" },
    el("p", { class: "bar" }, el("button", { type: "button", onclick: why }, "Why not otherwise?"),
      el("button", { type: "button", onclick: settle }, "What would settle it?")), shown);
}

function tryErratum(erratum) {
  byId("erratum").value = erratum;
  tab("errata");
  asked();
}

// What the table decides on a point is kept on this device, and said when the point comes up again.
function decided(one, outcome, erratum) {
  decide({ game, question: one.question, outcome, erratum, points: one.points.map((point) => point.id), day: new Date().toISOString().slice(0, 10) });
  saying("kept as a house ruling");
  asked();
}

const LAW = /^\s*(?:law|variant)\s+"?([^"]*?)"?\s*$/;

// A law stands in the text below the players; touching it again takes it away.
function toggled(title) {
  const lines = scene.value.split("\n");
  const without = lines.filter((line) => LAW.exec(line)?.[1].toLowerCase() !== title.toLowerCase());
  const below = lines.findIndex((line) => line.trim().startsWith("players ")) + 1;
  change((without.length < lines.length ? without : [...lines.slice(0, below), `law "${title}"`, ...lines.slice(below)]).join("\n"));
}

function lawful() {
  const titles = games.get(game)?.laws ?? [];
  const said = scene.value.split("\n").map((line) => LAW.exec(line)?.[1].toLowerCase());
  byId("laws").hidden = !titles.length;
  byId("laws").replaceChildren(...laws(titles, new Set(titles.filter((title) => said.includes(title.toLowerCase()))), toggled));
}

// -- the picture ------------------------------------------------------------------------------

function drawn(stale = false) {
  const blank = !scene.value.trim();
  lawful();
  byId("seating").replaceChildren(...(blank ? [seating(games.get(game)?.seats ?? [], NAMES, (names) => change(`players ${names.join(" ")}`))] : []));
  byId("table").classList.toggle("stale", stale);
  byId(chosen === null && touching.space === null ? "table" : "panel").after(byId("answer"));
  if (!play || blank) {
    byId("table").replaceChildren();
    byId("panel").replaceChildren();
    return;
  }
  const spot = el("div");
  const shown = touching.shown();
  const paint = (table) => spot.replaceChildren(picture(table, chosen, pick, shown));
  paint(play.table);
  const lying = play.table.zones.map((zone) => `${zone.name}: ${zone.cards.length ? zone.cards.join(", ") : zone.number}`);
  refocused(() => byId("table").replaceChildren(spot, ...(lying.length ? [el("p", { class: "lying" }, lying.join(" · "))] : []), ...slider(paint)));
  panelled();
}

function slider(paint) {
  const frames = play.frames;
  if (frames.length < 2) return [];
  const said = el("output", {});
  const range = el("input", { type: "range", min: 1, max: frames.length, value: frames.length, "aria-label": "step by step" });
  const move = () => {
    const at = Number(range.value);
    const frame = frames[at - 1];
    paint(at === frames.length ? play.table : frame.table);
    said.replaceChildren(`${at} of ${frames.length}: ${frame.text} `, el("small", {}, cited(frame.clauses)));
    simply(said, play, scene.value);
  };
  range.addEventListener("input", move);
  move();
  return [el("div", { class: "slider" }, range, said)];
}

function pick(at) {
  chosen = chosen === at ? null : at;
  touching.space = null;
  drawn();
  if (chosen !== null) document.querySelector(`[data-seat="${at}"]`)?.focus();
}

async function panelled() {
  const names = play.table.seats.map((one) => one.name);
  if (touching.space !== null) return touching.panelled();
  if (chosen === null || !names[chosen]) {
    const listed = acts(play.acts, play.ended ? "It is over" : "What may happen next", add);
    byId("panel").inert = false;
    refocused(() => byId("panel").replaceChildren(...(listed ? [listed] : [])));
    return;
  }
  const [at, mine] = [chosen, latest];
  const [can, begins] = await Promise.all([
    program.ask({ want: "play", game, scene: scene.value, errata: errata(), seat: at }),
    program.ask({ want: "starters", game, player: names[at], players: names })]);
  if (mine !== latest || chosen !== at) return;
  byId("panel").inert = false;
  if (!can.ok) return;
  refocused(() => byId("panel").replaceChildren(seatPanel(play.table.seats[at], can.ok.acts, begins.ok ?? [], add,
    (text) => builder.begin(text), looked, () => pick(at))));
}

const builder = new Builder(async (begun) => {
  const names = play ? play.table.seats.map((one) => one.name) : [];
  const things = play ? play.table.things.map((one) => one.name) : [];
  const seat = play?.table.seats.find((one) => begun.split(/\W/).includes(one.name));
  const held = [...new Set(seat?.zones.flatMap((zone) => zone.cards) ?? [])];
  const letters = held.length ? held : [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const told = await program.ask({ want: "next", game, begun, table: { told: scene.value, players: names, things, letters } });
  return told.ok;
}, add, (kept) => touching.choosing(kept));

const touching = new Touching(
  () => ({ play, latest, builder, scene: scene.value, begins: games.get(game)?.begins ?? [] }),
  (wanted) => program.ask({ game, scene: scene.value, errata: errata(), ...wanted }), add, () => { chosen = null; drawn(); });

// -- looking things up ------------------------------------------------------------------------

function tab(name) {
  for (const button of document.querySelectorAll("[data-tab]")) {
    button.setAttribute("aria-pressed", String(button.dataset.tab === name));
    byId(button.dataset.tab).hidden = button.dataset.tab !== name;
  }
  if (name === "rules") soughtRules();
  if (name === "errata") houseRulings(game, tryErratum);
  if (name === "rulings") searched();
  if (name === "cards") cardsFound();
}

// The words of what was refused are looked up.
function sought(words) {
  byId("find-rule").value = words;
  tab("rules");
}

async function soughtRules() {
  const words = byId("find-rule").value.trim();
  if (!words) return rulebook(games.get(game));
  const told = await program.ask({ want: "find", game, words });
  if (words !== byId("find-rule").value.trim()) return;
  if (told.ok) passages(games.get(game), told.ok, (text) => { tab("ask"); change(text); }, looked);
  else byId("found-rules").replaceChildren(el("p", {}, told.failed ?? `${told.problems[0].message}; ${told.problems[0].hint}`));
}

const searched = () => rulings(games.get(game), byId("find-ruling").value, (text) => { tab("ask"); change(text); });
const cardsFound = () => cards(games.get(game), byId("find-card").value, (title) => { byId("find-ruling").value = title; tab("rulings"); });

function looked(title) {
  byId("find-card").value = title.replace(/ \(.*\)$/, "");
  tab("cards");
}

async function tried() {
  await asked();
  const [now, before] = await Promise.all([
    program.ask({ want: "ask", game, scene: scene.value, errata: errata() }), program.ask({ want: "ask", game, scene: scene.value })]);
  const told = now.ok
    ? now.ok.answers.map((one, at) => answerCard(one, before.ok?.answers[at], null))
    : [...(now.problems ? [problemCard(now.problems, mended)] : []), ...(now.failed ? [el("p", {}, now.failed)] : [])];
  byId("found-errata").replaceChildren(...told);
}

// -- beginning --------------------------------------------------------------------------------

async function begun() {
  const site = await (await fetch("site.json")).json();
  const names = Object.keys(site.games);
  byId("game").replaceChildren(...names.map((name) => el("option", { value: name }, site.titles[name])));
  const held = new URLSearchParams(location.hash.slice(1));
  game = names.includes(held.get("game")) ? held.get("game") : names[0];
  byId("game").value = game;
  ({ weight, wire } = site);
  program = new Program(site.games, game, state);
  scene.value = held.get("scene") ?? "";
  byId("erratum").value = held.get("errata") ?? "";
  await entered();
  if (held.get("card")) looked(held.get("card"));
}

// What belongs to one game alone: another one begins without it, and it is there again when one comes back.
const left = new Map();

function changed(to) {
  left.set(game, { scene: scene.value, erratum: byId("erratum").value });
  game = to;
  ({ scene: scene.value, erratum: byId("erratum").value } = left.get(game) ?? { scene: "", erratum: "" });
  past.length = 0;
  for (const id of ["find-rule", "find-ruling", "find-card"]) byId(id).value = "";
  for (const id of ["found-errata", "answer", "table", "panel"]) byId(id).replaceChildren();
  return entered().then(() => tab(document.querySelector("[data-tab][aria-pressed=true]").dataset.tab));
}

async function entered() {
  if (!games.has(game)) games.set(game, await (await fetch(`games/${game}.json`)).json());
  const told = games.get(game).rulings;
  const short = told.filter(({ lines }) => lines.length > 2 && lines.length < 6 && lines.filter((line) => line.endsWith("?")).length === 1);
  const played = ({ lines }) => lines.slice(1, -1).every((line) => lines[0].split(" ").slice(1).includes(line.split(" ")[0]));
  const example = short.find(played) ?? short[0];
  scene.placeholder = example ? example.lines.join("\n") : "";
  play = chosen = touching.space = null;
  builder.clear();
  await asked();
}

async function copied(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    saying(words);
  } catch {
    scene.select();
    saying("select and copy the text");
  }
}

async function coded() {
  remember();
  const told = await program.ask({ want: "code", game, text: location.href });
  if (!told.ok) return saying(told.failed ?? told.problems[0].message);
  const { side, path } = told.ok;
  const alone = /^(localhost|127\..*|\[::1\])$/.test(location.hostname);
  byId("shown-code").replaceChildren(el("div", { class: "sheet" },
    el("h2", {}, "This scene, for a telephone", el("button", { type: "button", class: "close", "aria-label": "close", onclick: () => byId("shown-code").replaceChildren() }, "×")),
    svg("svg", { viewBox: `0 0 ${side} ${side}`, class: "code", role: "img", "aria-label": "QR code of the link" },
      svg("rect", { width: side, height: side, fill: "#fff" }), svg("path", { d: path, fill: "#000" })),
    alone ? el("p", { class: "hint" }, "Another telephone cannot reach this address: it means this machine alone. `hexcheck serve --host ADDRESS` serves the page to others.") : null));
}

scene.addEventListener("input", () => { clearTimeout(pause); pause = setTimeout(asked, PAUSE); });
scene.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) asked(); });
byId("go").addEventListener("click", asked);
byId("new").addEventListener("click", () => {
  chosen = null;
  builder.clear();
  byId("erratum").value = "";
  byId("found-errata").replaceChildren();
  change("");
});
byId("undo").addEventListener("click", () => {
  const lines = scene.value.trimEnd().split("\n").slice(0, -1).join("\n");
  scene.value = past.pop() ?? lines;
  asked();
});
byId("copy").addEventListener("click", () => copied(scene.value, "copied"));
byId("link").addEventListener("click", () => { remember(); copied(location.href, "link copied"); });
byId("code").addEventListener("click", coded);
byId("game").addEventListener("change", (event) => changed(event.target.value));
byId("erratum").addEventListener("input", () => { clearTimeout(pause); pause = setTimeout(asked, PAUSE); });
addEventListener("hashchange", () => {
  const card = new URLSearchParams(location.hash.slice(1)).get("card");
  if (card) looked(card);
});
byId("try-erratum").addEventListener("click", tried);
byId("clear-erratum").addEventListener("click", () => { byId("erratum").value = ""; byId("found-errata").replaceChildren(); asked(); });
byId("find-rule").addEventListener("input", () => { clearTimeout(pause); pause = setTimeout(soughtRules, PAUSE); });
byId("find-ruling").addEventListener("input", searched);
byId("find-card").addEventListener("input", cardsFound);
for (const button of document.querySelectorAll("[data-tab]")) button.addEventListener("click", () => tab(button.dataset.tab));
begun();
