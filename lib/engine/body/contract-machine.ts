import type { OwnersEnd } from '../../contract/bot-words.ts';
import type { PlannedLiquidations } from '../../formulas/futures-grid-liquidation.ts';
import { formatAmount } from '../../money/amount.ts';
import { formatTicks } from '../../money/market-spec.ts';
import { feedsOf } from '../bot-feeds.ts';
import { contractLine } from '../equity-line.ts';
import type {
  CloseInstruction,
  EquityLine,
  EquityStatement,
  Holdings,
  LifeRefusal,
  PositionStatement,
  PriceFeedId,
  WakeSlot,
} from '../machine.ts';
import type { ContractBot } from './contract-bot.ts';
import { contractClose, deleverage, liquidate } from './contract-closing.ts';
import { ladderOrders, restingOrders } from './contract-ladder.ts';
import {
  equityOfLeg,
  holdingsOfLeg,
  liquidationsOfLeg,
  positionOfLeg,
  type RestingOrders,
  settleFundingDue,
  takeMarkTouch,
  touchMark,
} from './contract-leg.ts';
import { reducibleMargin } from './contract-margin.ts';
import { payIn, payOut } from './contract-position.ts';
import { LadderMachine } from './ladder-machine.ts';
import { pauseLadder, resumeLadder } from './life.ts';
import type { LadderDecisions } from './rules.ts';
import { tellOperation } from './tell.ts';

/** What opens a bot: a price that it waits for, and of which feed (X52). */
export interface PriceTrigger {
  readonly ticks: number;
  readonly price: 'last' | 'mark';
}

/**
 * The machine of a bot in one contract: it listens to the last price for its orders and stops and to the mark price for its
 * liquidation, and once in a funding interval it pays or receives funding.
 */
export abstract class ContractMachine<B extends ContractBot> extends LadderMachine<B, LadderDecisions<B>> {
  declare readonly feeds: readonly PriceFeedId[];
  declare readonly slots: readonly WakeSlot[];

  constructor(bot: B, kind: LadderDecisions<B>) {
    super(bot, kind);
    this.feeds = feedsOf(bot.params.spec);
    this.slots = [bot.slot, bot.leg.markSlot];
  }

  protected abstract get trigger(): PriceTrigger | null;

  protected get triggerTicks(): number | null {
    return this.trigger?.ticks ?? null;
  }

  protected get matchedProfit(): bigint {
    return this.bot.matchedProfit;
  }

  start(ticks: readonly number[], timeMs: number): void {
    const { bot } = this;
    const { spec, investment } = bot.params;
    const last = ticks[0] as number;
    const told = { investment: formatAmount(investment), asset: spec.contract.settle, price: formatTicks(spec, last) };
    bot.sink.operation('create', timeMs, null, told, '');
    this.begin(ticks, timeMs);
  }

  protected begin(ticks: readonly number[], timeMs: number): void {
    const { bot, kind, trigger } = this;
    const last = ticks[0] as number;
    const isMark = trigger?.price === 'mark';
    const seen = isMark ? bot.leg.markOf(ticks) : last;
    if (trigger === null || trigger.ticks === seen) kind.open(bot, last, timeMs);
    else this.awaitTrigger(isMark ? bot.leg.markSlot : bot.slot, trigger.ticks, seen, timeMs);
  }

  override move(feed: number, ticks: number, timeMs: number): void {
    if (feed === 1) this.seeMark(ticks, timeMs);
    else super.move(feed, ticks, timeMs);
  }

  override jump(feed: number, ticks: number, timeMs: number): void {
    if (feed === 1) this.seeMark(ticks, timeMs);
    else super.jump(feed, ticks, timeMs);
  }

  /** What the mark price decides happens around the last price: asks to be woken at once with both. */
  private seeMark(ticks: number, timeMs: number): void {
    if (touchMark(this.bot.leg, ticks)) this.bot.askAt(timeMs);
  }

  wakeByTime(timeMs: number, prices: readonly number[]): void {
    const { bot, kind } = this;
    if (timeMs < bot.wakeAtMs) return;
    const last = prices[0] as number;
    const isFunded = settleFundingDue(bot.leg, prices, timeMs);
    bot.timerAtMs = bot.leg.fundingAtMs;
    if (takeMarkTouch(bot.leg)) {
      if (bot.step === 'wait-touch') this.openTriggered(bot.leg.markOf(prices), last, timeMs);
      else liquidate(bot, last, timeMs);
      return;
    }
    if (bot.step === 'init-order-process') {
      kind.open(bot, last, timeMs);
      return;
    }
    if (isFunded && (bot.isRunning || bot.isPaused)) kind.afterFills?.(bot, last, timeMs);
    this.wakeOpened(last, timeMs);
  }

  override terminate(instruction: CloseInstruction, ticks: readonly number[], timeMs: number, cause?: OwnersEnd): void {
    super.terminate(contractClose(this.bot, instruction), ticks, timeMs, cause);
  }

  /** Its funding, its liquidation and its stops go on. */
  pause(_ticks: readonly number[], timeMs: number): void {
    pauseLadder(this.bot, timeMs);
    this.keepMarkCall(timeMs);
  }

  resume(ticks: readonly number[], timeMs: number): LifeRefusal | null {
    const refusal = resumeLadder(this.bot, this.kind, ticks[0] as number, timeMs);
    this.keepMarkCall(timeMs);
    return refusal;
  }

  increaseMargin(amount: bigint, ticks: readonly number[], timeMs: number): LifeRefusal | null {
    const { bot } = this;
    if (!bot.isRunning && !bot.isPaused) return 'not-running';
    if (this.isCalledIn) return 'liquidating';
    if (amount <= 0n) return 'no-funds';
    payIn(bot.leg.position, amount);
    this.tellMoved('increase_margin', amount, timeMs);
    this.moneyMoved(amount, ticks, timeMs);
    return null;
  }

  reducibleMargin(ticks: readonly number[]): bigint {
    const { bot } = this;
    if (!bot.isRunning && !bot.isPaused) return 0n;
    return reducibleMargin(bot.leg, this.plannedOrders(), bot.leg.worstOf(ticks));
  }

  reduceMargin(amount: bigint, ticks: readonly number[], timeMs: number): LifeRefusal | null {
    const { bot } = this;
    if (!bot.isRunning && !bot.isPaused) return 'not-running';
    if (amount <= 0n || amount > this.reducibleMargin(ticks)) return 'no-funds';
    payOut(bot.leg.position, amount);
    this.tellMoved('withdrawal_balance', amount, timeMs);
    this.moneyMoved(-amount, ticks, timeMs);
    return null;
  }

  /** The mark price has called for its liquidation, which nothing that comes in now would keep off. */
  protected get isCalledIn(): boolean {
    return this.bot.leg.isMarkTouched;
  }

  private tellMoved(type: 'increase_margin' | 'withdrawal_balance', amount: bigint, timeMs: number): void {
    const { bot } = this;
    const told = { amount: formatAmount(amount), asset: bot.params.spec.contract.settle };
    tellOperation(bot, type, timeMs, null, told);
  }

  /** Its orders that have not filled, by side; those of a pause too. */
  protected plannedOrders(): RestingOrders {
    return ladderOrders(this.bot);
  }

  /** So much came in from outside, negative: was taken out. The liquidation follows; what else follows is the kind's. */
  protected moneyMoved(_amount: bigint, _ticks: readonly number[], timeMs: number): void {
    this.bot.follow(timeMs);
  }

  /** What the mark price called for before its owner came in between is done next. */
  protected keepMarkCall(timeMs: number): void {
    const { bot } = this;
    if (bot.leg.isMarkTouched && bot.status !== 'finished') bot.askAt(timeMs);
  }

  deleverage(ticks: number, _prices: readonly number[], timeMs: number): void {
    deleverage(this.bot, ticks, timeMs, true);
  }

  holdings(): Holdings {
    return holdingsOfLeg(this.bot.leg);
  }

  equity(ticks: readonly number[]): EquityStatement {
    return equityOfLeg(this.bot.leg, ticks, this.bot.gridProfit);
  }

  position(ticks: readonly number[]): PositionStatement | null {
    return positionOfLeg(this.bot.leg, restingOrders(this.bot), ticks);
  }

  liquidations(added: bigint): PlannedLiquidations {
    return liquidationsOfLeg(this.bot.leg, restingOrders(this.bot), added);
  }

  equityLine(): EquityLine {
    return contractLine(this.bot.leg.position);
  }
}
