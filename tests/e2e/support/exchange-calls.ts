import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { SPOT_GRID_BODY } from '#tests/support/spot-grid-body.ts';

/** What a test asks the product directly, with the cookies of a page (`page.request`). */

export const QUANT = '/api/apiw/v2/quant-trading';
const GRID = '/api/apiw/v2/grid-trading';

export const PASSWORD = 'story-password-1';
export const FUND_PASSWORD = 'story-fund-1';

export interface BotRow {
  readonly strategy_id: number;
  readonly status: string;
  readonly finish_as: string;
  readonly profit: string;
  readonly fee: string;
  readonly residual: string;
  readonly match_times: number;
}

export interface Trade {
  readonly finish_time: number;
  readonly side: 'buy' | 'sell';
  readonly role: 'open' | 'grid' | 'close';
  readonly match_price: string;
  readonly match_qty: string;
  readonly match_amount: string;
  readonly fee: string;
  readonly fee_asset: string;
  readonly profit: string;
  readonly level: number;
}

interface Reply<T> {
  readonly code: number;
  readonly data: T;
  readonly pagecount?: number;
}

async function read<T>(request: APIRequestContext, path: string): Promise<Reply<T>> {
  return (await request.get(path)).json();
}

/** A call that changes something. The door asks where it comes from: contexts of such tests send an Origin. */
export async function post<T>(
  request: APIRequestContext,
  path: string,
  data: object,
  key: string = randomUUID(),
): Promise<Reply<T>> {
  const reply = await request.post(path, { data, headers: { 'idempotency-key': key } });
  return reply.json();
}

export function unitsOf(text: string): bigint {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  const units = BigInt(whole + fraction.padEnd(8, '0'));
  return sign === '-' ? -units : units;
}

/** Available units of 1e-8 by asset. */
export async function balances(request: APIRequestContext): Promise<Readonly<Record<string, bigint>>> {
  type Data = { readonly currency_outables: readonly { readonly asset: string; readonly outable: string }[] };
  const { data } = await read<Data>(request, `${QUANT}/available_balance`);
  return Object.fromEntries(data.currency_outables.map(({ asset, outable }) => [asset, unitsOf(outable)]));
}

export async function bots(request: APIRequestContext, status: 'running' | 'finished'): Promise<readonly BotRow[]> {
  const query = `strategy_type=spot_grid&status=${status}&page_size=100`;
  return (await read<BotRow[]>(request, `${QUANT}/strategybot/get_all_strategy?${query}`)).data;
}

/** All trades of a bot, oldest first. */
export async function tradesOf(request: APIRequestContext, id: number): Promise<readonly Trade[]> {
  const trades: Trade[] = [];
  for (let page = 1; ; page += 1) {
    const query = `strategyId=${id}&status=finished&page_size=500&page=${page}`;
    const reply = await read<{ orders: Trade[] }>(request, `${GRID}/order_record_pair/${id}?${query}`);
    trades.push(...reply.data.orders);
    if (page >= (reply.pagecount ?? 1)) return trades.reverse();
  }
}

export async function operationsOf(request: APIRequestContext, id: number) {
  type Operation = { readonly op_type: string; readonly from: string; readonly to: string; readonly explain: string };
  const query = `strategy_id=${id}&strategy_type=spot_grid&page_size=500`;
  return (await read<Operation[]>(request, `${QUANT}/strategybot/operate_records?${query}`)).data;
}

export async function lastPrice(request: APIRequestContext, market: string): Promise<number> {
  const reply = await request.get(`/api/strategybot/last_price?symbol=${market}&type=spot`);
  return Number((await reply.json()).last_price);
}

/** The smallest amount that a market trades, units. */
async function lotOf(request: APIRequestContext, market: string): Promise<bigint> {
  type Row = { readonly market: string; readonly amount_decimals: number };
  const { data } = await read<Row[]>(request, '/api/apiw/v2/market/spot_markets');
  return 10n ** BigInt(8 - (data.find((row) => row.market === market)?.amount_decimals ?? 0));
}

const GRIDS = 10;
/** Lines a little further apart than two fees cost, or the exchange refuses the grid. */
const SPACING = 0.00052;

/** The narrowest grid that the exchange takes, the price midway between two lines: its next fill is seconds away. */
export async function narrowGrid(request: APIRequestContext, market: string, decimals: number) {
  const last = await lastPrice(request, market);
  const half = (GRIDS * SPACING) / 2;
  // With an even number of grids the middle of the range is a line: half a grid aside it is not.
  const shift = SPACING / 2;
  return {
    low_price: (last * (1 - half + shift)).toFixed(decimals),
    high_price: (last * (1 + half + shift)).toFixed(decimals),
    grid_num: String(GRIDS),
  };
}

/** A new account that has signed the agreement, logged in in this context. */
export async function registerTrader(request: APIRequestContext, account: string): Promise<void> {
  const body = { account, password: PASSWORD, fundpass: FUND_PASSWORD };
  expect((await post(request, '/api/account', body)).code).toBe(200);
  const { data } = await read<{ version: string }>(request, `${QUANT}/private/bot_agreement`);
  expect((await post(request, `${QUANT}/private/bot_agreement`, { version: data.version })).code).toBe(200);
}

/** The create call as the form sends it, for tests whose story begins after it. */
export function createBody(market: string, grid: Readonly<Record<string, string>>, money: string): object {
  return {
    ...SPOT_GRID_BODY,
    market,
    money,
    ...grid,
    fundpass: FUND_PASSWORD,
  };
}

export const CREATE = `${GRID}/create`;

/** Ends a bot with a market close, as the terminate dialog does. */
export async function terminate(request: APIRequestContext, id: number, market: string): Promise<void> {
  const option = { account: 'spot', type: 'market', market, price: 'lastprice', slip: '0', expiration: 0 };
  const saved = { strategy_id: id, strategy_type: 'spot_grid', stop_options: [option] };
  expect((await post(request, `${QUANT}/private/stop-options`, saved)).code).toBe(200);
  expect((await post(request, `${GRID}/cancel/${id}`, { fundpass: FUND_PASSWORD })).code).toBe(200);
}

/**
 * To the last unit: what the account has more or less than before is what the bot's own trades say, in both coins; the
 * bot's profit is that money, plus what could not be sold (below one lot) at the market's price.
 */
export async function expectExactlyBack(
  request: APIRequestContext,
  bot: BotRow,
  market: string,
  before: Readonly<Record<string, bigint>>,
): Promise<void> {
  const [base = '', quote = ''] = market.split('_');
  const moved: Record<string, bigint> = { [base]: 0n, [quote]: 0n };
  const move = (asset: string, units: bigint): void => {
    moved[asset] = (moved[asset] ?? 0n) + units;
  };
  for (const trade of await tradesOf(request, bot.strategy_id)) {
    const sign = trade.side === 'buy' ? 1n : -1n;
    move(base, sign * unitsOf(trade.match_qty));
    move(quote, -sign * unitsOf(trade.match_amount));
    move(trade.fee_asset, -unitsOf(trade.fee));
  }
  const after = await balances(request);
  for (const asset of [base, quote]) expect((after[asset] ?? 0n) - (before[asset] ?? 0n), asset).toBe(moved[asset]);
  const dust = moved[base] ?? 0n;
  expect(dust >= 0n && dust < (await lotOf(request, market)), `${dust} units came back unsold`).toBe(true);
  const rest = Number(unitsOf(bot.profit) - (moved[quote] ?? 0n));
  const worth = Number(dust) * (await lastPrice(request, market));
  expect(Math.abs(rest - worth), `${bot.profit} is ${rest} units more than the money`).toBeLessThanOrEqual(
    worth * 0.02 + 2,
  );
}
