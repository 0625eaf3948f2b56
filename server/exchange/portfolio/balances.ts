import { TRADING_ACCOUNTS, type TradingAccount, userAccount, userHold, userInvest } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** What of one asset can be spent, is held for auto-invest plans, or – `hold` – is put into orders that are not over: it is his all the same. */
export interface Balance {
  readonly account: TradingAccount | 'invest' | 'hold';
  readonly asset: string;
  readonly amount: bigint;
}

/** What of each asset a trader has beside his bots, account by account. */
export function balancesOf(ledger: Pick<Ledger, 'assets'>, userId: number): readonly Balance[] {
  const places = [
    ...TRADING_ACCOUNTS.map((account) => ({ account, name: userAccount(userId, account) })),
    { account: 'invest' as const, name: userInvest(userId) },
    { account: 'hold' as const, name: userHold(userId) },
  ];
  return places.flatMap(({ account, name }) =>
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
