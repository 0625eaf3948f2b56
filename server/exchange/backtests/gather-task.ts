import { marketsOf } from '#lib/engine/bot-feeds.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { historyMinutes } from '#lib/kinds/history-need.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { botFeeRate, engineParamsOf } from '../bots/bot-kinds.ts';
import { isPlaceRefusal, specOfPayload } from '../bots/bot-markets.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import type { MarketFeed } from '../market/feed.ts';
import { gatherMarkets, type MarketColumns } from '../market/gather-columns.ts';
import { MINUTE_MS } from '../market/market-day.ts';
import type { BacktestEntry } from './backtest-entry.ts';
import type { BacktestTask } from './task-shape.ts';

/** How a gathering is followed and ended. */
export interface Gathering {
  readonly isOver: () => boolean;
  /** Part that is done, 0…1. */
  readonly onProgress: (part: number) => void;
}

/**
 * Gathers what the thread needs, piece by piece. Null when it is over, or when one of the markets has no price in the
 * whole time.
 */
export async function gatherTask(
  feed: MarketFeed,
  entry: BacktestEntry,
  gathering: Gathering,
): Promise<BacktestTask | null> {
  const { id, kind, beginMs, endMs, throughTicks = 0 } = entry;
  const market = specOfPayload(feed, kind, entry.payload);
  if (isPlaceRefusal(market)) return null;
  return gatherRun(
    feed,
    { kind, ...reckonedWith(kind, entry.payload, market) },
    { id, throughTicks, beginMs, endMs },
    gathering,
  );
}

type Dates = Pick<BacktestEntry, 'id' | 'beginMs' | 'endMs'> & { readonly throughTicks: number };

/** The same for a bot as it is to be run. */
export async function gatherRun(
  feed: MarketFeed,
  { kind, payload, spec, feeRate }: Pick<BacktestTask, 'kind' | 'payload' | 'spec' | 'feeRate'>,
  { id, throughTicks, beginMs, endMs }: Dates,
  gathering: Gathering,
): Promise<BacktestTask | null> {
  const minutes = historyMinutes(kind, engineParamsOf(kind, payload, spec, feeRate));
  const markets = await pricesOf(feed, spec, beginMs - minutes * MINUTE_MS, endMs, gathering);
  const own = markets?.[instrumentOf(spec)];
  if (markets === null || own === undefined) return null;
  const fromIndex = firstMinute(own.candles, Object.values(markets), minutes);
  return fromIndex < 0 ? null : { id, kind, payload, spec, feeRate, throughTicks, fromIndex, markets };
}

/** What is run: some kinds have defaults and a fee of their own for it (C-318), the others are run as their bots would be. */
function reckonedWith(kind: RunnableKind, payload: StoredPayload, spec: MarketSpec) {
  return definitionOf(kind).backtest?.run(payload, spec) ?? { payload, spec, feeRate: botFeeRate(spec, kind) };
}

/** Null when it is over, or a market of them never had a price. */
async function pricesOf(
  feed: MarketFeed,
  spec: MarketSpec,
  fromMs: number,
  endMs: number,
  { isOver, onProgress }: Gathering,
): Promise<Readonly<Record<string, MarketColumns>> | null> {
  const wanted = marketsOf(spec).map((market) => ({ spec: market, fromMs, toMs: endMs }));
  const markets = await gatherMarkets(feed, wanted, { isOver, withVolumes: true, onProgress });
  return markets === null || Object.values(markets).some(({ known }) => known === 0) ? null : markets;
}

/** The first minute at or after `from` that has a price, when all of the markets – which have the same minutes – have had one; −1 for none. */
function firstMinute({ open }: CandleColumns, markets: readonly MarketColumns[], from: number): number {
  const begun = markets.map(({ candles }) => candles.open.findIndex((ticks) => ticks >= 0));
  if (begun.includes(-1)) return -1;
  const first = Math.max(from, ...begun);
  return open.findIndex((ticks, i) => i >= first && ticks >= 0);
}
