// What a touch of the board does: shows what may be done there and where it leads, does it, or ends a line with a space.
import { labelOf, spacesOf } from "./board.js";
import { byId } from "./dom.js";
import { beginButton, spacePanel } from "./panel.js";

const ALPHABET = [..."abcdefghijklmnopqrstuvwxyz"];

export class Touching {
  // `now` tells the page as it is, `ask` asks the program about its scene; `act` adds a line, `drawn` draws anew.
  constructor(now, ask, act, drawn) {
    Object.assign(this, { now, ask, act, drawn });
    this.space = null;
    this.legal = new Map();
    this.leads = new Map(); // acts by the spaces to which they bring what was touched
  }

  // What is drawn of it on the table: what may be done at empty spaces as the scene stands, if nothing else is asked for.
  shown() {
    const { play, builder } = this.now();
    this.leads.clear();
    delete document.body.dataset.led;
    delete document.body.dataset.offered;
    delete document.body.dataset.fitted;
    this.legal = new Map();
    const taken = new Set(play.table.spaces.filter((one) => one.cards.length).map(labelOf));
    for (const act of this.space === null && builder.kept === null ? play.acts : []) {
      const [space] = act.spaces.length === 1 && !taken.has(act.spaces[0]) ? act.spaces : [];
      if (space && this.legal.get(space) !== true) this.legal.set(space, act.legal);
    }
    if (builder.kept === null && this.space === null) for (const space of play.places) this.legal.set(space, true);
    return { chosen: this.space, legal: this.legal, line: builder.kept ?? "", onSpace: (space) => this.touch(space) };
  }

  touch(space) {
    if (this.now().builder.takes(space)) return;
    const [act, more] = this.leads.get(space) ?? [];
    if (act && !more) return this.act(act.text);
    if (!more) this.space = this.space === space ? null : space;
    this.drawn();
    if (this.space !== null) document.querySelector(`[data-space="${this.space}"]`)?.focus();
  }

  // A space where something may be done is shown so at once, without anything else being drawn anew.
  mark(space, may) {
    this.legal.set(space, may);
    const shown = document.querySelector(`#table [data-space="${space}"]`);
    shown?.classList.remove("may", "not", "open");
    shown?.classList.add(may === true ? "may" : may === false ? "not" : "open");
  }

  async led(space, listed) {
    const { latest } = this.now();
    for (const act of listed.filter((one) => one.legal !== false)) {
      const to = await this.ask({ want: "led", act: act.text, space });
      if (latest !== this.now().latest || this.space !== space) return;
      if (!to.ok) continue;
      this.leads.set(to.ok, [...(this.leads.get(to.ok) ?? []), act]);
      this.mark(to.ok, act.legal);
    }
    document.body.dataset.led = space;
  }

  // The line may go on with a space: each is asked about, of hexes each empty one.
  async choosing(kept) {
    const { play, latest, builder } = this.now();
    if (!play?.table.board) return;
    if (kept !== null) this.space = null;
    this.drawn();
    for (const space of kept === null ? [] : spacesOf(play.table, kept).filter((one) => play.table.board === "squares" || !one.cards.length).map(labelOf)) {
      const told = await this.ask({ want: "fits", begun: kept, spaces: [space] });
      if (latest !== this.now().latest || builder.kept !== kept) return;
      if (told.ok?.length) this.mark(space, told.ok[0].legal);
    }
    if (kept !== null) document.body.dataset.fitted = kept;
  }

  panelled() {
    const { play, begins, builder, scene } = this.now();
    const space = spacesOf(play.table).find((one) => labelOf(one) === this.space);
    if (!space) return byId("panel").replaceChildren();
    const [seats, at, lies] = [play.table.seats, this.space, space.cards.length > 0];
    const listed = play.acts.filter((act) => act.spaces.includes(at));
    const acting = play.acts.find((act) => act.who !== null)?.who ?? seats.findIndex((one) => one.marks.some((mark) => mark.includes("turn")));
    const fresh = ALPHABET.find((name) => !new RegExp(`\\b${name}:`).test(scene)) ?? "z";
    const said = { player: seats[Math.max(acting, 0)].name, thing: space.cards[0], new: fresh, space: at };
    const told = (one, player) => one.text.replace(/\{(\w+)\}/g, (_, name) => (name === "player" ? player : said[name]));
    const here = begins.filter((one) => (lies ? one.taken : one.empty));
    // Of what lies there only whole statements are judged: how many ways one can go on takes long where much is open.
    const judged = here.filter((one) => one.kind === "happened" && one.text.includes("{space}") && !(lies && one.text.endsWith(" ")));
    const begun = here.filter((one) => !judged.includes(one)).map((one) => ({ ...one, text: told(one, said.player) }));
    const begin = (text) => { this.space = null; this.drawn(); builder.begin(text, text.includes(at) ? "" : at); };
    byId("panel").inert = false;
    byId("panel").replaceChildren(spacePanel({ ...space, label: at }, listed, begun, this.act, begin, () => this.touch(at)));
    const players = [said.player, ...seats.map((one) => one.name).filter((name) => name !== said.player)];
    const texts = players.flatMap((player) => judged.map((one) => told(one, player)));
    this.offered(at, [...new Set(texts)], said.player, begin).then(() => { if (lies) return this.led(at, listed); });
  }

  // What can be said of the space as the table stands, one after the other: what cannot be is left out, what is not allowed
  // says so where it is about whoever acts.
  async offered(at, texts, acting, begin) {
    const { latest, scene, play } = this.now();
    const { seats } = play.table;
    for (const text of texts) {
      const seat = seats.find((one) => text.startsWith(one.name)) ?? seats[0];
      const table = { told: scene, players: seats.map((one) => one.name), letters: [...new Set(seat.zones.flatMap((zone) => zone.cards))] };
      const { ok } = await this.ask({ want: "offered", text, table });
      if (latest !== this.now().latest || this.space !== at) return;
      if (ok && (ok.legal !== false || text.startsWith(acting))) byId("panel").querySelector(".begins")?.append(beginButton(ok, begin));
    }
    document.body.dataset.offered = at;
  }
}
