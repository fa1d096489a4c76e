// What can be looked up: rulings in full text, cards and clauses.
import { byId, el } from "./dom.js";

const MOST = 40;
const words = (text) => text.toLocaleLowerCase().split(/\s+/).filter(Boolean);

function found(list, sought, textOf) {
  const wanted = words(sought);
  return wanted.length ? list.filter((one) => { const text = textOf(one).toLocaleLowerCase(); return wanted.every((word) => text.includes(word)); }) : [];
}

function counted(shown, all) {
  return el("p", { class: "count" }, all > shown ? `${all} found, the first ${shown} shown` : `${all} found`);
}

export function rulings(game, sought, onScene) {
  const listed = found(game.rulings, sought, (one) => `${one.title} ${one.lines.join(" ")} ${one.expected.join(" ")}`);
  const shown = listed.slice(0, MOST).map((one) => el("article", { class: "card" },
    el("h2", {}, one.title), el("pre", {}, one.lines.join("\n")),
    el("p", {}, one.expected.join(" · ")),
    el("button", { type: "button", onclick: () => onScene(one.lines.join("\n")) }, "Ask this")));
  byId("found-rulings").replaceChildren(...(sought.trim() ? [counted(shown.length, listed.length)] : [el("p", {}, `${game.rulings.length} rulings; type words, a card or a clause.`)]), ...shown);
}

function clauseItem(one) {
  return el("li", {}, el("b", { class: "id" }, one.id), el("span", { class: "section" }, one.section), el("p", {}, one.words));
}

function cardArticle(game, card, onRulings) {
  const clauses = card.clauses.map((id) => game.clauses.find((one) => one.id === id)).filter(Boolean);
  const about = game.rulings.filter((one) => one.lines.some((line) => line.includes(card.title))).length;
  return el("article", { class: "card" },
    el("h2", {}, card.title), el("p", { class: "section" }, card.kinds.join(", ")),
    card.wording ? el("p", { class: "wording" }, card.wording) : el("p", {}, "Nothing says what stands on it."),
    card.assumed.length ? el("p", { class: "assumed" }, `Supposed: ${card.assumed.join("; ")}`) : null,
    card.unstated.length ? el("p", { class: "assumed" }, `Not stated: ${card.unstated.join("; ")}`) : null,
    card.open.length ? el("details", {}, el("summary", {}, `Open points (${card.open.length})`), el("ul", {}, card.open.map((why) => el("li", {}, why)))) : null,
    clauses.length ? el("details", {}, el("summary", {}, `Clauses (${clauses.length})`), el("ul", { class: "clauses" }, clauses.map(clauseItem))) : null,
    about ? el("button", { type: "button", onclick: () => onRulings(card.title) }, `Rulings (${about})`) : null);
}

export function cards(game, sought, onRulings) {
  const some = sought.trim() ? found(game.cards, sought, (one) => `${one.title} ${one.kinds.join(" ")} ${one.wording}`) : game.cards;
  some.sort((one, other) => Number(!one.title.toLocaleLowerCase().startsWith(sought.toLocaleLowerCase())) - Number(!other.title.toLocaleLowerCase().startsWith(sought.toLocaleLowerCase())) || one.title.localeCompare(other.title));
  const clauses = found(game.clauses, sought, (one) => `${one.id} ${one.section} ${one.words}`);
  byId("found-cards").replaceChildren(
    counted(Math.min(some.length, MOST), some.length),
    ...some.slice(0, MOST).map((one) => cardArticle(game, one, onRulings)),
    ...(clauses.length ? [el("h2", {}, `Clauses (${clauses.length})`), el("ul", { class: "clauses" }, clauses.slice(0, MOST).map(clauseItem))] : []));
}
