import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { DUAL_HOUSE } from './account-names.ts';
import type { Ledger } from './ledger.ts';
import { issueTo } from './movements.ts';

/** What the house of sell-high and buy-low orders begins with. It is given no more: what it can be asked to pay is set aside with every order. */
const FUND_USDT = 1_000_000n;

/** Fills the house's account of an exchange that has none, inside a command. */
export function grantDualFund(ledger: Ledger, nowMs: number): void {
  if (ledger.knows(DUAL_HOUSE)) return;
  const posting = issueTo(DUAL_HOUSE, 'USDT', FUND_USDT * UNITS_PER_COIN);
  if (ledger.post([posting], 'dual-fund', DUAL_HOUSE, nowMs) !== null) throw new Error('issuing was refused');
}
