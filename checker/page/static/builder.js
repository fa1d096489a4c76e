// One line that is being written, by keys or by touching what may come next.
import { byId, el } from "./dom.js";

const MOST_SHOWN = 60;
const KINDS = ["player", "ask", "card", "thing", "word", "kind", "number"];

export class Builder {
  // `onSpace` hears whether the line may go on with a space of the board, and what it says so far.
  constructor(ask, onLine, onSpace) {
    this.ask = ask;
    this.onLine = onLine;
    this.onSpace = onSpace;
    this.kept = null;
    this.space = "";
    this.line = byId("line");
    this.latest = 0;
    this.line.addEventListener("input", () => this.offer());
    this.line.addEventListener("focus", () => this.offer());
    byId("builder").addEventListener("submit", (event) => { event.preventDefault(); this.add(); });
  }

  // The line begins so; a space that was touched already goes where one is wanted.
  begin(text, space = "") {
    this.line.value = text;
    this.space = space;
    this.line.focus({ preventScroll: false });
    this.offer(true);
  }

  clear() {
    this.latest++;
    this.line.value = this.space = "";
    this.spaced(null);
    byId("chips").replaceChildren();
  }

  add() {
    const said = this.line.value.trim();
    if (!said) return;
    this.clear();
    this.onLine(said);
  }

  spaced(kept) {
    if (kept === this.kept) return;
    this.kept = kept;
    this.onSpace(kept);
  }

  // A space of the board was touched: it goes on with that if it may.
  takes(space) {
    if (this.kept === null) return false;
    this.take(this.kept, space);
    return true;
  }

  // If `onward`, the one word that can come next is taken at once.
  async offer(onward = false) {
    const mine = ++this.latest;
    const told = await this.ask(this.line.value);
    if (mine !== this.latest || !told) return;
    this.spaced(told.space && this.line.value.trim() ? told.kept : null);
    if (told.space && this.space) {
      const space = this.space;
      this.space = "";
      return this.take(told.kept, space);
    }
    const [only] = told.options;
    if (onward && !told.space && told.options.length === 1 && only.kind === "word" && only.text !== "?" && (!told.whole || only.text === "at")) return this.take(told.kept, only.text);
    const groups = new Map();
    for (const one of told.options.slice(0, 200)) groups.set(one.kind, [...(groups.get(one.kind) ?? []), one.text]);
    const shown = KINDS.filter((kind) => groups.has(kind)).map((kind) => {
      const texts = groups.get(kind);
      const chips = texts.map((text) => el("button", { type: "button", class: `chip ${kind}`, onclick: () => this.take(told.kept, text) }, text));
      return chips.length > MOST_SHOWN ? [chips.slice(0, MOST_SHOWN), el("small", {}, `and ${chips.length - MOST_SHOWN} more: type a letter`)] : chips;
    });
    const done = told.whole && this.line.value.trim()
      ? el("button", { type: "button", class: "chip done", onclick: () => this.add() }, "✓ that is all") : "";
    byId("chips").replaceChildren(...[done, shown].flat(4).filter(Boolean));
  }

  take(kept, text) {
    byId("chips").replaceChildren(); // what could be said before cannot be said now
    const close = /^[,:?')\]]/.test(text);
    this.line.value = `${close ? kept.trimEnd() : kept}${text}${text === "?" ? "" : " "}`;
    this.line.focus({ preventScroll: true });
    if (text === "?") this.add();
    else this.offer(true);
  }
}
