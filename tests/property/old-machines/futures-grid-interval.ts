import { feeOnFlow } from '#lib/engine/body/contract-position.ts';
import { type ContractSpec, restingFeeRate, tradeFlow } from '#lib/formulas/contract-value.ts';
import type { FuturesSide } from '#lib/formulas/futures-grid-layout.ts';
import { smallestContracts } from '#lib/formulas/minimum-investment-futures.ts';

/** One interval of a futures grid: a buy rests on its lower line while the price is above it, a sell on its upper line while it is below. */
export interface FuturesInterval {
  readonly buyTicks: number;
  readonly sellTicks: number;
  /** Contracts that the layout has for it, and those that it trades: 0n when the market takes no order so small. */
  readonly wanted: bigint;
  readonly contracts: bigint;
  /** Signed flow and fee of either order, settle units: they never change, so they are worked out once. */
  readonly buyFlow: bigint;
  readonly sellFlow: bigint;
  readonly buyFee: bigint;
  readonly sellFee: bigint;
  /** Profit of a completed pair before and after its fees. */
  readonly pairProfit: bigint;
  readonly pairNet: bigint;
  /** Which of the two orders opens a pair here: the buy of long grids, the sell of short ones. */
  readonly opensWith: 'buy' | 'sell';
  /** The pair's first order has filled. */
  isOpen: boolean;
}

export interface FuturesIntervalInput {
  readonly spec: ContractSpec;
  readonly buyTicks: number;
  readonly sellTicks: number;
  readonly wanted: bigint;
  readonly opensWith: 'buy' | 'sell';
}

export function makeFuturesInterval({
  spec,
  buyTicks,
  sellTicks,
  wanted,
  opensWith,
}: FuturesIntervalInput): FuturesInterval {
  const contracts = wanted >= smallestContracts(spec) ? wanted : 0n;
  const rate = restingFeeRate(spec.contract);
  const buyFlow = contracts === 0n ? 0n : tradeFlow(spec, contracts, buyTicks);
  const sellFlow = contracts === 0n ? 0n : tradeFlow(spec, -contracts, sellTicks);
  const buyFee = feeOnFlow(buyFlow, rate);
  const sellFee = feeOnFlow(sellFlow, rate);
  const pairProfit = buyFlow + sellFlow;
  return {
    buyTicks,
    sellTicks,
    wanted,
    contracts,
    buyFlow,
    sellFlow,
    buyFee,
    sellFee,
    pairProfit,
    pairNet: pairProfit - buyFee - sellFee,
    opensWith,
    isOpen: false,
  };
}

/** A long grid pairs what it buys, a short one what it sells; a neutral grid what is first traded on that side of its opening. */
export function opensWithOf(side: FuturesSide, interval: number, openedAt: number): 'buy' | 'sell' {
  if (side === 'neutral') return interval < openedAt ? 'buy' : 'sell';
  return side === 'long' ? 'buy' : 'sell';
}
