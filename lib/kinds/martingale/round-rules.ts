import type { RoundRules } from '../../engine/body/rounds.ts';
import { coinsOf, type HeldCoins } from '../../engine/coin-position.ts';
import type { MartingaleParams } from '../../engine/martingale-params.ts';
import { planLadder } from '../../formulas/martingale-ladder.ts';
import { smallestAt, stopLossTicks, takeProfitTicks } from '../../formulas/martingale-terms.ts';
import { ceilToStep, floorToStep, mulDivUp, UNITS_PER_COIN } from '../../money/amount.ts';

/** Where the orders of a martingale's rounds lie, and what its take profit sells. */
export function roundRulesOf(params: MartingaleParams): RoundRules {
  return {
    side: params.side,
    plan: (firstTicks, budget) => planLadder(params, firstTicks, budget),
    takeProfitTicks: (average) => takeProfitTicks(params, average),
    stopLossTicks: (average) => stopLossTicks(params, average),
    takeProfitQuantity: (held, ticks) => takeProfitQuantity(params, held, ticks),
    keepsProfit: params.transactionType === 'hoarding',
    exits: [`${params.takeProfitE8}`, params.stopLossE8 === null ? null : `${params.stopLossE8}`],
  };
}

/** Everything. A hoarding bot sells only what brings the paid money back, after the fee. */
function takeProfitQuantity(params: MartingaleParams, held: HeldCoins, ticks: number): bigint {
  const { spec, transactionType } = params;
  if (held.base === 0n) return 0n;
  const whole = floorToStep(coinsOf(held), spec.lotUnits);
  const enough = transactionType === 'hoarding' ? lotsThatReturn(params, held.paid, ticks) : whole;
  const quantity = enough < whole ? enough : whole;
  return quantity < smallestAt(spec, ticks) ? 0n : quantity;
}

/** Fewest lots whose sale at a price brings at least `amount` after the fee. */
function lotsThatReturn({ spec, feeRate }: MartingaleParams, amount: bigint, ticks: number): bigint {
  const gross = mulDivUp(amount, UNITS_PER_COIN, UNITS_PER_COIN - feeRate);
  const exact = mulDivUp(gross, UNITS_PER_COIN, BigInt(ticks) * spec.tickUnits);
  return ceilToStep(exact, spec.lotUnits);
}
