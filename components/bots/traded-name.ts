import type { StrategyRow } from '#lib/contract/strategy.ts';

/** E-030: the first five coins stand for all. */
const NAMED = 5;

/** What a bot trades, in plain words: its market, or the coins of a portfolio, whose market is that of the first alone. */
export function tradedName(market: string, coins: readonly { readonly asset: string }[]): string {
  if (coins.length === 0) return market.replace('_', '/');
  const names = coins.slice(0, NAMED).map(({ asset }) => asset);
  const more = coins.length - names.length;
  return `${names.join(' · ')}${more === 0 ? '' : ` +${more}`}`;
}

/** The same of a row, whose params tell the coins where they may be seen. */
export function tradedByRow({ market, params }: Pick<StrategyRow, 'market' | 'params'>): string {
  return tradedName(market, params?.asset_info ?? []);
}
