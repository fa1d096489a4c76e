// The table as a picture: players around it, things before them, a board in the middle; a touch picks a player.
import { board, hexagon, pattern, tall } from "./board.js";
import { svg } from "./dom.js";

const WIDTH = 400;
const WIDE = 124;
const TALL = 78;
const SIDE = 15;
const clip = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

// Around a board players sit in two rows, below it and above it.
function place(at, number, height, boarded) {
  if (boarded) {
    const below = Math.ceil(number / 2);
    const [nth, many] = at < below ? [at, below] : [number - 1 - at, number - below];
    return { x: (WIDTH * (nth + 0.5)) / many, y: at < below ? height - TALL / 2 - 2 : TALL / 2 + 2 };
  }
  const turn = Math.PI / 2 + (2 * Math.PI * at) / number;
  return { x: WIDTH / 2 + (WIDTH / 2 - WIDE / 2 - 2) * Math.cos(turn), y: height / 2 + (height / 2 - TALL / 2 - 2) * Math.sin(turn) };
}

// Where a line from the seat to the middle is so far outside the seat's own field.
function before(spot, middle, gap) {
  const [dx, dy] = [middle.x - spot.x, middle.y - spot.y];
  const length = Math.hypot(dx, dy) || 1;
  const out = Math.min(dx ? (WIDE / 2 / Math.abs(dx)) * length : Infinity, dy ? (TALL / 2 / Math.abs(dy)) * length : Infinity) + gap;
  return { x: spot.x + (dx / length) * out, y: spot.y + (dy / length) * out };
}

function zoneLine(zone) {
  if (!zone.known) return `${zone.name} ?`;
  return `${zone.name}: ${zone.cards.join(", ") || zone.number || "none"}`;
}

const FACE = 11.5;
const ROW = 18;
const PAD = 8;
// How wide a text is at most, about.
const wideAs = (text) => [...text].reduce((sum, one) => sum + (/[A-ZMW@•×…]/.test(one) ? 0.74 : /[ijlft.,' ]/.test(one) ? 0.36 : 0.6), 0) * FACE;

// What lies in a zone, cards side by side in so many rows at most; the last card says how many there is no room for.
function laid(zone, wide, most) {
  const faces = zone.known ? counted(zone.cards) : ["?"];
  const cards = faces.map((text) => ({ text, kind: text.startsWith("?") ? "back" : "paper", wide: wideAs(text) + PAD }));
  const label = zone.name === "hand" && cards.length ? "" : cards.length ? zone.name : `${zone.name} ${zone.number || "none"}`;
  const rows = [[...(label ? [{ text: label, kind: "", wide: wideAs(label) + 4 }] : [])]];
  const used = (row) => row.reduce((sum, one) => sum + one.wide, 0);
  for (const [n, card] of cards.entries()) {
    const rest = cards.length - n;
    const more = { text: `+${rest}`, kind: "paper", wide: wideAs(`+${rest}`) + PAD };
    const kept = rows.length === most && rest > 1 ? more.wide + 4 : 0;
    if (rows.at(-1).length && used(rows.at(-1)) + card.wide + kept > wide) {
      if (rows.length === most) {
        if (rows.at(-1).some((one) => one.kind)) { rows.at(-1).push(more); break; }
      } else rows.push([]);
    }
    const room = wide - used(rows.at(-1)) - (rows.length === most ? kept : 0);
    const [text, narrow] = card.wide > room ? fitted(card.text, room - PAD) : [card.text, {}];
    rows.at(-1).push({ text, narrow, kind: card.kind, wide: Math.min(card.wide, room) });
  }
  return rows.map((row) => ({ row, wide: used(row) }));
}

function drawnRow({ row, wide }, x, y) {
  let left = x - wide / 2;
  return row.flatMap((one) => {
    const [at, middle] = [left, left + one.wide / 2];
    left += one.wide;
    return [one.kind ? svg("rect", { x: (at + 1).toFixed(1), y: y - 12, width: (one.wide - 2).toFixed(1), height: 16, rx: 2.5, class: one.kind }) : null,
      svg("text", { x: middle.toFixed(1), y, class: `face ${one.kind}`, ...one.narrow }, one.text)].filter(Boolean);
  });
}

// The rows of all zones, of which the hand has what the others leave.
function zonesDrawn(zones, x, y, most) {
  const shown = zones.slice(0, most);
  const rows = shown.flatMap((zone) => laid(zone, WIDE - 10, zone.name === "hand" ? most - shown.length + 1 : 1));
  return rows.slice(0, most).flatMap((row, n) => drawnRow(row, x, y + ROW * n));
}

// Cards of one title are told once, with how many there are; letters stand one by one.
function counted(cards) {
  const faces = cards.map((card) => card.replace(/ \(.*\)$/, "").replace(/^an? \w.*/, "?"));
  if (faces.every((face) => face.length < 3)) return faces;
  const times = new Map();
  for (const face of faces) times.set(face, (times.get(face) ?? 0) + 1);
  return [...times].map(([face, many]) => (many > 1 ? `${face} ×${many}` : face));
}

// As much of the text as there is room for.
const within = (text, room) => {
  let kept = text.length;
  while (kept > 1 && wideAs(kept < text.length ? `${text.slice(0, kept)}…` : text) > room) kept--;
  return clip(text, kept < text.length ? kept + 1 : kept);
};

// The text with how it is drawn where it is too long: narrower, but not so that it cannot be read; what is longer still is cut.
const NARROWEST = 0.75;
const fitted = (text, room) => {
  const said = within(text, room / NARROWEST);
  return [said, wideAs(said) > room ? { textLength: room, lengthAdjust: "spacingAndGlyphs" } : {}];
};

// What the player is, not what is so of them; else what is so, without the name.
function markOf(one, alone) {
  const marks = one.marks.filter((said) => !said.startsWith("coming ")); // that is still to come
  const roles = marks.filter((said) => !said.split(" ").includes(one.name));
  const role = roles.find((said) => NAMED.test(said)) ?? roles[0];
  const said = role ?? marks.map((mark) => mark.replace(`${one.name} is `, "").replace(`${one.name} `, ""))[0] ?? "";
  return wideAs(said) < WIDE - 10 && !(alone && / of [A-Z]1$/.test(said)) ? said : said.split(" of ")[0];
}

const NAMED = /^The [A-Z]|\bturn\b/; // whom the others look at

// The places for cards side by side, each with its name and with what cards show there, as far as there is room.
function patterned(zones, x, top, high) {
  const shown = zones.map((zone) => zone.cards.filter((card) => pattern(card, 0, 0, 1, 1)));
  const cells = () => shown.reduce((sum, some) => sum + Math.max(1, some.length), 0);
  for (let most = Math.max(...shown.map((some) => some.length)); cells() > 3 && most > 1; most--) {
    for (const some of shown) if (cells() > 3) some.splice(most - 1);
  }
  const cell = WIDE / cells();
  let left = x - WIDE / 2;
  return zones.flatMap((zone, n) => {
    const [some, begin, more] = [shown[n], left, zone.number - shown[n].length];
    left += cell * Math.max(1, some.length);
    const name = `${zone.name}${some.length ? (more ? ` +${more}` : "") : `: ${more}`}`;
    return [svg("text", { x: (begin + left) / 2, y: top + 8, class: "face" }, within(name, left - begin)),
      ...some.map((card, nth) => pattern(card, begin + cell * (nth + 0.5), top + 12 + high / 2, cell - 4, high))];
  });
}

function seat(one, at, { x, y }, chosen, onSeat, alone) {
  const [mark, narrow] = fitted(markOf(one, alone), WIDE - 10);
  const head = [one.name, ...one.numbers.filter(([name]) => !name.includes(" ")).slice(0, 1).map(([name, value]) => within(`${name} ${value}`, WIDE / 2))];
  const drawn = one.zones.some((zone) => zone.cards.some((card) => pattern(card, 0, 0, 1, 1)));
  const rows = drawn ? patterned(one.zones.filter((zone) => zone.number), x, y - TALL / 2 + 22, TALL - (mark ? 50 : 38))
    : zonesDrawn(one.zones, x, y - TALL / 2 + 36, mark ? 2 : 3);
  const spoken = [one.name, ...(one.colour ? [one.colour.name] : []), ...one.numbers.map(([name, value]) => `${name} ${value}`), ...one.zones.map(zoneLine), ...one.marks].join(", ");
  const field = { x: x - WIDE / 2, y: y - TALL / 2, width: WIDE, height: TALL, rx: 10 };
  const dot = one.colour ? [svg("circle", { cx: field.x + 13, cy: field.y + 13, r: 6, fill: one.colour.fill, class: "piece" })] : [];
  return svg("g", { class: `seat${chosen ? " chosen" : ""}${NAMED.test(mark) ? " turn" : ""}` },
    svg("rect", field), ...dot,
    svg("text", { x, y: y - TALL / 2 + 17, class: "name" }, within(head[0], (WIDE - (dot.length ? 44 : 12) - (head[1] ? wideAs(head[1]) * 1.1 + 6 : 0)) / 1.32), svg("tspan", { class: "small", dx: 6 }, head[1] ?? "")),
    ...rows, ...(mark ? [svg("text", { x, y: y + TALL / 2 - 6, class: "mark", ...narrow }, mark)] : []), svg("title", {}, spoken),
    svg("rect", { ...field, class: "hit", tabindex: 0, role: "button", "aria-label": spoken, "data-seat": at,
      onclick: () => onSeat(at),
      onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); onSeat(at); } } }));
}

function thing(one, spots, middle, nth, alone) {
  const at = one.seat === null ? middle : before(spots[one.seat], middle, SIDE + 8);
  const x = at.x + nth * 36;
  const made = [hexagon(x, at.y, SIDE, { class: "thing" }, {}, svg("text", { x, y: at.y + 4 }, alone ? one.sort[0].toUpperCase() + one.sort.slice(1) : one.name))];
  if (one.source !== null && one.source !== one.seat) {
    const start = before(spots[one.source], middle, 4);
    const length = Math.hypot(x - start.x, at.y - start.y) || 1;
    const end = { x: x - ((x - start.x) * 19) / length, y: at.y - ((at.y - start.y) * 19) / length };
    made.unshift(svg("line", { x1: start.x, y1: start.y, x2: end.x, y2: end.y, class: "way", "marker-end": "url(#tip)" }));
  }
  return svg("g", {}, ...made);
}

// Words in lines of so many letters.
const lined = (text, most) => text.split(" ").reduce((lines, word) => {
  if (lines.length && `${lines.at(-1)} ${word}`.length <= most) lines.push(`${lines.pop()} ${word}`);
  else lines.push(word);
  return lines;
}, []);

// What is so of the things before one seat, beside them: where there is room between the seats, and where no arrow is.
function beside(row, spots, middle) {
  const at = row[0].seat === null ? middle : before(spots[row[0].seat], middle, SIDE + 8);
  const said = row.flatMap((one) => one.marks.flatMap((mark) => lined(`${row.length > 1 ? `${one.name}: ` : ""}${mark.replace(`${one.name} is `, "")}`, 13)));
  const ends = [row[0], row.at(-1)].map((one) => (one.source === null || one.source === one.seat ? at : spots[one.source]));
  const central = Math.abs(at.x - middle.x) <= 30;
  const leftward = central ? ends[0].x > at.x + 1 : at.x > middle.x;
  const x = leftward ? at.x - SIDE - 4 : at.x + 36 * (row.length - 1) + SIDE + 4;
  const many = said.length - 1;
  const start = central ? at.y + 3 - 5.5 * many : ends[leftward ? 0 : 1].y < at.y ? at.y + 12 : at.y - 6 - 11 * many;
  return said.map((line, n) => svg("text", { x: x.toFixed(1), y: (start + 11 * n).toFixed(1), class: `mark aside${leftward ? " left" : ""}` }, line));
}

export function picture(table, chosen, onSeat, touch = null) {
  const height = table.board ? Math.round(tall(table, touch?.line, WIDTH - 4, 300)) + 2 * TALL + 24 : table.seats.length > 4 ? 420 : 330;
  const middle = { x: WIDTH / 2, y: height / 2 };
  const spots = table.seats.map((_, at) => place(at, table.seats.length, height, table.board));
  const met = new Map();
  const things = table.things.map((one) => {
    const nth = met.get(one.seat) ?? 0;
    met.set(one.seat, nth + 1);
    return thing(one, spots, middle, nth, table.things.every((other) => other === one || other.sort !== one.sort) && one.sort.length < 5);
  });
  const said = [...met.keys()].flatMap((at) => beside(table.things.filter((one) => one.seat === at), spots, middle));
  const field = { ...middle, wide: WIDTH - 4, tall: height - 2 * TALL - 24 };
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: table.board ? "table boarded" : "table", role: "group", "aria-label": "the table" },
    svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
      svg("path", { d: "M0 0L8 4L0 8z", class: "tip" }))),
    ...(table.board ? board(table, field, touch) : [svg("ellipse", { cx: middle.x, cy: middle.y, rx: 138, ry: height / 2 - 42, class: "cloth" })]),
    ...things, ...said,
    ...table.seats.map((one, at) => seat(one, at, spots[at], chosen === at, onSeat, table.things.length < 2)));
}
