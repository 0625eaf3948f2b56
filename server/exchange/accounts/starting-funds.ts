import { PAPER_STARTING_COINS, PAPER_STARTING_FUNDS } from '#lib/contract/paper-accounts.ts';
import { parseAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { userAccount, userSpot, userTrial } from '../ledger/account-names.ts';
import type { Ledger, Posting } from '../ledger/ledger.ts';
import { issueTo } from '../ledger/movements.ts';
import type { Accounts } from './accounts.ts';

/** What every account is lent for a try (E9): a signal-type trial balance. */
export const TRIAL_ASSET = 'USDT';
export const TRIAL_AMOUNT = 100n * UNITS_PER_COIN;

/** Gives a new account its paper money (E9) and its trial funds, inside the command that makes the account. */
export function grantStartingFunds(ledger: Ledger, userId: number, nowMs: number): void {
  const coins = PAPER_STARTING_COINS.map(([asset, count]) => issueTo(userSpot(userId), asset, count * UNITS_PER_COIN));
  issue(ledger, userId, [...coins, ...fundsBesideSpot(userId)], nowMs);
}

/**
 * Gives traders whose accounts are older than contracts, loans and trial funds what every new account gets of them,
 * inside a command. Who has a trial account, empty or not, has been given it.
 */
export function grantMissingFunds(ledger: Ledger, accounts: Pick<Accounts, 'everyUser'>, nowMs: number): void {
  for (const { id, account } of accounts.everyUser()) {
    // Demo providers have no name to log in with and are paid bot by bot.
    if (account !== '' && !ledger.knows(userTrial(id))) issue(ledger, id, fundsBesideSpot(id), nowMs);
  }
}

function fundsBesideSpot(userId: number): Posting[] {
  const funds = PAPER_STARTING_FUNDS.map(({ account, asset, amount }) =>
    issueTo(userAccount(userId, account), asset, unitsOf(amount)),
  );
  return [...funds, issueTo(userTrial(userId), TRIAL_ASSET, TRIAL_AMOUNT)];
}

function issue(ledger: Ledger, userId: number, postings: readonly Posting[], nowMs: number): void {
  const refusal = ledger.post(postings, 'starting-funds', `user:${userId}`, nowMs);
  if (refusal !== null) throw new Error('issuing was refused');
}

function unitsOf(text: string): bigint {
  const units = parseAmount(text);
  if (units === null) throw new Error(`"${text}" is not an amount`);
  return units;
}
