import { formatAmount } from '../../money/amount.ts';
import type { ContractBot } from './contract-bot.ts';
import { balanceAfter } from './contract-leg.ts';
import { payIn } from './contract-position.ts';
import { marketTicks, valuedTerms } from './contract-trade.ts';
import { tellOperation } from './tell.ts';

/** Money of a bot in one contract that its owner has it work with, and what such a bot takes over from another. */

/** Another bot takes over a bot's account: its position, what it has earned and when funding is due. Nothing rests of it yet. */
export function adoptAccount(next: ContractBot, bot: ContractBot): void {
  const { fills, matches, gridProfit, matchedProfit, leg } = bot;
  Object.assign(next.leg.position, leg.position);
  Object.assign(next, { fills, matches, gridProfit, matchedProfit, timerAtMs: leg.fundingAtMs });
  next.leg.fundingAtMs = leg.fundingAtMs;
}

/** Money comes in from the owner, settle units > 0. */
export function payInto({ leg }: ContractBot, amount: bigint): void {
  payIn(leg.position, amount);
}

export function tellPaidInto(bot: ContractBot, amount: bigint, timeMs: number): void {
  const told = { amount: formatAmount(amount), asset: bot.params.spec.contract.settle };
  tellOperation(bot, 'increase_invest_quote', timeMs, null, told);
}

/** What closing everything at the market would leave of the account, settle units. */
export function closedWorth({ leg }: ContractBot, ticks: number, timeMs: number): bigint {
  const { contracts, exitSide: side, position } = leg;
  if (!leg.isOpen) return position.cash;
  const { spec } = position;
  const exit = { side, contracts, ticks: marketTicks(leg, side, contracts, ticks, timeMs) };
  return balanceAfter(leg, contracts, valuedTerms(spec, exit, spec.contract.takerE8));
}
