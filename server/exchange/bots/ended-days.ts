import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { profitAssetOf } from './bot-equity.ts';
import { eachEarned } from './kept-days.ts';
import type { LiveBot } from './live-bot.ts';

/**
 * What a bot that has ended earned day by day, and what it paid: a row of its owner's journal from when it goes to the archive, so that years of his
 * bots are added up without reading each one whole.
 */
export interface EndedDays {
  readonly botId: number;
  readonly kind: RunnableKind;
  /** Of all amounts, which are its units. */
  readonly asset: string;
  readonly fees: bigint;
  readonly funding: bigint;
  readonly interest: bigint;
  /** What it earned in all. */
  readonly profit: bigint;
  /** Tells every day with something, by its number since 1970, once; how many they were. */
  readonly eachDay: (note: (day: number, earned: number | bigint) => void) => number;
}

/** Digits of an amount that a number holds exactly. */
const EXACT_DIGITS = 15;
const COMMA = 44;
const MINUS = 45;
const ZERO = 48;

export function formatEndedDays({ record, spec, curve }: LiveBot): string {
  const { id, kind, final } = record;
  const byDay = new Map<number, bigint>();
  const profit = eachEarned(curve, { points: 0, profit: 0n }, (day, earned) =>
    byDay.set(day, (byDay.get(day) ?? 0n) + BigInt(earned)),
  );
  const first = Math.min(...byDay.keys());
  const last = Math.max(...byDay.keys());
  const amounts = Array.from({ length: byDay.size === 0 ? 0 : last - first + 1 }, (_, at) => {
    const earned = byDay.get(first + at) ?? 0n;
    return earned === 0n ? '' : `${earned}`;
  });
  const paid = [final?.fees, final?.funding, final?.interest].map((amount) => `${amount ?? 0n}`);
  return JSON.stringify([
    id,
    kind,
    profitAssetOf(spec),
    ...paid,
    `${profit}`,
    amounts.length === 0 ? 0 : first,
    amounts.join(),
  ]);
}

/** Reads what `formatEndedDays` wrote. */
export function parseEndedDays(text: string): EndedDays {
  const [botId, kind, asset, fees, funding, interest, profit, first, amounts] = JSON.parse(text) as Stored;
  const paid = { fees: BigInt(fees), funding: BigInt(funding), interest: BigInt(interest) };
  return { botId, kind, asset, ...paid, profit: BigInt(profit), eachDay: (note) => tellDays(first, amounts, note) };
}

/** The amounts of a text, sign by sign: texts of each of years of days would be made to be thrown away. */
function tellDays(first: number, text: string, note: Parameters<EndedDays['eachDay']>[0]): number {
  let [day, told, from, size] = [first, 0, 0, 0];
  for (let at = 0; at <= text.length; at += 1) {
    const sign = at === text.length ? COMMA : text.charCodeAt(at);
    if (sign !== COMMA) {
      if (sign !== MINUS) size = size * 10 + sign - ZERO;
      continue;
    }
    if (at > from) {
      const isBelow = text.charCodeAt(from) === MINUS;
      const isExact = at - from - Number(isBelow) <= EXACT_DIGITS;
      note(day, isExact ? (isBelow ? -size : size) : BigInt(text.slice(from, at)));
      told += 1;
    }
    [day, from, size] = [day + 1, at + 1, 0];
  }
  return told;
}

type Stored = [
  botId: number,
  kind: RunnableKind,
  asset: string,
  fees: string,
  funding: string,
  interest: string,
  profit: string,
  first: number,
  amounts: string,
];
