import { divUp } from '../../money/amount.ts';
import type { Fill } from '../machine.ts';
import type { ContractBot } from './contract-bot.ts';
import { exitTerms, settleFundingDue } from './contract-leg.ts';
import { type ContractPositionSnapshot, readPositionSnapshot, takePositionSnapshot } from './contract-position.ts';
import { enterAndTell, tradeContracts } from './contract-trade.ts';
import type { Execution } from './executed.ts';

/** Contracts that are opened and closed at the market as one position: every closing completes a trade, which bears its share of what the position has cost. */

/** Fees paid less funding received for what is open, settle units; closed parts take their share along. */
export interface OpenCosts {
  units: bigint;
}

type Trade = Pick<Fill, 'role' | 'ticks' | 'signal'> & { readonly contracts: bigint };

/** Opens the position at the market, or adds to it. */
export function openContracts(
  bot: ContractBot,
  costs: OpenCosts,
  side: 'buy' | 'sell',
  { contracts, ...trade }: Trade,
  timeMs: number,
): void {
  const { position } = bot.leg;
  const { fees } = position;
  bot.gridProfit += tradeContracts(bot.leg, { ...trade, side, level: -1, contracts }, 'market', timeMs);
  costs.units += position.fees - fees;
  bot.fills += 1;
  bot.follow(timeMs);
}

/** Closes so many of the open contracts; an order that has rested pays the maker fee. What the balance cannot pay is insured, or realised early: the trader loses what there was. */
export function closeContracts(
  bot: ContractBot,
  costs: OpenCosts,
  { contracts: closed, ...trade }: Trade,
  execution: Execution,
  timeMs: number,
): void {
  const { leg } = bot;
  const side = leg.exitSide;
  const { ticks, contracts, flow, fee, balance } = exitTerms(leg, closed, trade.ticks, execution, timeMs);
  const borne = divUp(costs.units * closed, leg.contracts);
  const profit = balance - leg.position.cash - borne;
  costs.units -= borne;
  bot.gridProfit += enterAndTell(leg, { ...trade, ticks, side, level: -1 }, contracts, flow, fee, profit, timeMs);
  bot.matchedProfit += profit;
  bot.matches += 1;
  bot.fills += 1;
  bot.follow(timeMs);
}

/** Settles the funding that is due on the position; whether any was due. */
export function settleFundingOn(
  bot: ContractBot,
  costs: OpenCosts,
  prices: readonly number[],
  timeMs: number,
): boolean {
  const { position } = bot.leg;
  const { funding } = position;
  const isDue = settleFundingDue(bot.leg, prices, timeMs);
  costs.units -= position.funding - funding;
  return isDue;
}

/** The account and what its trades have come to as version 1 stores them: decimal texts by name. */
export function storeContracts(bot: ContractBot, costs: OpenCosts): Readonly<Record<string, string>> {
  const { position } = bot.leg;
  return { ...takePositionSnapshot(position), realised: `${bot.gridProfit}`, openCosts: `${costs.units}` };
}

/** Makes a new bot what was stored. `matchedProfit`: units. */
export function readContracts(
  bot: ContractBot,
  costs: OpenCosts,
  stored: Readonly<Record<string, string>>,
  matchedProfit: bigint,
): void {
  const { position } = bot.leg;
  const { realised, openCosts, ...account } = stored;
  Object.assign(position, readPositionSnapshot(position.spec, account as ContractPositionSnapshot));
  bot.gridProfit = BigInt(realised as string);
  bot.matchedProfit = matchedProfit;
  costs.units = BigInt(openCosts as string);
}
