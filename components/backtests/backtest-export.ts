import { call } from '#lib/client/call.ts';
import type { BacktestRecord, BacktestReport } from '#lib/contract/backtest-calls.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
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

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * A cell of a CSV file. Spreadsheets run what begins with = + - @ or a control sign: anything but a plain number gets an
 * apostrophe before it, which they show as text.
 */
export function csvCell(text: string): string {
  const isDangerous = /^[=+\-@\t\r\n]/.test(text) && !PLAIN_NUMBER.test(text);
  const safe = isDangerous ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** All trades as CSV: times in ISO, figures as plain decimals, lines ended as RFC 4180 says. */
export function ordersCsv(orders: readonly BacktestOrder[]): string {
  const rows = orders.map((order) =>
    COLUMNS.map((column) =>
      csvCell(column === 'create_time' ? new Date(order.create_time * 1000).toISOString() : order[column]),
    ).join(','),
  );
  return `${[COLUMNS.join(','), ...rows].join('\r\n')}\r\n`;
}

export function resultJson(record: BacktestRecord, report: BacktestReport, orders: readonly BacktestOrder[]): string {
  return `${JSON.stringify({ record, report, orders }, null, 2)}\n`;
}

/** Every trade of a record, page by page. Throws when a page does not come. */
export async function readAllOrders(id: number): Promise<readonly BacktestOrder[]> {
  const orders: BacktestOrder[] = [];
  for (let page = 1; ; page += 1) {
    const reply = await call('backtestOrders', {
      path: { id: String(id) },
      query: { page, page_size: BACKTEST_ORDERS_PAGE_SIZE },
    });
    if (reply.code !== CODE.ok) throw new Error(`Orders of backtest ${id}: code ${reply.code}`);
    orders.push(...(reply.data ?? []));
    if (page >= (reply.pagecount ?? 1)) return orders;
  }
}

/** Hands a text to the browser as a file. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
