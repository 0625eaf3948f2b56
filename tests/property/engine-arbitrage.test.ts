import fc from 'fast-check';
import { describe, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import type { MarketColumns } from '#lib/engine/markets-view.ts';
import { createArbitrage, restoreArbitrage } from '#lib/kinds/arbitrage/engine.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { futuresRecorder } from './engine-futures-scenario.ts';
import { arbitrageScenario, goLive, movedHoldings, startMachine } from './engine-markets-scenario.ts';
import { checkReadBack } from './engine-read-back.ts';

const RUNS = { numRuns: 100 };
/** For what must be reached: always the same scenarios. */
const SEEDED = { numRuns: 400, seed: 20_261_121 };

const refinement = fc.integer({ min: 0, max: 3 });
const turns = fc.integer({ min: 1, max: 1_000_000 });

describe('any arbitrage on any paths of a coin and its contract', () => {
  it('does the same live, whichever market is heard first, as in a backtest, with marks and funding', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(arbitrageScenario(), refinement, turns, (scenario, refine, seed) => {
        const { params, columns } = scenario;
        const { machine, record } = startMachine(createArbitrage, scenario);
        const live = goLive(machine, columns, refine, seed);
        while (live.step());
        const { sink, ...tested } = futuresRecorder();
        const { candles } = columns[instrumentOf(params.spec)] as MarketColumns;
        const input = { kind: 'spot-future-arbitrage', params, candles, others: columns, fromIndex: 0 } as const;
        const result = runBacktest({ ...input, sink });
        expect(tested).toEqual(record);
        expect(result.equity.residual).toBe(0n);
        if (result.finish === null) expect(machine.equity(live.prices())).toEqual(result.equity);
        expect(runBacktest(input)).toEqual(result);
        seen.add(result.finish?.reason ?? machine.status);
        for (const { role } of record.fills) seen.add(role);
        for (const { reason } of record.orders) seen.add(reason);
        for (const { type } of record.cash) seen.add(type);
      }),
      SEEDED,
    );
    // The scenarios reach what they are there for.
    const wanted = ['open', 'running', 'liquidated', 'money_not_enough', 'reduce', 'close', 'funding'];
    for (const what of [...wanted, 'spread-exceeded', 'forced-reduction', 'below-minimum', 'liquidation_fee'])
      expect(seen).toContain(what);
  });

  it('keeps the equity identity with residual 0, holds what its fills say, and covers every contract with coins', () => {
    fc.assert(
      fc.property(arbitrageScenario(), refinement, turns, (scenario, refine, seed) => {
        const { params, columns } = scenario;
        const { machine, record } = startMachine(createArbitrage, scenario);
        const live = goLive(machine, columns, refine, seed);
        const specs = [params.spec, params.contract];
        do {
          const equity = machine.equity(live.prices());
          expect(equity.residual).toBe(0n);
          const profit = equity.gridProfit + equity.positionProfit - equity.fees + equity.funding;
          expect(equity.equity).toBe(equity.start + profit);
          const held = machine.holdings();
          expect(held).toEqual({ BTC: 0n, ...movedHoldings(record, { USDT: params.investment }, specs) });
          for (const amount of Object.values(held)) expect(amount).toBeGreaterThanOrEqual(0n);
          const short = machine.position?.(live.prices())?.size ?? 0n;
          expect(held.BTC ?? 0n).toBeGreaterThanOrEqual(-short * params.contract.contract.quantoUnits);
          if (machine.status === 'finished') expect(short).toBe(0n);
          const { matchedProfit, matches } = machine.statistics();
          const pairs = record.fills.filter(({ matchProfit }) => matchProfit !== null);
          expect(matches).toBe(pairs.length);
          expect(matchedProfit).toBe(pairs.reduce((sum, fill) => sum + (fill.matchProfit ?? 0n), 0n));
        } while (live.step());
      }),
      RUNS,
    );
  });

  it('goes on as if nothing had happened when it is stored and read back at any moment, in the middle of a minute too', () => {
    const house = { create: createArbitrage, restore: restoreArbitrage };
    fc.assert(
      fc.property(arbitrageScenario(), refinement, turns, fc.nat(900), (scenario, refine, seed, at) =>
        checkReadBack(house, scenario, refine, seed, at),
      ),
      RUNS,
    );
  });
});
