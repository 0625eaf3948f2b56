import type { RoundRules, Sellable } from '../../engine/body/rounds.ts';
import { planLadder } from '../../formulas/martingale-ladder.ts';
import { stopLossTicks, takeProfitTicks } from '../../formulas/martingale-terms.ts';
import { smallestAt } from '../../formulas/smallest-order.ts';
import { ceilToStep, mulDivUp, UNITS_PER_COIN } from '../../money/amount.ts';
import type { MartingaleParams } from './params.ts';

/** Where the orders of a martingale's rounds lie, and what its take profit closes. */
export function roundRulesOf(params: MartingaleParams): RoundRules {
  return {
    side: params.side,
    plan: (firstTicks, budget, firstSize) => planLadder({ ...params, firstSize }, firstTicks, budget),
    takeProfitTicks: (average) => takeProfitTicks(params, average),
    stopLossTicks: (average) => stopLossTicks(params, average),
    takeProfitQuantity: (sellable, ticks) => takeProfitQuantity(params, sellable, ticks),
    keepsProfit: isHoarding(params),
    exits: [`${params.takeProfitE8}`, params.stopLossE8 === null ? null : `${params.stopLossE8}`],
  };
}

/** Contracts cannot be hoarded. */
function isHoarding({ transactionType, spec }: MartingaleParams): boolean {
  return transactionType === 'hoarding' && spec.contract === undefined;
}

/** Everything. A hoarding bot sells only what brings the paid money back, after the fee. */
function takeProfitQuantity(params: MartingaleParams, { all, paid }: Sellable, ticks: number): bigint {
  if (all === 0n) return 0n;
  const enough = isHoarding(params) ? lotsThatReturn(params, paid, ticks) : all;
  const quantity = enough < all ? enough : all;
  return quantity < smallestAt(params.spec, ticks) ? 0n : quantity;
}

/** Fewest lots whose sale at a price brings at least `amount` after the fee. */
function lotsThatReturn({ spec, feeRate }: MartingaleParams, amount: bigint, ticks: number): bigint {
  const gross = mulDivUp(amount, UNITS_PER_COIN, UNITS_PER_COIN - feeRate);
  const exact = mulDivUp(gross, UNITS_PER_COIN, BigInt(ticks) * spec.tickUnits);
  return ceilToStep(exact, spec.lotUnits);
}
