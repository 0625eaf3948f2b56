import {
  accountEquityAt,
  type ContractPosition,
  closingFlow,
  newContractPosition,
} from '#lib/engine/body/contract-position.ts';
import { liquidationLevel, positionStatement } from '#lib/engine/body/contract-statement.ts';
import type { ContractDesk } from '#lib/engine/body/contract-trade.ts';
import { feedsOf } from '#lib/engine/bot-feeds.ts';
import { type CoinPosition, newCoinPosition } from '#lib/engine/coin-position.ts';
import { statementOf } from '#lib/engine/equity-statement.ts';
import {
  type EngineSink,
  EQUITY_SCALE,
  type EquityStatement,
  type Holdings,
  type MarketView,
  type OrderEvent,
  type OrderReason,
  type PositionStatement,
  type WithheldOrder,
} from '#lib/engine/machine.ts';
import type { ArbitrageParams } from '#lib/kinds/arbitrage/params.ts';
import { type BoundaryState, newBoundaryState } from './boundary-bot.ts';

/** Places of the prices: coins, contract, and the contract's mark. */
export const SPOT = 0;
export const CONTRACT = 1;
export const MARK = 2;

/**
 * A spot-futures arbitrage. `position` is the contract account, and its balance is all the cash there is: what coins
 * cost and bring goes through it, so the whole of it stands behind the short. `coins` is the coins' book; its `quote` is
 * only what they have moved of the balance.
 */
export interface ArbitrageState extends BoundaryState, ContractDesk {
  readonly params: ArbitrageParams;
  readonly view: MarketView;
  readonly sink: EngineSink;
  readonly coins: CoinPosition;
  readonly position: ContractPosition;
  /** Why the legs are not open, or coins not sold; null when there is nothing to say. */
  withheld: WithheldOrder | null;
  /** Profit of the contracts that were closed, before fees, settle units. */
  contractProfit: bigint;
  /** Fees and funding that belong to the contracts that are open, settle units. */
  openFees: bigint;
  openFunding: bigint;
  fills: number;
  /** Parts of the two legs that were closed, and their net profit. */
  pairs: number;
  pairProfit: bigint;
}

export function newArbitrageState(params: ArbitrageParams, view: MarketView, sink: EngineSink): ArbitrageState {
  const feeds = feedsOf(params.spec);
  if (feeds[MARK]?.price !== 'mark') throw new Error('An arbitrage needs its contract among the companions');
  return {
    ...newBoundaryState(feeds),
    params,
    view,
    sink,
    isHeard: sink.isQuiet !== true,
    feed: CONTRACT,
    coins: newCoinPosition(params.spec, params.feeRate, 0n),
    position: newContractPosition(params.contract, params.investment),
    withheld: null,
    contractProfit: 0n,
    openFees: 0n,
    openFunding: 0n,
    fills: 0,
    pairs: 0,
    pairProfit: 0n,
  };
}

export function holdingsOf({ coins, position }: ArbitrageState): Holdings {
  return { [position.spec.contract.settle]: position.cash, [coins.spec.base]: coins.base };
}

/** Equity is counted from what is held and open, everything else from the books of the two legs. */
export function equityAt(
  { coins, position, contractProfit }: ArbitrageState,
  prices: readonly number[],
): EquityStatement {
  const mark = prices[MARK] as number;
  const value = coins.base * BigInt(prices[SPOT] as number) * coins.spec.tickUnits;
  const { flows, insurance } = position;
  const equity = accountEquityAt(position, mark) * EQUITY_SCALE + value;
  const start = position.start * EQUITY_SCALE;
  const gridProfit = coins.realised + contractProfit * EQUITY_SCALE;
  const openProfit = (flows + closingFlow(position, mark) + insurance - contractProfit) * EQUITY_SCALE;
  const positionProfit = openProfit + value - coins.carry;
  const fees = coins.fees + position.fees * EQUITY_SCALE;
  const funding = position.funding * EQUITY_SCALE;
  return statementOf({ start, gridProfit, positionProfit, fees, funding, equity });
}

/** The short. Nothing rests, so both liquidation prices are the same. */
export function shortAt({ position, params }: ArbitrageState, prices: readonly number[]): PositionStatement | null {
  return positionStatement(position, prices[MARK] as number, params.leverage, liquidationLevel(position));
}

/** An order of one of the legs, as the record has it: contracts as the coins that they stand for. */
export interface LegOrder {
  readonly feed: number;
  readonly side: 'buy' | 'sell';
  readonly ticks: number;
  readonly quantity: bigint;
}

export function tellOrder(
  state: ArbitrageState,
  timeMs: number,
  kind: OrderEvent['kind'],
  reason: OrderReason,
  order: LegOrder,
): void {
  if (state.isHeard) state.sink.order({ timeMs, kind, reason, level: -1, ...order });
}

/** Notes why an order is not made. The record hears of it once, until something is traded. */
export function withhold(state: ArbitrageState, reason: OrderReason, order: LegOrder, timeMs: number): void {
  const isKnown = state.withheld?.reason === reason;
  const { feed, side, ticks } = order;
  state.withheld = { feed, side, level: -1, ticks, reason };
  if (!isKnown) tellOrder(state, timeMs, 'withheld', reason, order);
}
