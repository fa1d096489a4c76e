// The board: hexes with what lies on them and what is printed there, the spaces beside, and what may be done at each.
import { svg } from "./dom.js";

const WAYS = { east: [1, 0], "north-east": [1, -1], "north-west": [0, -1], west: [-1, 0], "south-west": [-1, 1], "south-east": [0, 1] };
const COLOURS = {
  red: "#b3372f", black: "#26262b", blue: "#2f6db3", green: "#2f8f4e", yellow: "#e5c21f", white: "#fff", orange: "#d9711c",
  purple: "#7a3fa0", brown: "#7a4b2a", pink: "#d8679b", grey: "#77777d", gray: "#77777d",
};
const SEATED = ["red", "black", "blue", "green", "orange", "purple"];
const LIGHT = new Set(["yellow", "white", "pink"]);
const ROOT = Math.sqrt(3);
const PATTERN = /^(?:[a-z]+ -?\d+,-?\d+[ ,]*)+$/;

export const labelOf = (one) => `${one.q},${one.r}`;

// The ground and the ink of a player: the colour that the name says, or one of the seat's own.
function coloured(seat, names) {
  const said = (names[seat] ?? "").toLowerCase();
  const name = said in COLOURS ? said : SEATED[seat % SEATED.length];
  return { fill: COLOURS[name], ink: LIGHT.has(name) ? "#1d1a22" : "#fff" };
}

export function hexagon(x, y, side, given, shape, ...inside) {
  const corners = [...Array(6)].map((_, n) => {
    const turn = Math.PI / 6 + (Math.PI / 3) * n;
    return `${(x + side * Math.cos(turn)).toFixed(1)},${(y + side * Math.sin(turn)).toFixed(1)}`;
  });
  return svg("g", given, svg("polygon", { points: corners.join(" "), ...shape }), ...inside);
}

function star(x, y, size) {
  return svg("polygon", { class: "sign", points: [...Array(10)].map((_, n) => {
    const [turn, far] = [-Math.PI / 2 + (Math.PI / 5) * n, n % 2 ? size * 0.42 : size];
    return `${(x + far * Math.cos(turn)).toFixed(1)},${(y + far * Math.sin(turn)).toFixed(1)}`;
  }).join(" ") });
}

const circle = (x, y, size) => svg("circle", { class: "sign", cx: x, cy: y, r: size * 0.8 });

// The signs that words of what is printed stand for: one or both.
function signs(words, x, y, side) {
  const [round, pointed] = [/circle|both/.test(words), /star|both/.test(words)];
  if (round && pointed) return [circle(x - side * 0.26, y, side * 0.3), star(x + side * 0.26, y, side * 0.34)];
  return round ? [circle(x, y, side * 0.5)] : pointed ? [star(x, y, side * 0.58)] : [];
}

// What a movement looks like, pointing to the right: one tip, one over an arc, two tips, or two that part.
const TIPS = {
  slide: "M-3 -4L4 0L-3 4z", push: "M-7 -4L0 0L-7 4zM0 -4L7 0L0 4z", swap: "M1 -4L8 0L1 4zM-1 -4L-8 0L-1 4z",
  jump: "M1 -4L8 0L1 4zM-7 0A4.5 4.5 0 0 1 1 -1L-.6 0A3 3 0 0 0 -5.4 0z",
};

function arrow(words, x, y, side) {
  const [movement, heading] = [words.slice(0, words.lastIndexOf(" ")), words.slice(words.lastIndexOf(" ") + 1)];
  const [q, r] = WAYS[heading] ?? [];
  if (q === undefined) return [];
  const turn = Math.atan2(r * 1.5, (q + r / 2) * ROOT);
  const at = `translate(${(x + Math.cos(turn) * side * 0.66).toFixed(1)} ${(y + Math.sin(turn) * side * 0.66).toFixed(1)})`;
  return [svg("path", { class: "tip", d: TIPS[movement] ?? TIPS.slide, transform: `${at} rotate(${((turn * 180) / Math.PI).toFixed(0)}) scale(${(side / 34).toFixed(2)})` })];
}

// The spaces on which something lies, those of which a line speaks, and those beside either; else those around the middle.
export function spacesOf(table, line = "") {
  const spoken = [...line.matchAll(/(?:([A-Z]) at )?(?<![\d-])(-?\d+),(-?\d+)/g)].map(([, sign, q, r]) =>
    ({ q: Number(q), r: Number(r), cards: sign ? [sign] : [], seat: null, printed: [], spoken: true }));
  const all = new Map([...spoken, ...table.spaces].map((one) => [labelOf(one), one]));
  const begin = all.size ? [...all.values()] : [{ q: 0, r: 0 }];
  for (const { q, r } of begin) {
    for (const [dq, dr] of [[0, 0], ...Object.values(WAYS)]) {
      const one = { q: q + dq, r: r + dr, cards: [], seat: null, printed: [] };
      if (!all.has(labelOf(one))) all.set(labelOf(one), one);
    }
  }
  return [...all.values()].sort((a, b) => a.r - b.r || a.q - b.q);
}

// What a pattern shows, drawn small: spaces with a sign on each; nothing if the words tell of no pattern.
export function pattern(words, x, y, wide, tall) {
  if (!PATTERN.test(words)) return null;
  const cells = [...words.matchAll(/([a-z]+) (-?\d+),(-?\d+)/g)].map(([, sign, q, r]) => ({ sign, q: Number(q), r: Number(r) }));
  const spread = fitted(cells, x, y, wide, tall, 12);
  return svg("g", { class: "pattern" }, ...cells.map((one) => {
    const [cx, cy] = spread.at(one);
    return hexagon(cx, cy, spread.side * 0.95, {}, {}, ...signs(one.sign, cx, cy, spread.side));
  }), svg("title", {}, words));
}

// Where spaces stand that are to fill a field around the point.
function fitted(spaces, x, y, wide, tall, most) {
  const [xs, ys] = [spaces.map((one) => one.q + one.r / 2), spaces.map((one) => one.r)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const side = Math.min(most, wide / ((right - left + 1) * ROOT), tall / ((bottom - top) * 1.5 + 2));
  return { side, at: (one) => [x + (one.q + one.r / 2 - (left + right) / 2) * side * ROOT, y + (one.r - (top + bottom) / 2) * side * 1.5] };
}

function spoken(one, names, legal) {
  const lies = one.cards.length ? [...one.cards, ...(one.seat === null ? [] : [names[one.seat]]), ...one.printed].join(", ") : "empty";
  const may = legal === undefined ? "" : legal === true ? "; allowed" : legal === false ? "; not allowed" : "; open";
  return `${labelOf(one)}: ${lies}${may}`;
}

// `touch` has what was touched, what is legal at which space, and what a touch does; a board without it is only looked at.
export function board(table, field, touch) {
  const names = table.seats.map((one) => one.name);
  const spaces = spacesOf(table, touch?.line);
  const { side, at } = fitted(spaces, field.x, field.y, field.wide, field.tall, 34);
  return spaces.map((one) => {
    const [[x, y], label] = [at(one), labelOf(one)];
    const legal = touch?.legal.get(label);
    const { fill, ink } = one.seat === null ? {} : coloured(one.seat, names);
    const sign = one.printed.length ? signs(one.printed.join(" "), x, y, side) : [];
    const faces = one.cards.join(" ");
    const size = side * (faces.length > 2 ? 0.42 : sign.length ? 0.52 : 0.85);
    const text = svg("text", { x, y: (y + size * 0.35).toFixed(1), "font-size": size.toFixed(1), ...(ink ? { fill: ink } : {}) }, faces.slice(0, 8));
    const kind = `space ${one.spoken ? "spoken" : one.cards.length ? "taken" : "empty"}${touch?.chosen === label ? " chosen" : ""}${legal === undefined ? "" : legal === true ? " may" : legal === false ? " not" : " open"}`;
    const given = touch ? {
      class: kind, tabindex: 0, role: "button", "aria-label": spoken(one, names, legal), "data-space": label, onclick: () => touch.onSpace(label),
      onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); touch.onSpace(label); } },
    } : { class: kind };
    return hexagon(x, y, side * 0.97, given, fill ? { fill } : {}, ...sign, ...one.printed.flatMap((words) => arrow(words, x, y, side)), text,
      svg("title", {}, spoken(one, names, legal)));
  });
}
