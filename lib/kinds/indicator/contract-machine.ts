import type { OwnersEnd } from '../../contract/bot-words.ts';
import { close } from '../../engine/body/closing.ts';
import type { ContractBot } from '../../engine/body/contract-bot.ts';
import { deleverage, liquidate } from '../../engine/body/contract-closing.ts';
import { takeMarkTouch } from '../../engine/body/contract-leg.ts';
import { ContractMachine, type PriceTrigger } from '../../engine/body/contract-machine.ts';
import { nextFundingWake } from '../../engine/body/contract-trade.ts';
import { type OpenCosts, readContracts, settleFundingOn, storeContracts } from '../../engine/body/contract-trades.ts';
import { awaitClose, lookAtClose } from '../../engine/body/resting-close.ts';
import { readTime } from '../../engine/body/stored-times.ts';
import { probedLine } from '../../engine/equity-line.ts';
import { withTakenOut } from '../../engine/equity-statement.ts';
import type { CloseInstruction, EngineSink, EquityLine, MarketView, WithheldOrder } from '../../engine/machine.ts';
import { closeKlines, nextKlineMs } from '../../engine/signal-board.ts';
import type { ContractSpec } from '../../formulas/contract-value.ts';
import { IndicatorContracts } from './contract-leg.ts';
import { contractDecisions, contractMoney, IndicatorContractBot } from './contracts.ts';
import { TRADE_ORDER, tradeBySignals } from './decisions.ts';
import { type IndicatorBot, newIndicatorBot, type StopLevel } from './indicator-bot.ts';
import type { IndicatorParams } from './params.ts';
import { actOn, gravestStop, rearm, spentStop, stopRange } from './stops.ts';
import { readStored, type StoredIndicator, takeStored } from './stored.ts';

/** An indicator bot in a contract, as the drivers know it. */
export class IndicatorContractMachine extends ContractMachine<ContractBot> {
  declare private readonly own: IndicatorBot;
  declare private readonly costs: OpenCosts;

  constructor(params: IndicatorParams & { readonly spec: ContractSpec }, view: MarketView, sink: EngineSink) {
    const costs = { units: 0n };
    const bot = new IndicatorContractBot({ ...params, stopCheck: 'tick' }, 0, contractMoney(costs), view, sink);
    const own = newIndicatorBot(params, new IndicatorContracts(bot, costs, params), TRADE_ORDER);
    super(bot, contractDecisions(own));
    this.own = own;
    this.costs = costs;
  }

  protected get trigger(): PriceTrigger | null {
    return null;
  }

  protected get openingSide(): 'buy' | 'sell' {
    return this.own.params.side;
  }

  override start(ticks: readonly number[], timeMs: number): void {
    super.start(ticks, timeMs);
    this.armAt(ticks, timeMs);
  }

  /** What the mark price touched, then funding, then the K-lines that close now, then the end of a closing order. */
  override wakeByTime(timeMs: number, prices: readonly number[]): void {
    const { bot, own } = this;
    if (timeMs < bot.wakeAtMs) return;
    const last = prices[0] as number;
    if (takeMarkTouch(bot.leg)) this.settleMark(bot.leg.markOf(prices), last, timeMs);
    let isChanged = settleFundingOn(bot, this.costs, prices, timeMs);
    if (!bot.isEnding && own.klineAtMs <= timeMs) {
      closeKlines(own.board, bot.view, timeMs);
      own.klineAtMs = nextKlineMs(own.board, timeMs);
      if (bot.isRunning && tradeBySignals(own, prices, timeMs)) isChanged = true;
    }
    const { closing } = bot;
    if (closing !== null && closing.expiresAtMs <= timeMs) this.end(closing.reason, { type: 'market' }, last, timeMs);
    else if (closing !== null && closing.looksAtMs <= timeMs) {
      lookAtClose(bot, this.kind, last, timeMs);
      isChanged = true;
    }
    if (isChanged) this.armAt(prices, timeMs);
    else this.listenFrom(timeMs);
  }

  /** The mark price is at `mark`: what it reaches happens around the last price, the gravest first. */
  private settleMark(mark: number, last: number, timeMs: number): void {
    const { bot, own } = this;
    for (let stop = gravestStop(own, mark); stop !== null; stop = gravestStop(own, mark)) {
      this.act(stop, last, timeMs);
      if (bot.status === 'finished') return;
      this.lookAnew(mark, timeMs);
    }
  }

  private act(stop: StopLevel, last: number, timeMs: number): void {
    const reason = actOn(this.own, stop, last, timeMs);
    if (reason === 'liquidated') liquidate(this.bot, last, timeMs);
    else if (reason !== null) this.end(reason, { type: 'market' }, last, timeMs);
  }

  private end(reason: Parameters<typeof close>[2], instruction: CloseInstruction, last: number, timeMs: number): void {
    close(this.bot, this.kind, reason, instruction, last, timeMs);
  }

  /**
   * The position or the balance has changed at the present prices: a bot that has nothing left to lose ends, another one listens to its stops.
   * Its end is on record at the mark price: its stops are levels of the mark, and a bot without a position fills nothing that had another price.
   */
  private armAt(prices: readonly number[], timeMs: number): void {
    this.lookAnew(this.bot.leg.markOf(prices), timeMs);
    this.listenFrom(timeMs);
  }

  /** Funding is settled next after this moment. */
  private listenFrom(timeMs: number): void {
    const { leg } = this.bot;
    leg.fundingAtMs = nextFundingWake(leg.position, timeMs);
    this.listen();
  }

  private lookAnew(mark: number, timeMs: number): void {
    rearm(this.own, mark);
    const spent = spentStop(this.own);
    if (spent !== null) this.act(spent, mark, timeMs);
  }

  /** The earliest of what the bot waits for by time, and its stops on the mark price. */
  private listen(): void {
    const { bot, own } = this;
    if (bot.status === 'finished') return;
    const klineAtMs = bot.isEnding ? Number.POSITIVE_INFINITY : own.klineAtMs;
    bot.timerAtMs = Math.min(bot.leg.fundingAtMs, klineAtMs);
    Object.assign(bot.leg.markSlot, stopRange(own));
    bot.askAt(Number.POSITIVE_INFINITY);
    awaitClose(bot);
  }

  /** What the mark price was touched for is looked at with what it has by then. */
  protected override get isCalledIn(): boolean {
    return false;
  }

  /** Where it is liquidated and where it is stopped follow; funding is due when it was. */
  protected override moneyMoved(_amount: bigint, ticks: readonly number[], timeMs: number): void {
    this.lookAnew(this.bot.leg.markOf(ticks), timeMs);
    this.listen();
    this.keepMarkCall(timeMs);
  }

  override terminate(instruction: CloseInstruction, ticks: readonly number[], timeMs: number, cause?: OwnersEnd): void {
    this.end(cause ?? 'cancelled', instruction, ticks[0] as number, timeMs);
    this.armAt(ticks, timeMs);
  }

  /** The exchange closes the position at exactly `ticks`. */
  override deleverage(ticks: number, _prices: readonly number[], timeMs: number): void {
    deleverage(this.bot, ticks, timeMs, false);
  }

  /** In values rounded to units: drawdowns on record were reckoned so, to the last digit of a float. */
  override equityLine(): EquityLine {
    const { isInverse } = this.bot.leg.position.spec.contract;
    return probedLine(1, isInverse, (ticks) => withTakenOut(this.equity([ticks, ticks])));
  }

  override withheldOrders(): readonly WithheldOrder[] {
    const { withheld } = this.own;
    return withheld === null || !this.bot.isRunning ? [] : [withheld];
  }

  override snapshot(): StoredIndicator {
    const { bot, own, costs } = this;
    return takeStored(bot, own, {
      lotUnits: 1n,
      matchedProfit: bot.matchedProfit,
      account: storeContracts(bot, costs),
      isTouched: bot.leg.isMarkTouched,
      fundingAtMs: bot.leg.fundingAtMs,
    });
  }

  /** Makes a new machine what was stored. */
  restore(stored: StoredIndicator): void {
    const { bot, costs } = this;
    const { leg } = bot;
    readContracts(bot, costs, stored.account, BigInt(stored.matchedProfit));
    readStored(bot, this.own, stored, 1n);
    if (bot.status === 'finished') return;
    leg.fundingAtMs = readTime(stored.times[2]);
    leg.isMarkTouched = stored.isTouched;
    this.listen();
    bot.wakeAtMs = readTime(stored.times[0]);
  }
}
