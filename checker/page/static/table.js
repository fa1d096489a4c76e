// The table as a picture: players around it, things before them, a board in the middle; a touch picks a player.
import { svg } from "./dom.js";

const WIDTH = 400;
const WIDE = 124;
const TALL = 72;
const SIDE = 15;
const clip = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

function place(at, number, height) {
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

function hexagon(x, y, side, given, ...inside) {
  const corners = [...Array(6)].map((_, n) => {
    const turn = Math.PI / 6 + (Math.PI / 3) * n;
    return `${(x + side * Math.cos(turn)).toFixed(1)},${(y + side * Math.sin(turn)).toFixed(1)}`;
  });
  return svg("g", given, svg("polygon", { points: corners.join(" ") }), ...inside);
}

function zoneLine(zone) {
  if (!zone.known) return `${zone.name} ?`;
  return `${zone.name}: ${zone.cards.length ? zone.cards.join(", ") : zone.number || "none"}`;
}

function seat(one, at, { x, y }, chosen, onSeat) {
  const lines = one.zones.map(zoneLine).slice(0, 3);
  const head = [one.name, ...one.numbers.slice(0, 1).map(([name, value]) => `${name} ${value}`)];
  const texts = lines.map((line, n) => svg("text", { x, y: y - TALL / 2 + 34 + 15 * n, class: "small" }, clip(line, 19)));
  const spoken = [one.name, ...one.numbers.map(([name, value]) => `${name} ${value}`), ...lines, ...one.marks].join(", ");
  return svg("g", {
      class: `seat${chosen ? " chosen" : ""}`, tabindex: 0, role: "button", "aria-label": spoken, "data-seat": at,
      onclick: () => onSeat(at),
      onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); onSeat(at); } } },
    svg("rect", { x: x - WIDE / 2, y: y - TALL / 2, width: WIDE, height: TALL, rx: 10 }),
    svg("text", { x, y: y - TALL / 2 + 17, class: "name" }, clip(head[0], head[1] ? 8 : 14), svg("tspan", { class: "small", dx: 6 }, head[1] ?? "")),
    ...texts, svg("title", {}, spoken));
}

function thing(one, spots, middle, nth) {
  const at = one.seat === null ? middle : before(spots[one.seat], middle, SIDE + 8);
  const x = at.x + nth * 36;
  const marks = one.marks.map((mark, n) => svg("text", { x, y: at.y + 27 + 12 * n, class: "mark" }, clip(mark, 26)));
  const made = [hexagon(x, at.y, SIDE, { class: "thing" }, svg("text", { x, y: at.y + 4 }, one.name)), ...marks];
  if (one.source !== null && one.source !== one.seat) {
    const start = before(spots[one.source], middle, 4);
    const length = Math.hypot(x - start.x, at.y - start.y) || 1;
    const end = { x: x - ((x - start.x) * 19) / length, y: at.y - ((at.y - start.y) * 19) / length };
    made.unshift(svg("line", { x1: start.x, y1: start.y, x2: end.x, y2: end.y, class: "way", "marker-end": "url(#tip)" }));
  }
  return svg("g", {}, ...made);
}

function board(spaces, height) {
  const xs = spaces.map((one) => one.q + one.r / 2);
  const ys = spaces.map((one) => one.r);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const side = Math.min(20, 330 / ((right - left + 1.2) * Math.sqrt(3)), (height - 160) / ((bottom - top) * 1.5 + 2));
  return spaces.map((one) => {
    const x = WIDTH / 2 + (one.q + one.r / 2 - (left + right) / 2) * side * Math.sqrt(3);
    const y = height / 2 + (one.r - (top + bottom) / 2) * side * 1.5;
    const text = svg("text", { x, y: y + side * 0.3, "font-size": side * 0.85 }, clip(one.cards.join(" "), 6));
    return hexagon(x, y, side * 0.97, { class: `space of${one.seat ?? "none"}` }, text, svg("title", {}, `${one.q},${one.r}`));
  });
}

export function picture(table, chosen, onSeat) {
  const height = table.spaces.length ? 440 : table.seats.length > 4 ? 400 : 320;
  const middle = { x: WIDTH / 2, y: height / 2 };
  const spots = table.seats.map((_, at) => place(at, table.seats.length, height));
  const met = new Map();
  const things = table.things.map((one) => {
    const nth = met.get(one.seat) ?? 0;
    met.set(one.seat, nth + 1);
    return thing(one, spots, middle, nth);
  });
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: "table", role: "group", "aria-label": "the table" },
    svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
      svg("path", { d: "M0 0L8 4L0 8z", class: "tip" }))),
    ...(table.spaces.length ? board(table.spaces, height) : [svg("ellipse", { cx: middle.x, cy: middle.y, rx: 138, ry: height / 2 - 42, class: "cloth" })]),
    ...things,
    ...table.seats.map((one, at) => seat(one, at, spots[at], chosen === at, onSeat)));
}
