import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import { liquidationTicks, liquidationValue, riskTierOf } from '#lib/formulas/liquidation.ts';
import { sharedPath } from '#tests/support/shared-path.ts';
import { INVERSE, LINEAR } from './futures-fixture.ts';

interface Vector {
  readonly side: 'long' | 'short';
  readonly entry: string;
  readonly size: string;
  readonly margin: string;
  readonly mmr: string;
  readonly taker: string;
  readonly price: string;
}

const file = sharedPath('spec/oracles.json');
const isThere = existsSync(file);
if (!isThere) console.log(`skipped: the published liquidation examples are not at ${file}`);
const vectors: readonly Vector[] = isThere ? JSON.parse(readFileSync(file, 'utf8')).liquidation : [];

const e8 = (text: string): bigint => BigInt(Math.round(Number(text) * 1e8));

/** One contract is one coin, a tick is the smallest unit, and the terms are those of the example. */
function exampleSpec(mmr: string, taker: string): ContractSpec {
  return {
    ...LINEAR,
    tickUnits: 1n,
    contract: {
      ...LINEAR.contract,
      quantoUnits: 100_000_000n,
      takerE8: e8(taker),
      riskTiers: [{ upToUnits: 10n ** 18n, maintenanceE8: e8(mmr), leverageMax: 50 }],
    },
  };
}

describe('where a position is liquidated', () => {
  it.each(vectors)(
    'is where the published example puts a $side (H39)',
    ({ side, entry, size, margin, mmr, taker, price }) => {
      const spec = exampleSpec(mmr, taker);
      const contracts = BigInt(size) * (side === 'long' ? 1n : -1n);
      const position = { size: contracts, entryValue: e8(entry) * BigInt(size), margin: e8(margin) };
      const value = liquidationValue(spec, position);
      expect(Number(value?.numerator) / Number(value?.denominator) / 1e8).toBeCloseTo(Number(price), 12);
      const exact = Number(price) * 1e8;
      expect(liquidationTicks(spec, position)).toBe(side === 'long' ? Math.floor(exact) : Math.ceil(exact));
    },
  );

  it('does not exist for a long whose margin is worth the whole position', () => {
    const position = { size: 1n, entryValue: 1000n, margin: 1000n };
    expect(liquidationTicks(LINEAR, position)).toBeNull();
    expect(liquidationTicks(LINEAR, { ...position, size: -1n })).not.toBeNull();
  });

  it('lies lower for a long and higher for a short the more margin there is, also for inverse contracts', () => {
    for (const spec of [LINEAR, INVERSE]) {
      const at = (size: bigint, margin: bigint): number =>
        liquidationTicks(spec, { size, entryValue: 100_000_000_000n, margin }) ?? Number.NaN;
      expect(at(100_000n, 20_000_000_000n)).toBeLessThan(at(100_000n, 10_000_000_000n));
      expect(at(-100_000n, 20_000_000_000n)).toBeGreaterThan(at(-100_000n, 10_000_000_000n));
    }
  });

  it('solves the same equation for an inverse contract: balance and profit are the maintenance margin and the fee', () => {
    for (const size of [50_000n, -50_000n]) {
      const entryValue = 83_333_333n;
      const margin = 20_000_000n;
      const value = liquidationValue(INVERSE, { size, entryValue, margin });
      if (value === null) throw new Error('There is a liquidation value');
      const at = Number(value.numerator) / Number(value.denominator);
      const profit = (Number(entryValue) - at) * (size > 0n ? 1 : -1);
      const tier = riskTierOf(INVERSE.contract, entryValue);
      const rate = Number(tier.maintenanceE8 + INVERSE.contract.takerE8) / 1e8;
      expect(Number(margin) + profit).toBeCloseTo(at * rate, 6);
    }
  });

  it('takes the maintenance rate of the tier that the value at entry falls into, the last tier without an upper end', () => {
    const tiers = LINEAR.contract.riskTiers;
    for (const tier of tiers) expect(riskTierOf(LINEAR.contract, tier.upToUnits)).toBe(tier);
    const last = tiers.at(-1);
    expect(riskTierOf(LINEAR.contract, (last?.upToUnits ?? 0n) + 1n)).toBe(last);
    expect(riskTierOf(LINEAR.contract, (tiers[0]?.upToUnits ?? 0n) + 1n)).toBe(tiers[1]);
  });

  it('takes the rate of each position’s own tier, whichever was asked about before', () => {
    const [first, second] = LINEAR.contract.riskTiers;
    const small = { size: 1_000n, entryValue: first?.upToUnits ?? 0n, margin: 0n };
    const large = { ...small, entryValue: small.entryValue + 1n };
    const ticks = [small, large, small].map((position) => liquidationTicks(LINEAR, position) as number);
    expect(ticks[2]).toBe(ticks[0]);
    // A larger tier keeps more: it is liquidated further up.
    expect(second?.maintenanceE8).toBeGreaterThan(first?.maintenanceE8 ?? 0n);
    expect(ticks[1]).toBeGreaterThan((ticks[0] as number) + 1);
  });
});
