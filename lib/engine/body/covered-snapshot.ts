import { EQUITY_SCALE, type WithheldOrder } from '../machine.ts';
import type { CoinLeg } from './coin-leg.ts';
import { type ContractPositionSnapshot, takePositionSnapshot } from './contract-position.ts';
import type { CoveredShort } from './covered-short.ts';
import { setTotal, wholeUnitsOf } from './exact.ts';
import type { MarketsBot } from './markets-bot.ts';
import {
  type CoinSnapshot,
  readCoins,
  readWait,
  readWithheld,
  takeCoins,
  takeWait,
  type WaitSnapshot,
} from './markets-snapshot.ts';

/** A bot with coins and a short that they cover, in the form that stored bots have. Version 1: units as decimal texts. */
export interface CoveredSnapshot extends WaitSnapshot {
  readonly version: 1;
  readonly coins: CoinSnapshot;
  readonly position: ContractPositionSnapshot;
  readonly withheld: WithheldOrder | null;
  /** The short's profit, its open fees, its open funding; profit of the pairs. */
  readonly amounts: readonly [string, string, string, string];
  readonly fills: number;
  readonly pairs: number;
}

export function takeCoveredSnapshot(bot: MarketsBot, coins: CoinLeg, short: CoveredShort): CoveredSnapshot {
  const { profit, openFees, openFunding, position } = short;
  return {
    version: 1,
    ...takeWait(bot),
    coins: takeCoins(coins),
    position: takePositionSnapshot(position),
    withheld: coins.withheldOrder(),
    amounts: [`${profit}`, `${openFees}`, `${openFunding}`, `${wholeUnitsOf(bot.matchedProfit)}`],
    fills: bot.fills,
    pairs: bot.matches,
  };
}

/** Makes a bot that has not started, whose contract account is the stored one already, the one that the snapshot saw. */
export function readCoveredSnapshot(
  bot: MarketsBot,
  coins: CoinLeg,
  short: CoveredShort,
  snapshot: CoveredSnapshot,
): void {
  readWait(bot, snapshot);
  readCoins(coins, snapshot.coins);
  readWithheld(coins, snapshot.withheld);
  const [profit, openFees, openFunding, pairProfit] = snapshot.amounts.map(BigInt) as [bigint, bigint, bigint, bigint];
  Object.assign(short, { profit, openFees, openFunding });
  setTotal(bot.start, short.position.start * EQUITY_SCALE);
  setTotal(bot.matchedProfit, pairProfit * EQUITY_SCALE);
  Object.assign(bot, { fills: snapshot.fills, matches: snapshot.pairs });
}
