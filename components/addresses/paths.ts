import type { StrategyType } from '#lib/contract/vocabulary.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketKind } from '#lib/money/market-spec.ts';

/** What a page is about: a market, or a contract. */
export interface Instrument {
  readonly market: string;
  readonly type: MarketKind;
}

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

/** What a list is of: one kind, or every kind in one ranking. */
export type ListKind = RunnableKind | 'all';

/**
 * The strategy page of a kind; sort order and page (from 1) only when they are not the first choice. The list of all
 * kinds begins on the landing page.
 */
export function kindPath(language: string, kind: StrategyType | 'all', order: SortOrder = 'default', page = 1): string {
  if (kind === 'all' && order === 'default' && page === 1) return landingPath(language);
  const base = `${landingPath(language)}/${kind}`;
  if (page > 1) return `${base}/${order}/${page}`;
  return order === 'default' ? base : `${base}/${order}`;
}

/** The best of all kinds in one order, in a table that explains its figures. */
export function rankingsPath(language: string, order: SortOrder = 'default'): string {
  const base = `${landingPath(language)}/rankings`;
  return order === 'default' ? base : `${base}/${order}`;
}

/** What bots of a kind, or of every kind, did on a market. */
export function marketPath(language: string, market: string, kind: StrategyType | null = null): string {
  return `${landingPath(language)}/${kind ?? 'market'}/${market}`;
}

/** C-027; `name` is the provider's anonymous id (X57). */
export function detailPath(
  language: string,
  bot: { readonly strategy_id: number; readonly strategy_type: StrategyType; readonly anonymous: string },
): string {
  return `${landingPath(language)}/detail?id=${bot.strategy_id}&type=${bot.strategy_type}&name=${bot.anonymous}`;
}

/** M-017: where a bot that was shared from a phone is opened; the page leads on to it. */
export function mobilePath(
  language: string,
  bot: { readonly strategy_id: number; readonly strategy_type: StrategyType; readonly anonymous: string },
): string {
  return `/${language}/mobileapp?id=${bot.strategy_id}&type=${bot.strategy_type}&name=${bot.anonymous}`;
}

/** A page of its own for one of the trader's bots, running or ended. */
export function ownBotPath(
  language: string,
  bot: { readonly strategy_id: number; readonly strategy_type: StrategyType },
  isEnded: boolean,
): string {
  const page = isEnded ? 'historyStrategy' : 'underwayStrategy';
  return `${landingPath(language)}/${page}?type=${bot.strategy_type}&id=${bot.strategy_id}`;
}

/** C-028. Further pages of the provider's bots are paths of their own. */
export function signalerPath(language: string, anonymous: string, page = 1): string {
  return page > 1
    ? `${landingPath(language)}/signaler/${anonymous}/${page}`
    : `${landingPath(language)}/signaler-detail?anonymous=${anonymous}`;
}

/** Which page shows it (C-023, C-024). */
export type InstrumentPage = 'trade' | 'futures';

export const pageOf = ({ type }: Pick<Instrument, 'type'>): InstrumentPage => (type === 'spot' ? 'trade' : 'futures');

/** What a contract is settled in, as bots' rows say it; '' of a spot market. */
export function settleOf({ type }: Pick<Instrument, 'type'>): '' | 'usdt' | 'btc' {
  if (type === 'spot') return '';
  return type === 'futures_btc' ? 'btc' : 'usdt';
}

/** Page of a market or a contract, bot mode on (C-023, C-024, C-032). */
export function instrumentPath(language: string, instrument: Instrument): string {
  const { market } = instrument;
  const settle = settleOf(instrument).toUpperCase();
  const page = settle === '' ? `trade/${market}` : `futures/${settle}/${market}`;
  return `/${language}/${page}?tradModel=strategybot`;
}

/** The same coin on the other sort of market. */
export function counterpartOf({ market, type }: Instrument): Instrument {
  return { market: spotNameOf(market), type: type === 'spot' ? 'futures_usdt' : 'spot' };
}

/** Contracts against the dollar itself trade on spot against USDT; coin pairs have no contract of their own. */
function spotNameOf(market: string): string {
  const [base = '', quote = ''] = market.split('_');
  return quote === 'USDT' ? market : `${base}_USDT`;
}

/** Three questions to somebody who has never run a bot, and proposals for the answers. */
export function startPath(language: string, market: string = DEFAULT_MARKET): string {
  const base = `${landingPath(language)}/start`;
  return market === DEFAULT_MARKET ? base : `${base}?market=${market}`;
}

/** A trader's accounts and bots taken together. */
export function portfolioPath(language: string): string {
  return `${landingPath(language)}/portfolio`;
}

/** Sell high and buy low: what is offered on a market, and the trader's own orders. */
export const DUAL_PRODUCTS = ['sell-high', 'buy-low'] as const;
export type DualProduct = (typeof DUAL_PRODUCTS)[number];

/** `days`: offers of that term alone; a filter is a part of the path, as of the recommended list. */
export function dualPath(
  language: string,
  product: DualProduct,
  market: string = DEFAULT_MARKET,
  days: number | null = null,
): string {
  const base = `/${language}/earn/${product}`;
  const all = market === DEFAULT_MARKET ? base : `${base}/${market}`;
  return days === null ? all : `${all}/filter/days-${days}`;
}

/** C-026: a guest goes through login, with the prefix of the page, and comes back to `path`. */
export function loginPath(language: string, path: string): string {
  return `/${language}/login?return=${encodeURIComponent(path)}`;
}

/** Lists of a trader's auto-invest plans, in their order; the first one is shown where nothing was chosen (E-140, E-141). */
export const PLAN_LISTS = ['active', 'inactive', 'history'] as const;
export type PlanList = (typeof PLAN_LISTS)[number];

/** A trader's auto-invest plans; which list, where it is not the first. */
export function plansPath(language: string, list: PlanList = PLAN_LISTS[0]): string {
  const base = `/${language}/auto-investment`;
  return list === PLAN_LISTS[0] ? base : `${base}?list=${list}`;
}

/** Where a plan is set up. */
export function newPlanPath(language: string): string {
  return `${plansPath(language)}/new`;
}

/** A plan (E-011), or a version of before (E-012). */
export function planPath(language: string, id: number, pastVersion?: number): string {
  const past = pastVersion === undefined ? '' : `?is_history=1&version=${pastVersion}`;
  return `${plansPath(language)}/${id}${past}`;
}

/** The same where what it did is looked at (E-014). */
export function planRunsPath(language: string, id: number, pastVersion?: number): string {
  const path = planPath(language, id, pastVersion);
  return `${path}${path.includes('?') ? '&' : '?'}focusHistory=1`;
}

/** What the redeem dialog shows in its frame (E-013); of the plan's present version where none is named. */
export function redeemPath(language: string, id: number, version?: number): string {
  const named = version === undefined ? '' : `&version=${version}`;
  return `${plansPath(language)}/redeem?id=${id}${named}`;
}
