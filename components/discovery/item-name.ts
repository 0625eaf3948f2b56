import type { getTranslations } from 'next-intl/server';
import { tradedName } from '#components/bots/traded-name.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';

interface Coins {
  readonly asset: string;
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
