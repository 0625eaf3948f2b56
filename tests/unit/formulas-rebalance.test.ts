import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isWithinSpread, largestLegs } from '#lib/formulas/arbitrage-legs.ts';
import { arbitrageAnnualRateE8 } from '#lib/formulas/arbitrage-terms.ts';
import { isOffTarget, rebalanceDifferences } from '#lib/formulas/rebalance.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { sharedPath } from '#tests/support/shared-path.ts';
import { coins } from './engine-fixture.ts';
import { LINEAR } from './futures-fixture.ts';
import { plainMarket } from './several-markets-bench.ts';

const file = sharedPath('spec/oracles.json');
const isThere = existsSync(file);
if (!isThere) console.log(`skipped: the published examples are not at ${file}`);
const { rebalance = [], arbitrage_apr = [] } = isThere ? JSON.parse(readFileSync(file, 'utf8')) : {};

const units = (text: string): bigint => parseAmount(text) as bigint;

describe.runIf(isThere)('the published examples', () => {
  it.each(rebalance as { source: string; values: string[]; targets: string[]; after: string[] }[])(
    'of a rebalance: $values become $after ($source)',
    ({ values, targets, after }) => {
      const portfolio = { values: values.map(units), cash: 0n, targetsE8: targets.map(units) };
      const differences = rebalanceDifferences(portfolio);
      expect(portfolio.values.map((value, i) => value - (differences[i] as bigint))).toEqual(after.map(units));
    },
  );

  it.each(arbitrage_apr as { source: string; rate: string; interval_s: number; leverage: number; percent: string }[])(
    'of an arbitrage: $rate every $interval_s s at $leverage X are $percent % a year (C-430, E-357)',
    ({ rate, interval_s, leverage, percent }) => {
      const annual = arbitrageAnnualRateE8(units(rate), interval_s * 1000, leverage);
      expect((Number(annual) / 1e6).toFixed(2)).toBe(percent);
    },
  );
});

describe('a rebalance', () => {
  const thirds = [33_333_334n, 33_333_333n, 33_333_333n];

  it('puts the cash to work: differences count from the whole, cash included', () => {
    const portfolio = { values: [coins(300), coins(500)], cash: coins(200), targetsE8: [50_000_000n, 50_000_000n] };
    expect(rebalanceDifferences(portfolio)).toEqual([coins(-200), 0n]);
  });

  it('never trades more than the difference: what does not divide is rounded towards none', () => {
    const differences = rebalanceDifferences({ values: [100n, 0n, 0n], cash: 0n, targetsE8: thirds });
    expect(differences).toEqual([66n, -33n, -33n]);
  });

  it('is due when a share is further than the threshold from its target, on either side, to the last unit', () => {
    const half = { cash: 0n, targetsE8: [50_000_000n, 50_000_000n] };
    expect(isOffTarget({ ...half, values: [550n, 450n] }, 5_000_000n)).toBe(false);
    expect(isOffTarget({ ...half, values: [550_000_001n, 450_000_000n] }, 5_000_000n)).toBe(true);
    expect(isOffTarget({ ...half, values: [450_000_000n, 550_000_001n] }, 5_000_000n)).toBe(true);
    // Cash is nobody's share.
    expect(isOffTarget({ ...half, values: [400n, 400n], cash: 200n }, 5_000_000n)).toBe(true);
  });
});

describe('the legs of an arbitrage', () => {
  const BTC = plainMarket('BTC');

  it('are whole contracts and the coins that cover them after the fee; the odd rest is not bought', () => {
    const contract = { ...LINEAR, contract: { ...LINEAR.contract, quantoUnits: coins(0.01) } };
    expect(largestLegs(BTC, contract, 0n, coins(1009), 1000)).toEqual({ coins: coins(1), contracts: 100n });
    // 1 ÷ (1 − 0.001) = 1.00100100…, rounded up to what leaves a whole coin.
    const withFee = largestLegs(BTC, contract, 100_000n, coins(1005), 1000);
    expect(withFee).toEqual({ coins: 100_100_101n, contracts: 100n });
    expect(largestLegs(BTC, contract, 0n, coins(9), 1000)).toEqual({ coins: 0n, contracts: 0n });
    const few = { ...contract, contract: { ...contract.contract, sizeMax: 7n } };
    expect(largestLegs(BTC, few, 0n, coins(1000), 1000).contracts).toBe(7n);
  });

  it('cost no more than the budget when a lot of coins is larger than a contract', () => {
    const coarse = { ...BTC, lotUnits: coins(0.1) };
    const small = { ...LINEAR, contract: { ...LINEAR.contract, quantoUnits: coins(0.01) } };
    expect(largestLegs(coarse, small, 0n, coins(1050), 1000)).toEqual({ coins: coins(1), contracts: 100n });
  });

  it('are within the spread up to exactly it, in the ticks of each market (C-134)', () => {
    const tenths = { ...BTC, tickUnits: 10_000_000n };
    const within = (bought: number, sold: number): boolean =>
      isWithinSpread({ spec: BTC, ticks: bought }, { spec: tenths, ticks: sold }, 100_000n);
    expect(within(1001, 10_000)).toBe(true);
    expect(within(1002, 10_000)).toBe(false);
    expect(within(900, 10_000)).toBe(true);
  });
});
