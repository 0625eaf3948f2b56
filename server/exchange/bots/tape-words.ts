import type { Bar } from '#lib/indicators/bar.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { Prices } from './bot-equity.ts';
import type { StoredPayload } from './bot-record.ts';
import type { OutsideCall } from './machine-call.ts';

/**
 * A bot's tape: every call of its machine in order, and what the machine was told when it asked the market for something. By the wake
 * contract nothing else can change it, so its whole life follows from these. One row of the journal a turn that called it; a line a
 * call, a line an answer behind the call that asked. Times within a row are counted from the row's.
 */

/** One more with every change of what the lines mean; a row of another version is not read. */
export const TAPE_VERSION = 1;

/** A bot that changes into other params: those are the next ones in its stream of params. Units. */
export interface ChangeCall {
  readonly type: 'change';
  readonly deposit: bigint;
  readonly isLaidAnew: boolean;
  /** What it had been asked to be until then; absent on tapes from before it was kept. No replay needs it. */
  readonly was?: StoredPayload;
}

/** The bot begins on markets as they were described then. */
export interface StartCall {
  readonly type: 'start';
  readonly spec: MarketSpec;
}

export type TapeCall = { readonly timeMs: number } & (
  | { readonly type: 'price'; readonly isJump: boolean; readonly feed: number; readonly ticks: number }
  | { readonly type: 'time'; readonly prices: Prices }
  | { readonly type: 'outside'; readonly call: OutsideCall | ChangeCall | StartCall; readonly prices: Prices }
);

/** What a view said. Rates in 1e-8; an average may be fractional, and NaN. */
export type TapeAnswer =
  | { readonly type: 'average'; readonly ticks: number }
  | { readonly type: 'funding' | 'expected'; readonly rate: bigint | null }
  | { readonly type: 'depth'; readonly units: bigint | null }
  | { readonly type: 'bar'; readonly bar: Bar | null };

/** Words of the lines: calls, then answers. */
const WORD = {
  move: 'm',
  jump: 'j',
  time: 't',
  outside: 'o',
  average: 'a',
  funding: 'f',
  expected: 'e',
  depth: 'd',
  bar: 'k',
};

const UNITS = '$units';

function withUnits(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? { [UNITS]: `${value}` } : value;
}

function unitsRead(_name: string, value: unknown): unknown {
  const isUnits = typeof value === 'object' && value !== null && UNITS in value;
  return isUnits ? BigInt(String(value[UNITS])) : value;
}

interface OutsideLine {
  readonly version: number;
  readonly afterMs: number;
  /** Null: not known. */
  readonly prices: readonly (number | null)[];
  readonly call: OutsideCall | ChangeCall | StartCall;
}

export function priceLine(isJump: boolean, feed: number, ticks: number, afterMs: number): string {
  return `${isJump ? WORD.jump : WORD.move}${afterMs},${feed},${ticks}`;
}

export function timeLine(prices: Prices, afterMs: number): string {
  return `${WORD.time}${afterMs},${prices.join()}`;
}

export function outsideLine(call: OutsideCall | ChangeCall | StartCall, prices: Prices, afterMs: number): string {
  return `${WORD.outside}${JSON.stringify({ afterMs, prices, call, version: TAPE_VERSION }, withUnits)}`;
}

export function averageLine(ticks: number): string {
  return `${WORD.average}${ticks}`;
}

export function rateLine(type: 'funding' | 'expected', rate: bigint | null): string {
  return `${WORD[type]}${rate ?? ''}`;
}

export function depthLine(units: bigint | null): string {
  return `${WORD.depth}${units ?? ''}`;
}

export function barLine(bar: Bar | null): string {
  if (bar === null) return WORD.bar;
  return `${WORD.bar}${bar.openMs},${bar.open},${bar.high},${bar.low},${bar.close},${bar.volume}`;
}

/** A call with the answers that its machine was given. */
export interface TapedCall {
  readonly call: TapeCall;
  readonly answers: readonly TapeAnswer[];
}

/** The calls of a row that began at `fromMs`. Throws on what this program did not write. */
export function readTape(text: string, fromMs: number): readonly TapedCall[] {
  const calls: { call: TapeCall; answers: TapeAnswer[] }[] = [];
  for (const line of text.split('\n')) {
    const answer = readAnswer(line);
    if (answer === null) calls.push({ call: readCall(line, fromMs), answers: [] });
    else {
      const asked = calls.at(-1);
      if (asked === undefined) throw new Error('a tape begins with an answer');
      asked.answers.push(answer);
    }
  }
  return calls;
}

function readAnswer(line: string): TapeAnswer | null {
  const rest = line.slice(1);
  switch (line[0]) {
    case WORD.average:
      return { type: 'average', ticks: Number(rest) };
    case WORD.funding:
      return { type: 'funding', rate: unitsOrNull(rest) };
    case WORD.expected:
      return { type: 'expected', rate: unitsOrNull(rest) };
    case WORD.depth:
      return { type: 'depth', units: unitsOrNull(rest) };
    case WORD.bar:
      return { type: 'bar', bar: rest === '' ? null : readBar(rest) };
    default:
      return null;
  }
}

function unitsOrNull(text: string): bigint | null {
  return text === '' ? null : BigInt(text);
}

function readBar(text: string): Bar {
  const [openMs = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = numbersOf(text);
  return { openMs, open, high, low, close, volume };
}

function readCall(line: string, fromMs: number): TapeCall {
  const rest = line.slice(1);
  if (line[0] === WORD.outside) {
    const read: OutsideLine = JSON.parse(rest, unitsRead);
    if (read.version !== TAPE_VERSION) throw new Error(`a tape of version ${read.version}`);
    const prices = read.prices.map((ticks) => ticks ?? Number.NaN);
    return { type: 'outside', call: read.call, prices, timeMs: fromMs + read.afterMs };
  }
  const [afterMs = Number.NaN, ...said] = numbersOf(rest);
  const timeMs = fromMs + afterMs;
  if (line[0] === WORD.time) return { type: 'time', prices: said, timeMs };
  const [feed, ticks] = said;
  const isPrice = line[0] === WORD.move || line[0] === WORD.jump;
  if (!isPrice || feed === undefined || ticks === undefined) throw new Error(`a tape with ${line.slice(0, 40)}`);
  return { type: 'price', isJump: line[0] === WORD.jump, feed, ticks, timeMs };
}

function numbersOf(text: string): number[] {
  return text.split(',').map(Number);
}
