import { EQUITY_SCALE, type EquityLine, type OpenOrder, type RoundStatement, type WithheldOrder } from '../machine.ts';
import { CoinMachine } from './coin-machine.ts';
import type { CoinParams } from './coin-params.ts';
import { exactOf } from './exact.ts';
import { roundsOf } from './round-life.ts';
import { restingOf, roundStatement, withheldOf } from './round-record.ts';
import { takeRoundSnapshot } from './round-snapshot.ts';

/** A bot with rounds as the drivers know it. */
export class RoundMachine<P extends CoinParams> extends CoinMachine<P> {
  override move(feed: number, ticks: number, timeMs: number): void {
    this.see(ticks, () => super.move(feed, ticks, timeMs));
  }

  override jump(feed: number, ticks: number, timeMs: number): void {
    this.see(null, () => super.jump(feed, ticks, timeMs));
  }

  /** The first price that is seen after the owner has changed the exits decides; a jump is decided at the price seen anyway. */
  private see(ticks: number | null, act: () => void): void {
    const { bot } = this;
    const rounds = roundsOf(bot);
    const wasRunning = bot.isRunning;
    if (rounds.isRearmed && wasRunning) rounds.decidesAt = ticks;
    act();
    rounds.decidesAt = null;
    if (wasRunning) rounds.isRearmed = false;
  }

  /** A round's first order is one of its orders. */
  protected override get openingLevel(): number {
    return 0;
  }

  override openOrders(): readonly OpenOrder[] {
    const { bot } = this;
    return bot.isRunning ? restingOf(roundsOf(bot)) : super.openOrders();
  }

  override withheldOrders(): readonly WithheldOrder[] {
    const { bot } = this;
    return bot.isRunning ? withheldOf(roundsOf(bot)) : super.withheldOrders();
  }

  /** The money is rounded from its exact value (1e-16): drawdowns on record were reckoned so, to the last digit of a float. */
  override equityLine(): EquityLine {
    return { ...super.equityLine(), fixed: Number(exactOf(this.bot.quote)) / Number(EQUITY_SCALE) };
  }

  round(): RoundStatement | null {
    return roundStatement(this.bot, roundsOf(this.bot));
  }

  override snapshot(): unknown {
    return takeRoundSnapshot(this.bot);
  }
}
