import { useLocale, useTranslations } from 'next-intl';
import { PREVIEW_MS, STUDY_MS } from '#lib/client/preview-days.ts';
import { USUAL_MOVES } from '#lib/client/review-question.ts';
import { formatPercent } from '#lib/money/display.ts';
import { DAY_MS } from '#lib/time/durations.ts';

/** How proposals come about and what they cannot know: whole in the HTML, without a script. */
export function HowProposalsAreMade() {
  const t = useTranslations('start.how');
  const locale = useLocale();
  const moves = USUAL_MOVES.map(({ id }) => Number(id))
    .filter((percent) => percent > 0)
    .map((percent) => formatPercent(String(percent / 100), { locale, decimals: 0 }))
    .join(' / ');
  return (
    <section aria-label={t('title')} className="max-w-180 text-sm text-ink-2">
      <h2 className="text-base font-semibold text-ink-1">{t('title')}</h2>
      <p className="mt-2">{t('from')}</p>
      <p className="mt-2">{t('tried', { month: PREVIEW_MS / DAY_MS, quarter: STUDY_MS / DAY_MS, moves })}</p>
      <p className="mt-2">{t('kept')}</p>
      <p className="mt-2">{t('limits')}</p>
    </section>
  );
}
