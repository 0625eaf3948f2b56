import type { ContractBot } from './contract-bot.ts';
import { balanceAfter } from './contract-leg.ts';
import { marketTicks, valuedTerms } from './contract-trade.ts';

/** What a bot in one contract takes over from another, and what its account is worth. */

/** Another bot takes over a bot's account: its position, what it has earned and when funding is due. Nothing rests of it yet. */
export function adoptAccount(next: ContractBot, bot: ContractBot): void {
  const { fills, matches, gridProfit, matchedProfit, leg } = bot;
  Object.assign(next.leg.position, leg.position);
  Object.assign(next, { fills, matches, gridProfit, matchedProfit, timerAtMs: leg.fundingAtMs });
  next.leg.fundingAtMs = leg.fundingAtMs;
}

/** What closing everything at the market would leave of the account, settle units. */
export function closedWorth({ leg }: ContractBot, ticks: number, timeMs: number): bigint {
  const { contracts, exitSide: side, position } = leg;
  if (!leg.isOpen) return position.cash;
  const { spec } = position;
  const exit = { side, contracts, ticks: marketTicks(leg, side, contracts, ticks, timeMs) };
  return balanceAfter(leg, contracts, valuedTerms(spec, exit, spec.contract.takerE8));
}
