import { useTranslations } from 'next-intl';
import type { SortOrder } from '#components/addresses/paths.ts';

/** Of the default order, which counts days since a bot was listed and everything of its provider. */
const DEFAULT_PARTS = ['score', 'provider', 'listed', 'limit'] as const;
/** Of the orders by one figure. */
const FIGURE_PARTS = ['figure', 'shown', 'listed', 'luck'] as const;

/** How the bots of an order are ranked, and what that cannot see (H57), in plain words. */
export function RankingHow({ order, className }: { readonly order: SortOrder; readonly className: string }) {
  const t = useTranslations('public.list.how');
  return (
    <ul className={`mt-1 flex max-w-180 list-disc flex-col gap-1 ps-5 text-ink-2 ${className}`}>
      {(order === 'default' ? DEFAULT_PARTS : FIGURE_PARTS).map((part) => (
        <li key={part}>{t(part)}</li>
      ))}
    </ul>
  );
}
