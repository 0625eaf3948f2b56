import type { OwnersEnd } from '../../contract/bot-words.ts';
import type { PlannedLiquidations } from '../../formulas/futures-grid-liquidation.ts';
import { probedLine } from '../equity-line.ts';
import {
  type CloseInstruction,
  EQUITY_SCALE,
  type EquityLine,
  type LifeRefusal,
  type OpenOrder,
  type PositionStatement,
  type WithheldOrder,
} from '../machine.ts';
import type { RoundStatement } from '../round-statement.ts';
import { close } from './closing.ts';
import { deleverage } from './contract-closing.ts';
import {
  liquidationsOfLeg,
  positionOfLeg,
  type RestingOrders,
  settleFundingDue,
  takeMarkTouch,
} from './contract-leg.ts';
import { ContractMachine, type PriceTrigger } from './contract-machine.ts';
import { accountEquityAt } from './contract-position.ts';
import { nextFundingWake } from './contract-trade.ts';
import { resetWake } from './path.ts';
import type { RoundContractBot, RoundContractParams } from './round-contract.ts';
import { liquidateRound, restingAdds, roundAdds } from './round-contract-end.ts';
import { changeExits } from './round-exits.ts';
import { continueRound, pauseRound } from './round-pause.ts';
import { openOrdersOf, roundStatement, withheldOrdersOf } from './round-record.ts';
import { takeRoundSnapshot } from './round-snapshot.ts';
import { type RoundRules, roundsOf } from './rounds.ts';

/** A bot with rounds in a contract, as the drivers know it. */
export class ContractRoundMachine<P extends RoundContractParams> extends ContractMachine<RoundContractBot<P>> {
  protected get trigger(): PriceTrigger | null {
    const { triggerTicks } = this.bot.params;
    return triggerTicks === null ? null : { ticks: triggerTicks, price: 'last' };
  }

  protected get openingSide(): 'buy' | 'sell' {
    return this.bot.params.side;
  }

  override move(feed: number, ticks: number, timeMs: number): void {
    super.move(feed, ticks, timeMs);
    if (feed === 0) this.passFunding(timeMs);
  }

  override jump(feed: number, ticks: number, timeMs: number): void {
    super.jump(feed, ticks, timeMs);
    if (feed === 0) this.passFunding(timeMs);
  }

  /** A liquidation comes before the funding of its moment. */
  override wakeByTime(timeMs: number, prices: readonly number[]): void {
    const { bot, kind } = this;
    if (timeMs < bot.wakeAtMs) return;
    const last = prices[0] as number;
    if (takeMarkTouch(bot.leg) && bot.leg.isOpen) {
      liquidateRound(bot, last, timeMs);
      return;
    }
    settleFundingDue(bot.leg, prices, timeMs);
    bot.timerAtMs = bot.leg.fundingAtMs;
    const { closing } = bot;
    // A contract cannot be kept: what has not filled in its time is closed at the market, as if its owner had said so.
    if (closing !== null && timeMs >= closing.expiresAtMs)
      close(bot, kind, closing.reason, { type: 'market' }, last, timeMs);
    else if (closing !== null) this.wakeOpened(last, timeMs);
    else if (bot.isRunning || bot.isPaused) resetWake(bot, timeMs);
  }

  override terminate(instruction: CloseInstruction, ticks: readonly number[], timeMs: number, cause?: OwnersEnd): void {
    close(this.bot, this.kind, cause ?? 'cancelled', instruction, ticks[0] as number, timeMs);
    this.passFunding(timeMs);
  }

  /** Funding of a moment at which the bot was told something before it was woken is not asked for any more. */
  private passFunding(timeMs: number): void {
    const { bot } = this;
    const { leg } = bot;
    if (leg.fundingAtMs > timeMs) return;
    leg.fundingAtMs = nextFundingWake(leg.position, timeMs);
    bot.timerAtMs = leg.fundingAtMs;
    bot.askAt(bot.askedAtMs);
  }

  override deleverage(ticks: number, _prices: readonly number[], timeMs: number): void {
    deleverage(this.bot, ticks, timeMs, false);
  }

  override pause(_ticks: readonly number[], timeMs: number): void {
    pauseRound(this.bot, timeMs);
    this.keepMarkCall(timeMs);
  }

  override resume(ticks: readonly number[], timeMs: number): LifeRefusal | null {
    const refusal = continueRound(this.bot, this.kind, ticks[0] as number, timeMs);
    this.keepMarkCall(timeMs);
    return refusal;
  }

  /** Its owner has changed what the exits of its rounds follow from: they do from `exits`, at the present price. */
  changeExits(params: P, exits: RoundRules, ticks: readonly number[], timeMs: number): void {
    this.bot.params = params;
    changeExits(this.bot, this.kind, exits, ticks[0] as number, timeMs);
    this.keepMarkCall(timeMs);
  }

  protected override plannedOrders(): RestingOrders {
    return roundAdds(this.bot);
  }

  protected override moneyMoved(amount: bigint, ticks: readonly number[], timeMs: number): void {
    this.bot.roundLeg.moneyMoved(amount);
    super.moneyMoved(amount, ticks, timeMs);
  }

  override openOrders(): readonly OpenOrder[] {
    return openOrdersOf(this.bot) ?? super.openOrders();
  }

  override withheldOrders(): readonly WithheldOrder[] {
    return withheldOrdersOf(this.bot) ?? super.withheldOrders();
  }

  override position(ticks: readonly number[]): PositionStatement | null {
    return positionOfLeg(this.bot.leg, restingAdds(this.bot), ticks);
  }

  override liquidations(added: bigint): PlannedLiquidations {
    return liquidationsOfLeg(this.bot.leg, restingAdds(this.bot), added);
  }

  /** By probes of what is rounded to units: drawdowns on record were reckoned so. */
  override equityLine(): EquityLine {
    const { position } = this.bot.leg;
    const equityAt = (ticks: number): bigint =>
      (accountEquityAt(position, ticks) + position.withdrawals) * EQUITY_SCALE;
    return probedLine(1, position.spec.contract.isInverse, equityAt);
  }

  round(): RoundStatement | null {
    return roundStatement(this.bot, roundsOf(this.bot));
  }

  snapshot(): unknown {
    return takeRoundSnapshot(this.bot, this.slots, this.bot.leg.isMarkTouched);
  }
}
