import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ContractSpec, contractValueUp, exactContractValue } from '#lib/formulas/contract-value.ts';
import { entryContracts } from '#lib/formulas/indicator-order.ts';
import { mulDivUp } from '#lib/money/amount.ts';
import { feeOn } from '#lib/money/market-spec.ts';
import { INVERSE, LINEAR } from '#tests/unit/futures-fixture.ts';

/** Margin, the fee, and the fee of closing at the same price: worked out once more. */
function needOf(spec: ContractSpec, leverage: number, contracts: bigint, ticks: number): bigint {
  const value = contractValueUp(spec, contracts, ticks);
  return mulDivUp(value, 1n, BigInt(leverage)) + 2n * feeOn(value, spec.contract.takerE8);
}

describe('the contracts of an entry', () => {
  it('are the most that value, money and market bear', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(LINEAR, INVERSE),
        fc.constantFrom(0n, 1n, 75_000n, 1_000_000n),
        fc.constantFrom(1, 2, 3, 7, 50),
        fc.bigInt({ min: 0n, max: 10n ** 13n }),
        fc.bigInt({ min: 0n, max: 10n ** 13n }),
        fc.bigInt({ min: 0n, max: 100_000n }),
        fc.integer({ min: 1, max: 2_000_000 }),
        (terms, takerE8, leverage, value, available, room, ticks) => {
          const spec = { ...terms, contract: { ...terms.contract, takerE8 } };
          const contracts = entryContracts({ spec, leverage, value, available, room }, ticks);
          const fits = (count: bigint): boolean => {
            const { numerator, denominator } = exactContractValue(spec, count, ticks);
            return (
              count <= room && numerator <= value * denominator && needOf(spec, leverage, count, ticks) <= available
            );
          };
          expect(contracts === 0n || fits(contracts)).toBe(true);
          // Rounding up each part of the need may cost one contract that would just have fitted.
          expect(fits(contracts + 2n)).toBe(false);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
