import type { StrategyType } from '#lib/contract/vocabulary.ts';

/** Addresses of the public pages. Query forms are the documented ones (C-023, C-027, C-028); lists are paths, so that
 *  every page of them can be cached, crawled and opened without JavaScript. */

/** Where bots are created when no market is chosen yet (H1). */
export const DEFAULT_MARKET = 'BTC_USDT';

export const SORT_ORDERS = ['default', 'sharpe', 'yield', 'apr'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

export function isSortOrder(text: string | undefined): text is SortOrder {
  return SORT_ORDERS.some((order) => order === text);
}

export function landingPath(language: string): string {
  return `/${language}/strategybot`;
}

/** The strategy page of a kind; sort order and page (from 1) only when they are not the first choice. */
export function kindPath(language: string, kind: StrategyType, order: SortOrder = 'default', page = 1): string {
  const base = `${landingPath(language)}/${kind}`;
  if (page > 1) return `${base}/${order}/${page}`;
  return order === 'default' ? base : `${base}/${order}`;
}

/** C-027; `name` is the provider's anonymous id (X57). */
export function detailPath(
  language: string,
  bot: { readonly strategy_id: number; readonly strategy_type: StrategyType; readonly anonymous: string },
): string {
  return `${landingPath(language)}/detail?id=${bot.strategy_id}&type=${bot.strategy_type}&name=${bot.anonymous}`;
}

/** C-028. Further pages of the provider's bots are paths of their own. */
export function signalerPath(language: string, anonymous: string, page = 1): string {
  return page > 1
    ? `${landingPath(language)}/signaler/${anonymous}/${page}`
    : `${landingPath(language)}/signaler-detail?anonymous=${anonymous}`;
}

/** C-023: where a bot of this kind is created. */
export function createPath(language: string, kind: StrategyType, market: string = DEFAULT_MARKET): string {
  return `/${language}/trade/${market}?tradModel=strategybot&strategyType=${kind}`;
}

/** C-026: a guest goes through login, with the prefix of the page, and comes back to `path`. */
export function loginPath(language: string, path: string): string {
  return `/${language}/login?return=${encodeURIComponent(path)}`;
}
