// What can be looked up: rulings in full text, cards, the clauses in order, and whatever speaks of some words.
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

// A ruling: what is asked on which table, the answer, and the clauses that give the reason.
function rulingArticle(game, one, onScene) {
  const questions = new Set(one.asked.map((said) => said.question));
  return el("article", { class: "card" },
    el("h2", {}, one.title), el("p", { class: "told" }, one.lines.filter((line) => !questions.has(line)).map(sentence).join(" ")),
    one.asked.map((said) => [el("p", { class: "asked" }, said.question[0].toUpperCase() + said.question.slice(1)),
      el("p", { class: "so" }, el("b", {}, valueOf(said.answer)), " ", el("small", {}, said.answer.split(":")[0])),
      said.clauses.length ? el("div", { class: "why" }, "Because:", el("ul", { class: "clauses" }, clausesOf(game, said.clauses).map(clauseItem))) : null]),
    el("button", { type: "button", onclick: () => onScene(one.lines.join("\n")) }, "Ask this"));
}

// A line of a scene as a sentence.
const sentence = (line) => `${line.startsWith("players ") ? `Players: ${line.split(" ").slice(1).join(", ")}` : line[0].toUpperCase() + line.slice(1)}${/[.?!]$/.test(line) ? "" : "."}`;
const SAID = { SILENT: "the rules do not say", AMBIGUOUS: "the rules can be read either way", CONTRADICTION: "the rules contradict each other" };
const valueOf = (answer) => answer.split(": ").slice(1).join(": ") || SAID[answer] || answer;

const clausesOf = (game, ids) => ids.map((id) => game.clauses.find((one) => one.id === id)).filter(Boolean);

export function rulings(game, sought, onScene) {
  const listed = found(game.rulings, sought, (one) => `${one.title} ${one.lines.join(" ")} ${one.asked.map((said) => `${said.question} ${said.answer} ${said.clauses.join(" ")}`).join(" ")}`);
  const shown = listed.slice(0, MOST).map((one) => rulingArticle(game, one, onScene));
  byId("found-rulings").replaceChildren(...(sought.trim() ? [counted(shown.length, listed.length)] : [el("p", {}, `${game.rulings.length} rulings; type words, a card or a clause.`)]), ...shown);
}

// The clauses in the order of the rulebook, section by section.
export function rulebook(game) {
  const sections = new Map();
  for (const one of game.clauses) sections.set(one.section, [...(sections.get(one.section) ?? []), one]);
  byId("found-rules").replaceChildren(
    el("p", { class: "count" }, `${game.clauses.length} clauses in ${sections.size} sections, in the order of the rulebook`),
    ...[...sections].map(([section, some]) => el("details", {}, el("summary", {}, section || "Without a section"),
      el("ul", { class: "clauses" }, some.map((one) => clauseItem({ ...one, section: "" }))))));
}

// What was found of some words: clauses, rulings with their answers, cards, known open points, the nearest first.
const KINDS = { clause: "Clauses", ruling: "Rulings", card: "Cards", point: "Known open points" };

export function passages(game, told, onScene, onCard) {
  const one = {
    clause: (it) => clauseItem({ id: it.name, section: it.section, words: it.says }),
    point: (it) => clauseItem({ id: it.name, section: it.clauses.slice(0, 4).join(", "), words: it.says }),
    card: (it) => el("li", {}, el("button", { type: "button", class: "link", onclick: () => onCard(it.name) }, it.name), el("p", {}, it.says)),
    ruling: (it) => el("li", {}, el("b", {}, it.name), it.answers.map(({ question, answer }) => el("p", {}, question, " ", el("b", {}, answer))),
      game.rulings.filter((ruling) => ruling.title === it.name).slice(0, 1).map((ruling) =>
        el("button", { type: "button", onclick: () => onScene(ruling.lines.join("\n")) }, "Ask this"))),
  };
  byId("found-rules").replaceChildren(...Object.entries(KINDS).flatMap(([kind, title]) => {
    const some = told.filter((it) => it.kind === kind);
    return some.length ? [el("h2", {}, title), el("ul", { class: "clauses" }, some.map(one[kind]))] : [];
  }));
}

function clauseItem(one) {
  return el("li", {}, el("b", { class: "id" }, one.id), one.section ? el("span", { class: "section" }, one.section) : null, el("p", {}, one.words));
}

function cardArticle(game, card, onRulings) {
  const clauses = card.clauses.map((id) => game.clauses.find((one) => one.id === id)).filter(Boolean);
  const about = game.rulings.filter((one) => one.lines.some((line) => line.includes(card.title))).length;
  return el("article", { class: "card" },
    el("h2", {}, el("a", { href: `#${new URLSearchParams({ game: game.name, card: card.title })}` }, card.title)), el("p", { class: "section" }, card.kinds.join(", ")),
    card.wording ? el("p", { class: "wording" }, card.wording) : el("p", {}, "What it says stands in its clauses."),
    card.rebuilt ? el("p", { class: "rebuilt" }, "The printed card was not at hand: what stands here is reconstructed from what the rulebook says of it.") : null,
    card.assumed.length ? el("p", { class: "assumed" }, `Supposed: ${card.assumed.join("; ")}`) : null,
    card.unstated.length ? el("p", { class: "assumed" }, `Not stated: ${card.unstated.join("; ")}`) : null,
    card.open.length ? el("details", {}, el("summary", {}, `Open points (${card.open.length})`), el("ul", {}, card.open.map((why) => el("li", {}, why)))) : null,
    clauses.length ? el("details", card.wording ? {} : { open: true }, el("summary", {}, `Clauses (${clauses.length})`), el("ul", { class: "clauses" }, clauses.map(clauseItem))) : null,
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
