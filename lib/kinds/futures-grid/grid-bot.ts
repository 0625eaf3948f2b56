import { ContractBot } from '../../engine/body/contract-bot.ts';
import { CONTRACT_MONEY } from '../../engine/body/contract-closing.ts';
import { netPaidIn } from '../../engine/body/contract-position.ts';
import { type EquityTarget, targetOf } from '../../engine/equity-level.ts';
import type { EngineSink, MarketView } from '../../engine/machine.ts';
import { gridLines } from '../../formulas/grid-levels.ts';
import { smallestContracts } from '../../formulas/minimum-investment-futures.ts';
import { mulDivUp, UNITS_PER_COIN } from '../../money/amount.ts';
import type { FuturesGridParams } from './params.ts';

/**
 * A futures grid, and the equity at which its stops act: at most, at least; settle units, null when not set. They are so much less or
 * more than the investment, and move with what came in or was taken out since: that is neither loss nor profit.
 */
export class FuturesGridBot extends ContractBot<FuturesGridParams> {
  lossTarget: EquityTarget | null = null;
  profitTarget: EquityTarget | null = null;

  constructor(params: FuturesGridParams, view: MarketView, sink: EngineSink) {
    super(params, params.gridCount, CONTRACT_MONEY, view, sink);
    this.setTargets();
  }

  /** After the params or what was paid in have changed. */
  setTargets(): void {
    const { investment, stopLossE8, takeProfitE8 } = this.params;
    const { position } = this.leg;
    // What came in to be worked with is of the investment by then.
    const given = position.start + netPaidIn(position);
    const part = (rateE8: bigint): bigint => mulDivUp(investment, rateE8, UNITS_PER_COIN);
    this.lossTarget = stopLossE8 === null ? null : targetOf(given - part(stopLossE8));
    this.profitTarget = takeProfitE8 === null ? null : targetOf(given + part(takeProfitE8));
  }
}

export function linesOf({ lowTicks, highTicks, gridCount, spacing }: FuturesGridParams): number[] {
  return gridLines(lowTicks, highTicks, gridCount, spacing);
}

/** What a slot trades of the contracts that it wants: all of them, or nothing when the market takes no order so small. */
export function plannedContracts({ spec }: FuturesGridParams, wanted: number): number {
  return BigInt(wanted) >= smallestContracts(spec) ? wanted : 0;
}

/** Lays the ladder for what each slot wants, around the line that was empty at the opening. */
export function layLadder(bot: FuturesGridBot, wanted: readonly number[], openedAt: number): void {
  const { params } = bot;
  for (const [i, ticks] of linesOf(params).entries()) bot.setLine(i, ticks);
  for (const [i, contracts] of wanted.entries()) {
    bot.setSlot(i, contracts, plannedContracts(params, contracts), opensWith(params, i, openedAt));
  }
  bot.openedAt = openedAt;
  bot.hasLadder = true;
}

/** A long grid pairs what it buys, a short one what it sells; a neutral grid what is first traded on that side of its opening. */
function opensWith({ side }: FuturesGridParams, slot: number, openedAt: number): 'buy' | 'sell' {
  if (side === 'neutral') return slot < openedAt ? 'buy' : 'sell';
  return side === 'long' ? 'buy' : 'sell';
}
