import type { BotBook } from '../bots/bot-book.ts';
import type { MarketTurns } from '../bots/market-turns.ts';
import type { Dual } from '../dual/dual.ts';
import { openOrders } from '../dual/dual-worth.ts';
import { type AccountWorth, AccountWorthSum, type WorthParts } from '../portfolio/account-worth.ts';
import { type Balance, balancesOf, isSame } from '../portfolio/balances.ts';
import { giveWay, threadMs } from '../surroundings/turn-time.ts';
import type { Guard, ProtectionBook } from './protection-book.ts';

/** Bots between two looks at what came in: some milliseconds. */
const BOTS_A_PIECE = 100;
/** Money that goes to and fro meanwhile, or a market that moves on, has it begun again; so often. */
const TRIES = 5;

export interface LookParts extends WorthParts {
  readonly book: Pick<BotBook, 'runningOf' | 'inMemory'>;
  readonly guards: Pick<ProtectionBook, 'of'>;
  readonly turns: Pick<MarketTurns, 'cursorMs'>;
  readonly dual: Dual;
}

/** How an account is looked at. */
export interface LookOptions {
  /** Exposures are told though no limit of them is set: for limits that are not. */
  readonly hasExposures?: boolean;
  /** Told what the thread has worked, ms. */
  readonly worked?: (ms: number) => void;
}

/** An account at the prices of one moment. */
export interface SeenAccount {
  readonly guard: Guard;
  readonly worth: AccountWorth;
  /** What came in and went out since the peak was looked at, USDT units; null = not known. */
  readonly flowUsdt: bigint | null;
  readonly nowMs: number;
  /** Whether no money has moved, nor another limit been set, since it was looked at. */
  isStill(): boolean;
}

/**
 * Null when money went to and fro all the time: it would be in accounts and in bots, or in neither. Coins that a bot bought while it was
 * looked at are worth more at the prices of before: that would be a peak that never was. So many bots that the market moves on under
 * every look are better looked at so than not at all.
 */
export async function seenAccount(
  parts: LookParts,
  userId: number,
  clock: () => number,
  options: LookOptions = {},
): Promise<SeenAccount | null> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const { cursorMs } = parts.turns;
    const seen = await look(parts, userId, clock(), options);
    const isOfOneMoment = parts.turns.cursorMs === cursorMs || attempt === TRIES;
    if (isOfOneMoment && seen.isStill()) return seen;
  }
  return null;
}

async function look(
  parts: LookParts,
  userId: number,
  nowMs: number,
  { hasExposures = false, worked = () => {} }: LookOptions,
): Promise<SeenAccount> {
  const { book, guards, ledger, dual } = parts;
  let beganMs = threadMs();
  const guard = guards.of(userId);
  const balances: readonly Balance[] = balancesOf(ledger, userId);
  const sum = new AccountWorthSum(parts, nowMs, { hasExposures: hasExposures || guard.limits.exposure !== null });
  sum.addBalances(balances, openOrders(dual, userId, nowMs));
  for (const [index, { record }] of book.runningOf(userId).entries()) {
    if (index > 0 && index % BOTS_A_PIECE === 0) {
      worked(threadMs() - beganMs);
      await giveWay();
      beganMs = threadMs();
    }
    // A change puts another machine in a bot's place, and one that has ended since is in the balances, which are another's then.
    const bot = book.inMemory(record.id);
    if (bot !== undefined && bot.record.finishMs === null) sum.addBot(bot);
  }
  const worth = sum.worth();
  let flow = 0n;
  for (const [asset, amount] of guard.flows) flow += sum.value.of(asset, amount);
  worked(threadMs() - beganMs);
  const isFlowKnown = [...guard.flows.keys()].every((asset) => !sum.isUnpriced(asset));
  return {
    guard,
    worth,
    flowUsdt: isFlowKnown ? flow : null,
    nowMs,
    isStill: () => guards.of(userId) === guard && isSame(balances, balancesOf(ledger, userId)),
  };
}
