// What can be done with a player: what lies there in full, what may be done next, and how to say more.
import { pattern } from "./board.js";
import { el, svg } from "./dom.js";

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
    legal.length ? [el("h2", { class: "minor" }, title), few(legal, onLine)] : null,
    barred.length ? el("details", {}, el("summary", {}, `Not allowed now (${barred.length})`), el("div", { class: "chips" }, barred.map((act) => actButton(act, onLine)))) : null);
}

// What is seen of a card: the pattern that it shows, or its words.
function face(card) {
  const shown = pattern(card, 30, 24, 60, 48);
  return shown ? svg("svg", { viewBox: "0 0 60 48", class: "face", role: "img", "aria-label": card }, shown) : card;
}

export function seatPanel(seat, listed, starters, onLine, onBegin, onCard, onClose) {
  const zones = seat.zones.map((zone) =>
    el("p", {}, `${zone.name}: `, zone.known
      ? (zone.cards.length ? zone.cards.map((card) => el("button", { type: "button", class: "held", onclick: () => onCard(card) }, face(card))) : String(zone.number || "none"))
      : "not known"));
  return el("div", { class: "sheet" },
    el("h2", {}, seat.name, el("button", { type: "button", class: "close", "aria-label": "close", onclick: onClose }, "×")),
    zones,
    seat.numbers.length || seat.marks.length
      ? el("p", {}, [...seat.numbers.map(([name, value]) => `${name}: ${value}`), ...seat.marks].join(" · ")) : null,
    acts(listed, "May do next", onLine),
    el("h2", { class: "minor" }, "Say more"),
    el("div", { class: "chips" }, starters.map((said) => el("button", { type: "button", onclick: () => onBegin(`${said} `) }, `${said} …`))));
}

const PARTS = { happened: "Say what happens", placing: "Lay out", asked: "Ask" };

export function beginButton({ text, legal }, onBegin) {
  return el("button", { type: "button", class: legal === false ? "act no" : "", onclick: () => onBegin(text) },
    /[ ]$/.test(text) ? `${text.trim()} …` : text, legal === false ? el("small", {}, " not allowed now") : null);
}

// What can be done at a space: acts that are about it, and how statements about it begin, in three parts.
export function spacePanel(space, listed, begins, onLine, onBegin, onClose) {
  const parts = Object.entries(PARTS).map(([kind, title]) => [title, begins.filter((one) => one.kind === kind)]);
  return el("div", { class: "sheet" },
    el("h2", {}, [space.label, ...space.cards].join(" · "), el("button", { type: "button", class: "close", "aria-label": "close", onclick: onClose }, "×")),
    space.printed.length ? el("p", {}, space.printed.join(", ")) : null,
    acts(listed, "May be done here", onLine),
    parts.filter(([, some], n) => some.length || !n).map(([title, some], n) => el("details", n ? {} : { open: true }, el("summary", {}, title),
      el("div", { class: n ? "chips" : "chips begins" }, some.map((one) => beginButton(one, onBegin))))));
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
