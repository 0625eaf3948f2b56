import { describe, expect, it } from 'vitest';
import {
  baseQuantityOf,
  contractValueDown,
  contractValueUp,
  orderUnitsOf,
  restingFeeRate,
  ticksAtValue,
  tradeFlow,
} from '#lib/formulas/contract-value.ts';
import { fundingPayment, nextFundingMs } from '#lib/formulas/funding.ts';
import { INVERSE, LINEAR } from './futures-fixture.ts';

describe('what contracts are worth', () => {
  it('is contracts × multiplier × price for linear contracts (M-395)', () => {
    // 25 × 0.0001 BTC × 73,089.9 USDT.
    expect(contractValueDown(LINEAR, 25n, 730_899)).toBe(18_272_475_000n);
    expect(contractValueUp(LINEAR, 25n, 730_899)).toBe(18_272_475_000n);
  });

  it('is dollars ÷ price of the settle asset for inverse contracts, rounded as asked', () => {
    // 100 USD ÷ 30,000 = 0.00333333…
    expect(contractValueDown(INVERSE, 100n, 300_000)).toBe(333_333n);
    expect(contractValueUp(INVERSE, 100n, 300_000)).toBe(333_334n);
  });

  it('flows against the trader by less than a unit a trade, whichever way and whatever contract', () => {
    for (const spec of [LINEAR, INVERSE]) {
      for (const size of [7n, -7n]) {
        const there = tradeFlow(spec, size, 300_007);
        const back = tradeFlow(spec, -size, 300_007);
        expect(there + back).toBeLessThanOrEqual(0n);
        expect(there + back).toBeGreaterThanOrEqual(-1n);
      }
    }
    expect(tradeFlow(LINEAR, 10n, 300_000)).toBeLessThan(0n);
    expect(tradeFlow(INVERSE, 10n, 300_000)).toBeGreaterThan(0n);
  });

  it('gives the price back from the value', () => {
    for (const spec of [LINEAR, INVERSE]) {
      const value = { numerator: contractValueDown(spec, 1_000n, 300_000), denominator: 1n };
      expect(Math.abs(ticksAtValue(spec, 1_000n, value, 'down') - 300_000)).toBeLessThanOrEqual(1);
      expect(ticksAtValue(spec, 1_000n, value, 'up')).toBeGreaterThanOrEqual(ticksAtValue(spec, 1_000n, value, 'down'));
    }
  });

  it('is asked of a book in base coins and recorded in what the contract counts', () => {
    expect(baseQuantityOf(LINEAR, 25n, 730_899)).toBe(250_000n);
    expect(baseQuantityOf(INVERSE, 300n, 300_000)).toBe(1_000_000n);
    expect(orderUnitsOf(LINEAR, 25n)).toBe(250_000n);
    expect(orderUnitsOf(INVERSE, 300n)).toBe(30_000_000_000n);
  });

  it('pays no rebate to orders that rest', () => {
    expect(restingFeeRate({ ...LINEAR.contract, makerE8: -10_000n })).toBe(0n);
    expect(restingFeeRate({ ...LINEAR.contract, makerE8: 20_000n })).toBe(20_000n);
  });
});

describe('a funding settlement', () => {
  it('is the value at the mark × the rate, paid by longs when it is positive, rounded against the trader', () => {
    // 0.0001 × 60,000.1 = 6.00001 USDT a contract; × 0.0001 = 0.000600001, of which the last digits are not whole.
    expect(fundingPayment(LINEAR, 1n, 600_001, 10_000n)).toBe(-60_001n);
    expect(fundingPayment(LINEAR, -1n, 600_001, 10_000n)).toBe(60_000n);
    expect(fundingPayment(LINEAR, 1n, 600_001, -10_000n)).toBe(60_000n);
    expect(fundingPayment(LINEAR, -1n, 600_001, -10_000n)).toBe(-60_001n);
    expect(fundingPayment(INVERSE, 30_000n, 300_000, 10_000n)).toBe(-10_000n);
  });

  it('comes at whole multiples of the interval, never at the moment that is over', () => {
    expect(nextFundingMs(0, 28_800_000)).toBe(28_800_000);
    expect(nextFundingMs(28_799_999, 28_800_000)).toBe(28_800_000);
    expect(nextFundingMs(28_800_000, 28_800_000)).toBe(57_600_000);
  });
});
