import type { getTranslations } from 'next-intl/server';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';

interface Coins {
  readonly asset: string;
}

/** E-030: the first five coins stand for all. */
const NAMED = 5;

/** What a bot trades, in plain words: its market, or the coins of a portfolio, whose market is that of the first alone. */
export function tradedName(market: string, coins: readonly Coins[]): string {
  if (coins.length === 0) return market.replace('_', '/');
  const names = coins.slice(0, NAMED).map(({ asset }) => asset);
  const more = coins.length - names.length;
  return `${names.join(' · ')}${more === 0 ? '' : ` +${more}`}`;
}

/** The same of a row, whose params tell the coins where they may be seen. */
export function tradedByRow({ market, params }: Pick<StrategyRow, 'market' | 'params'>): string {
  return tradedName(market, params?.asset_info ?? []);
}

/** A listed bot by its kind and its market, a portfolio by its coins: for structured data, and where it is named in plain words. */
export function itemName(
  t: Awaited<ReturnType<typeof getTranslations<'public'>>>,
  {
    strategy_type: kind,
    market,
    coins,
    asset_info: assets = coins ?? [],
  }: {
    readonly strategy_type: string;
    readonly market: string;
    /** As a card has them. */
    readonly coins?: readonly Coins[];
    /** As the exchange tells them. */
    readonly asset_info?: readonly Coins[];
  },
): string {
  return `${isCreatable(kind) ? t(`kind.${kind}.name`) : kind} ${tradedName(market, assets)}`;
}
