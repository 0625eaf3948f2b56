import { encode } from 'uqr';
import type { Trend } from '#components/ui/trend-text.tsx';

/** A poster in CSS pixels; the picture has three pixels for each. */
export const POSTER = { width: 360, height: 520, scale: 3 } as const;
/** M-077, M-388. */
export const QR_SIZE = 62;

/** Everything that a poster says, in its reader's language. */
export interface PosterTexts {
  readonly brand: string;
  readonly name: string;
  /** Market and kind. */
  readonly what: string;
  /** The figure that it is about, with its label. */
  readonly rate: string;
  readonly rateLabel: string;
  /** Which way the figure looks. */
  readonly trend: Trend;
  /** A few sentences above the curve; absent: the curve has their room. */
  readonly rule?: string;
  /** Three figures with their labels. */
  readonly figures: readonly (readonly [label: string, value: string])[];
  readonly owner: string;
  readonly scan: string;
  /** Where there is no curve yet. */
  readonly noCurve: string;
  readonly link: string;
}

/** Cumulative rates from the first day to the last; fewer than two are no curve. */
export type PosterCurve = readonly { readonly x: number; readonly y: number }[];

/** The poster looks the same whatever theme its maker has on. */
const INK = {
  ground: '#12161d',
  panel: '#1b212b',
  text: '#f2f5f9',
  faint: '#9aa7b8',
  rise: '#2ebd85',
  fall: '#f6465d',
  line: '#2c3442',
};
const EDGE = 24;
/** Where the curve, or what is said above it, begins. */
const CURVE_TOP = 248;

/** Draws a poster on a canvas of POSTER's size. */
export function drawPoster(canvas: HTMLCanvasElement, texts: PosterTexts, curve: PosterCurve, font: string): void {
  const { width, height, scale } = POSTER;
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.scale(scale, scale);
  // Sentences run as their language does; where they stand is the same in all.
  context.textAlign = 'left';
  context.fillStyle = INK.ground;
  context.fillRect(0, 0, width, height);
  const write = writer(context, font);
  const colour = { up: INK.rise, down: INK.fall, flat: INK.faint }[texts.trend];
  write(texts.brand, EDGE, 40, 13, INK.faint, 600);
  write(texts.name, EDGE, 72, 20, INK.text, 600);
  write(texts.what, EDGE, 94, 12, INK.faint);
  write(texts.rate, EDGE, 148, 38, colour, 700);
  write(texts.rateLabel, EDGE, 168, 12, INK.faint);
  for (const [at, [label, value]] of texts.figures.entries()) {
    const x = EDGE + (at * (width - 2 * EDGE)) / texts.figures.length;
    write(value, x, 204, 15, INK.text, 600, 100);
    write(label, x, 222, 11, INK.faint, 400, 100);
  }
  const top = texts.rule === undefined ? CURVE_TOP : writeRule(context, texts.rule, write, font);
  if (curve.length < 2) write(texts.noCurve, EDGE, 320, 12, INK.faint);
  else drawCurve(context, curve, colour, top);
  drawFoot(context, texts, write);
}

type Write = (text: string, x: number, y: number, size: number, colour: string, weight?: number, room?: number) => void;

/** Writes a line; what is longer than its room ends in an ellipsis. */
function writer(context: CanvasRenderingContext2D, font: string): Write {
  return (text, x, y, size, colour, weight = 400, room = POSTER.width - EDGE - x) => {
    context.font = `${weight} ${size}px ${font}`;
    context.fillStyle = colour;
    let shown = text;
    while (shown.length > 1 && context.measureText(shown).width > room) shown = `${shown.slice(0, -2)}…`;
    context.fillText(shown, x, y);
  };
}

const RULE = { size: 11, line: 15, mostLines: 6 };

/** Sentences in lines of the poster's width, words whole where the language has them; returns where the curve begins under them. */
function writeRule(context: CanvasRenderingContext2D, rule: string, write: Write, font: string): number {
  context.font = `400 ${RULE.size}px ${font}`;
  const room = POSTER.width - 2 * EDGE;
  const lines: string[] = [''];
  for (const word of rule.match(BREAKS) ?? []) {
    const line = `${lines.at(-1)}${word}`;
    if (lines.at(-1) !== '' && context.measureText(line.trimEnd()).width > room) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  // What is longer than that ends in an ellipsis, as every line does that does not fit.
  const shown = lines.slice(0, RULE.mostLines - 1).concat(lines.slice(RULE.mostLines - 1).join('') || []);
  for (const [at, line] of shown.entries())
    write(line.trimEnd(), EDGE, CURVE_TOP + at * RULE.line, RULE.size, INK.faint, 400, room);
  return CURVE_TOP + shown.length * RULE.line;
}

/** Words with the space behind them; Chinese and Japanese characters each for itself. */
const BREAKS = /[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+\s*|\s+/g;

function drawCurve(context: CanvasRenderingContext2D, curve: PosterCurve, colour: string, top: number): void {
  const [bottom, right] = [400, POSTER.width - EDGE];
  const heights = curve.map(({ y }) => y);
  const [lowest, highest] = [Math.min(0, ...heights), Math.max(0, ...heights)];
  const [first, last] = [curve[0]?.x ?? 0, curve.at(-1)?.x ?? 1];
  const xOf = (x: number): number => EDGE + ((x - first) / (last - first || 1)) * (right - EDGE);
  const yOf = (y: number): number => bottom - ((y - lowest) / (highest - lowest || 1)) * (bottom - top);
  context.strokeStyle = INK.line;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(EDGE, yOf(0));
  context.lineTo(right, yOf(0));
  context.stroke();
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.lineJoin = 'round';
  context.beginPath();
  for (const { x, y } of curve) context.lineTo(xOf(x), yOf(y));
  context.stroke();
}

function drawFoot(context: CanvasRenderingContext2D, texts: PosterTexts, write: Write): void {
  const top = POSTER.height - QR_SIZE - EDGE;
  context.fillStyle = INK.panel;
  context.fillRect(0, top - 18, POSTER.width, POSTER.height - top + 18);
  const left = POSTER.width - EDGE - QR_SIZE;
  drawQr(context, texts.link, left, top);
  const room = left - EDGE - 12;
  write(texts.owner, EDGE, top + 24, 13, INK.text, 600, room);
  write(texts.scan, EDGE, top + 44, 11, INK.faint, 400, room);
}

/** Dark on white: cameras read nothing else reliably. */
function drawQr(context: CanvasRenderingContext2D, link: string, left: number, top: number): void {
  const { size, data } = encode(link, { ecc: 'M', border: 2 });
  const cell = QR_SIZE / size;
  context.fillStyle = '#ffffff';
  context.fillRect(left, top, QR_SIZE, QR_SIZE);
  context.fillStyle = '#000000';
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      // A hair larger than its place: no light between two of them.
      if (isDark) context.fillRect(left + x * cell, top + y * cell, cell + 0.05, cell + 0.05);
    }
  }
}
