import { everyRow } from '#lib/client/every-page.ts';
import { columnsCsv, jsonText } from '#lib/client/file-texts.ts';
import { fetchOk } from '#lib/client/use-call.ts';
import type { BacktestRecord, BacktestReport } from '#lib/contract/backtest-calls.ts';
import type { BacktestOrder } from './backtest-trades.tsx';
import { BACKTEST_ORDERS_PAGE_SIZE } from './orders-page-size.ts';

const COLUMNS = [
  'create_time',
  'market',
  'side',
  'signal_type',
  'price',
  'amount',
  'fee',
  'fee_asset',
  'profit',
] as const satisfies readonly (keyof BacktestOrder)[];

/** All trades as CSV: times in ISO, figures as plain decimals, lines ended as RFC 4180 says. */
export function ordersCsv(orders: readonly BacktestOrder[]): string {
  return columnsCsv(COLUMNS, ['create_time'], orders);
}

export function resultJson(record: BacktestRecord, report: BacktestReport, orders: readonly BacktestOrder[]): string {
  return jsonText({ record, report, orders });
}

/** Every trade of a record, page by page. Throws when a page does not come. */
export function readAllOrders(id: number): Promise<readonly BacktestOrder[]> {
  return everyRow(Number.POSITIVE_INFINITY, (page) =>
    fetchOk('backtestOrders', { path: { id: String(id) }, query: { page, page_size: BACKTEST_ORDERS_PAGE_SIZE } }),
  );
}
