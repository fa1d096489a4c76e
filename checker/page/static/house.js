// House rulings: what a table decided on an open point, kept in this browser alone, shown again, written out as an erratum.
import { byId, el } from "./dom.js";

const KEPT = "house rulings";

function every() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return [];
  }
}

const keep = (all) => localStorage.setItem(KEPT, JSON.stringify(all));
export const decidedIn = (game) => every().filter((one) => one.game === game);

// One ruling a point: what was decided later stands in the place of what was decided before.
export function decide(one) {
  const points = new Set(one.points);
  keep([...every().filter((other) => other.game !== one.game || !other.points.some((point) => points.has(point))), one]);
}

function takeBack(one) {
  keep(every().filter((other) => other.game !== one.game || other.erratum !== one.erratum));
}

// What the table decided on the points that an answer hangs on.
export function reminder(game, answer, onErratum) {
  const met = new Set(answer.points.map((point) => point.id));
  return decidedIn(game).filter((one) => one.points.some((point) => met.has(point))).map((one) =>
    el("p", { class: "house" }, "Your table decided: ", el("b", {}, one.outcome), ` (${one.question}, ${one.day}) `,
      el("button", { type: "button", onclick: () => onErratum(one.erratum) }, "Answer so")));
}

export function houseRulings(game, onErratum) {
  const all = decidedIn(game);
  const text = all.map((one) => one.erratum.trim()).join("\n\n") + "\n";
  const saved = el("a", { class: "button", download: `${game}-house-rulings.norm`, href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}` }, "Save as an erratum");
  byId("house").replaceChildren(...(all.length ? [
    el("h2", {}, "House rulings"),
    ...all.map((one) => el("article", { class: "card" }, el("h3", {}, one.question), el("p", {}, "Decided: ", el("b", {}, one.outcome), ` on ${one.day}`),
      el("pre", {}, one.erratum), el("button", { type: "button", onclick: () => { takeBack(one); houseRulings(game, onErratum); } }, "Take it back"))),
    el("p", { class: "bar" }, saved, el("button", { type: "button", onclick: () => onErratum(text) }, "Try all of them")),
  ] : [el("p", { class: "count" }, "No house rulings yet. Ask what would settle an open point, and keep what your table decides; it stays on this device.")]));
}
