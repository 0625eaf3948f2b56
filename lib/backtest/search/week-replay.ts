import type { RunnableKind } from '../../kinds/definitions.ts';
import { ITS_OWN_COIN, shapeOf } from '../../strategies/ai/search-axes.ts';
import { DAY_MS } from '../../time/durations.ts';
import type { SearchSpace } from './search-space.ts';
import { type SearchPrices, Stretch } from './stretch.ts';

/** Days of one judged stretch. */
export const WEEK_DAYS = 7;
/** Longest window that a search looks back on (C-385): four weeks and the end of a fifth. */
export const LONG_WINDOW_DAYS = 30;
const TAIL_DAYS = LONG_WINDOW_DAYS % WEEK_DAYS;
/** A week of which less is known is none, and neither are those before it. */
const LEAST_KNOWN = 0.9;

/**
 * The known weeks before the prices' end, newest first, at most `most`; with the history that bots of the space look back
 * on. Each is split where its last two days begin: four weeks and those two days are a window of thirty.
 */
export function weeksOf(
  prices: SearchPrices,
  most: number,
  { historyMs, held }: Pick<SearchSpace, 'historyMs' | 'held'> = { historyMs: 0, held: ITS_OWN_COIN },
): Stretch[] {
  const { open, stepMs } = prices.candles;
  const length = (WEEK_DAYS * DAY_MS) / stepMs;
  const tail = (TAIL_DAYS * DAY_MS) / stepMs;
  const history = Math.ceil(historyMs / stepMs);
  const all = [open, ...Object.values(prices.others ?? {}).map(({ candles }) => candles.open)];
  const weeks: Stretch[] = [];
  for (let until = open.length; until >= length && weeks.length < most; until -= length) {
    const from = firstKnown(all, until - length);
    const isKnown = all.every((one) => knownIn(one, until - length, until) >= length * LEAST_KNOWN);
    if (!isKnown || from >= until - tail) break;
    weeks.push(new Stretch(prices, from, until, { history, splitAt: until - tail, held }));
  }
  return weeks;
}

/** The first candle from `from` on at which every market has a price. */
function firstKnown(all: readonly Int32Array[], from: number): number {
  const [length = 0] = all.map(({ length: own }) => own);
  let i = from;
  while (i < length && all.some((open) => (open[i] as number) < 0)) i += 1;
  return i;
}

function knownIn(open: Int32Array, from: number, until: number): number {
  let known = 0;
  for (let i = from; i < until; i += 1) if ((open[i] as number) >= 0) known += 1;
  return known;
}

/**
 * What candidates gave in each week, a bot starting anew in each: fractions of the investment, one row of candidates a
 * week; NaN where the exchange would refuse the candidate.
 */
export interface WeekRates {
  /** Over the whole week. */
  readonly whole: readonly Float64Array[];
  /** In its last two days. */
  readonly tail: readonly Float64Array[];
}

/** Replays the candidates [first, end) once a week. */
export function replayWeeks<K extends RunnableKind>(
  space: SearchSpace<K>,
  weeks: readonly Stretch[],
  first: number,
  end: number,
): WeekRates {
  const rows = () => weeks.map(() => new Float64Array(end - first).fill(Number.NaN));
  const whole = rows();
  const tail = rows();
  for (let index = first; index < end; index += 1) {
    const shape = shapeOf(space, index);
    for (const [w, week] of weeks.entries()) {
      const params = space.params(shape, week.startTicks);
      if (params === null) continue;
      const gains = week.gains(space.kind, params);
      (whole[w] as Float64Array)[index - first] = gains.whole;
      (tail[w] as Float64Array)[index - first] = gains.whole - gains.untilSplit;
    }
  }
  return { whole, tail };
}
