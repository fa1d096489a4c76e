// What can be done with a player: what lies there in full, what may be done next, and how to say more.
import { el } from "./dom.js";

const FEW = 8;

function actButton(act, onLine) {
  const said = act.legal === false ? "not allowed" : act.legal === null ? "open" : "";
  const name = act.legal === false ? "no" : act.legal === null ? "maybe" : "yes";
  return el("button", { type: "button", class: `act ${name}`, onclick: () => onLine(act.text) },
    act.text, said ? el("small", {}, ` ${said}${act.by.length ? `: ${act.by.slice(0, 3).join(", ")}` : ""}`) : null);
}

function few(listed, onLine) {
  const buttons = listed.map((act) => actButton(act, onLine));
  return [el("div", { class: "chips" }, buttons.slice(0, FEW)),
    buttons.length > FEW ? el("details", {}, el("summary", {}, `${buttons.length - FEW} more`), el("div", { class: "chips" }, buttons.slice(FEW))) : null];
}

export function acts(listed, title, onLine) {
  if (!listed.length) return null;
  const legal = listed.filter((act) => act.legal !== false);
  const barred = listed.filter((act) => act.legal === false);
  return el("div", { class: "acts" },
    legal.length ? [el("h3", {}, title), few(legal, onLine)] : null,
    barred.length ? el("details", {}, el("summary", {}, `Not allowed now (${barred.length})`), el("div", { class: "chips" }, barred.map((act) => actButton(act, onLine)))) : null);
}

export function seatPanel(seat, listed, starters, onLine, onBegin, onCard, onClose) {
  const zones = seat.zones.map((zone) =>
    el("p", {}, `${zone.name}: `, zone.known
      ? (zone.cards.length ? zone.cards.map((card, n) => [n ? ", " : "", el("button", { type: "button", class: "link", onclick: () => onCard(card) }, card)]) : String(zone.number || "none"))
      : "not known"));
  return el("div", { class: "sheet" },
    el("h2", {}, seat.name, el("button", { type: "button", class: "close", "aria-label": "close", onclick: onClose }, "×")),
    zones,
    seat.numbers.length || seat.marks.length
      ? el("p", {}, [...seat.numbers.map(([name, value]) => `${name}: ${value}`), ...seat.marks].join(" · ")) : null,
    acts(listed, "May do next", onLine),
    el("h3", {}, "Say more"),
    el("div", { class: "chips" }, starters.map((said) => el("button", { type: "button", onclick: () => onBegin(`${said} `) }, `${said} …`))));
}

export function seating(seats, names, onSeats) {
  return el("div", { class: "sheet" }, el("h2", {}, "How many players?"),
    el("div", { class: "chips" }, seats.map((number) =>
      el("button", { type: "button", class: "act", onclick: () => onSeats(names.slice(0, number)) }, String(number)))));
}

export function laws(titles, chosen, onLaw) {
  if (!titles.length) return [];
  return [el("summary", {}, `Laws and variants${chosen.size ? `: ${[...chosen].join(", ")}` : ""}`),
    el("div", { class: "chips" }, titles.map((title) =>
      el("button", { type: "button", "aria-pressed": String(chosen.has(title)), onclick: () => onLaw(title) }, title)))];
}
