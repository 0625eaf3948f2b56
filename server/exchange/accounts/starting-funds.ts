import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { userSpot } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { issueTo } from '../ledger/movements.ts';

/** Paper money of a new account, whole coins. */
const STARTING_COINS: readonly (readonly [asset: string, coins: bigint])[] = [
  ['USDT', 100_000n],
  ['BTC', 1n],
  ['ETH', 10n],
  ['SOL', 100n],
  ['XRP', 10_000n],
  ['BNB', 20n],
  ['DOGE', 50_000n],
  ['ADA', 20_000n],
];

/** Gives a new account its paper money, inside the command that makes the account. */
export function grantStartingFunds(ledger: Ledger, userId: number, nowMs: number): void {
  const postings = STARTING_COINS.map(([asset, coins]) => issueTo(userSpot(userId), asset, coins * UNITS_PER_COIN));
  const refusal = ledger.post(postings, 'starting-funds', `user:${userId}`, nowMs);
  if (refusal !== null) throw new Error('issuing was refused');
}
