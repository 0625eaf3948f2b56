import { EQUITY_SCALE, type OrderReason } from '#lib/engine/machine.ts';
import { smallestOrder } from '#lib/formulas/smallest-order.ts';
import { floorToStep, mulDivUp, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { type FeeRateE8, feeOn, type MarketSpec } from '#lib/money/market-spec.ts';

/**
 * One interval of a grid: the stretch between two neighbouring lines. It always holds either cash, and then a buy
 * rests on its lower line, or coins, and then a sell rests on its upper line.
 */
export interface GridInterval {
  readonly buyTicks: number;
  readonly sellTicks: number;
  /** Price × tick in quote units per whole coin: quantity × price is in EquityStatement's scale. */
  readonly buyPrice: bigint;
  readonly sellPrice: bigint;
  /** What the grid's proportions want here, base units; a moved grid derives the next interval from it. */
  readonly wanted: bigint;
  /** What the interval buys, base units; 0n when that would be below the market's minimum: then it never trades. */
  readonly plan: bigint;
  /** Quote that buying `plan` costs (rounded up), and the fee on it in base (rounded up). */
  readonly planCost: bigint;
  readonly planFee: bigint;
  /** The fee's value and the cost before fees of buying `plan`, in EquityStatement's scale. */
  readonly planFeeValue: bigint;
  readonly planCarry: bigint;
  /** Smallest sell that the market takes on the upper line, base units. */
  readonly minSell: bigint;
  /** Quantity of the order that rests now; 0n when there is none, and then `reason` says why. */
  resting: bigint;
  reason: OrderReason | null;
  /** Quote paid by grid buys for the coins that wait here; −1n when the coins come from elsewhere (they complete no pair). */
  lotCost: bigint;
  /** The same cost before fees, in EquityStatement's scale; only for coins that will complete a pair. */
  lotCarry: bigint;
  /** Proceeds and fee of selling `soldQuantity` on the upper line: kept because they seldom change. */
  soldQuantity: bigint;
  soldQuote: bigint;
  soldFee: bigint;
  /** The same two in EquityStatement's scale. */
  soldValue: bigint;
  soldFeeValue: bigint;
}

/** The cost of coins that no grid buy has bought. */
export const NO_PAIR = -1n;

export interface IntervalInput {
  readonly spec: MarketSpec;
  readonly feeRate: FeeRateE8;
  readonly buyTicks: number;
  readonly sellTicks: number;
  readonly wanted: bigint;
  /** What can be traded here, ≤ wanted; a multiple of the lot. */
  readonly affordable: bigint;
}

/** An interval without an order. It plans what is affordable, or nothing when a leg would be below the minimum. */
export function makeInterval(input: IntervalInput): GridInterval {
  const { spec, feeRate, affordable } = input;
  const buyPrice = BigInt(input.buyTicks) * spec.tickUnits;
  const sellPrice = BigInt(input.sellTicks) * spec.tickUnits;
  const minSell = smallestOrder(spec, sellPrice);
  const sold = floorToStep(affordable - feeOn(affordable, feeRate), spec.lotUnits);
  const isTradable = affordable > 0n && affordable >= smallestOrder(spec, buyPrice) && sold >= minSell;
  const plan = isTradable ? affordable : 0n;
  const planCost = mulDivUp(plan, buyPrice, UNITS_PER_COIN);
  const planFee = feeOn(plan, feeRate);
  return {
    buyTicks: input.buyTicks,
    sellTicks: input.sellTicks,
    buyPrice,
    sellPrice,
    wanted: input.wanted,
    plan,
    planCost,
    planFee,
    planFeeValue: planFee * buyPrice,
    planCarry: planCost * EQUITY_SCALE - planFee * buyPrice,
    minSell,
    resting: 0n,
    reason: null,
    lotCost: NO_PAIR,
    lotCarry: 0n,
    soldQuantity: 0n,
    soldQuote: 0n,
    soldFee: 0n,
    soldValue: 0n,
    soldFeeValue: 0n,
  };
}
