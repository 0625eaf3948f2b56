import type { BacktestRecord, BacktestReport } from '#lib/contract/backtest-calls.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { isPlaceRefusal, specOfPayload } from '../bots/bot-markets.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { StoreReader } from '../store/store.ts';
import { payloadParamsView } from '../views/bot-params-view.ts';
import {
  BACKTEST_ORDERS,
  BACKTEST_REPORTS,
  type BacktestEntry,
  chunkKey,
  entryKey,
  ORDERS_PER_CHUNK,
} from './backtest-entry.ts';
import { type BacktestOrder, KEPT_ORDERS } from './task-shape.ts';

/** E-114: waiting and running are one word on the wire. */
export function wireStatus({ status }: BacktestEntry): BacktestRecord['status'] {
  return status === 'queued' ? 'running' : status;
}

/** A row of the records table (E-113 … E-116). */
export function recordOf(
  feed: Pick<MarketFeed, 'specs' | 'contracts'>,
  entry: BacktestEntry,
  progress: number,
): BacktestRecord {
  const { id, kind, payload, market, createMs, beginMs, endMs, status, reason, figures } = entry;
  return {
    id,
    create_time: seconds(createMs),
    begin_time: seconds(beginMs),
    end_time: seconds(endMs),
    strategy_type: kind,
    bot_type: kind,
    market,
    status: wireStatus(entry),
    progress,
    is_queued: status === 'queued',
    reason,
    payload,
    bot_params: payloadParamsView(kind, payload),
    params: paramsOf(feed, entry),
    result: figures,
  };
}

/** What was put in, in what, and where (E-115). A market that the feed no longer has leaves what the payload says. */
function paramsOf(
  feed: Pick<MarketFeed, 'specs' | 'contracts'>,
  { kind, payload, market }: BacktestEntry,
): BacktestRecord['params'] {
  const found = specOfPayload(feed, kind, payload);
  const spec = isPlaceRefusal(found) ? null : found;
  // Coins that are brought are not the market's quote.
  const money = (said: string): string => (spec === null ? said : definitionOf(kind).investmentAsset(payload, spec));
  if (!('params' in payload)) {
    return {
      pair: market,
      period: '',
      settle: spec?.contract?.settle.toLowerCase() ?? '',
      begin_money_amount: payload.money,
      begin_money_currency: money(market.split('_')[1] ?? ''),
      compose_conditions: null,
    };
  }
  const { params } = payload;
  return {
    pair: market,
    period: 'period' in params && typeof params.period === 'string' ? params.period : '',
    settle: 'settle' in params && typeof params.settle === 'string' ? params.settle : '',
    begin_money_amount: params.begin_money_amount,
    begin_money_currency: money(params.begin_money_currency),
    compose_conditions: 'compose_conditions' in params ? params.compose_conditions : null,
  };
}

/** What reports from before these figures were made say of them. */
const EARLY_REPORT = {
  compound_rate: '',
  expectancy: '',
  expectancy_ratio: '',
  band_of: 'trades',
  through_ticks: 0,
  other_fills: null,
} as const;

/** The report of a backtest that is done. Our own row: it has the shape that the runner wrote. */
export async function readReport(store: Pick<StoreReader, 'get'>, id: number): Promise<BacktestReport | undefined> {
  const text = await store.get(BACKTEST_REPORTS, entryKey(id));
  return text === undefined ? undefined : { ...EARLY_REPORT, ...(JSON.parse(text) as BacktestReport) };
}

/** Orders that are kept of a backtest. */
export function keptOrders({ figures }: BacktestEntry): number {
  return Math.min(KEPT_ORDERS, figures?.orders_cnt ?? 0);
}

/** Orders first … end − 1, oldest first. */
export async function readOrders(
  store: Pick<StoreReader, 'get'>,
  entry: BacktestEntry,
  first: number,
  end: number,
): Promise<readonly BacktestOrder[]> {
  const until = Math.min(end, keptOrders(entry));
  const orders: BacktestOrder[] = [];
  for (let chunk = Math.floor(first / ORDERS_PER_CHUNK); chunk * ORDERS_PER_CHUNK < until; chunk += 1) {
    const text = await store.get(BACKTEST_ORDERS, chunkKey(entry.id, chunk));
    const rows = JSON.parse(text ?? '[]') as BacktestOrder[];
    const begin = chunk * ORDERS_PER_CHUNK;
    orders.push(...rows.slice(Math.max(0, first - begin), until - begin));
  }
  return orders;
}

function seconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}
