import { orderUnitsOf, restingFeeRate, tradeFlow } from '../../formulas/contract-value.ts';
import { formatAmount } from '../../money/amount.ts';
import type { EngineSink, MarketView } from '../machine.ts';
import { ContractLeg, type ContractParams, followPosition, listenForLiquidation, sleepLeg } from './contract-leg.ts';
import { type ContractPositionSnapshot, feeOnFlow } from './contract-position.ts';
import { marketTicks } from './contract-trade.ts';
import { type BotMoney, LadderBot, type LadderParams, lifeWords } from './ladder-bot.ts';
import { BotMemory } from './layout.ts';

/** What the body has to know of a bot that trades one contract on a ladder. */
export type ContractBotParams = ContractParams & LadderParams;

/** What a slot holds besides its line: wanted, plan, the flow and fee of its buy and its sell, which of them opens a pair, whether one is open. */
const SLOT_WORDS = 8;

/** An amount as a word; one that no number holds is worked out again where it is asked for. */
function wordOf(units: bigint): number {
  const word = Number(units);
  return Number.isSafeInteger(word) ? word : Number.NaN;
}

/**
 * A bot with one position in one contract and a ladder of its own orders, which it counts in contracts. Its orders need no money set
 * apart: the whole account stands behind them all. Amounts are settle units.
 */
export class ContractBot<P extends ContractBotParams = ContractBotParams> extends LadderBot<P> {
  readonly leg: ContractLeg;
  /** Of completed pairs, before and after their fees. */
  gridProfit = 0n;
  matchedProfit = 0n;
  /** The line that was empty at the opening. */
  openedAt = 0;
  private readonly slotsAt: number;

  constructor(
    params: P,
    count: number,
    money: BotMoney,
    view: MarketView,
    sink: EngineSink,
    stored?: ContractPositionSnapshot,
  ) {
    const length = lifeWords(count) + count * SLOT_WORDS;
    super(params, count, length, money, new BotMemory(length + 8), view, sink);
    this.slotsAt = this.at + lifeWords(count);
    this.leg = new ContractLeg(params, view, sink, stored);
  }

  /** So many contracts in the units that records count. */
  unitsOf(contracts: number): bigint {
    return orderUnitsOf(this.params.spec, BigInt(contracts));
  }

  marketTicks(side: 'buy' | 'sell', contracts: number, ticks: number, timeMs: number): number {
    return marketTicks(this.leg, side, BigInt(contracts), ticks, timeMs);
  }

  heldText(): Record<string, string> {
    const { spec, cash, size } = this.leg.position;
    return { [spec.contract.settle]: formatAmount(cash), contracts: `${size}` };
  }

  /** The position or the balance changed at `timeMs`. */
  follow(timeMs: number): void {
    followPosition(this.leg, timeMs);
    this.timerAtMs = this.leg.fundingAtMs;
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

  private slotAt(i: number): number {
    return this.slotsAt + i * SLOT_WORDS;
  }

  /** What the ladder's proportions want in slot i, contracts. */
  wanted(i: number): number {
    return this.words[this.slotAt(i)] as number;
  }

  /** What slot i trades, contracts; 0 where the market takes no order so small. */
  plan(i: number): number {
    return this.words[this.slotAt(i) + 1] as number;
  }

  /** Signed flow of slot i's buy on its lower line, of its sell on its upper one; 0n without a plan. */
  flow(i: number, side: 'buy' | 'sell'): bigint {
    const word = this.words[this.slotAt(i) + (side === 'buy' ? 2 : 3)] as number;
    return Number.isNaN(word) ? this.exactFlow(i, side) : BigInt(word);
  }

  /** The fee of the same order. */
  fee(i: number, side: 'buy' | 'sell'): bigint {
    const word = this.words[this.slotAt(i) + (side === 'buy' ? 4 : 5)] as number;
    return Number.isNaN(word) ? this.exactFee(this.exactFlow(i, side)) : BigInt(word);
  }

  private exactFlow(i: number, side: 'buy' | 'sell'): bigint {
    const contracts = BigInt(this.plan(i));
    if (contracts === 0n) return 0n;
    return side === 'buy'
      ? tradeFlow(this.params.spec, contracts, this.line(i))
      : tradeFlow(this.params.spec, -contracts, this.line(i + 1));
  }

  private exactFee(flow: bigint): bigint {
    return feeOnFlow(flow, restingFeeRate(this.params.spec.contract));
  }

  /** Which order of slot i opens a pair. */
  opensWith(i: number): 'buy' | 'sell' {
    return this.words[this.slotAt(i) + 6] === 0 ? 'buy' : 'sell';
  }

  /** Whether it has filled, and the other one not yet. */
  isPairOpen(i: number): boolean {
    return this.words[this.slotAt(i) + 7] === 1;
  }

  setPairOpen(i: number, isOpen: boolean): void {
    this.words[this.slotAt(i) + 7] = Number(isOpen);
  }

  /** A slot without an open pair; its lines must be known. */
  setSlot(i: number, wanted: number, plan: number, opensWith: 'buy' | 'sell'): void {
    const at = this.slotAt(i);
    this.words[at] = wanted;
    this.words[at + 1] = plan;
    const [buy, sell] = [this.exactFlow(i, 'buy'), this.exactFlow(i, 'sell')];
    this.words[at + 2] = wordOf(buy);
    this.words[at + 3] = wordOf(sell);
    this.words[at + 4] = wordOf(this.exactFee(buy));
    this.words[at + 5] = wordOf(this.exactFee(sell));
    this.words[at + 6] = opensWith === 'buy' ? 0 : 1;
    this.words[at + 7] = 0;
  }

  /** Contracts of the order that rests in slot i: all of them do while it runs. */
  resting(i: number): number {
    return this.isRunning ? this.plan(i) : 0;
  }

  reasonOf(i: number): 'below-minimum' | null {
    return this.plan(i) === 0 ? 'below-minimum' : null;
  }
}
