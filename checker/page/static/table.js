// The table as a picture: players around it, things before them, a board in the middle; a touch picks a player.
import { board, hexagon, pattern } from "./board.js";
import { svg } from "./dom.js";

const WIDTH = 400;
const WIDE = 124;
const TALL = 72;
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
  const times = new Map();
  for (const card of zone.cards) times.set(card, (times.get(card) ?? 0) + 1);
  const cards = zone.cards.every((card) => card.length < 3) ? zone.cards.join(" ") : [...times].map(([card, many]) => (many > 1 ? `${card} ×${many}` : card)).join(", ");
  return `${zone.name}: ${cards || zone.number || "none"}`;
}

function seat(one, at, { x, y }, chosen, onSeat) {
  const lines = one.zones.map(zoneLine).slice(0, 3);
  const mark = one.marks.find((said) => !said.split(" ").includes(one.name)); // what the player is, not what is so of them
  const head = [one.name, ...one.numbers.slice(0, 1).map(([name, value]) => `${name} ${value}`)];
  const drawn = one.zones.flatMap((zone) => zone.cards).filter((card) => pattern(card, 0, 0, 1, 1));
  const small = drawn.slice(0, 3).map((card, n, all) => pattern(card, x + (n - (all.length - 1) / 2) * 40, y + 2, 38, TALL - 34));
  const texts = small.length ? small : lines.slice(0, mark ? 2 : 3).map((line, n) => svg("text", { x, y: y - TALL / 2 + 34 + 15 * n, class: "small" }, clip(line, 18)));
  const spoken = [one.name, ...one.numbers.map(([name, value]) => `${name} ${value}`), ...lines, ...one.marks].join(", ");
  const field = { x: x - WIDE / 2, y: y - TALL / 2, width: WIDE, height: TALL, rx: 10 };
  return svg("g", { class: `seat${chosen ? " chosen" : ""}` },
    svg("rect", field),
    svg("text", { x, y: y - TALL / 2 + 17, class: "name" }, clip(head[0], head[1] ? 8 : 14), svg("tspan", { class: "small", dx: 6 }, head[1] ?? "")),
    ...texts, ...(mark ? [svg("text", { x, y: y + TALL / 2 - 6, class: "mark" }, clip(mark, 17))] : []), svg("title", {}, spoken),
    svg("rect", { ...field, class: "hit", tabindex: 0, role: "button", "aria-label": spoken, "data-seat": at,
      onclick: () => onSeat(at),
      onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); onSeat(at); } } }));
}

function thing(one, spots, middle, nth) {
  const at = one.seat === null ? middle : before(spots[one.seat], middle, SIDE + 8);
  const x = at.x + nth * 36;
  const marks = one.marks.map((mark, n) => svg("text", { x, y: at.y + 27 + 12 * n, class: "mark" }, clip(mark, 26)));
  const made = [hexagon(x, at.y, SIDE, { class: "thing" }, {}, svg("text", { x, y: at.y + 4 }, one.name)), ...marks];
  if (one.source !== null && one.source !== one.seat) {
    const start = before(spots[one.source], middle, 4);
    const length = Math.hypot(x - start.x, at.y - start.y) || 1;
    const end = { x: x - ((x - start.x) * 19) / length, y: at.y - ((at.y - start.y) * 19) / length };
    made.unshift(svg("line", { x1: start.x, y1: start.y, x2: end.x, y2: end.y, class: "way", "marker-end": "url(#tip)" }));
  }
  return svg("g", {}, ...made);
}

export function picture(table, chosen, onSeat, touch = null) {
  const height = table.board ? 480 : table.seats.length > 4 ? 400 : 320;
  const middle = { x: WIDTH / 2, y: height / 2 };
  const spots = table.seats.map((_, at) => place(at, table.seats.length, height, table.board));
  const met = new Map();
  const things = table.things.map((one) => {
    const nth = met.get(one.seat) ?? 0;
    met.set(one.seat, nth + 1);
    return thing(one, spots, middle, nth);
  });
  const field = { ...middle, wide: WIDTH - 4, tall: height - 2 * TALL - 20 };
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: table.board ? "table boarded" : "table", role: "group", "aria-label": "the table" },
    svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
      svg("path", { d: "M0 0L8 4L0 8z", class: "tip" }))),
    ...(table.board ? board(table, field, touch) : [svg("ellipse", { cx: middle.x, cy: middle.y, rx: 138, ry: height / 2 - 42, class: "cloth" })]),
    ...things,
    ...table.seats.map((one, at) => seat(one, at, spots[at], chosen === at, onSeat)));
}
