import { useLocale, useTranslations } from 'next-intl';
import { rankingsPath, type SortOrder } from '#components/addresses/paths.ts';
import { sortOrdersOf } from '../sort-orders.ts';

/** A page for each ranking. */
export function RankingTabs({ order }: { readonly order: SortOrder }) {
  const t = useTranslations('pages.rankings');
  const names = useTranslations('public.list');
  const language = useLocale();
  return (
    <nav
      aria-label={t('tabs')}
      className="mb-3 flex w-fit max-w-full overflow-x-auto rounded-md border bg-surface-1 p-0.5"
    >
      {sortOrdersOf('all').map((one) => (
        <a
          key={one}
          href={rankingsPath(language, one)}
          aria-current={one === order ? 'page' : undefined}
          className="flex min-h-11 items-center rounded px-3 text-xs whitespace-nowrap text-ink-2 hover:text-ink-1 aria-[current]:bg-surface-3 aria-[current]:font-medium aria-[current]:text-ink-1 md:min-h-8"
        >
          <span className="inline-block first-letter:uppercase">
            {/* Among rankings none is the default one: it is named by what it ranks by. */}
            {names(one === 'default' ? 'metaOrder.default' : `order.${one}`)}
          </span>
        </a>
      ))}
    </nav>
  );
}
