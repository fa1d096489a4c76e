// An answer as a table reads it: what comes out in large letters, then why, then all the rest on demand.
import { el } from "./dom.js";

function clause(one) {
  return el("li", {}, el("b", { class: "id" }, one.id), el("span", { class: "section" }, one.section), el("p", {}, one.words));
}

function folded(title, ...inside) {
  return el("details", {}, el("summary", {}, title), ...inside);
}

export function cited(clauses, most = 4) {
  return clauses.slice(0, most).join(", ") + (clauses.length > most ? ` and ${clauses.length - most} more` : "");
}

function stepped(way) {
  const lines = way.steps.map((step) => el("li", {}, step.text, " ", el("small", {}, cited(step.clauses))));
  return el("ol", { class: "steps" }, lines);
}

function ways(one) {
  if (one.ways.length < 2) return null;
  const lines = one.ways.map((way) =>
    el("li", {}, el("b", {}, way.value), way.when ? ` if ${way.when}` : "", way.default ? el("i", {}, " (for playing on)") : ""),
  );
  return el("ul", { class: "ways" }, lines);
}

function points(one) {
  if (!one.points.length) return null;
  return folded(
    "Why it is open",
    one.points.map((point) =>
      el("div", {}, el("p", {}, point.why), el("ul", {}, point.said.map((said) => el("li", {}, said))),
        point.settled_by.map((said) => el("p", {}, said))),
    ),
  );
}

function otherwise(one, before) {
  if (!before) return null;
  return before.verdict === one.verdict && before.headline === one.headline
    ? el("p", { class: "amended" }, "The erratum changes nothing here.")
    : el("p", { class: "amended" }, "Without the erratum: ", el("b", {}, before.headline), ` (${before.verdict})`);
}

// What comes out, in large letters; of a course of play each event on a line of its own.
function outcome(said) {
  const events = said.split("; ");
  if (events.length < 3) return el("p", { class: "outcome" }, said);
  return el("ol", { class: "outcome course" }, events.map((event) => el("li", {}, event)));
}

export function answerCard(one, before, more) {
  const steps = one.ways.filter((way) => way.steps.length);
  return el("article", { class: `answer ${one.verdict.toLowerCase()}`, tabindex: "-1" },
    el("h2", {}, one.question),
    outcome(one.headline),
    el("p", { class: "verdict" }, el("strong", {}, one.verdict), " ", one.meaning),
    otherwise(one, before),
    one.reason ? el("p", { class: "reason" }, one.reason) : null,
    ways(one),
    one.clauses.length ? el("ul", { class: "clauses" }, one.clauses.map(clause)) : null,
    one.further.length ? el("p", { class: "further" }, "and ", one.further.join(", ")) : null,
    one.amended.map((said) => el("p", { class: "amended" }, said)),
    one.assumed.length
      ? el("div", { class: "assumed" }, "Rests on what had to be supposed:", el("ul", {}, one.assumed.map((said) => el("li", {}, said))))
      : el("p", { class: "assumed" }, "Rests on the clauses alone."),
    points(one),
    steps.length ? folded("Step by step", steps.map((way) => el("div", {},
      steps.length > 1 ? el("h3", {}, way.value, way.when ? ` if ${way.when}` : "") : null, stepped(way)))) : null,
    more,
  );
}

/* What the rules say of what cannot be read: clauses with their sections, rulings with their answers. */
function spoken(near) {
  return near.length
    ? el("div", { class: "near" }, "The rules speak of it:", el("ul", { class: "clauses" },
        near.map((one) => clause({ id: one.name, section: one.section, words: one.says }))))
    : null;
}

/* What is wrong, one after the other below one title; what the rules say of it first. A command of the terminal is nothing
   that one can do here: the words are looked up instead. */
export function problemCard(problems, onHint, onWords) {
  return el("article", { class: "problem" },
    el("h2", {}, problems.every((one) => one.excerpt) ? "This cannot be read" : "This does not work"), problems.map((problem) => problemPart(problem, onHint, onWords)));
}

function problemPart(problem, onHint, onWords) {
  const hints = problem.hint.split("; ").filter((said) => !said.includes("`hexcheck "));
  const meant = [...hints.join("; ").matchAll(/`([^`]+)`/g)].map((found) => found[1]);
  const column = problem.place.column - 1;
  return el("div", {},
    problem.excerpt
      ? el("pre", {}, problem.excerpt.slice(0, column).slice(-60), el("mark", {}, problem.excerpt.slice(column, column + 60) || " "))
      : null,
    spoken(problem.near ?? []),
    problem.message === UNREAD ? null : el("p", {}, problem.message),
    hints.length && hints[0] ? el("p", { class: "hint" }, hints.join("; ")) : null,
    meant.length && onHint ? el("p", {}, meant.slice(0, 4).map((said) =>
      el("button", { type: "button", onclick: () => onHint(problem, said) }, said))) : null,
    problem.excerpt && onWords ? el("p", {}, el("button", { type: "button", onclick: () => onWords(problem.excerpt) }, "Search the rules for these words"),
      " or touch, below the line, what can come next.") : null,
  );
}

const UNREAD = "this cannot be read";

// The scene up to the statement that is refused; nothing if that is the first.
export function untilRefused(text, place) {
  if (place.file !== "scene") return "";
  const lines = text.split("\n").slice(0, place.line);
  const last = lines.pop() ?? "";
  return [...lines, last.slice(0, Math.max(0, last.lastIndexOf(";", place.column - 1)))].join("\n").trim();
}

// A thing that is the only one of its sort, and that nobody calls by a name, is told without one.
export function simply(shown, play, text) {
  const things = [play.table, ...play.frames.map((one) => one.table)].flatMap((one) => one.things);
  for (const { name, sort } of things) {
    if (things.some((one) => one.sort === sort && one.name !== name) || new RegExp(`\\b${name}\\b`).test(text)) continue;
    const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT);
    const plain = `the ${sort[0].toUpperCase()}${sort.slice(1)}`;
    while (walker.nextNode()) walker.currentNode.data = walker.currentNode.data.replace(new RegExp(`\\b${name}\\b`, "g"), plain);
  }
}
