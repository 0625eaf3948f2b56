import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { feedsOf, marketOfFeed } from '#lib/engine/bot-feeds.ts';
import type { Fill } from '#lib/engine/machine.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { formatTicks, quoteValueDown } from '#lib/money/market-spec.ts';
import { botFeeRate, engineParamsOf } from '#server/exchange/bots/bot-kinds.ts';
import { instrumentsOf, isPlaceRefusal, specOfPayload } from '#server/exchange/bots/bot-markets.ts';
import { botAccount, loanAccount, userAccount } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { createMarketView } from '#server/exchange/market/market-view.ts';
import { kindsOfRun } from '#tests/support/kinds-of-run.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, startKind } from './exchange-kind-bodies.ts';
import { gathered, temporaryFolder } from './store-fixture.ts';

const DEMO = 10_001;
const HOUR_MS = 3_600_000;
const KINDS = kindsOfRun(2);

type Row = Record<string, unknown>;

/** Signed units of a wire amount. */
function units(text: string): bigint {
  return text.startsWith('-') ? -(parseAmount(text.slice(1)) as bigint) : (parseAmount(text) as bigint);
}

async function rowOf(exchange: TestExchange, who: Who, kind: RunnableKind, id: number) {
  return (await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: kind } })).data;
}

describe.each(KINDS)('a %s bot through the exchange', (kind) => {
  const { account, asset, call, stop, instrument } = KIND_BODIES[kind];
  const purse = userAccount(DEMO, account);

  it('is created, runs and is stopped, and its owner has exactly what he began with plus its profit', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const before = exchange.ledger.balance(purse, asset);
    const coinsBefore = exchange.ledger.assets(purse);
    const id = await startKind(exchange, who, kind);
    const created = await rowOf(exchange, who, kind, id);
    expect(created).toMatchObject({ strategy_type: kind, money_asset: asset, status: 'running', residual: '0' });
    expect(exchange.ledger.balance(purse, asset)).toBe(before - units(created.money));
    await exchange.pass(9 * HOUR_MS, 60_000);
    const running = await rowOf(exchange, who, kind, id);
    expect(running).toMatchObject({ status: 'running', residual: '0' });
    const reply = await exchange.send(stop, { who, path: { id }, body: { fundpass: 'paper-fund' } });
    expect(reply).toMatchObject({ code: 200, data: { strategy_id: id } });
    const ended = await rowOf(exchange, who, kind, id);
    expect(ended).toMatchObject({ status: 'finished', finish_as: 'cancelled', step: 'stopped', residual: '0' });
    expect(exchange.ledger.assets(botAccount(id)).size).toBe(0);
    expect(exchange.ledger.assets(loanAccount(id)).size).toBe(0);
    // Coins of less than a lot cannot be sold: they come back as coins, worth what is missing in money (of several, each
    // rounded down for itself).
    let worth = 0n;
    let kinds = 0n;
    for (const spec of exchange.feed.specs) {
      const coins = exchange.ledger.balance(purse, spec.base) - (coinsBefore.get(spec.base) ?? 0n);
      if (coins === 0n || spec.quote !== asset) continue;
      expect(coins).toBeLessThan(spec.lotUnits);
      const ticks = exchange.feed.lastTicks(spec.market, exchange.clock.nowMs()) as number;
      worth += quoteValueDown(spec, coins, ticks);
      kinds += 1n;
    }
    const missing = units(ended.profit) - (exchange.ledger.balance(purse, asset) - before + worth);
    expect(missing).toBeGreaterThanOrEqual(0n);
    expect(missing).toBeLessThan(kinds > 1n ? kinds : 1n);
    expect(brokenLaw(exchange.ledger)).toBeNull();
    expect(exchange.fatal).toEqual([]);
  });

  it('trades live, fill by fill, what a backtest over the same minutes trades', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const { data } = await exchange.send(call, { who, body: KIND_BODIES[kind].body(exchange) });
    const startMs = exchange.clock.nowMs();
    await exchange.pass(12 * HOUR_MS, 60_000);
    const id = data.strategy_id as number;
    const live = await exchange.send('tradeRecords', { who, path: { id }, query: { page_size: 500 } });
    const { fundpass: _fundpass, ...payload } = KIND_BODIES[kind].body(exchange);
    const stored = (await gathered(exchange.store.all('bots'))).find(({ key }) => key === `${id}`);
    const kept = JSON.parse(stored?.value ?? '').record.payload;
    expect(Object.keys(kept)).toEqual(expect.arrayContaining(Object.keys(payload)));
    const fills: Fill[] = [];
    const endMs = startMs + 12 * HOUR_MS;
    const spec = specOfPayload(exchange.feed, kind, kept as never);
    if (isPlaceRefusal(spec)) throw new Error(`no ${instrument}`);
    const columnsOf = (key: string) => ({
      candles: exchange.feed.minutes(key, startMs, endMs, exchange.clock.nowMs()),
      ...(key.includes('@') ? { marks: exchange.feed.marks(key, startMs, endMs) } : {}),
    });
    const instruments = instrumentsOf(spec);
    const feeds = instruments.length > 1 ? feedsOf(spec).map(({ market }) => market) : [instrument, instrument];
    runBacktest({
      kind,
      params: engineParamsOf(kind, kept, spec, botFeeRate(spec, kind)),
      ...columnsOf(instrument),
      ...(instruments.length > 1
        ? { others: Object.fromEntries(instruments.slice(1).map((key) => [key, columnsOf(key)])) }
        : {}),
      fromIndex: 0,
      view: createMarketView(exchange.feed, feeds),
      sink: { fill: (fill) => void fills.push(fill), order() {}, operation() {}, finish() {} },
    });
    const expected = fills.map((fill) => ({
      market: marketOfFeed(spec, fill.feed).market,
      account: marketOfFeed(spec, fill.feed).contract === undefined ? 'spot' : 'futures',
      side: fill.side,
      role: fill.role,
      signal_type: fill.signal ?? '',
      match_price: formatTicks(marketOfFeed(spec, fill.feed), fill.ticks),
      match_qty: formatAmount(fill.quantity),
      match_amount: formatAmount(fill.quote),
      fee: formatAmount(fill.fee),
    }));
    const traded = live.data.orders
      .map(({ finish_time: _time, fee_asset: _asset, profit: _profit, level: _level, ...row }: Row) => row)
      .reverse();
    expect(traded.length).toBeGreaterThan(0);
    expect(traded).toEqual(expected);
  });

  it('goes on after a kill as if it had never been away: the same trades, orders, rounds, figures and days', async () => {
    const live = async (isAway: boolean) => {
      const folder = temporaryFolder();
      let exchange = await openTestExchange(folder);
      let who = await exchange.trader();
      const id = await startKind(exchange, who, kind);
      await exchange.pass(5 * 60_000, 7_000);
      if (isAway) {
        const { clock } = exchange;
        await exchange.kill();
        // Over midnight and two funding settlements, so that both happen on the way.
        clock.advance(15 * HOUR_MS);
        exchange = await openTestExchange(folder, { clock });
        who = await exchange.trader();
      } else {
        await exchange.pass(15 * HOUR_MS, 61_000);
      }
      await exchange.pass(3 * 60_000);
      const query = { strategy_id: id, strategy_type: kind };
      const trades = await exchange.send('tradeRecords', { who, path: { id }, query: { page_size: 500 } });
      const orders = await exchange.send('openOrders', { who, path: { id } });
      const curve = await exchange.send('dailyCurve', { path: { id }, query: { strategy_type: kind } });
      const rounds = await exchange.send('completedRounds', { who, query });
      const held = [...exchange.ledger.assets(botAccount(id))].sort(([a], [b]) => (a < b ? -1 : 1));
      return [trades, orders, curve.data, rounds, held, await rowOf(exchange, who, kind, id)];
    };
    expect(await live(true)).toEqual(await live(false));
  });

  it('is refused again by the exchange when the form was got around, at the field that is wrong', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const before = [...exchange.ledger.assets(purse)];
    for (const [changes, field] of KIND_BODIES[kind].refused) {
      const reply = await exchange.send(call, { who, body: KIND_BODIES[kind].body(exchange, changes) });
      expect(reply, JSON.stringify(changes)).toMatchObject({ code: 422, data: { field } });
    }
    expect([...exchange.ledger.assets(purse)]).toEqual(before);
  });

  it('belongs to its owner: nobody else may stop it, see its money or its orders’ reasons (X34)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, kind);
    const other = await exchange.trader('copier');
    const path = { path: { id }, who: other };
    const query = { strategy_id: id, strategy_type: kind, query_type: 'fund' };
    expect(await exchange.send(stop, { ...path, body: { fundpass: 'paper-fund' } })).toMatchObject({ code: 403 });
    for (const name of ['gridPosition', 'gridBalance', 'orderReasons', 'position'] as const) {
      expect(await exchange.send(name, path), name).toMatchObject({ code: 403 });
    }
    expect(await exchange.send('accountBook', { who: other, query })).toMatchObject({ code: 403 });
    expect(await exchange.send('futuresAccountBook', { who: other, query })).toMatchObject({ code: 403 });
  });
});
