import { TRADING_ACCOUNTS, type TradingAccount, userAccount } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** What of one asset can be spent. */
export interface Balance {
  readonly account: TradingAccount;
  readonly asset: string;
  readonly amount: bigint;
}

/** What of each asset a trader can spend, account by account. */
export function balancesOf(ledger: Pick<Ledger, 'assets'>, userId: number): readonly Balance[] {
  return TRADING_ACCOUNTS.flatMap((account) =>
    [...ledger.assets(userAccount(userId, account))].sort().map(([asset, amount]) => ({ account, asset, amount })),
  );
}

/** Whether nothing came into his accounts or went out of them between two looks. */
export function isSame(before: readonly Balance[], after: readonly Balance[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ account, asset, amount }, index) => {
      const other = after[index];
      return other?.account === account && other.asset === asset && other.amount === amount;
    })
  );
}
