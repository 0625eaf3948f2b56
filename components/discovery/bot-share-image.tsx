import type { getTranslations } from 'next-intl/server';
import type { ReactElement } from 'react';
import { trendOf } from '#components/ui/trend-text.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { type CurveDay, periodCurve } from '#lib/formulas/period-curve.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { formatNumber, formatPercent } from '#lib/money/display.ts';
import { shareImage } from './share-image.tsx';

/** A shared bot's picture: market, yield, annualised rate, drawdown and curve, as the page has them. In English: the picture's font has no Chinese. */
export function botShareImage(
  row: StrategyRow,
  days: readonly CurveDay[],
  t: Awaited<ReturnType<typeof getTranslations<'public'>>>,
): ReactElement {
  const percent = (rate: string) => formatPercent(rate, { locale: 'en', isSigned: true });
  return shareImage({
    heading: row.market.replace('_', '/'),
    subheading: isCreatable(row.strategy_type) ? t(`kind.${row.strategy_type}.name`) : row.strategy_type,
    figures: [
      { label: t('detail.yield'), text: percent(row.profit_rate), trend: trendOf(row.profit_rate) },
      { label: t('detail.apr'), text: percent(row.year_pft_rate), trend: trendOf(row.year_pft_rate) },
      { label: t('detail.maxDrawDown'), text: formatPercent(row.max_draw_down, { locale: 'en' }) },
      { label: t('detail.matches'), text: formatNumber(String(row.match_times), { locale: 'en' }) },
    ],
    curve: periodCurve(days, 'all_period')?.points.map(({ y }) => y) ?? [0],
  });
}
