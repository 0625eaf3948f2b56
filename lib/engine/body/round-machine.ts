import type { EquityLine, LifeRefusal, OpenOrder, WithheldOrder } from '../machine.ts';
import type { RoundStatement } from '../round-statement.ts';
import { CoinMachine } from './coin-machine.ts';
import type { CoinParams } from './coin-params.ts';
import { COIN } from './exact.ts';
import { changeExits } from './round-exits.ts';
import { continueRound, pauseRound } from './round-pause.ts';
import { openOrdersOf, roundStatement, withheldOrdersOf } from './round-record.ts';
import { takeRoundSnapshot } from './round-snapshot.ts';
import { type RoundRules, roundsOf } from './rounds.ts';

/** A bot with rounds in coins, as the drivers know it. */
export class RoundMachine<P extends CoinParams> extends CoinMachine<P> {
  override pause(_ticks: readonly number[], timeMs: number): void {
    pauseRound(this.bot, timeMs);
  }

  override resume(ticks: readonly number[], timeMs: number): LifeRefusal | null {
    return continueRound(this.bot, this.kind, ticks[0] as number, timeMs);
  }

  /** Its owner has changed what the exits of its rounds follow from: they do from `exits`, at the present price. */
  changeExits(params: P, exits: RoundRules, ticks: readonly number[], timeMs: number): void {
    this.bot.params = params;
    changeExits(this.bot, this.kind, exits, ticks[0] as number, timeMs);
  }

  override openOrders(): readonly OpenOrder[] {
    return openOrdersOf(this.bot) ?? super.openOrders();
  }

  override withheldOrders(): readonly WithheldOrder[] {
    return withheldOrdersOf(this.bot) ?? super.withheldOrders();
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
    return takeRoundSnapshot(this.bot, this.slots, false);
  }
}
