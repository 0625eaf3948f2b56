import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { INSURANCE } from './account-names.ts';
import type { Ledger } from './ledger.ts';
import { issueTo } from './movements.ts';

/** What the insurance account begins with, whole coins. Liquidation fees add to it; losses beyond it deleverage (E4). */
const INSURANCE_COINS: readonly (readonly [asset: string, coins: bigint])[] = [
  ['USDT', 1_000_000n],
  ['BTC', 10n],
];

/** Fills the insurance account of an exchange that has none, inside a command. */
export function grantInsurance(ledger: Ledger, nowMs: number): void {
  if (ledger.knows(INSURANCE)) return;
  const postings = INSURANCE_COINS.map(([asset, coins]) => issueTo(INSURANCE, asset, coins * UNITS_PER_COIN));
  const refusal = ledger.post(postings, 'insurance-fund', INSURANCE, nowMs);
  if (refusal !== null) throw new Error('issuing was refused');
}
