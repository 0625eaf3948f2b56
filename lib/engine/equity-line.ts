import { UNITS_PER_COIN } from '../money/amount.ts';
import type { MarketSpec } from '../money/market-spec.ts';
import type { ContractPosition } from './body/contract-position.ts';
import type { EquityLine } from './machine.ts';

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
