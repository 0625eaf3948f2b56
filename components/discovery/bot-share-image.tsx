import type { getTranslations } from 'next-intl/server';
import type { ReactElement } from 'react';
import { profitFamilyOf } from '#components/bots/bot-state.ts';
import { tradedByRow } from '#components/bots/traded-name.ts';
import { trendShown } from '#components/ui/trend-text.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { type CurveDay, periodCurve } from '#lib/formulas/period-curve.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { formatNumber, formatPercent } from '#lib/money/display.ts';
import { type ShareFigure, shareImage } from './share-image.tsx';

/** A shared bot's picture: market, yield, annualised rate, drawdown and curve, as the page has them. In English: the picture's font has no Chinese. */
export function botShareImage(
  row: StrategyRow,
  days: readonly CurveDay[],
  t: Awaited<ReturnType<typeof getTranslations<'public'>>>,
): ReactElement {
  const rate = (label: string, value: string): ShareFigure => {
    const text = formatPercent(value, { locale: 'en', isSigned: true });
    return { label, text, trend: trendShown(value, text) };
  };
  return shareImage({
    heading: tradedByRow(row),
    subheading: isCreatable(row.strategy_type) ? t(`kind.${row.strategy_type}.name`) : row.strategy_type,
    figures: [
      rate(t('detail.yield'), row.profit_rate),
      rate(t('detail.apr'), row.year_pft_rate),
      { label: t('detail.maxDrawDown'), text: formatPercent(row.max_draw_down, { locale: 'en' }) },
      // Kinds without pairs or rounds count fills, under another name.
      ...(profitFamilyOf(row.strategy_type) === 'realised'
        ? []
        : [{ label: t('detail.matches'), text: formatNumber(String(row.match_times), { locale: 'en' }) }]),
    ],
    curve: periodCurve(days, 'all_period')?.points.map(({ y }) => y) ?? [0],
  });
}
