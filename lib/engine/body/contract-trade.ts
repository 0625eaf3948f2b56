import type { SignalType } from '../../contract/bot-words.ts';
import {
  baseQuantityOf,
  type ContractSpec,
  contractValueUp,
  orderUnitsOf,
  restingFeeRate,
  tradeFlow,
} from '../../formulas/contract-value.ts';
import { nextFundingMs } from '../../formulas/funding.ts';
import { mulDivUp, UNITS_PER_COIN } from '../../money/amount.ts';
import type { EngineSink, Fill, MarketView } from '../machine.ts';
import { type ContractPosition, enterTrade, feeOnFlow, settleFunding } from './contract-position.ts';
import { type Execution, executedOf } from './executed.ts';

/** A contract account and those it asks and tells: of a leg (contract-leg.ts) what booking a trade needs. */
export interface ContractDesk {
  readonly position: ContractPosition;
  readonly view: MarketView;
  readonly sink: EngineSink;
  /** False when nobody listens: then no event objects are made. */
  readonly isHeard: boolean;
  /** Index of the contract's last price among the machine's feeds; absent = 0. */
  readonly feed?: number;
}

export interface ContractTrade {
  readonly side: 'buy' | 'sell';
  readonly role: Fill['role'];
  /** Grid line or add order, −1 for others. */
  readonly level: number;
  /** > 0. */
  readonly contracts: bigint;
  readonly ticks: number;
  /** Fill.signal. */
  readonly signal?: SignalType;
}

/** Enters a trade in the account and tells it. Returns what it realised before its fee; a loss beyond the balance is insured (told first). */
export function tradeContracts(desk: ContractDesk, trade: ContractTrade, execution: Execution, timeMs: number): bigint {
  const { ticks, contracts, flow, fee } = termsOf(desk, trade, execution, timeMs);
  return enterAndTell(desk, { ...trade, ticks }, contracts, flow, fee, null, timeMs);
}

/** What a trade does to the account: signed contracts, their signed flow and the fee in settle units, at an average price. */
export interface TradeTerms {
  readonly ticks: number;
  readonly contracts: bigint;
  readonly flow: bigint;
  readonly fee: bigint;
}

/** What a venue has executed; without one its value at its price, and on an order that has rested the maker fee, on one that takes what is there – at the market, or late – the taker fee. */
export function termsOf(
  { position: { spec }, view, feed = 0 }: Pick<ContractDesk, 'position' | 'view' | 'feed'>,
  trade: SizedTrade,
  execution: Execution,
  timeMs: number,
): TradeTerms {
  const { side, contracts: size, ticks } = trade;
  const order = { side, quantity: orderUnitsOf(spec, size), ticks };
  const executed = executedOf({ view, feed }, order, execution, timeMs);
  if (executed === null) {
    const { takerE8 } = spec.contract;
    return valuedTerms(spec, trade, execution === 'resting' ? restingFeeRate(spec.contract) : takerE8);
  }
  const { quote, fee } = executed;
  return { ticks: executed.ticks, contracts: signed(trade), flow: flowOf(spec, side, quote), fee };
}

type SizedTrade = Pick<ContractTrade, 'side' | 'contracts' | 'ticks'>;

const signed = ({ side, contracts }: SizedTrade): bigint => (side === 'buy' ? contracts : -contracts);

/** What a trade would do that nobody has executed: its value at its price, and the fee at a rate, 1e-8. */
export function valuedTerms(spec: ContractSpec, trade: SizedTrade, feeRateE8: bigint): TradeTerms {
  const { ticks } = trade;
  const contracts = signed(trade);
  const flow = tradeFlow(spec, contracts, ticks);
  return { ticks, contracts, flow, fee: feeOnFlow(flow, feeRateE8) };
}

/** The flow of a trade whose value (settle units) is known. */
function flowOf(spec: ContractSpec, side: 'buy' | 'sell', value: bigint): bigint {
  return (side === 'sell') === spec.contract.isInverse ? -value : value;
}

/** The same with flow and fee worked out before (grids know theirs), and the net profit of the pair that it completes. */
export function enterAndTell(
  desk: ContractDesk,
  trade: Pick<ContractTrade, 'side' | 'role' | 'level' | 'ticks' | 'signal'>,
  contracts: bigint,
  flow: bigint,
  fee: bigint,
  matchProfit: bigint | null,
  timeMs: number,
): bigint {
  const { position, sink } = desk;
  const insuredBefore = position.insurance;
  const realised = enterTrade(position, contracts, flow, fee);
  if (!desk.isHeard) return realised;
  const { spec } = position;
  const insured = position.insurance - insuredBefore;
  if (insured > 0n) sink.cash?.('insurance', timeMs, spec.contract.settle, insured);
  sink.fill({
    timeMs,
    feed: desk.feed ?? 0,
    side: trade.side,
    role: trade.role,
    level: trade.level,
    ticks: trade.ticks,
    quantity: orderUnitsOf(spec, contracts < 0n ? -contracts : contracts),
    quote: flow < 0n ? -flow : flow,
    fee,
    feeAsset: spec.contract.settle,
    matchProfit,
    realised,
    ...(trade.signal === undefined ? {} : { signal: trade.signal }),
  });
  return realised;
}

/** Average price in ticks at which a market order for `contracts` (> 0) fills around `ticks`, by the view's book. */
export function marketTicks(
  { position: { spec }, view, feed = 0 }: Pick<ContractDesk, 'position' | 'view' | 'feed'>,
  side: 'buy' | 'sell',
  contracts: bigint,
  ticks: number,
  timeMs: number,
): number {
  return view.marketFillTicks(feed, side, baseQuantityOf(spec, contracts, ticks), ticks, timeMs);
}

/** What the liquidation of `size` contracts costs an account that has so much after they were closed. */
export function liquidationFee(
  { spec, cash }: Pick<ContractPosition, 'spec' | 'cash'>,
  size: bigint,
  lastTicks: number,
): bigint {
  const value = contractValueUp(spec, size < 0n ? -size : size, lastTicks);
  const wanted = mulDivUp(value, spec.contract.liquidationFeeE8, UNITS_PER_COIN);
  return wanted < cash ? wanted : cash;
}

/**
 * The second half of a liquidation, after all `size` contracts were closed against the book around the last price: the fee is taken from
 * what is left, and a loss beyond the balance the insurance has paid. The balance is never below zero.
 */
export function chargeLiquidationFee(desk: ContractDesk, size: bigint, lastTicks: number, timeMs: number): void {
  const { position, sink } = desk;
  const { spec } = position;
  const fee = liquidationFee(position, size, lastTicks);
  if (fee === 0n) return;
  position.cash -= fee;
  position.fees += fee;
  if (desk.isHeard) sink.cash?.('liquidation_fee', timeMs, spec.contract.settle, -fee);
}

/** Settles the funding that is due at exactly `timeMs`, when the view knows a rate, and tells it. */
export function settleFundingAt(desk: ContractDesk, markTicks: number, timeMs: number): void {
  const { position, view, sink } = desk;
  if (position.size === 0n) return;
  const rateE8 = view.fundingRate?.(desk.feed ?? 0, timeMs) ?? null;
  if (rateE8 === null) return;
  const moved = settleFunding(position, markTicks, rateE8);
  if (desk.isHeard && moved !== 0n) sink.cash?.('funding', timeMs, position.spec.contract.settle, moved);
}

/** When funding next asks for the account: the settlement after `timeMs`, Infinity without a position. */
export function nextFundingWake({ spec, size }: ContractPosition, timeMs: number): number {
  return size === 0n ? Number.POSITIVE_INFINITY : nextFundingMs(timeMs, spec.contract.fundingIntervalMs);
}
