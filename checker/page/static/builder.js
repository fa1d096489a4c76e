// One line that is being written, by keys or by touching what may come next.
import { byId, el } from "./dom.js";

const MOST_SHOWN = 60;
const KINDS = ["player", "ask", "card", "thing", "word", "kind", "number"];

export class Builder {
  constructor(ask, onLine) {
    this.ask = ask;
    this.onLine = onLine;
    this.line = byId("line");
    this.latest = 0;
    this.line.addEventListener("input", () => this.offer());
    this.line.addEventListener("focus", () => this.offer());
    byId("builder").addEventListener("submit", (event) => { event.preventDefault(); this.add(); });
  }

  begin(text) {
    this.line.value = text;
    this.line.focus({ preventScroll: false });
    this.offer();
  }

  clear() {
    this.latest++;
    this.line.value = "";
    byId("chips").replaceChildren();
  }

  add() {
    const said = this.line.value.trim();
    if (!said) return;
    this.clear();
    this.onLine(said);
  }

  async offer() {
    const mine = ++this.latest;
    const told = await this.ask(this.line.value);
    if (mine !== this.latest || !told) return;
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
    else this.offer();
  }
}
