import { useLocale, useTranslations } from 'next-intl';
import { kindPath, type ListKind, rankingsPath, type SortOrder } from '#components/addresses/paths.ts';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import type { HeldDays } from '#lib/formulas/held-days.ts';
import { RankingHow } from '../ranking-how.tsx';
import { RankedDefinitions } from './ranked-definitions.tsx';
import { RankingsTable } from './rankings-table.tsx';
import { useDefinitions } from './use-definitions.ts';

/** A ranking with what its figures are made of; `kind`: of what it is a ranking. `isKnown`: the exchange has said what is in it. */
export function Ranking({
  order,
  kind,
  isKnown,
  items,
  held,
}: {
  readonly order: SortOrder;
  readonly kind: ListKind;
  readonly isKnown: boolean;
  readonly items: readonly RecommendedItem[];
  /** By the bots' ids. */
  readonly held: ReadonlyMap<number, HeldDays>;
}) {
  const t = useTranslations('pages.rankings');
  const names = useTranslations('public.list.metaOrder');
  const language = useLocale();
  const definitions = useDefinitions();
  if (!isKnown) return <NotKnownNow order={order} />;
  if (items.length === 0) return <p className="panel p-4 text-sm text-ink-2">{t('none')}</p>;
  const bots = items.map((item) => {
    const days = held.get(item.strategy_id) ?? null;
    return { item, made: definitions(item, days), held: days };
  });
  return (
    <>
      <div className="panel">
        <RankingsTable order={order} bots={bots} />
      </div>
      <a
        href={kindPath(language, kind, order)}
        className="mt-2 inline-flex min-h-11 items-center text-sm text-accent hover:underline md:min-h-8"
      >
        {t('whole', { order: names(order) })}
      </a>
      <section aria-labelledby="made" className="mt-6">
        <h2 id="made" className="text-lg font-semibold">
          {t('made')}
        </h2>
        <p className="mb-3 text-sm text-ink-2">{t('madeLead')}</p>
        <RankedDefinitions order={order} bots={bots} />
      </section>
    </>
  );
}

/** Nobody has said what is in the ranking; the way to try again needs no script. */
function NotKnownNow({ order }: { readonly order: SortOrder }) {
  const t = useTranslations('common');
  const language = useLocale();
  return (
    <EmptyState
      className="panel"
      title={t('state.error')}
      hint={t('problem.text')}
      action={
        <a href={rankingsPath(language, order)} className={buttonClass('secondary')}>
          {t('action.retry')}
        </a>
      }
    />
  );
}

/** How the bots of a ranking are ranked, and what that cannot see (H57). */
export function RankingRules({ order }: { readonly order: SortOrder }) {
  const t = useTranslations('public.list.how');
  return (
    <section aria-labelledby="rules" className="mt-6">
      <h2 id="rules" className="text-lg font-semibold">
        {t('title')}
      </h2>
      <RankingHow order={order} className="text-sm" />
    </section>
  );
}
