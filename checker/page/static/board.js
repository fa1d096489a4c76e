// The board: hexes or squares with what lies on them and what is printed there, the spaces beside, and what may be done at each.
import { svg } from "./dom.js";

const WAYS = { east: [1, 0], "north-east": [1, -1], "north-west": [0, -1], west: [-1, 0], "south-west": [-1, 1], "south-east": [0, 1] };
const ROOT = Math.sqrt(3);
const SIDE = 34; // of a hex at most
const PATTERN = /^(?:[a-z]+ -?\d+,-?\d+[ ,]*)+(?: \(.*\))?$/;
const UNSEEN = /^an? \w/; // so is called of which nobody sees which one it is

export const labelOf = (one) => one.label ?? `${one.q},${one.r}`;

// What is seen of what lies there, on its ground: its name without the colour that it is drawn in.
function piece(one) {
  const top = one.cards.at(-1) ?? "";
  const said = UNSEEN.test(top) ? ["?"] : top.replace(/^the /, "").split(" ").filter(Boolean);
  const rest = said.filter((word) => word.toLowerCase() !== one.colour?.name);
  return { ...(one.colour ?? {}), words: rest.length ? rest : said };
}

const square = (x, y, side, given, shape, ...inside) =>
  svg("g", given, svg("rect", { x: (x - side / 2).toFixed(1), y: (y - side / 2).toFixed(1), width: side.toFixed(1), height: side.toFixed(1), class: "ground", ...shape }), ...inside);

export function hexagon(x, y, side, given, shape, ...inside) {
  const corners = [...Array(6)].map((_, n) => {
    const turn = Math.PI / 6 + (Math.PI / 3) * n;
    return `${(x + side * Math.cos(turn)).toFixed(1)},${(y + side * Math.sin(turn)).toFixed(1)}`;
  });
  return svg("g", given, svg("polygon", { points: corners.join(" "), class: "ground", ...shape }), ...inside);
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
  if (round && pointed) return [circle(x - side * 0.26, y, side * 0.27), star(x + side * 0.26, y, side * 0.3)];
  return round ? [circle(x, y, side * 0.45)] : pointed ? [star(x, y, side * 0.46)] : [];
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
  if (table.board === "squares") return table.spaces;
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
  const marked = one.marks?.length ? `, ${one.marks.join(", ")}` : "";
  const lies = one.cards.length ? [...one.cards, ...(one.seat === null ? [] : [names[one.seat]]), ...one.printed].join(", ") : "empty";
  const may = legal === undefined ? "" : legal === true ? "; allowed" : legal === false ? "; not allowed" : "; open";
  return `${labelOf(one)}: ${lies}${marked}${may}`;
}

// What a space is drawn as, and what a touch of it does.
function kindOf(one, legal, touch) {
  const lies = one.spoken ? "spoken" : one.cards.length ? "taken" : one.marks?.length ? "marked" : "empty";
  return `space ${lies}${touch?.chosen === labelOf(one) ? " chosen" : ""}${legal === undefined ? "" : legal === true ? " may" : legal === false ? " not" : " open"}`;
}

function touched(one, names, touch) {
  const [label, legal] = [labelOf(one), touch?.legal.get(labelOf(one))];
  const kind = kindOf(one, legal, touch);
  return touch ? {
    class: kind, tabindex: 0, role: "button", "aria-label": spoken(one, names, legal), "data-space": label, onclick: () => touch.onSpace(label),
    onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); touch.onSpace(label); } },
  } : { class: kind };
}

// All squares of a board, what stands on each word by word, and what they are called along two edges.
function squares(table, field, touch) {
  const names = table.seats.map((one) => one.name);
  const [columns, rows] = ["q", "r"].map((way) => [...new Set(table.spaces.map((one) => one[way]))].sort((a, b) => a - b));
  const side = Math.min(52, (field.tall - 14) / rows.length, (field.wide - 20) / columns.length);
  const at = (q, r) => [field.x + 7 + (q - (columns[0] + columns.at(-1)) / 2) * side, field.y - 7 + (r - (rows[0] + rows.at(-1)) / 2) * side];
  const edge = (x, y, said) => svg("text", { x, y, class: "edge" }, said);
  const [left, bottom] = [at(columns[0], 0)[0] - side / 2 - 9, at(0, rows.at(-1))[1] + side / 2 + 13];
  return [
    ...rows.map((r) => edge(left, at(0, r)[1] + 4, String(-r))),
    ...columns.map((q) => edge(at(q, 0)[0], bottom, String.fromCharCode(97 + q))),
    ...table.spaces.map((one) => {
      const [x, y] = at(one.q, one.r);
      const { fill, ink, words } = piece(one);
      const shown = words.length ? words : one.marks;
      const size = Math.min(side * 0.3, (side * 1.6) / Math.max(1, ...shown.map((word) => word.length)));
      const text = shown.slice(0, 3).map((word, n, all) => svg("text", {
        x, y: (y + size * (0.35 + 1.05 * (n - (all.length - 1) / 2))).toFixed(1), "font-size": size.toFixed(1), ...(ink ? { fill: ink } : {}) }, word));
      const ground = fill ? [svg("circle", { cx: x, cy: y, r: (side * 0.44).toFixed(1), fill, class: "piece" })] : [];
      return square(x, y, side - 1, touched(one, names, touch), {}, ...ground, ...text, svg("title", {}, spoken(one, names, touch?.legal.get(labelOf(one)))));
    }),
  ];
}

// How tall the board is drawn at most so wide and tall.
export function tall(table, line, wide, most) {
  const spaces = spacesOf(table, line);
  if (table.board === "squares") return Math.min(most, 16 + 52 * new Set(spaces.map((one) => one.r)).size);
  const { side } = fitted(spaces, 0, 0, wide, most, SIDE);
  const rows = spaces.map((one) => one.r);
  return side * ((Math.max(...rows) - Math.min(...rows)) * 1.5 + 2) + 4;
}

// `touch` has what was touched, what is legal at which space, and what a touch does; a board without it is only looked at.
export function board(table, field, touch) {
  if (table.board === "squares") return squares(table, field, touch);
  const names = table.seats.map((one) => one.name);
  const spaces = spacesOf(table, touch?.line);
  const { side, at } = fitted(spaces, field.x, field.y, field.wide, field.tall, SIDE);
  return spaces.map((one) => {
    const [[x, y], label] = [at(one), labelOf(one)];
    const legal = touch?.legal.get(label);
    const { fill, ink, words } = piece(one);
    const sign = one.printed.length ? signs(one.printed.join(" "), x, y - side * 0.06, side) : [];
    const faces = one.cards.length > 1 ? `${words.join(" ")} +${one.cards.length - 1}` : words.join(" ");
    const size = side * (faces.length > 2 ? Math.min(0.42, 2.6 / faces.length) : sign.length ? 0.36 : 0.85);
    const low = sign.length ? side * 0.84 : size * 0.35; // below signs, where no arrow is
    const text = svg("text", { x, y: (y + low).toFixed(1), "font-size": size.toFixed(1), ...(ink ? { fill: ink } : {}) }, faces.slice(0, 10));
    return hexagon(x, y, side * 0.97, touched(one, names, touch), fill ? { fill } : {}, ...sign, ...one.printed.flatMap((words) => arrow(words, x, y, side)), text,
      svg("title", {}, spoken(one, names, legal)));
  });
}
