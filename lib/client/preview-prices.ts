import type { CandleColumns, FundingColumns } from '../engine/candles.ts';
import { decodeDay } from '../engine/day-codec.ts';
import type { ColumnsByInstrument } from '../engine/markets-view.ts';
import { inParallel } from '../limits/in-parallel.ts';
import { parseSignedAmount } from '../money/amount.ts';
import type { MarketKind } from '../money/market-spec.ts';
import { askDay, askRows } from './asked-in-worker.ts';
import { joinDays } from './preview-candles.ts';
import { PREVIEW_MS, previewDays } from './preview-days.ts';
import type { PreviewMarket, PreviewNeed } from './preview-protocol.ts';

/** What a replay runs on: the first market that was asked for. Marks and funding belong to contracts. */
export interface PreviewPrices {
  readonly candles: CandleColumns;
  /** First candle of the replay; those before it are history for averages. */
  readonly startIndex: number;
  readonly marks?: Int32Array;
  readonly funding?: FundingColumns;
  /** Bots of several markets: all of them, the first included, by instrument. */
  readonly others?: ColumnsByInstrument;
}

/** Browsers open six connections to a host; the page's own polling needs some of them. */
const PARALLEL_DAYS = 4;

type Price = 'last' | 'mark';

type OnDay = (loaded: number, days: number) => void;

/** Reads the prices that a form needs. Whole days are immutable and are kept; only the last one is asked for again. */
export function createPriceReader() {
  const known = new Map<string, CandleColumns>();

  async function readDay(
    { market, instrument, hasVolumes }: PreviewMarket,
    day: string,
    isLast: boolean,
    price: Price,
  ): Promise<CandleColumns> {
    const volumes = hasVolumes && price === 'last' ? { volumes: '1' as const } : {};
    const key = `${market} ${instrument} ${price} ${volumes.volumes ?? ''} ${day}`;
    const kept = known.get(key);
    if (kept !== undefined && !isLast) return kept;
    const type = instrument === 'spot' ? {} : { type: instrument };
    const which = price === 'mark' ? { price } : {};
    const response = await askDay({ market, ...type, ...which, ...volumes, day });
    if (!response.ok) throw new Error(`candle_day ${day}: HTTP ${response.status}`);
    const columns = decodeDay(new Uint8Array(await response.arrayBuffer()));
    if (!isLast) known.set(key, columns);
    return columns;
  }

  async function readMarket(asked: PreviewMarket, days: readonly string[], nowMs: number, onDay: () => void) {
    const wanted = pricesOf(asked).flatMap((price) => days.map((day) => ({ price, day })));
    const columns = await inParallel(wanted, PARALLEL_DAYS, async ({ price, day }) => {
      const one = await readDay(asked, day, day === days.at(-1), price);
      onDay();
      return one;
    });
    const candles = joinDays(columns.slice(0, days.length));
    if (asked.instrument === 'spot') return { candles };
    const marks = marksAlong(candles, columns.slice(days.length));
    return { candles, marks, funding: await readFunding(asked.market, asked.instrument, candles, nowMs) };
  }

  return async (
    { markets, historyMinutes, replayMs = PREVIEW_MS }: PreviewNeed,
    nowMs: number,
    onDay: OnDay,
  ): Promise<PreviewPrices> => {
    const days = previewDays(nowMs, historyMinutes, replayMs);
    const total = markets.reduce((sum, market) => sum + pricesOf(market).length * days.length, 0);
    let loaded = 0;
    const others: Record<string, Awaited<ReturnType<typeof readMarket>>> = {};
    // One market after the other: each has as many connections as the page can spare.
    for (const market of markets) {
      others[market.key] = await readMarket(market, days, nowMs, () => {
        loaded += 1;
        onDay(loaded, total);
      });
    }
    const own = others[markets[0]?.key ?? ''];
    if (own === undefined) throw new RangeError('A preview needs a market');
    return { ...own, startIndex: indexAt(own.candles, nowMs - replayMs), ...(markets.length > 1 ? { others } : {}) };
  };
}

/** The first candle that begins at this moment or later; of those before all of them the first one. */
export function indexAt({ startMs, stepMs }: CandleColumns, timeMs: number): number {
  return Math.max(0, Math.ceil((timeMs - startMs) / stepMs));
}

function pricesOf({ instrument }: PreviewMarket): readonly Price[] {
  return instrument === 'spot' ? ['last'] : ['last', 'mark'];
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
  const rates = await askRows('fundingRates', { market, settle, ...range });
  return {
    timesMs: Float64Array.from(rates, ([seconds]) => seconds * 1000),
    ratesE8: rates.map(([, rate]) => parseSignedAmount(rate) ?? 0n),
  };
}
