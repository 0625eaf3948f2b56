import type { EquityLine, LifeRefusal, OpenOrder, RoundStatement, WithheldOrder } from '../machine.ts';
import { CoinMachine } from './coin-machine.ts';
import type { CoinParams } from './coin-params.ts';
import { COIN } from './exact.ts';
import { roundsOf } from './round-life.ts';
import { continueRound, pauseRound } from './round-pause.ts';
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
    const hasRound = bot.isRunning || bot.isPaused;
    if (rounds.isRearmed && hasRound) rounds.decidesAt = ticks;
    act();
    rounds.decidesAt = null;
    if (hasRound) rounds.isRearmed = false;
  }

  override pause(timeMs: number): void {
    pauseRound(this.bot, timeMs);
  }

  override resume(ticks: readonly number[], timeMs: number): LifeRefusal | null {
    return continueRound(this.bot, this.kind, ticks[0] as number, timeMs);
  }

  override openOrders(): readonly OpenOrder[] {
    const { bot } = this;
    return bot.isRunning ? restingOf(roundsOf(bot)) : super.openOrders();
  }

  override withheldOrders(): readonly WithheldOrder[] {
    const { bot } = this;
    if (bot.isPaused) return restingOf(roundsOf(bot)).map(pausedOrder);
    return bot.isRunning ? withheldOf(roundsOf(bot)) : super.withheldOrders();
  }

  /** The money is rounded from its exact value (1e-16): drawdowns on record were reckoned so, to the last digit of a float. */
  override equityLine(): EquityLine {
    const { feed, fixed, factor } = super.equityLine();
    return { feed, fixed: (fixed * COIN) / COIN, factor };
  }

  round(): RoundStatement | null {
    return roundStatement(this.bot, roundsOf(this.bot));
  }

  override snapshot(): unknown {
    return takeRoundSnapshot(this.bot);
  }
}

function pausedOrder({ side, level, ticks }: OpenOrder): WithheldOrder {
  return { side, level, ticks, reason: 'paused' };
}
