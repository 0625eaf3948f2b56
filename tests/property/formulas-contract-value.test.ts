import fc from 'fast-check';
import { describe, it } from 'vitest';
import { contractValueDown, exactContractValue, ticksAtValue } from '#lib/formulas/contract-value.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { INVERSE, LINEAR } from '#tests/unit/futures-fixture.ts';

const spec = fc
  .record({
    base: fc.constantFrom(LINEAR, INVERSE),
    tickUnits: fc.constantFrom(1n, 1_000n, 10_000_000n),
    quantoUnits: fc.bigInt({ min: 1n, max: 10n ** 10n }),
  })
  .map(({ base, tickUnits, quantoUnits }) => ({
    ...base,
    tickUnits,
    contract: { ...base.contract, quantoUnits },
  }));

const contracts = fc.bigInt({ min: 1n, max: 10n ** 7n });

describe('the price at which contracts are worth a value', () => {
  it('is the last tick that exact integers leave on its side, near ties and far from them', () => {
    fc.assert(
      fc.property(
        spec,
        contracts,
        fc.oneof(
          fc.record({
            numerator: fc.bigInt({ min: 1n, max: 10n ** 24n }),
            denominator: fc.bigInt({ min: 1n, max: 10n ** 8n }),
          }),
          // Values that lie exactly on a tick.
          fc.integer({ min: 1, max: 10_000_000 }).map((ticks) => ({ ticks })),
        ),
        (market, size, wanted) => {
          const value = 'ticks' in wanted ? exactContractValue(market, size, wanted.ticks) : wanted;
          const isAtMost = (ticks: number): boolean => {
            const at = exactContractValue(market, size, ticks);
            return at.numerator * value.denominator <= value.numerator * at.denominator;
          };
          const isAtLeast = (ticks: number): boolean => {
            const at = exactContractValue(market, size, ticks);
            return at.numerator * value.denominator >= value.numerator * at.denominator;
          };
          const { isInverse } = market.contract;
          const down = ticksAtValue(market, size, value, 'down');
          const up = ticksAtValue(market, size, value, 'up');
          if (!Number.isFinite(up) || up > 1e15) return;
          // Down: the highest tick that is not past the value; up: the lowest one that is not before it.
          const notPast = isInverse ? isAtLeast : isAtMost;
          const notBefore = isInverse ? isAtMost : isAtLeast;
          if (down > 0) expect(notPast(down)).toBe(true);
          expect(notPast(down + 1)).toBe(false);
          expect(notBefore(up)).toBe(true);
          if (up > 1) expect(notBefore(up - 1)).toBe(false);
          if ('ticks' in wanted) expect([down, up]).toEqual([wanted.ticks, wanted.ticks]);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('never counts more than the value that whole units leave', () => {
    fc.assert(
      fc.property(spec, contracts, fc.integer({ min: 1, max: 10_000_000 }), (market, size, ticks) => {
        const { numerator, denominator } = exactContractValue(market, size, ticks);
        expect(contractValueDown(market, size, ticks) * denominator).toBeLessThanOrEqual(numerator);
      }),
    );
  });
});
