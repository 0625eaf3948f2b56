import { expect } from 'vitest';
import { formatAmount, parseAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { botAccount, loanAccount, TRADING_ACCOUNTS, userAccount } from '#server/exchange/ledger/account-names.ts';
import type { TestExchange, Who } from './exchange-fixture.ts';

/** A trader's portfolio held against what the other calls, and the ledger, say of the same accounts and bots. */

type Row = Readonly<Record<string, string>> & {
  readonly strategy_id: number;
  readonly status: string;
  readonly settle: string;
};

/** Units of a wire figure, signed. */
export function units(text: string): bigint {
  const size = parseAmount(text.replace('-', ''));
  if (size === null) throw new Error(`${text} is no figure`);
  return text.startsWith('-') ? -size : size;
}

const total = (figures: readonly string[]): string =>
  formatAmount(figures.reduce((sum, figure) => sum + units(figure), 0n));

/** Σ by a name. */
function sumsBy<T>(list: readonly T[], name: (one: T) => string, figure: (one: T) => bigint): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const one of list) sums.set(name(one), (sums.get(name(one)) ?? 0n) + figure(one));
  return sums;
}

const withoutNothing = (sums: ReadonlyMap<string, bigint>) =>
  Object.fromEntries([...sums].filter(([, amount]) => amount !== 0n).sort());

export async function everyRow(exchange: TestExchange, who: Who): Promise<readonly Row[]> {
  const query = { strategy_type: 'all', page_size: 500 };
  const first = await exchange.send('strategies', { who, query });
  const rows = [...first.data];
  for (let page = 2; page <= (first.pagecount ?? 1); page += 1) {
    rows.push(...(await exchange.send('strategies', { who, query: { ...query, page } })).data);
  }
  return rows;
}

/** What profits of a row are counted in. */
function assetOf({ settle, market }: Row): string {
  return settle === '' ? (market?.split('_')[1] ?? '') : settle.toUpperCase();
}

function usdtOf(exchange: TestExchange, asset: string, amount: bigint): bigint {
  if (asset === 'USDT') return amount;
  const spec = exchange.feed.spec(`${asset}_USDT`);
  const ticks = exchange.feed.lastTicks(`${asset}_USDT`, exchange.clock.nowMs());
  if (spec === undefined || ticks === null) return 0n;
  const value = amount * BigInt(ticks) * spec.tickUnits;
  const floored = value / UNITS_PER_COIN;
  return value < 0n && floored * UNITS_PER_COIN !== value ? floored - 1n : floored;
}

const OUTCOMES = ['profit', 'today', 'fees', 'funding', 'interest'] as const;

/** Every sum of a portfolio is of its parts, and every part is what the bot's own row, its curve or the ledger says. */
export async function expectWhole(exchange: TestExchange, who: Who, userId: number): Promise<void> {
  const { code, data } = await exchange.send('portfolio', { who });
  expect(code).toBe(200);
  const rows = await everyRow(exchange, who);
  const living = rows.filter(({ status }) => status !== 'finished');
  expect(data).toMatchObject({ running: living.length, finished: rows.length - living.length, unread: 0 });

  // Assets: accounts and bots, and nothing else.
  const usdt = (list: readonly { readonly usdt: string }[]) => total(list.map((one) => one.usdt));
  expect(data.assets).toMatchObject({ accounts: usdt(data.balances), bots: usdt(data.equities) });
  expect(data.assets.total).toBe(total([data.assets.accounts, data.assets.bots]));
  const free = TRADING_ACCOUNTS.flatMap((account) =>
    [...exchange.ledger.assets(userAccount(userId, account))].map(([asset, amount]) => ({ account, asset, amount })),
  );
  expect(data.balances.length).toBe(free.length);
  for (const { account, asset, amount } of free) {
    const told = { account, asset, amount: formatAmount(amount), usdt: formatAmount(usdtOf(exchange, asset, amount)) };
    expect(data.balances).toContainEqual(told);
  }

  for (const { asset, equity, usdt: value } of data.equities) if (asset === 'USDT') expect(value).toBe(equity);

  // Results: by kind, by asset, by bot.
  for (const name of OUTCOMES) {
    const kinds = data.by_kind.map((kind: Record<string, string>) => kind[name]);
    expect([name, total(kinds)]).toEqual([name, data.results[name]]);
  }
  expect(total(rows.map((row) => row.usdt_total_profit as string))).toBe(data.results.profit);
  const byKind = sumsBy(
    rows,
    (row) => row.strategy_type as string,
    (row) => units(row.usdt_total_profit as string),
  );
  for (const { strategy_type: kind, profit } of data.by_kind) expect(profit).toBe(formatAmount(byKind.get(kind) ?? 0n));
  const columns = { profit: 'profit', fees: 'fee', funding: 'funding', interest: 'interest' } as const;
  for (const [name, column] of Object.entries(columns)) {
    const own = sumsBy(rows, assetOf, (row) => units(row[column] === '' ? '0' : (row[column] as string)));
    const told = sumsBy(
      data.by_asset as Record<string, string>[],
      ({ asset }) => asset as string,
      (one) => units(one[name] as string),
    );
    expect([name, withoutNothing(told)]).toEqual([name, withoutNothing(own)]);
  }
  await expectDays(exchange, who, data, rows);
  await expectExposure(exchange, who, data, living);
}

/** The curve is the sum of the bots' own, and what was earned today is what is not in yesterday's. */
async function expectDays(exchange: TestExchange, who: Who, data: Portfolio, rows: readonly Row[]): Promise<void> {
  const today = new Date(exchange.clock.nowMs()).toISOString().slice(0, 10);
  const earned = new Map<string, Map<string, bigint>>();
  const since = new Map<string, bigint>();
  for (const row of rows) {
    const path = { id: row.strategy_id };
    const query = { strategy_type: row.strategy_type as string, page_size: 500 };
    const curve = (await exchange.send('dailyCurve', { who, path, query })).data.toReversed();
    const asset = assetOf(row);
    let before = 0n;
    for (const { trading_date: day, profit } of curve) {
      const of = earned.get(day) ?? new Map<string, bigint>();
      earned.set(day, of.set(asset, (of.get(asset) ?? 0n) + units(profit) - before));
      if (day === today) since.set(asset, (since.get(asset) ?? 0n) + units(profit) - before);
      before = units(profit);
    }
  }
  const sums = new Map<string, bigint>();
  const days = [...earned.keys()].sort().filter((day) => day < today);
  const curve = days.map((day) => {
    for (const [asset, amount] of earned.get(day) ?? []) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
    const usdt = [...sums].reduce((sum, [asset, amount]) => sum + usdtOf(exchange, asset, amount), 0n);
    return { trading_date: day, usdt: formatAmount(usdt) };
  });
  expect(data.curve.filter(({ trading_date }) => trading_date < today)).toEqual(curve);
  if (rows.length > 0) expect(data.curve.at(-1)?.usdt ?? '0').toBe(data.results.profit);
  const told = sumsBy(
    data.by_asset,
    ({ asset }) => asset as string,
    (one) => units(one.today as string),
  );
  expect(withoutNothing(told)).toEqual(withoutNothing(since));
}

interface Portfolio {
  readonly curve: readonly { readonly trading_date: string; readonly usdt: string }[];
  readonly results: Readonly<Record<string, string>>;
  readonly by_asset: readonly Readonly<Record<string, string>>[];
  readonly exposure: readonly Readonly<Record<string, string>>[];
}

/** Held is what the ledger has for the bots, owed what it has for the lender, positions are those of the rows. */
async function expectExposure(
  exchange: TestExchange,
  who: Who,
  data: Portfolio,
  living: readonly Row[],
): Promise<void> {
  const held = new Map<string, bigint>();
  const owed = new Map<string, bigint>();
  const long = new Map<string, bigint>();
  const short = new Map<string, bigint>();
  const add = (sums: Map<string, bigint>, asset: string, amount: bigint): void =>
    void sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  for (const row of living) {
    for (const [asset, amount] of exchange.ledger.assets(botAccount(row.strategy_id))) add(held, asset, amount);
    for (const [asset, amount] of exchange.ledger.assets(loanAccount(row.strategy_id))) add(owed, asset, amount);
    const position = (await exchange.send('position', { who, path: { id: row.strategy_id } })).data;
    // Spot bots tell coins there.
    if (row.settle === '' && row.strategy_type !== 'spot-future-arbitrage') continue;
    const size = BigInt(position.size);
    if (size === 0n) continue;
    const contract = contractOf(exchange, position);
    const amount = (size < 0n ? -size : size) * contract.coinsOfOne;
    add(size > 0n ? long : short, contract.base, contract.isInverse ? amount / contract.price : amount);
  }
  const told = (name: string) =>
    withoutNothing(
      sumsBy(
        data.exposure,
        ({ asset }) => asset as string,
        (one) => units(one[name] as string),
      ),
    );
  expect(told('held')).toEqual(withoutNothing(held));
  expect(told('owed')).toEqual(withoutNothing(owed));
  expect(told('long')).toEqual(withoutNothing(long));
  expect(told('short')).toEqual(withoutNothing(short));
  for (const coin of data.exposure) {
    const net = ['held', 'long'].reduce((sum, name) => sum + units(coin[name] as string), 0n);
    const less = ['short', 'owed'].reduce((sum, name) => sum + units(coin[name] as string), 0n);
    expect(units(coin.net as string)).toBe(net - less);
    expect(units(coin.usdt as string)).toBe(usdtOf(exchange, coin.asset as string, net - less));
  }
}

/** What one contract of a position stands for. */
function contractOf(exchange: TestExchange, { contract: market, settle }: { contract: string; settle: string }) {
  const spec = exchange.feed.contracts.find(
    (one) => one.market === market && one.contract?.settle === settle.toUpperCase(),
  );
  if (spec?.contract === undefined) throw new Error(`${market} has no contract in ${settle}`);
  const { isInverse, quantoUnits } = spec.contract;
  const ticks = exchange.feed.lastTicks(instrumentOf(spec), exchange.clock.nowMs());
  return {
    base: spec.base,
    isInverse,
    coinsOfOne: isInverse ? quantoUnits * UNITS_PER_COIN : quantoUnits,
    price: BigInt(ticks ?? 0) * spec.tickUnits,
  };
}
