import { UNITS_PER_COIN } from '../money/amount.ts';
import type { MarketSpec } from '../money/market-spec.ts';
import type { ContractPosition } from './body/contract-position.ts';
import { EQUITY_SCALE, type EquityLine } from './machine.ts';

const COIN = Number(UNITS_PER_COIN);

/** Of money and coins, less what is owed of either, units. */
export function coinLine({ tickUnits }: MarketSpec, quote: bigint, base: bigint): EquityLine {
  return { feed: 0, fixed: Number(quote), factor: (Number(base) * Number(tickUnits)) / COIN };
}

/** Of a contract account, which is valued at the mark price. Values are not rounded to units here. */
export function contractLine({ spec, cash, basis, size, withdrawals }: ContractPosition): EquityLine {
  const { isInverse, quantoUnits } = spec.contract;
  const quantity = Number(size) * Number(quantoUnits);
  const tick = Number(spec.tickUnits);
  const factor = isInverse ? (-quantity * COIN) / tick : (quantity * tick) / COIN;
  return { feed: 1, fixed: Number(cash + basis + withdrawals), factor };
}

const SCALE = Number(EQUITY_SCALE);
/** A price far enough for the equity's change to show. */
const FAR = 2 ** 30;

/** The two prices at which an equity is asked for what it follows: always the same, so that every driver has the same floats. */
export function probesOf(isInverse: boolean): readonly [near: number, far: number] {
  return isInverse ? [1, 2] : [0, FAR];
}

/** What an equity follows, by its change (1e-16) between a price's probes, and how much of the equity at the nearer one that is. */
export function termOf(change: bigint, isInverse: boolean): { readonly factor: number; readonly near: bigint } {
  if (!isInverse) return { factor: Number(change) / SCALE / FAR, near: 0n };
  // fixed + factor ÷ 2 and fixed + factor: their difference is half the factor.
  const factor = -2n * change;
  return { factor: Number(factor) / SCALE, near: factor };
}

/** An equity's line by its probes alone; `equityAt` in 1e-16. */
export function probedLine(feed: number, isInverse: boolean, equityAt: (ticks: number) => bigint): EquityLine {
  const [near, far] = probesOf(isInverse);
  const equity = equityAt(near);
  const term = termOf(equityAt(far) - equity, isInverse);
  return { feed, fixed: Number(equity - term.near) / SCALE, factor: term.factor };
}
