import { PAPER_STARTING_COINS } from '#lib/contract/paper-accounts.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { userSpot } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { issueTo } from '../ledger/movements.ts';

/** Gives a new account its paper money, inside the command that makes the account. */
export function grantStartingFunds(ledger: Ledger, userId: number, nowMs: number): void {
  const postings = PAPER_STARTING_COINS.map(([asset, coins]) =>
    issueTo(userSpot(userId), asset, coins * UNITS_PER_COIN),
  );
  const refusal = ledger.post(postings, 'starting-funds', `user:${userId}`, nowMs);
  if (refusal !== null) throw new Error('issuing was refused');
}
