import { restingFeeRate, tradeFlow } from '../../formulas/contract-value.ts';
import type { RestingOrders } from './contract-leg.ts';
import { feeOnFlow } from './contract-position.ts';
import { NO_TRADES } from './contract-statement.ts';
import { endByExchange } from './ending.ts';
import type { RoundContractBot } from './round-contract.ts';
import { leave } from './round-life.ts';
import { pendingOrders, roundsOf } from './rounds.ts';

/** What the exchange does to a round in a contract, and what its orders would add to the position. */

/** The mark price reached the liquidation level: the last round is what is left of it around the present last price: the mark says when, the book what it brings. */
export function liquidateRound(bot: RoundContractBot, ticks: number, timeMs: number): void {
  const close = (): number => {
    const exit = leave(bot, 'liquidation', () => bot.roundLeg.liquidate(ticks, timeMs), timeMs);
    return exit.ticks;
  };
  endByExchange(bot, 'liquidated', close, timeMs);
}

/** What the orders that rest would add to the position: all of them on the side that it loses on. */
export function restingAdds(bot: RoundContractBot): RestingOrders {
  return bot.isRunning ? roundAdds(bot) : { buys: NO_TRADES, sells: NO_TRADES };
}

/** The same of all orders of the round that have not filled, whether they rest or a pause keeps them out of the book. */
export function roundAdds(bot: RoundContractBot): RestingOrders {
  const { spec, side } = bot.params;
  const sum = { contracts: 0n, flow: 0n, fee: 0n };
  for (const { quantity, ticks, withheld } of pendingOrders(roundsOf(bot))) {
    if (withheld !== null) continue;
    const contracts = side === 'buy' ? quantity : -quantity;
    const flow = tradeFlow(spec, contracts, ticks);
    sum.contracts += contracts;
    sum.flow += flow;
    sum.fee += feeOnFlow(flow, restingFeeRate(spec.contract));
  }
  return { buys: sum, sells: sum };
}
