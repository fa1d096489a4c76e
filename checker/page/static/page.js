// The page: the text of the scene is the one truth; whatever is touched changes the text, and the text is asked.
import { answerCard, problemCard } from "./answer.js";
import { byId, el } from "./dom.js";
import { Program } from "./program.js";

const PAUSE = 250;
const MOST_ASKED = 100_000;
const MOST_LINKED = 30_000;
const scene = byId("scene");
const games = new Map();
let game = "";
let latest = 0;
let pause = 0;

function state(said, detail = "") {
  const words = { starting: "getting ready…", ready: "ready", broken: "the program did not start", working: "working…" };
  byId("state").textContent = words[said] + (detail ? `: ${detail}` : "");
  document.body.dataset.state = said;
}

let program = null;

function remember() {
  const held = new URLSearchParams({ game, scene: scene.value });
  const erratum = byId("erratum").value;
  if (erratum.trim()) held.set("errata", erratum);
  const said = `#${held}`;
  history.replaceState(null, "", said.length > MOST_LINKED ? "#" : said);
}

function more(text, errata) {
  const shown = el("div", { class: "more" });
  const ask = async (asked, draw) => {
    shown.replaceChildren("working…");
    const told = await program.ask({ want: "ask", game, scene: text, errata, ...asked });
    shown.replaceChildren(...(told.ok ? told.ok.answers.map(draw) : [told.failed ?? told.problems[0].message]));
  };
  const why = () => ask({ why_not: true }, (one) => el("div", {}, el("h3", {}, one.question),
    el("ul", {}, one.why_not.length ? one.why_not.map((said) => el("li", {}, said)) : el("li", {}, "nothing speaks for another answer"))));
  const settle = () => ask({ settle: true }, (one) => el("div", {}, el("h3", {}, one.question),
    one.settled?.length ? one.settled.map(([outcome, erratum]) => el("div", {}, el("p", {}, "Settled as ", el("b", {}, outcome), " by"),
      el("pre", {}, erratum))) : el("p", {}, "nothing is open here, or no erratum was found that settles it")));
  return el("div", { class: "asking" },
    el("p", { class: "bar" }, el("button", { type: "button", onclick: why }, "Why not otherwise?"),
      el("button", { type: "button", onclick: settle }, "What would settle it?")), shown);
}

function show(...cards) {
  byId("answer").replaceChildren(...cards);
  document.body.dataset.answered = String(latest);
}

export async function asked() {
  clearTimeout(pause);
  remember();
  const text = scene.value;
  const mine = ++latest;
  if (!text.trim()) return show();
  if (text.length > MOST_ASKED) {
    return show(el("article", { class: "problem" }, el("h2", {}, "This is too long"),
      el("p", {}, `A scene has at most ${MOST_ASKED} characters here; this one has ${text.length}.`)));
  }
  if (program.ready) state("working");
  const errata = byId("erratum").value;
  const began = performance.now();
  const told = await program.ask({ want: "ask", game, scene: text, errata });
  if (mine !== latest) return;
  document.body.dataset.took = Math.round(performance.now() - began);
  state("ready");
  if (told.ok) {
    const read = told.ok.read_as
      ? [el("p", { class: "read" }, "Read as: ", told.ok.read_as.replaceAll("\n", "; "),
          told.ok.taken.map((one) => el("span", {}, " Taken for granted: ", one, ".")))]
      : [];
    const cards = told.ok.answers.map((one, at, all) => answerCard(one, at === all.length - 1 ? more(text, errata) : null));
    show(...read, ...cards);
  } else if (told.problems) {
    show(...told.problems.slice(0, 3).map((one) => problemCard(one, mended)));
  } else {
    show(el("article", { class: "problem" }, el("h2", {}, "There is no answer"), el("p", {}, told.failed)));
  }
}

function mended(problem, said) {
  scene.focus();
  scene.value = `${scene.value.trimEnd()}\n${said}`;
  asked();
}

function later() {
  clearTimeout(pause);
  pause = setTimeout(asked, PAUSE);
}

function tab(name) {
  for (const button of document.querySelectorAll("[data-tab]")) {
    button.setAttribute("aria-pressed", String(button.dataset.tab === name));
    byId(button.dataset.tab).hidden = button.dataset.tab !== name;
  }
}

async function chosen() {
  if (!games.has(game)) games.set(game, await (await fetch(`games/${game}.json`)).json());
  const example = games.get(game).rulings.find((one) => one.lines.length < 6);
  scene.placeholder = example ? example.lines.join("\n") : "";
}

async function begun() {
  const site = await (await fetch("site.json")).json();
  byId("game").replaceChildren(...site.games.map((name) => el("option", { value: name }, name)));
  const held = new URLSearchParams(location.hash.slice(1));
  game = site.games.includes(held.get("game")) ? held.get("game") : site.games[0];
  byId("game").value = game;
  program = new Program([game], state);
  await chosen();
  scene.value = held.get("scene") ?? "";
  byId("erratum").value = held.get("errata") ?? "";
  if (scene.value) asked();
}

scene.addEventListener("input", later);
scene.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) asked();
});
byId("go").addEventListener("click", asked);
byId("new").addEventListener("click", () => { scene.value = ""; asked(); scene.focus(); });
byId("undo").addEventListener("click", () => { scene.value = scene.value.trimEnd().split("\n").slice(0, -1).join("\n"); asked(); });
byId("copy").addEventListener("click", () => navigator.clipboard?.writeText(scene.value));
byId("link").addEventListener("click", () => { remember(); navigator.clipboard?.writeText(location.href); });
byId("game").addEventListener("change", async (event) => { game = event.target.value; await chosen(); asked(); });
byId("erratum").addEventListener("input", later);
byId("clear-erratum").addEventListener("click", () => { byId("erratum").value = ""; asked(); });
for (const button of document.querySelectorAll("[data-tab]")) button.addEventListener("click", () => tab(button.dataset.tab));
if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js");
begun();
