import { describe, expect, it } from 'vitest';
import { botLines, legLines } from '#components/bots/chart/bot-lines.ts';
import type { StrategyLine } from '#lib/contract/strategy.ts';
import { createArbitrage } from '#lib/kinds/arbitrage/engine.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { createSmartPosition } from '#lib/kinds/smart-position/engine.ts';
import type { SmartPositionParams } from '#lib/kinds/smart-position/params.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { closeParams } from './closed-params.ts';
import { coins } from './engine-fixture.ts';
import { openTestExchange } from './exchange-fixture.ts';
import { KIND_BODIES, rowOf, startKind } from './exchange-kind-bodies.ts';
import { LINEAR } from './futures-fixture.ts';
import { beside, plainMarket, startIn } from './several-markets-bench.ts';
import { temporaryFolder } from './store-fixture.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

/** What bots of several markets tell of each of them for a chart: exactly the prices at which their machines act. */

const HOUR_MS = 3_600_000;
const BTC = plainMarket('BTC');
const ETH = plainMarket('ETH');
const SPEC = beside(BTC, [ETH]);
const HALF = 50_000_000n;

/** BTC at 1,000 and ETH at 100, 500 of each. */
function portfolio(change: Partial<SmartPositionParams> = {}, feeRate = 0n) {
  const params: SmartPositionParams = {
    spec: SPEC,
    coins: [
      { spec: SPEC, feeRate, targetE8: HALF, brought: 0n },
      { spec: ETH, feeRate, targetE8: HALF, brought: 0n },
    ],
    investment: coins(1000),
    rebalance: { type: 'ratio', thresholdE8: 5_000_000n },
    stopLossE8: null,
    stopProfitE8: null,
    sellsAtEnd: true,
    ...change,
  };
  return startIn((view, sink) => createSmartPosition(params, view, sink), [1000, 100]);
}

const told = ({ machine, prices }: ReturnType<typeof portfolio>) => machine.marketLines?.(prices()) ?? [];
const at = (bench: ReturnType<typeof portfolio>, feed: number, role: StrategyLine['role']) =>
  told(bench)
    .filter((line) => line.feed === feed && line.role === role)
    .map(({ ticks }) => ticks);

describe('the lines of a smart position (issue 10, on the chart)', () => {
  it('are what its coins cost, with fees that were taken in coins, and after a rebalance what the rest cost', () => {
    const bench = portfolio({}, 100_000n);
    expect(at(bench, 0, 'cost')).toEqual([expect.closeTo(1000 / 0.999, 6)]);
    expect(at(bench, 1, 'cost')).toEqual([expect.closeTo(100 / 0.999, 8)]);
    bench.minute(1300, null);
    // Some bitcoin was sold at its cost, ether bought at 100.
    expect(bench.fills.length).toBe(4);
    expect(at(bench, 0, 'cost')).toEqual([expect.closeTo(1000 / 0.999, 6)]);
  });

  it.each([0, 1])('are the prices of coin %i at which it rebalances: not a tick before', (feed) => {
    const [down, up] = [at(portfolio(), feed, 'rebalance')[0] ?? 0, at(portfolio(), feed, 'rebalance')[1] ?? 0];
    expect([down < [1000, 100][feed]!, up > [1000, 100][feed]!]).toEqual([true, true]);
    const going = (ticks: number): number => {
      const bench = portfolio();
      bench.minute(...(feed === 0 ? [ticks, null] : [null, ticks]));
      return bench.fills.length - 2;
    };
    expect([going(down + 1), going(up - 1)]).toEqual([0, 0]);
    expect(going(down)).toBeGreaterThan(0);
    expect(going(up)).toBeGreaterThan(0);
  });

  it('are costs alone where it is looked at by time, is paused or has shares that are off already; of one that is over none', () => {
    const roles = (bench: ReturnType<typeof portfolio>) => told(bench).map(({ role }) => role);
    expect(roles(portfolio({ rebalance: { type: 'time', intervalMs: HOUR_MS } }))).toEqual(['cost', 'cost']);
    const bench = portfolio();
    bench.machine.pause?.(bench.prices(), bench.nowMs());
    expect(roles(bench)).toEqual(['cost', 'cost']);
    const off = portfolio();
    expect((off.machine.marketLines?.([2000, 100]) ?? []).map(({ role }) => role)).toEqual(['cost', 'cost']);
    off.machine.terminate({ type: 'no_close' }, off.prices(), off.nowMs());
    expect(told(off)).toEqual([]);
  });
});

describe('the lines of an arbitrage', () => {
  const contract = {
    ...LINEAR,
    priceDecimals: 0,
    tickUnits: 100_000_000n,
    contract: { ...LINEAR.contract, quantoUnits: coins(0.01), takerE8: 0n },
  };
  const params = {
    spec: beside(BTC, [contract]),
    contract,
    feeRate: 0n,
    investment: coins(1501.5),
    leverage: 2,
    spreadE8: 2_000_000n,
  };
  const open = (prices: readonly number[]) => startIn((view, sink) => createArbitrage(params, view, sink), prices);

  it('are both entries, the mark at which parts of both legs are closed, to the tick, and the liquidation behind it', () => {
    const bench = open([1000, 1010, 1010]);
    const lines = told(bench);
    expect(lines.map(({ feed, role }) => [feed, role])).toEqual([
      [0, 'cost'],
      [1, 'entry'],
      [2, 'reduction'],
      [2, 'liquidation'],
    ]);
    const [cost, entry, reduction, liquidation] = lines.map(({ ticks }) => ticks) as [number, number, number, number];
    expect([cost, entry]).toEqual([1000, 1010]);
    expect(liquidation).toBe(bench.machine.position?.(bench.prices())?.liquidationTicks);
    expect(liquidation).toBeGreaterThan(reduction);
    bench.minute(null, null, Math.ceil(reduction) - 1);
    expect(bench.fills).toHaveLength(2);
    bench.minute(null, null, Math.ceil(reduction));
    expect(bench.fills.map(({ role }) => role)).toEqual(['open', 'open', 'reduce', 'reduce']);
  });

  it('are none while it waits for its spread', () => {
    const bench = open([1100, 1000, 1000]);
    expect([bench.machine.status, told(bench)]).toEqual(['open', []]);
  });
});

describe('every kind on the chart', () => {
  it.each(Object.keys(KIND_BODIES) as RunnableKind[])('%s has lines of what it holds or waits for', async (kind) => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, kind);
    await exchange.pass(HOUR_MS, 60_000);
    const { lines = [], ...row } = await rowOf(exchange, who, id, kind);
    const { usesConditions, trades } = factsOf(kind);
    if (trades !== 'market') {
      const markets = new Set((lines as StrategyLine[]).map(({ market, settle }) => `${market} ${settle}`));
      expect(markets.size).toBe(2);
      for (const place of markets) {
        const [market = '', settle = ''] = place.split(' ');
        const type = settle === '' ? 'spot' : 'futures_usdt';
        expect(legLines(lines, { market, type }).length).toBeGreaterThan(0);
        expect(legLines(lines, { market: 'SOL_USDT', type })).toEqual([]);
      }
      // What its row says is what stands on the chart.
      const ofRow = trades === 'legs' ? [row.avg_hold_cost, row.liq_price] : [];
      const prices = (lines as StrategyLine[]).map(({ price }) => Number(price));
      for (const price of ofRow) expect(prices.some((one) => Math.abs(one - Number(price)) < 0.1)).toBe(true);
      return;
    }
    expect(lines).toEqual([]);
    const { spec, good } = KIND_CASES[kind];
    const plan = { definition: definitionOf(kind), values: good, context: checkContext({ spec, isEdit: true }) };
    const orders = (await exchange.send('openOrders', { who, path: { id } })).data;
    const drawn = botLines(row, plan, orders, 0.1);
    // One that trades by conditions has what it holds, and nothing while it holds nothing: nobody knows its next price (definition-of.ts).
    if (usesConditions && drawn.length === 0) expect(Number(row.position)).toBe(0);
    else expect(drawn.length).toBeGreaterThan(0);
  });

  it('tells nobody what he may not see: a guest of a closed bot none, a guest of an open one all', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const who = await first.trader();
    const id = await startKind(first, who, 'spot-future-arbitrage');
    await first.pass(HOUR_MS, 60_000);
    const query = { strategy_id: id, strategy_type: 'spot-future-arbitrage' };
    const seen = async (exchange: typeof first, viewer?: typeof who) => {
      const { data } = await exchange.send('strategyDetail', {
        query,
        ...(viewer === undefined ? {} : { who: viewer }),
      });
      return (data.lines ?? []).map(({ role }: StrategyLine) => role);
    };
    const all = ['cost', 'entry', 'reduction', 'liquidation'];
    expect([await seen(first, who), await seen(first)]).toEqual([all, all]);
    await first.kill();
    closeParams(folder);
    const exchange = await openTestExchange(folder, { clock: first.clock });
    expect([await seen(exchange, who), await seen(exchange)]).toEqual([all, []]);
  });
});
