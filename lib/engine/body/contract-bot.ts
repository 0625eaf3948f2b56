import {
  type ContractSpec,
  contractsWithin,
  orderUnitsOf,
  restingFeeRate,
  tradeFlow,
} from '../../formulas/contract-value.ts';
import { formatAmount } from '../../money/amount.ts';
import type { EngineSink, MarketView } from '../machine.ts';
import { ContractLeg, type ContractParams, followPosition, listenForLiquidation, sleepLeg } from './contract-leg.ts';
import { ContractPieces } from './contract-parts.ts';
import { type ContractPositionSnapshot, feeOnFlow } from './contract-position.ts';
import { NO_TRADES, type RestingTrades } from './contract-statement.ts';
import { marketTicks } from './contract-trade.ts';
import { type BotMoney, type ClosingOrder, LadderBot, type LadderParams, lifeWords } from './ladder-bot.ts';

/** What the body has to know of a bot that trades one contract on a ladder. */
export type ContractBotParams = ContractParams & LadderParams;

/**
 * One slot of the ladder. What its orders would do to the account never changes, so it is worked out once, exactly: settle units,
 * which may be more than a number holds.
 */
export interface ContractSlot {
  /** Contracts that the ladder's proportions want, and those that the slot trades: 0 where the market takes no order so small. */
  readonly wanted: number;
  readonly plan: number;
  readonly buy: SlotOrder;
  readonly sell: SlotOrder;
  /** Profit of a completed pair before and after its fees. */
  readonly pairProfit: bigint;
  readonly pairNet: bigint;
  /** Which of the two orders opens a pair. */
  readonly opensWith: 'buy' | 'sell';
  /** It has filled, and the other one not yet. */
  isPairOpen: boolean;
}

/** What an order of a slot trades, signed. */
type SlotOrder = RestingTrades;

function orderOf(spec: ContractSpec, contracts: bigint, ticks: number): SlotOrder {
  if (contracts === 0n) return NO_TRADES;
  const flow = tradeFlow(spec, contracts, ticks);
  return { contracts, flow, fee: feeOnFlow(flow, restingFeeRate(spec.contract)) };
}

/**
 * A bot with one position in one contract and a ladder of its own orders, which it counts in contracts. Its orders need no money set
 * apart: the whole account stands behind them all. Amounts are settle units.
 */
export class ContractBot<P extends ContractBotParams = ContractBotParams> extends LadderBot<P> {
  declare readonly leg: ContractLeg;
  /** Of completed pairs, before and after their fees. */
  gridProfit = 0n;
  matchedProfit = 0n;
  /** The line that was empty at the opening. */
  openedAt = 0;
  /** Orders that a venue has executed in part; null: none ever was. */
  pieces: ContractPieces | null = null;
  /** None before the opening. */
  readonly slots: ContractSlot[] = [];

  constructor(
    params: P,
    count: number,
    money: BotMoney,
    view: MarketView,
    sink: EngineSink,
    stored?: ContractPositionSnapshot,
  ) {
    super(params, count, lifeWords(count), money, view, sink);
    this.leg = new ContractLeg(params, view, sink, stored);
  }

  /** So many contracts in the units that records count. */
  unitsOf(contracts: number): bigint {
    return orderUnitsOf(this.params.spec, BigInt(contracts));
  }

  marketTicks(side: 'buy' | 'sell', contracts: number, ticks: number, timeMs: number): number {
    return marketTicks(this.leg, side, BigInt(contracts), ticks, timeMs);
  }

  lotsWithin({ side, ticks: limit, lots }: ClosingOrder, ticks: number, timeMs: number): number {
    const units = this.view.depthWithin?.(0, side, limit, ticks, timeMs) ?? null;
    return units === null ? lots : Math.min(lots, Number(contractsWithin(this.params.spec, units, ticks)));
  }

  heldText(): Record<string, string> {
    const { spec, cash, size } = this.leg.position;
    return { [spec.contract.settle]: formatAmount(cash), contracts: `${size}` };
  }

  /** The position or the balance changed at `timeMs`. */
  follow(timeMs: number): void {
    followPosition(this.leg, timeMs);
    const { fundingAtMs } = this.leg;
    if (fundingAtMs === this.timerAtMs) return;
    this.timerAtMs = fundingAtMs;
    this.askAt(this.askedAtMs);
  }

  /** Its liquidation and its funding go on: they are the position's. */
  override sleep(): void {
    super.sleep();
    this.askedAtMs = Number.POSITIVE_INFINITY;
    this.leg.isMarkTouched = false;
    listenForLiquidation(this.leg.position, this.leg.markSlot);
  }

  override end(): void {
    super.end();
    sleepLeg(this.leg);
    this.timerAtMs = Number.POSITIVE_INFINITY;
  }

  /** Its orders that were executed in part, to write. */
  ownPieces(): ContractPieces {
    this.pieces ??= new ContractPieces();
    return this.pieces;
  }

  /** Fee on orders that rest, 1e-8. */
  get restingFeeE8(): bigint {
    return restingFeeRate(this.params.spec.contract);
  }

  slotOf(i: number): ContractSlot {
    return this.slots[i] as ContractSlot;
  }

  /** A slot without an open pair; its lines must be known. */
  setSlot(i: number, wanted: number, plan: number, opensWith: 'buy' | 'sell'): void {
    const { spec } = this.params;
    const buy = orderOf(spec, BigInt(plan), this.line(i));
    const sell = orderOf(spec, -BigInt(plan), this.sellLine(i));
    const pairProfit = buy.flow + sell.flow;
    const pairNet = pairProfit - buy.fee - sell.fee;
    this.slots[i] = { wanted, plan, buy, sell, pairProfit, pairNet, opensWith, isPairOpen: false };
  }

  /** Contracts of the order that rests in slot i: all of them do while it runs. */
  resting(i: number): number {
    if (!this.isRunning) return 0;
    const { plan } = this.slotOf(i);
    return this.pieces === null ? plan : plan - (this.pieces.parts.get(i)?.lots ?? 0);
  }

  reasonOf(i: number): 'below-minimum' | null {
    return this.slotOf(i).plan === 0 ? 'below-minimum' : null;
  }
}
