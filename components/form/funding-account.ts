import type { BodyOf } from '#lib/contract/contract.ts';
import { type MarketSpec, marketKindOf } from '#lib/money/market-spec.ts';
import type { StrategyCalls } from '#lib/strategies/definition.ts';

export type FundingAccount = NonNullable<BodyOf<'transfer'>>['from'];

/** The account that pays (E9): a definition says "futures" or "by market", the market says which of them. */
export function fundingAccount(account: StrategyCalls['account'], spec: MarketSpec): FundingAccount {
  return account === 'futures' || account === 'by-market' ? marketKindOf(spec) : account;
}
