import { UNITS_PER_COIN } from '../money/amount.ts';
import type { MarketSpec } from '../money/market-spec.ts';
import type { ContractPosition } from './body/contract-position.ts';
import { withTakenOut } from './equity-statement.ts';
import { type BotMachine, EQUITY_SCALE, type EquityLine } from './machine.ts';

const COIN = Number(UNITS_PER_COIN);

/** Of money and coins, less what is owed of either, units. */
export function coinLine({ tickUnits }: MarketSpec, quote: bigint, base: bigint): EquityLine {
  return { feed: 0, fixed: Number(quote), factor: (Number(base) * Number(tickUnits)) / COIN };
}

/** Of a contract account, which is valued at the mark price. Values are not rounded to units here. */
export function contractLine({ spec, cash, basis, size }: ContractPosition): EquityLine {
  const { isInverse, quantoUnits } = spec.contract;
  const quantity = Number(size) * Number(quantoUnits);
  const tick = Number(spec.tickUnits);
  const factor = isInverse ? (-quantity * COIN) / tick : (quantity * tick) / COIN;
  return { feed: 1, fixed: Number(cash + basis), factor };
}

/** Probe of a price that the equity is linear in, and of one whose reciprocal it is linear in. Fixed: the same books, the same line. */
const FAR = 2 ** 30;
const SCALE = Number(EQUITY_SCALE);

/**
 * What a machine has made as fixed + a factor for each feed, found by asking it at prices that are always the same, so that every driver
 * has the same floats. `isInverse`, by feed: it goes with the price's reciprocal.
 */
export function probeEquity(
  machine: Pick<BotMachine, 'equity'>,
  isInverse: readonly boolean[],
): { readonly fixed: number; readonly factors: readonly number[] } {
  const probe: number[] = isInverse.map((inverse) => (inverse ? 1 : 0));
  const near = withTakenOut(machine.equity(probe));
  let fixed = near;
  const factors = isInverse.map((inverse, feed) => {
    probe[feed] = inverse ? 2 : FAR;
    const change = withTakenOut(machine.equity(probe)) - near;
    probe[feed] = inverse ? 1 : 0;
    // fixed + factor ÷ 2 and fixed + factor: their difference is half the factor.
    const factor = inverse ? -2n * change : change;
    if (inverse) fixed -= factor;
    return Number(factor) / SCALE / (inverse ? 1 : FAR);
  });
  return { fixed: Number(fixed) / SCALE, factors };
}
