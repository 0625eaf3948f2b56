import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import type { ColumnsByInstrument } from '#lib/engine/markets-view.ts';
import { createRecurringBuy, restoreRecurringBuy } from '#lib/kinds/recurring-buy/engine.ts';
import type { RecurringBuyParams } from '#lib/kinds/recurring-buy/params.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { futuresRecorder } from './engine-futures-scenario.ts';
import { goLive, movedHoldings, recurringScenario, type Scenario, startMachine } from './engine-markets-scenario.ts';
import { checkReadBack } from './engine-read-back.ts';
import { START_MS } from './engine-scenario.ts';

const MINUTE_MS = 60_000;
const RUNS = { numRuns: 100 };
/** For what must be reached: always the same scenarios. */
const SEEDED = { numRuns: 400, seed: 20_261_124 };

/** At once, or at a minute before or after the start. */
const FIRST = fc.option(fc.integer({ min: -300, max: 120 }).map((minutes) => START_MS + minutes * MINUTE_MS));
const refinement = fc.integer({ min: 0, max: 3 });
const turns = fc.integer({ min: 1, max: 1_000_000 });

function mainCandles({ params, columns }: Scenario<RecurringBuyParams>): CandleColumns {
  return (columns[instrumentOf(params.spec)] as ColumnsByInstrument[string]).candles;
}

function givenTo({ coins, investment, spec }: RecurringBuyParams): Record<string, bigint> {
  return { [spec.quote]: investment, ...Object.fromEntries(coins.map((coin) => [coin.spec.base, 0n])) };
}

describe('any recurring buy on any paths of its markets', () => {
  it('does the same live, whichever market is heard first, as in a backtest, fill by fill', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(recurringScenario(FIRST), refinement, turns, (scenario, refine, seed) => {
        const { params, columns } = scenario;
        const { machine, record } = startMachine(createRecurringBuy, scenario);
        const live = goLive(machine, columns, refine, seed);
        while (live.step());
        const { sink, ...tested } = futuresRecorder();
        const candles = mainCandles(scenario);
        const input = { kind: 'recurring-buy', params, candles, others: columns, fromIndex: 0 } as const;
        const result = runBacktest({ ...input, sink });
        expect(tested).toEqual(record);
        expect(result.equity.residual).toBe(0n);
        if (result.finish === null) expect(machine.equity(live.prices())).toEqual(result.equity);
        expect(runBacktest(input)).toEqual(result);
        seen.add(result.finish?.reason ?? 'running');
        for (const { role } of record.fills) seen.add(role);
        for (const { reason } of record.orders) seen.add(reason);
        if (params.coins.length === 1) seen.add('one coin');
        if (machine.status === 'running' && machine.wakeAtMs === Number.POSITIVE_INFINITY) seen.add('used up');
      }),
      SEEDED,
    );
    for (const what of ['running', 'stop_profit', 'open', 'increase', 'close', 'below-minimum', 'one coin', 'used up'])
      expect(seen).toContain(what);
  });

  it('keeps the equity identity with residual 0, holds what its fills say and never less than nothing', () => {
    fc.assert(
      fc.property(recurringScenario(FIRST), refinement, turns, (scenario, refine, seed) => {
        const { params, columns } = scenario;
        const { machine, record } = startMachine(createRecurringBuy, scenario);
        const live = goLive(machine, columns, refine, seed);
        const specs = params.coins.map(({ spec }) => spec);
        do {
          const equity = machine.equity(live.prices());
          expect(equity.residual).toBe(0n);
          expect(equity.equity).toBe(equity.start + equity.gridProfit + equity.positionProfit - equity.fees);
          expect(machine.holdings()).toEqual(movedHoldings(record, givenTo(params), specs));
          for (const amount of Object.values(machine.holdings())) expect(amount).toBeGreaterThanOrEqual(0n);
        } while (live.step());
      }),
      RUNS,
    );
  });

  it('buys at whole intervals from its first date alone, never for more than the amount of a purchase', () => {
    let purchases = 0;
    fc.assert(
      fc.property(recurringScenario(FIRST), turns, (scenario, seed) => {
        const { params, columns } = scenario;
        const { machine, record } = startMachine(createRecurringBuy, scenario);
        const live = goLive(machine, columns, 0, seed);
        while (live.step());
        const spent = new Map<number, bigint>();
        for (const { timeMs, side, quote } of record.fills) {
          if (side === 'buy') spent.set(timeMs, (spent.get(timeMs) ?? 0n) + quote);
        }
        const length = params.every === '4h' ? 240 : 60;
        for (const [timeMs, quote] of spent) {
          const from = params.firstAtMs ?? START_MS;
          expect(timeMs).toBeGreaterThanOrEqual(Math.max(from, START_MS));
          // A month from a date within five hours is no date of these walks.
          if (params.every === '1mo') expect(timeMs).toBe(from);
          else expect((timeMs - from) % (length * MINUTE_MS)).toBe(0);
          expect(quote).toBeLessThanOrEqual(params.eachPurchase);
        }
        purchases += spent.size;
      }),
      SEEDED,
    );
    expect(purchases).toBeGreaterThan(250);
  });

  it('goes on as if nothing had happened when it is stored and read back at any moment, in the middle of a minute too', () => {
    const house = { create: createRecurringBuy, restore: restoreRecurringBuy };
    fc.assert(
      fc.property(recurringScenario(FIRST), refinement, turns, fc.nat(900), (scenario, refine, seed, at) =>
        checkReadBack(house, scenario, refine, seed, at),
      ),
      RUNS,
    );
  });
});
