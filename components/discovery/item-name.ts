import type { getTranslations } from 'next-intl/server';
import { isCreatable } from '#lib/kinds/catalogue.ts';

/** A listed bot for structured data: its kind and its market. */
export function itemName(
  t: Awaited<ReturnType<typeof getTranslations<'public'>>>,
  { strategy_type: kind, market }: { readonly strategy_type: string; readonly market: string },
): string {
  return `${isCreatable(kind) ? t(`kind.${kind}.name`) : kind} ${market.replace('_', '/')}`;
}
