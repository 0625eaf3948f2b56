import { ContractBot } from '../../engine/body/contract-bot.ts';
import { CONTRACT_MONEY } from '../../engine/body/contract-closing.ts';
import { type EquityTarget, targetOf } from '../../engine/equity-level.ts';
import type { EngineSink, MarketView } from '../../engine/machine.ts';
import { gridLines } from '../../formulas/grid-levels.ts';
import { smallestContracts } from '../../formulas/minimum-investment-futures.ts';
import { mulDivUp, UNITS_PER_COIN } from '../../money/amount.ts';
import type { FuturesGridParams } from './params.ts';

/** A futures grid, and the equity at which its stops act: at most, at least; settle units, null when not set. */
export class FuturesGridBot extends ContractBot<FuturesGridParams> {
  readonly lossTarget: EquityTarget | null;
  readonly profitTarget: EquityTarget | null;

  constructor(params: FuturesGridParams, view: MarketView, sink: EngineSink) {
    super(params, params.gridCount, CONTRACT_MONEY, view, sink);
    const { investment, stopLossE8, takeProfitE8 } = params;
    this.lossTarget =
      stopLossE8 === null ? null : targetOf(investment - mulDivUp(investment, stopLossE8, UNITS_PER_COIN));
    this.profitTarget =
      takeProfitE8 === null ? null : targetOf(investment + mulDivUp(investment, takeProfitE8, UNITS_PER_COIN));
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
