import type { BacktestRecord, BacktestReport } from '#lib/contract/backtest-calls.ts';
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
export function recordOf(entry: BacktestEntry, progress: number): BacktestRecord {
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
    bot_params: payloadParamsView(kind, payload as never),
    params: paramsOf(payload, market),
    result: figures,
  };
}

function paramsOf(payload: BacktestEntry['payload'], market: string): BacktestRecord['params'] {
  if (!('params' in payload)) {
    const currency = market.split('_')[1] ?? '';
    return emptyParams(market, payload.money, currency);
  }
  const { params } = payload;
  const plain = emptyParams(market, params.begin_money_amount, params.begin_money_currency);
  return {
    ...plain,
    period: 'period' in params && typeof params.period === 'string' ? params.period : '',
    settle: 'settle' in params && typeof params.settle === 'string' ? params.settle : '',
    compose_conditions: 'compose_conditions' in params ? params.compose_conditions : null,
  };
}

function emptyParams(pair: string, amount: string, currency: string): BacktestRecord['params'] {
  return {
    pair,
    period: '',
    settle: '',
    begin_money_amount: amount,
    begin_money_currency: currency,
    compose_conditions: null,
  };
}

/** What reports from before these figures were made say of them. */
const EARLY_REPORT = { compound_rate: '', expectancy: '', expectancy_ratio: '', band_of: 'trades' } as const;

/** The report of a backtest that is done. Our own row: it has the shape that the runner wrote. */
export function readReport(store: Pick<StoreReader, 'get'>, id: number): BacktestReport | undefined {
  const text = store.get(BACKTEST_REPORTS, entryKey(id));
  return text === undefined ? undefined : { ...EARLY_REPORT, ...(JSON.parse(text) as BacktestReport) };
}

/** Orders that are kept of a backtest. */
export function keptOrders({ figures }: BacktestEntry): number {
  return Math.min(KEPT_ORDERS, figures?.orders_cnt ?? 0);
}

export function chunksOf(entry: BacktestEntry): number {
  return Math.ceil(keptOrders(entry) / ORDERS_PER_CHUNK);
}

/** Orders first … end − 1, oldest first. */
export function readOrders(
  store: Pick<StoreReader, 'get'>,
  entry: BacktestEntry,
  first: number,
  end: number,
): readonly BacktestOrder[] {
  const until = Math.min(end, keptOrders(entry));
  const orders: BacktestOrder[] = [];
  for (let chunk = Math.floor(first / ORDERS_PER_CHUNK); chunk * ORDERS_PER_CHUNK < until; chunk += 1) {
    const rows = JSON.parse(store.get(BACKTEST_ORDERS, chunkKey(entry.id, chunk)) ?? '[]') as BacktestOrder[];
    const begin = chunk * ORDERS_PER_CHUNK;
    orders.push(...rows.slice(Math.max(0, first - begin), until - begin));
  }
  return orders;
}

function seconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}
