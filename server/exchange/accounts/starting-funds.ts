import { PAPER_STARTING_COINS, PAPER_STARTING_FUNDS } from '#lib/contract/paper-accounts.ts';
import { parseAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { TRIAL_AMOUNT, TRIAL_ASSET } from '../bots/trial-funds.ts';
import { userAccount, userSpot, userTrial } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { issueTo } from '../ledger/movements.ts';

/** Gives a new account its paper money (E9) and its trial funds, inside the command that makes the account. */
export function grantStartingFunds(ledger: Ledger, userId: number, nowMs: number): void {
  const coins = PAPER_STARTING_COINS.map(([asset, count]) => issueTo(userSpot(userId), asset, count * UNITS_PER_COIN));
  const funds = PAPER_STARTING_FUNDS.map(({ account, asset, amount }) =>
    issueTo(userAccount(userId, account), asset, unitsOf(amount)),
  );
  const trial = issueTo(userTrial(userId), TRIAL_ASSET, TRIAL_AMOUNT);
  const refusal = ledger.post([...coins, ...funds, trial], 'starting-funds', `user:${userId}`, nowMs);
  if (refusal !== null) throw new Error('issuing was refused');
}

function unitsOf(text: string): bigint {
  const units = parseAmount(text);
  if (units === null) throw new Error(`"${text}" is not an amount`);
  return units;
}
