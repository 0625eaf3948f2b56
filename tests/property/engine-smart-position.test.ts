import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { newMarketsBot } from '#lib/engine/body/markets-bot.ts';
import { isOff, weigh, worthAt } from '#lib/engine/body/worth.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { BotMachine } from '#lib/engine/machine.ts';
import type { ColumnsByInstrument } from '#lib/engine/markets-view.ts';
import { isOffTarget } from '#lib/formulas/rebalance.ts';
import { smallestOrder } from '#lib/formulas/smallest-order.ts';
import { SMART_POSITION } from '#lib/kinds/smart-position/decisions.ts';
import { createSmartPosition, restoreSmartPosition } from '#lib/kinds/smart-position/engine.ts';
import type { SmartPositionParams } from '#lib/kinds/smart-position/params.ts';
import { staysWithheld, tradeToTargets } from '#lib/kinds/smart-position/rebalancing.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { futuresRecorder } from './engine-futures-scenario.ts';
import {
  goLive,
  movedHoldings,
  portfolioScenario,
  type Scenario,
  startMachine,
  viewOfMarkets,
} from './engine-markets-scenario.ts';
import { checkReadBack } from './engine-read-back.ts';
import { PRICE, START_MS } from './engine-scenario.ts';

const WHOLE = 100_000_000n;
const RUNS = { numRuns: 100 };
/** For what must be reached: always the same scenarios. */
const SEEDED = { numRuns: 400, seed: 20_261_121 };

const refinement = fc.integer({ min: 0, max: 3 });
const turns = fc.integer({ min: 1, max: 1_000_000 });

function mainCandles({ params, columns }: Scenario<SmartPositionParams>): CandleColumns {
  return (columns[instrumentOf(params.spec)] as ColumnsByInstrument[string]).candles;
}

function givenTo({ coins, investment, spec }: SmartPositionParams): Record<string, bigint> {
  return {
    [spec.quote]: investment,
    ...Object.fromEntries(coins.map(({ spec: { base }, brought }) => [base, brought])),
  };
}

describe('any smart position on any paths of its markets', () => {
  it('does the same live, whichever market is heard first, as in a backtest, fill by fill', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(portfolioScenario(), refinement, turns, (scenario, refine, seed) => {
        const { params, columns } = scenario;
        const { machine, record } = startMachine(createSmartPosition, scenario);
        const live = goLive(machine, columns, refine, seed);
        while (live.step());
        const { sink, ...tested } = futuresRecorder();
        const input = {
          kind: 'smart-position',
          params,
          candles: mainCandles(scenario),
          others: columns,
          fromIndex: 0,
        } as const;
        const result = runBacktest({ ...input, sink });
        expect(tested).toEqual(record);
        expect(result.equity.residual).toBe(0n);
        if (result.finish === null) expect(machine.equity(live.prices())).toEqual(result.equity);
        expect(runBacktest(input)).toEqual(result);
        seen.add(result.finish?.reason ?? 'running');
        for (const { role } of record.fills) seen.add(role);
        for (const { reason } of record.orders) seen.add(reason);
      }),
      SEEDED,
    );
    // The scenarios reach what they are there for.
    for (const what of [
      'running',
      'stop_loss',
      'stop_profit',
      'open',
      'rebalance',
      'close',
      'below-minimum',
      'no-funds',
    ])
      expect(seen).toContain(what);
  });

  it('keeps the equity identity with residual 0, holds what its fills say and never less than nothing', () => {
    fc.assert(
      fc.property(portfolioScenario(), refinement, turns, (scenario, refine, seed) => {
        const { params, columns } = scenario;
        const { machine, record } = startMachine(createSmartPosition, scenario);
        const live = goLive(machine, columns, refine, seed);
        const specs = params.coins.map(({ spec }) => spec);
        do {
          const equity = machine.equity(live.prices());
          expect(equity.residual).toBe(0n);
          expect(equity.equity).toBe(equity.start + equity.gridProfit + equity.positionProfit - equity.fees);
          expect(machine.holdings()).toEqual(movedHoldings(record, givenTo(params), specs));
          for (const amount of Object.values(machine.holdings())) expect(amount).toBeGreaterThanOrEqual(0n);
          const { matchedProfit, matches, fills } = machine.statistics();
          expect(fills).toBe(record.fills.length);
          expect(matches).toBe(record.fills.filter(({ side }) => side === 'sell').length);
          expect(matchedProfit).toBe(record.fills.reduce((sum, fill) => sum + (fill.matchProfit ?? 0n), 0n));
        } while (live.step());
      }),
      RUNS,
    );
  });

  it('goes on as if nothing had happened when it is stored and read back at any moment, in the middle of a minute too', () => {
    const house = { create: createSmartPosition, restore: restoreSmartPosition };
    fc.assert(
      fc.property(portfolioScenario(), refinement, turns, fc.nat(900), (scenario, refine, seed, at) =>
        checkReadBack(house, scenario, refine, seed, at),
      ),
      RUNS,
    );
  });

  it('leaves no share off its target by more than the threshold at the end of a minute, unless it says why', () => {
    let compared = 0;
    let rebalanced = 0;
    fc.assert(
      fc.property(portfolioScenario({ isFree: true, rule: 'ratio' }), turns, (scenario, seed) => {
        const { machine, record } = startMachine(createSmartPosition, scenario);
        const live = goLive(machine, scenario.columns, 0, seed);
        while (live.step()) {
          if (machine.withheldOrders().length > 0) continue;
          compared += expectOnTarget(machine, scenario.params, live.prices());
        }
        rebalanced += record.fills.filter(({ role }) => role === 'rebalance').length;
      }),
      SEEDED,
    );
    expect(compared).toBeGreaterThan(1000);
    expect(rebalanced).toBeGreaterThan(100);
  });

  it('is decided by floats only where exact integers decide the same', () => {
    let skipped = 0;
    fc.assert(
      fc.property(
        portfolioScenario({ isFree: true }),
        fc.array(fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 5, maxLength: 5 }), { maxLength: 30 }),
        fc.bigInt({ min: 1n, max: 20_000_000n }),
        (scenario, moves, thresholdE8) => {
          const { params } = scenario;
          const bot = newMarketsBot(params, params.coins, viewOfMarkets(scenario), futuresRecorder().sink);
          const told = () => ({ withheld: bot.legs.map((leg) => leg.withheldOrder()), fills: bot.fills });
          let prices = bot.legs.map(() => PRICE);
          SMART_POSITION.open(bot, prices, START_MS);
          for (const [minute, move] of moves.entries()) {
            prices = prices.map((ticks, i) => ticks + (move[i] as number));
            weigh(bot, prices);
            expect(isOff(bot, prices, thresholdE8)).toBe(isOffTarget(worthAt(bot, prices), thresholdE8));
            const stays = staysWithheld(bot, prices);
            const before = told();
            tradeToTargets(bot, prices, { role: 'rebalance', reason: 'rebalance' }, START_MS + (minute + 1) * 60_000);
            if (!stays) continue;
            skipped += 1;
            expect(told()).toEqual(before);
          }
        },
      ),
      SEEDED,
    );
    expect(skipped).toBeGreaterThan(60);
  });

  it('trades by time at every interval from the start, and at no other minute', () => {
    fc.assert(
      fc.property(portfolioScenario({ isFree: true, rule: 'time' }), turns, (scenario, seed) => {
        const { rebalance } = scenario.params;
        if (rebalance.type !== 'time') throw new Error('By time was asked for');
        const { machine, record } = startMachine(createSmartPosition, scenario);
        const live = goLive(machine, scenario.columns, 0, seed);
        while (live.step());
        const startMs = record.operations[0]?.timeMs ?? 0;
        for (const { role, timeMs } of record.fills) {
          if (role === 'rebalance') expect((timeMs - startMs) % rebalance.intervalMs).toBe(0);
          else expect(timeMs).toBe(startMs);
        }
      }),
      RUNS,
    );
  });
});

/** Every share is within the threshold; one whose order could not be made is not further than that order and the threshold again. */
function expectOnTarget(
  machine: BotMachine,
  { coins, rebalance }: SmartPositionParams,
  prices: readonly number[],
): number {
  if (rebalance.type !== 'ratio') throw new Error('By ratio was asked for');
  const total = machine.equity(prices).equity;
  let strict = 0;
  for (const [i, { quantity }] of (machine.portfolio?.(prices) ?? []).entries()) {
    const { spec, targetE8 } = coins[i] as SmartPositionParams['coins'][number];
    const price = BigInt(prices[i] as number) * spec.tickUnits;
    const difference = quantity * price - (targetE8 * total) / WHOLE;
    const size = difference < 0n ? -difference : difference;
    const allowed = (rebalance.thresholdE8 * total) / WHOLE + 1n;
    const order = (smallestOrder(spec, price) + spec.lotUnits) * price;
    if (size > allowed) expect(size).toBeLessThanOrEqual(2n * allowed + order);
    else strict += 1;
  }
  return strict;
}
