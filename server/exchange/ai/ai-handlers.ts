import type { JudgedResult, Recommendation } from '#lib/contract/ai-calls.ts';
import { subTypeOf, TRANSACTION_TYPE_OF } from '#lib/contract/ai-params.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { futuresSideOf } from '#lib/engine/search/futures-grid-space.ts';
import { type SearchTarget, spaceOf } from '#lib/engine/search/search-request.ts';
import { axisValue } from '#lib/engine/search/search-space.ts';
import { formatTicks, instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { botFeeRate } from '../bots/bot-kinds.ts';
import { type Handlers, ok, type Refusal, refuse } from '../http/handler.ts';
import type { MarketFeed } from '../market/feed.ts';
import { findContract, findSpec } from '../market/instruments.ts';
import type { ExchangeParts } from '../parts.ts';
import { type AiRecord, rateText, readAiRecord } from './ai-record.ts';
import { SEARCH_CYCLES, type SearchCycle, searchKey } from './search-jobs.ts';

type AiCall =
  | 'aiSpotGrid'
  | 'aiFuturesGrid'
  | 'aiInfiniteGrid'
  | 'gridBacktestProfit'
  | 'martingaleBacktestProfit'
  | 'aiTrades';

/** A result that has been computed, and what it is about. */
interface Found {
  readonly target: SearchTarget;
  readonly spec: MarketSpec;
  readonly cycle: SearchCycle;
  readonly record: AiRecord;
}

/**
 * What the searches have found, from the store; 404 `ai-not-computed` while they have not (forms then stay in manual
 * mode). Every rate is the one of the held-out part, stands beside the fitted one, and is never annualised.
 */
export function aiHandlers({ store, feed }: Pick<ExchangeParts, 'store' | 'feed'>): Pick<Handlers, AiCall> {
  function find(target: SearchTarget | null, spec: MarketSpec | undefined, cycle = '7'): Found | Refusal {
    if (spec === undefined) return refuse(CODE.unknown, 'market-unknown');
    const days = SEARCH_CYCLES.find((known) => String(known) === cycle);
    const record =
      target === null || days === undefined ? undefined : readAiRecord(store, searchKey(target, spec, days));
    if (target === null || days === undefined || record === undefined) return refuse(CODE.unknown, 'ai-not-computed');
    return { target, spec, cycle: days, record };
  }

  return {
    aiSpotGrid: ({ query, nowMs }) => {
      const found = find({ kind: 'spot_grid' }, findSpec(feed, query.symbol), query.cycle);
      return 'code' in found ? found : withRange(feed, found, nowMs);
    },
    aiFuturesGrid: ({ query, nowMs }) => {
      const found = find({ kind: 'futures_grid' }, findContract(feed, query.market, query.settle), query.cycle);
      return 'code' in found ? found : withRange(feed, found, nowMs);
    },
    aiInfiniteGrid: ({ query }) => {
      const found = find({ kind: 'infinite_grid' }, findSpec(feed, query.market), query.cycle);
      if ('code' in found) return found;
      const { shape } = found.record;
      return ok({
        ...recommendationOf(found),
        low_price: rateText(axisValue(shape, 'fall')),
        high_price: rateText(axisValue(shape, 'rise')),
      });
    },
    gridBacktestProfit: ({ query }) => {
      const isFutures = query.strategy_type === 'futures_grid';
      const spec = isFutures ? findContract(feed, query.market, 'usdt') : findSpec(feed, query.market);
      const found = find(targetOf(query.strategy_type), spec, query.cycle);
      return 'code' in found ? found : ok(recommendationOf(found));
    },
    martingaleBacktestProfit: ({ query }) => {
      const target = { kind: 'martingale', transactionType: TRANSACTION_TYPE_OF[query.sub_type] } as const;
      const found = find(target, findSpec(feed, query.market), query.cycle);
      if ('code' in found) return found;
      const { shape } = found.record;
      return ok({
        ...recommendationOf(found),
        price_step: rateText(axisValue(shape, 'step')),
        frequency: axisValue(shape, 'adds'),
        take_profit: rateText(axisValue(shape, 'profit')),
        multiplier: rateText(axisValue(shape, 'multiplier')),
      });
    },
    aiTrades: ({ query }) => {
      const { market, instrument_type: type } = query;
      const settle = type === 'futures_btc' ? 'btc' : 'usdt';
      const isFutures = type.startsWith('futures');
      const spec = isFutures ? findContract(feed, market, settle) : findSpec(feed, market);
      const found = find(targetOf(isFutures ? 'futures_grid' : type), spec, query.cycle);
      if ('code' in found) return found;
      return ok(
        found.record.trades.map(([timeMs, side, price, amount]) => ({
          time: Math.floor(timeMs / 1000),
          side,
          price,
          amount,
        })),
      );
    },
  };
}

const WIRE_SIDE = { long: 'buy', short: 'sell', neutral: 'neutral' } as const;

/** The search behind a grid's name on the wire; null for one that is not searched. */
function targetOf(name: string): SearchTarget | null {
  if (name === 'spot' || name === 'spot_grid') return { kind: 'spot_grid' };
  if (name === 'futures_grid' || name === 'infinite_grid') return { kind: name };
  return null;
}

function judgedOf({ record, cycle }: Found): JudgedResult {
  return {
    fitted_rate: record.fittedRate,
    held_out_rate: record.heldOutRate,
    hold_rate: record.holdRate,
    neighbour_low: record.neighbourLow,
    neighbour_high: record.neighbourHigh,
    grade: record.grade,
    cycle,
    computed_at: Math.floor(record.computedMs / 1000),
    from: Math.floor(record.fromMs / 1000),
    split: Math.floor(record.splitMs / 1000),
    to: Math.floor(record.toMs / 1000),
  };
}

/** C-120: how the result was judged, what the bot would be, and the held-out result with its curve. */
function recommendationOf(found: Found): Recommendation {
  const { target, record } = found;
  const { shape, heldOutRate, curve } = record;
  const isFutures = target.kind === 'futures_grid';
  const isMartingale = target.kind === 'martingale';
  return {
    ...judgedOf(found),
    side: isFutures ? WIRE_SIDE[futuresSideOf(shape)] : 'buy',
    leverage: isFutures ? String(axisValue(shape, 'leverage')) : '1',
    rate: heldOutRate,
    back_profit: curve.map(([timeMs, rate]) => ({ time_stamp: Math.floor(timeMs / 1000), rate })),
    take_profit_per_cycle: isMartingale ? rateText(axisValue(shape, 'profit')) : '',
    type: isMartingale ? subTypeOf(target.transactionType) : '',
  };
}

/**
 * The range of a found grid around the present price: a shape was judged as a bot that starts at the price of its time.
 */
function withRange(feed: MarketFeed, found: Found, nowMs: number) {
  const { target, spec, record } = found;
  const lastTicks = feed.lastTicks(instrumentOf(spec), nowMs);
  const space = spaceOf({ target, spec, feeRate: botFeeRate(spec, target.kind) });
  const params = lastTicks === null ? null : space.params(record.shape, lastTicks);
  if (params === null || !('lowTicks' in params)) return refuse(CODE.unknown, 'ai-not-computed');
  const range: RangeFields = {
    low_price: formatTicks(spec, params.lowTicks),
    high_price: formatTicks(spec, params.highTicks),
    grid_num: String(params.gridCount),
    price_type: params.spacing === 'geometric' ? '1' : '0',
  };
  return ok({ ...recommendationOf(found), ...range });
}

interface RangeFields {
  readonly low_price: string;
  readonly high_price: string;
  readonly grid_num: string;
  readonly price_type: '0' | '1';
}
