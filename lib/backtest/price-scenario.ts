import type { FinishReason } from '../contract/bot-words.ts';
import { marketsOf } from '../engine/bot-feeds.ts';
import type { CandleColumns } from '../engine/candles.ts';
import { EQUITY_SCALE, type Fill, type OrderEvent, type OrderReason } from '../engine/machine.ts';
import type { ColumnsByInstrument, MarketColumns } from '../engine/markets-view.ts';
import type { EngineParamsByKind, RunnableKind } from '../kinds/definitions.ts';
import { divDown } from '../money/amount.ts';
import { type AssetAmount, sumByAsset } from '../money/asset-amounts.ts';
import { instrumentOf, type MarketSpec, quoteValueDown } from '../money/market-spec.ts';
import { MINUTE_MS } from '../time/durations.ts';
import { runBacktest } from './backtest.ts';
import { drawLine, MOVE_MINUTES } from './straight-line.ts';

/**
 * What a bot would do if it were started now: its opening at the present prices, and how it stands after a straight move
 * of them. The engine of backtests and live bots runs over minutes that are made up; nothing is reckoned a second way.
 */

/** Kinds of several markets look once a minute: after three of them what opens at once has opened. */
const OPENING_MINUTES = 3;
/** Without known minutes before it a bot finds the present price unchanged: as many as averages of trailing grids want. */
const FLAT_MINUTES = 721;

/** Orders that wait in the book for their price; the others are executed as they are placed. */
const RESTS: ReadonlySet<OrderReason> = new Set(['grid-line', 'counter-order', 'add-order', 'take-profit']);

export interface ScenarioBot<K extends RunnableKind = RunnableKind> {
  readonly kind: K;
  readonly params: EngineParamsByKind[K];
  /** Last prices of all its markets by instrument (instrumentOf), ticks. */
  readonly prices: Readonly<Record<string, number>>;
}

/** A move of every price by this fraction of it, or of the bot's own market to a price (ticks). */
export type Move = { readonly by: number } | { readonly toTicks: number };

export interface MoveResult {
  /** Where its own market's price ends, ticks. */
  readonly ticks: number;
  /** All that was won or lost, fees and interest included, in units of what profit is counted in, rounded down. */
  readonly profit: bigint;
  /** Profit ÷ start equity; for display. */
  readonly rate: number;
  readonly finish: FinishReason | null;
}

/** One market that the bot trades at its start. */
export interface OpeningTrade {
  readonly instrument: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: bigint;
  /** Paid or received before fees; of contracts the value that is not paid. Units. */
  readonly quote: bigint;
}

export interface Opening {
  /** Nothing when it waits: for its trigger, its conditions or its next look. */
  readonly trades: readonly OpeningTrade[];
  readonly fees: readonly AssetAmount[];
  readonly borrowed: readonly AssetAmount[];
  /** Orders that rest in the book afterwards. */
  readonly restingBuys: number;
  readonly restingSells: number;
  /** What these orders bind: money of the buys, coins of the sells. Nothing for contracts, whose margin is the investment. */
  readonly reserved: readonly AssetAmount[];
}

/** The minutes before now, if they are known: averages and indicators begin with them. */
export type KnownMinutes = ColumnsByInstrument | null;

export function runMove(bot: ScenarioBot, move: Move, known: KnownMinutes, nowMs: number): MoveResult {
  const own = instrumentOf(bot.params.spec);
  const start = bot.prices[own] ?? 0;
  const by = 'by' in move ? move.by : start === 0 ? 0 : move.toTicks / start - 1;
  const path = columnsOf(bot, by, MOVE_MINUTES, known, nowMs);
  const result = runBacktest({ kind: bot.kind, params: bot.params, curvePoints: 1, ...path });
  const profit = result.equity.equity - result.equity.start;
  const ticks = path.candles.close.at(-1) ?? start;
  // 1e-16 into units, rounded down: a loss is never shown smaller than it is.
  const floored = divDown(profit, EQUITY_SCALE);
  return { ticks, profit: floored, rate: result.profitRate, finish: result.finish?.reason ?? null };
}

export function runOpening(bot: ScenarioBot, known: KnownMinutes, nowMs: number): Opening {
  const fills: Fill[] = [];
  const borrowed = new Map<string, bigint>();
  const resting = new Map<string, OrderEvent>();
  const path = columnsOf(bot, 0, OPENING_MINUTES, known, nowMs);
  const keyOf = ({ feed = 0, side, level, ticks }: Pick<OrderEvent, 'feed' | 'side' | 'level' | 'ticks'>): string =>
    `${feed} ${side} ${level} ${ticks}`;
  runBacktest({
    kind: bot.kind,
    params: bot.params,
    curvePoints: 1,
    ...path,
    sink: {
      fill: (fill) => {
        fills.push(fill);
        resting.delete(keyOf(fill));
      },
      order: (event) => {
        if (event.kind === 'placed' && !RESTS.has(event.reason)) return;
        if (event.kind === 'placed') resting.set(keyOf(event), event);
        else resting.delete(keyOf(event));
      },
      operation: () => undefined,
      finish: () => undefined,
      cash: (type, _timeMs, asset, amount) => {
        if (type === 'loan') borrowed.set(asset, (borrowed.get(asset) ?? 0n) + amount);
      },
    },
  });
  const sides = [...resting.values()].map(({ side }) => side);
  return {
    trades: tradesOf(bot.params.spec, fills),
    fees: sumByAsset(fills.map(({ feeAsset: asset, fee: amount }) => ({ asset, amount }))),
    borrowed: [...borrowed].flatMap(([asset, amount]) => (amount > 0n ? [{ asset, amount }] : [])),
    restingBuys: sides.filter((side) => side === 'buy').length,
    restingSells: sides.filter((side) => side === 'sell').length,
    reserved: reservedBy(bot.params.spec, [...resting.values()]),
  };
}

function reservedBy(spec: MarketSpec, orders: readonly OrderEvent[]): readonly AssetAmount[] {
  const feeds = marketByFeed(spec);
  const amounts = orders.flatMap(({ feed = 0, side, ticks, quantity }): AssetAmount[] => {
    const market = feeds[feed] ?? spec;
    if (market.contract !== undefined) return [];
    if (side === 'sell') return [{ asset: market.base, amount: quantity }];
    return [{ asset: market.quote, amount: quoteValueDown(market, quantity, ticks) }];
  });
  return sumByAsset(amounts);
}

/** Contracts have two feeds, their last and their mark price. */
const marketByFeed = (spec: MarketSpec): readonly MarketSpec[] =>
  marketsOf(spec).flatMap((market) => (market.contract === undefined ? [market] : [market, market]));

function tradesOf(spec: MarketSpec, fills: readonly Fill[]): readonly OpeningTrade[] {
  const feeds = marketByFeed(spec);
  const trades = new Map<string, OpeningTrade>();
  for (const { feed, side, quantity, quote } of fills) {
    const instrument = instrumentOf(feeds[feed] ?? spec);
    const key = `${instrument} ${side}`;
    const before = trades.get(key) ?? { instrument, side, quantity: 0n, quote: 0n };
    trades.set(key, { ...before, quantity: before.quantity + quantity, quote: before.quote + quote });
  }
  return [...trades.values()];
}

/** The minutes that a bot is run over: those that are known, then the move of all its markets. */
function columnsOf({ params, prices }: ScenarioBot, by: number, minutes: number, known: KnownMinutes, nowMs: number) {
  const markets = marketsOf(params.spec);
  const own = instrumentOf(params.spec);
  const isKnown = known !== null && markets.every((market) => known[instrumentOf(market)] !== undefined);
  const before = isKnown ? known[own]?.candles : undefined;
  const startMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const beginMs = before === undefined ? startMs - FLAT_MINUTES * MINUTE_MS : before.startMs;
  const fromMs = before === undefined ? startMs : before.startMs + before.open.length * before.stepMs;
  const columns: Record<string, MarketColumns> = {};
  for (const market of markets) {
    const instrument = instrumentOf(market);
    const ticks = prices[instrument];
    if (ticks === undefined || ticks <= 0) throw new RangeError(`No price of ${instrument}`);
    columns[instrument] = extend(isKnown ? known[instrument] : undefined, {
      beginMs,
      fromMs,
      ticks,
      by,
      minutes,
      isContract: market.contract !== undefined,
    });
  }
  const { candles, marks } = columns[own] as MarketColumns;
  return {
    candles,
    fromIndex: Math.round((fromMs - candles.startMs) / MINUTE_MS),
    ...(marks === undefined ? {} : { marks }),
    ...(markets.length > 1 ? { others: columns } : {}),
  };
}

interface Extension {
  readonly beginMs: number;
  readonly fromMs: number;
  readonly ticks: number;
  readonly by: number;
  readonly minutes: number;
  readonly isContract: boolean;
}

/** Known minutes up to `fromMs` – the present price where there are none –, then the move; marks go with the last price. */
function extend(known: MarketColumns | undefined, { beginMs, fromMs, ticks, by, minutes, isContract }: Extension) {
  const startMs = known?.candles.startMs ?? beginMs;
  const before = Math.round((fromMs - startMs) / MINUTE_MS);
  const count = before + minutes;
  const columns = {
    open: new Int32Array(count).fill(ticks),
    high: new Int32Array(count).fill(ticks),
    low: new Int32Array(count).fill(ticks),
    close: new Int32Array(count).fill(ticks),
  };
  for (const name of ['open', 'high', 'low', 'close'] as const) {
    const source = known?.candles[name];
    if (source !== undefined) columns[name].set(source.subarray(0, Math.min(before, source.length)));
  }
  drawLine(columns, before, ticks, by, minutes);
  const volume = known?.candles.volume;
  const candles: CandleColumns = {
    startMs,
    stepMs: MINUTE_MS,
    ...columns,
    ...(volume === undefined ? {} : { volume: volumesTo(volume, before, count) }),
  };
  if (!isContract) return { candles };
  const marks = new Int32Array(count).fill(-1);
  if (known?.marks !== undefined) marks.set(known.marks.subarray(0, Math.min(before, known.marks.length)));
  marks.set(columns.close.subarray(before), before);
  marks[before] = ticks;
  return { candles, marks };
}

/** Nobody knows what would be traded on the way: nothing is. */
function volumesTo(volume: Float64Array, before: number, count: number): Float64Array {
  const all = new Float64Array(count);
  all.set(volume.subarray(0, Math.min(before, volume.length)));
  return all;
}
