import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { MarketKind } from '#lib/money/market-spec.ts';
import { CATALOGUE } from '#lib/strategies/catalogue.ts';

type Traded = Pick<StrategyRow, 'strategy_type' | 'market' | 'money_asset'>;

/** Whether a bot trades a contract: its orders and its position count contracts then. */
export function isContractBot({ strategy_type }: Pick<Traded, 'strategy_type'>): boolean {
  return CATALOGUE[strategy_type].page === 'futures';
}

/** Where a bot trades: kinds of the futures page on the contract that is settled in what was invested. */
export function instrumentOfBot(bot: Traded): { readonly market: string; readonly type: MarketKind } {
  const futures = bot.money_asset === 'BTC' ? 'futures_btc' : 'futures_usdt';
  return { market: bot.market, type: isContractBot(bot) ? futures : 'spot' };
}

/** Profits are counted in the quote asset on spot, whatever was invested, and in the settle asset on contracts. */
export function profitAssetOf(bot: Traded): string {
  return isContractBot(bot) ? bot.money_asset : (bot.market.split('_')[1] ?? '');
}
