import { TRADING_ACCOUNTS, type TradingAccount, userAccount, userInvest } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** What of one asset can be spent, or is held for auto-invest plans. */
export interface Balance {
  readonly account: TradingAccount | 'invest';
  readonly asset: string;
  readonly amount: bigint;
}

/** What of each asset a trader has beside his bots, account by account. */
export function balancesOf(ledger: Pick<Ledger, 'assets'>, userId: number): readonly Balance[] {
  const places = TRADING_ACCOUNTS.map((account) => ({ account, name: userAccount(userId, account) }));
  return [...places, { account: 'invest' as const, name: userInvest(userId) }].flatMap(({ account, name }) =>
    [...ledger.assets(name)].sort().map(([asset, amount]) => ({ account, asset, amount })),
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
