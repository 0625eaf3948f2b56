import type { FinishReason } from '../../contract/bot-words.ts';
import type { RunnableKind } from '../../kinds/definitions.ts';
import { candidateCount, type SearchAxis, type Shape, shapeOf } from '../../strategies/ai/search-axes.ts';
import { DAY_MS } from '../../time/durations.ts';
import { runBacktest } from '../backtest.ts';
import type { SearchSpace } from './search-space.ts';
import { type SearchPrices, Stretch } from './stretch.ts';

/** Days before the prices' end that a typical bot is replayed over. */
export const TYPICAL_DAYS = [7, 30, 90] as const;
/** A window of which less is known is none. */
const LEAST_KNOWN = 0.9;
/** Candidates that are looked at before a market is said to have no typical bot. */
const MOST_TRIED = 500;

/** What a typical bot did over a window, begun anew at its start. Rates and falls are fractions, none is annualised. */
export interface TypicalWindow {
  readonly days: number;
  readonly rate: number;
  /** What just holding would have given. */
  readonly holdRate: number;
  readonly maxFall: number;
  readonly matches: number;
  readonly fills: number;
  /** Null: it would run on. */
  readonly finish: FinishReason | null;
}

export interface TypicalReplay {
  readonly shape: Shape;
  readonly windows: readonly TypicalWindow[];
}

/**
 * The typical bot of a space – of everything that a search varies the middle value, of what has no order the first – over the last days of
 * the prices. Where the exchange would refuse it at one of the starts, the nearest that it would not. Null where there is none, or the prices are too few for the
 * shortest window.
 */
export function typicalReplay(space: SearchSpace, prices: SearchPrices): TypicalReplay | null {
  const stretches = TYPICAL_DAYS.flatMap((days) => {
    const stretch = stretchOf(space, prices, days);
    return stretch === null ? [] : [{ days, stretch }];
  });
  const last = stretches[0]?.stretch.endTicks;
  if (last === undefined) return null;
  const shape = typicalShape(space, [...stretches.map(({ stretch }) => stretch.startTicks), last]);
  if (shape === null) return null;
  return { shape, windows: stretches.map(({ days, stretch }) => windowOf(space, shape, days, stretch)) };
}

/** The shape nearest to the middle of all that is searched that the exchange would take at each of these prices (ticks); null: none of those near it. */
export function typicalShape(space: SearchSpace, starts: readonly number[]): Shape | null {
  return fromTheMiddle(space).find((one) => starts.every((ticks) => space.params(one, ticks) !== null)) ?? null;
}

function windowOf<K extends RunnableKind>(
  space: SearchSpace<K>,
  shape: Shape,
  days: number,
  stretch: Stretch,
): TypicalWindow {
  const { fromIndex, startTicks, holdRate, prices } = stretch;
  const params = space.params(shape, startTicks);
  if (params === null) throw new Error('a typical bot is one that can be created');
  const result = runBacktest({ kind: space.kind, params, ...prices, fromIndex, curvePoints: 1 });
  const { profitRate, maxDrawdown, matches, fills, finish } = result;
  return { days, rate: profitRate, holdRate, maxFall: maxDrawdown, matches, fills, finish: finish?.reason ?? null };
}

/** The last days of the prices, with what its bots look back on; null where too little is known. */
function stretchOf({ historyMs, held }: SearchSpace, prices: SearchPrices, days: number): Stretch | null {
  const { open, stepMs } = prices.candles;
  const length = (days * DAY_MS) / stepMs;
  const all = [open, ...Object.values(prices.others ?? {}).map(({ candles }) => candles.open)];
  if (all.some((one) => one.length < length)) return null;
  const isKnown = (one: Int32Array): boolean => {
    let known = 0;
    for (let at = one.length - length; at < one.length; at += 1) if ((one[at] as number) >= 0) known += 1;
    return known >= length * LEAST_KNOWN;
  };
  if (!all.every(isKnown)) return null;
  let from = open.length - length;
  while (all.some((one) => (one[from] as number) < 0)) from += 1;
  return new Stretch(prices, from, open.length, { history: Math.ceil(historyMs / stepMs), held });
}

/** Shapes by how far they are from the middle of all axes, in steps. */
function fromTheMiddle(space: SearchSpace): Shape[] {
  const { axes } = space;
  const far = (shape: Shape): number =>
    axes.reduce((sum, axis) => sum + Math.abs(axis.values.indexOf(shape[axis.name] as number) - middleOf(axis)), 0);
  return Array.from({ length: candidateCount(space) }, (_, index) => shapeOf(space, index))
    .map((shape) => ({ shape, steps: far(shape) }))
    .sort((a, b) => a.steps - b.steps)
    .slice(0, MOST_TRIED)
    .map(({ shape }) => shape);
}

function middleOf({ values, isOrdered }: SearchAxis): number {
  return isOrdered ? Math.floor((values.length - 1) / 2) : 0;
}
