import type { OrderRole } from '#lib/contract/vocabulary.ts';
import { feeOnFlow } from '#lib/engine/body/contract-position.ts';
import { enterAndTell, marketTicks } from '#lib/engine/body/contract-trade.ts';
import { buyCoins, sellCoins } from '#lib/engine/coin-position.ts';
import type { OrderReason } from '#lib/engine/machine.ts';
import { type ArbitrageLegs, isWithinSpread, largestLegs } from '#lib/formulas/arbitrage-legs.ts';
import { splitArbitrage } from '#lib/formulas/arbitrage-terms.ts';
import { orderUnitsOf, tradeFlow } from '#lib/formulas/contract-value.ts';
import { smallestContracts } from '#lib/formulas/minimum-investment-futures.ts';
import { smallestOrder } from '#lib/formulas/smallest-order.ts';
import { divDown, floorToStep, mulDivUp } from '#lib/money/amount.ts';
import { type ArbitrageState, CONTRACT, SPOT, tellOrder, withhold } from './arbitrage-state.ts';

/** What opening would trade now, and at which average prices. */
interface Opening extends ArbitrageLegs {
  readonly spotTicks: number;
  readonly contractTicks: number;
}

/**
 * Opens both legs if the coins cost at most the spread more than the contract brings. Returns whether they are open,
 * must wait, or can never be opened because the investment is too small for an order.
 */
export function openLegs(
  state: ArbitrageState,
  prices: readonly number[],
  timeMs: number,
): 'opened' | 'waiting' | 'too-small' {
  const { spec, contract, spreadE8 } = state.params;
  const opening = planOpening(state, prices, timeMs);
  const about = { feed: SPOT, side: 'buy', ticks: opening.spotTicks, quantity: opening.coins } as const;
  const least = smallestOrder(spec, BigInt(prices[SPOT] as number) * spec.tickUnits);
  if (opening.contracts < smallestContracts(contract) || opening.coins < least) {
    withhold(state, 'below-minimum', about, timeMs);
    return 'too-small';
  }
  const sold = { spec: contract, ticks: opening.contractTicks };
  if (!isWithinSpread({ spec, ticks: opening.spotTicks }, sold, spreadE8)) {
    withhold(state, 'spread-exceeded', about, timeMs);
    return 'waiting';
  }
  state.withheld = null;
  tellOrder(state, timeMs, 'placed', 'opening', about);
  buy(state, opening, timeMs);
  const quantity = orderUnitsOf(contract, opening.contracts);
  tellOrder(state, timeMs, 'placed', 'opening', {
    feed: CONTRACT,
    side: 'sell',
    ticks: opening.contractTicks,
    quantity,
  });
  short(state, opening, timeMs);
  return 'opened';
}

function planOpening(state: ArbitrageState, prices: readonly number[], timeMs: number): Opening {
  const { params, view } = state;
  const { spec, contract, feeRate, investment, leverage } = params;
  const expected = view.expectedFundingRate?.(CONTRACT, timeMs) ?? null;
  const { spot } = splitArbitrage(investment, leverage, expected);
  const lastTicks = prices[SPOT] as number;
  const legsAt = (ticks: number): ArbitrageLegs => largestLegs(spec, contract, feeRate, spot, ticks);
  const atLast = legsAt(lastTicks);
  if (atLast.contracts === 0n) return { ...atLast, spotTicks: lastTicks, contractTicks: prices[CONTRACT] as number };
  const legs = legsAt(view.marketFillTicks(SPOT, 'buy', atLast.coins, lastTicks, timeMs));
  if (legs.contracts === 0n) return { ...legs, spotTicks: lastTicks, contractTicks: prices[CONTRACT] as number };
  return {
    ...legs,
    // Fewer coins than were asked for: their price is no worse.
    spotTicks: view.marketFillTicks(SPOT, 'buy', legs.coins, lastTicks, timeMs),
    contractTicks: marketTicks(state, 'sell', legs.contracts, prices[CONTRACT] as number, timeMs),
  };
}

function buy(state: ArbitrageState, { coins, spotTicks }: Opening, timeMs: number): void {
  const { quote, fee } = buyCoins(state.coins, coins, spotTicks);
  state.position.cash -= quote;
  state.fills += 1;
  if (!state.isHeard) return;
  const about = {
    timeMs,
    feed: SPOT,
    side: 'buy',
    role: 'open',
    level: -1,
    ticks: spotTicks,
    quantity: coins,
  } as const;
  state.sink.fill({ ...about, quote, fee, feeAsset: state.coins.spec.base, matchProfit: null });
}

function short(state: ArbitrageState, { contracts, contractTicks }: Opening, timeMs: number): void {
  const { contract } = state.params;
  const flow = tradeFlow(contract, -contracts, contractTicks);
  const fee = feeOnFlow(flow, contract.contract.takerE8);
  state.openFees += fee;
  state.fills += 1;
  const about = { side: 'sell', role: 'open', level: -1, ticks: contractTicks } as const;
  state.contractProfit += enterAndTell(state, about, -contracts, flow, fee, null, timeMs);
}

export interface Closing {
  /** Contracts to buy back, > 0, at most what is open. */
  readonly contracts: bigint;
  readonly role: OrderRole;
  readonly reason: OrderReason;
  /** false: the coins stay. */
  readonly isSold: boolean;
}

/** Coins that go with contracts that are closed: their part of them in whole lots. */
export function coinsBeside({ coins, position }: ArbitrageState, contracts: bigint): bigint {
  const part = (coins.base * contracts) / -position.size;
  return floorToStep(part, coins.spec.lotUnits);
}

/** Whether the spot market takes an order of that many coins around a price. */
export function isOrder({ coins: { spec } }: ArbitrageState, quantity: bigint, ticks: number): boolean {
  return quantity >= smallestOrder(spec, BigInt(ticks) * spec.tickUnits);
}

/** Closes a part of both legs, or all of them, around the last prices: coins first, so that their money pays for the contracts. */
export function closeLegs(state: ArbitrageState, closing: Closing, prices: readonly number[], timeMs: number): void {
  const { contracts, isSold } = closing;
  const spotTicks = prices[SPOT] as number;
  const quantity = coinsBeside(state, contracts);
  let profit = 0n;
  if (isSold && isOrder(state, quantity, spotTicks)) profit = sellLeg(state, closing, quantity, spotTicks, timeMs);
  else if (isSold && state.coins.base > 0n) {
    withhold(state, 'below-minimum', { feed: SPOT, side: 'sell', ticks: spotTicks, quantity }, timeMs);
  }
  const ticks = marketTicks(state, 'buy', contracts, prices[CONTRACT] as number, timeMs);
  const recorded = orderUnitsOf(state.params.contract, contracts);
  tellOrder(state, timeMs, 'placed', closing.reason, { feed: CONTRACT, side: 'buy', ticks, quantity: recorded });
  buyBack(state, closing, ticks, profit, timeMs);
}

function sellLeg(state: ArbitrageState, closing: Closing, quantity: bigint, lastTicks: number, timeMs: number): bigint {
  const { role, reason } = closing;
  const ticks = state.view.marketFillTicks(SPOT, 'sell', quantity, lastTicks, timeMs);
  tellOrder(state, timeMs, 'placed', reason, { feed: SPOT, side: 'sell', ticks, quantity });
  const { quote, fee, profit } = sellCoins(state.coins, quantity, ticks);
  state.position.cash += quote - fee;
  state.fills += 1;
  if (state.isHeard) {
    const about = { timeMs, feed: SPOT, side: 'sell', role, level: -1, ticks, quantity } as const;
    state.sink.fill({ ...about, quote, fee, feeAsset: state.coins.spec.quote, matchProfit: null });
  }
  return profit;
}

/** Buys contracts back at exactly `ticks`. Completes a pair: its profit is that of the coins sold before and of these contracts. */
export function buyBack(
  state: ArbitrageState,
  { contracts, role }: Pick<Closing, 'contracts' | 'role'>,
  ticks: number,
  coinProfit: bigint,
  timeMs: number,
): void {
  const { position, openFees, openFunding } = state;
  const { contract } = state.params;
  const open = -position.size;
  const flow = tradeFlow(contract, contracts, ticks);
  const fee = feeOnFlow(flow, contract.contract.takerE8);
  const feesBefore = mulDivUp(openFees, contracts, open);
  const fundingBefore = divDown(openFunding * contracts, open);
  const gained = divDown(position.basis * contracts, open) + flow;
  const profit = coinProfit + gained - fee - feesBefore + fundingBefore;
  state.openFees -= feesBefore;
  state.openFunding -= fundingBefore;
  state.fills += 1;
  state.pairs += 1;
  state.pairProfit += profit;
  state.contractProfit += enterAndTell(
    state,
    { side: 'buy', role, level: -1, ticks },
    contracts,
    flow,
    fee,
    profit,
    timeMs,
  );
}
