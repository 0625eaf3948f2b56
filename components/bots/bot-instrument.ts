import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { MarketKind } from '#lib/money/market-spec.ts';

type Traded = Pick<StrategyRow, 'market' | 'settle' | 'money_asset'>;

/** Whether a bot trades a contract: its orders and its position count contracts then. */
export function isContractBot({ settle }: Pick<Traded, 'settle'>): boolean {
  return settle !== '';
}

/** Where a bot trades: on the contract that is settled in what its row says, else on the spot market. */
export function instrumentOfBot({ market, settle }: Traded): { readonly market: string; readonly type: MarketKind } {
  return { market, type: settle === '' ? 'spot' : `futures_${settle}` };
}

/** Profits are counted in the quote asset on spot, whatever was invested, and in the settle asset on contracts. */
export function profitAssetOf(bot: Traded): string {
  return isContractBot(bot) ? bot.money_asset : (bot.market.split('_')[1] ?? '');
}
