import { useLocale, useTranslations } from 'next-intl';
import { rankingsPath } from '#components/addresses/paths.ts';
import { StartLink } from '#components/addresses/start-link.tsx';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { formatNumber, formatPercent, NO_FIGURE } from '#lib/money/display.ts';

/**
 * Headline, how many bots are shared (null: not known now), and the yield of the one that leads the list sorted by yield. The page that has its
 * figure names it (server/pages/hidden-bots.ts): it may stand nowhere else on it, and its figure goes with it when it is hidden.
 */
export function LandingHead({
  total,
  best,
}: {
  readonly total: number | null;
  readonly best: Pick<RecommendedItem, 'strategy_id' | 'rate'> | null;
}) {
  const t = useTranslations('public.landing');
  const rankings = useTranslations('pages.rankings');
  const locale = useLocale();
  const yieldText = best === null ? NO_FIGURE : formatPercent(best.rate, { locale, isSigned: true });
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="max-w-180">
        <h1 className="text-2xl font-semibold">{t('title')}</h1>
        <p className="mt-1 mb-3 text-sm text-ink-2">{t('lead')}</p>
        <span className="flex flex-wrap gap-2">
          <StartLink />
          <a href={rankingsPath(locale)} className={buttonClass('ghost')}>
            {rankings('title')}
          </a>
        </span>
      </div>
      <dl className="flex gap-8">
        <div>
          <dt className="text-2xs text-ink-3">{t('shared')}</dt>
          <dd className="text-xl font-semibold">
            {total === null ? NO_FIGURE : formatNumber(String(total), { locale })}
          </dd>
        </div>
        {best !== null && (
          <div data-strategy_id={best.strategy_id}>
            <dt className="text-2xs text-ink-3">
              <FigureName figure="profit_rate" values={{ profit_rate: yieldText }}>
                {t('bestYield')}
              </FigureName>
            </dt>
            <dd className="text-xl font-semibold">
              <TrendText value={best.rate} text={yieldText} />
            </dd>
          </div>
        )}
      </dl>
    </header>
  );
}
