import type { CandleColumns, FundingColumns } from '../engine/candles.ts';
import { decodeDay } from '../engine/day-codec.ts';
import { parseAmount } from '../money/amount.ts';
import type { MarketKind } from '../money/market-spec.ts';
import { callUrl } from './call.ts';
import { joinDays } from './preview-candles.ts';
import { inParallel, PREVIEW_MS, previewDays } from './preview-days.ts';

/** What a replay runs on. Marks and funding belong to contracts. */
export interface PreviewPrices {
  readonly candles: CandleColumns;
  /** First candle of the replay; those before it are history for averages. */
  readonly startIndex: number;
  readonly marks?: Int32Array;
  readonly funding?: FundingColumns;
}

/** Browsers open six connections to a host; the page's own polling needs some of them. */
const PARALLEL_DAYS = 4;

type Price = 'last' | 'mark';

/** Reads the prices of one instrument. Whole days are immutable and are kept; only the last one is asked for again. */
export function createPriceReader(market: string, instrument: MarketKind) {
  const known = new Map<string, CandleColumns>();
  const type = instrument === 'spot' ? {} : { type: instrument };

  async function readDay(day: string, isLast: boolean, price: Price): Promise<CandleColumns> {
    const key = `${price} ${day}`;
    const kept = known.get(key);
    if (kept !== undefined && !isLast) return kept;
    const which = price === 'mark' ? { price } : {};
    const response = await fetch(callUrl('candleDay', { query: { market, ...type, ...which, day } }));
    if (!response.ok) throw new Error(`candle_day ${day}: HTTP ${response.status}`);
    const columns = decodeDay(new Uint8Array(await response.arrayBuffer()));
    if (!isLast) known.set(key, columns);
    return columns;
  }

  return async (nowMs: number, onDay: (loaded: number, days: number) => void): Promise<PreviewPrices> => {
    const days = previewDays(nowMs);
    const wanted = (['last', 'mark'] as const)
      .filter((price) => price === 'last' || instrument !== 'spot')
      .flatMap((price) => days.map((day) => ({ price, day })));
    let loaded = 0;
    const columns = await inParallel(wanted, PARALLEL_DAYS, async ({ price, day }) => {
      const one = await readDay(day, day === days.at(-1), price);
      loaded += 1;
      onDay(loaded, wanted.length);
      return one;
    });
    const candles = joinDays(columns.slice(0, days.length));
    const startIndex = Math.max(0, Math.ceil((nowMs - PREVIEW_MS - candles.startMs) / candles.stepMs));
    if (instrument === 'spot') return { candles, startIndex };
    const marks = marksAlong(candles, columns.slice(days.length));
    return { candles, startIndex, marks, funding: await readFunding(market, instrument, candles, nowMs) };
  };
}

/** Mark prices minute by minute beside the candles; −1 where none is known. */
export function marksAlong(candles: CandleColumns, days: readonly CandleColumns[]): Int32Array {
  const marks = new Int32Array(candles.open.length).fill(-1);
  for (const day of days) {
    const from = Math.round((day.startMs - candles.startMs) / candles.stepMs);
    for (let i = 0; i < day.open.length; i += 1) {
      if (from + i >= 0 && from + i < marks.length) marks[from + i] = day.open[i] as number;
    }
  }
  return marks;
}

async function readFunding(
  market: string,
  instrument: MarketKind,
  { startMs }: CandleColumns,
  nowMs: number,
): Promise<FundingColumns> {
  const settle = instrument === 'futures_btc' ? 'btc' : 'usdt';
  const range = { from: Math.floor(startMs / 1000), to: Math.floor(nowMs / 1000) };
  const response = await fetch(callUrl('fundingRates', { query: { market, settle, ...range } }));
  if (!response.ok) throw new Error(`funding_rates: HTTP ${response.status}`);
  const { data = [] } = (await response.json()) as { data?: readonly (readonly [number, string])[] };
  return {
    timesMs: Float64Array.from(data, ([seconds]) => seconds * 1000),
    ratesE8: data.map(([, rate]) => signedUnits(rate)),
  };
}

function signedUnits(text: string): bigint {
  const isNegative = text.startsWith('-');
  const units = parseAmount(isNegative ? text.slice(1) : text) ?? 0n;
  return isNegative ? -units : units;
}
