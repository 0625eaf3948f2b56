import { notFound } from 'next/navigation';
import { ImageResponse } from 'next/og';
import { getTranslations } from 'next-intl/server';
import { SHARE_IMAGE_SIZE, shareImage } from '#components/discovery/share-image.tsx';
import { trendOf } from '#components/ui/trend-text.tsx';
import { periodCurve } from '#lib/formulas/period-curve.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { formatNumber, formatPercent } from '#lib/money/display.ts';
import { PublicReadingFailed } from '#server/bff/read-public.ts';
import { readSharedBot } from '../../../_readings/shared-bot.ts';

export const revalidate = 2;
export const size = SHARE_IMAGE_SIZE;
export const contentType = 'image/png';
export const alt = 'Strategybot';

/** Drawn when it is first asked for, not while building. */
export function generateStaticParams(): Awaited<Props['params']>[] {
  return [];
}

interface Props {
  readonly params: Promise<{ lang: string; type: string; id: string }>;
}

/** A shared bot's picture: market, yield, annualised rate, drawdown and curve, as the page has them. */
export default async function SharedBotImage({ params }: Props) {
  const { type, id } = await params;
  const bot = await readSharedBot(type, id);
  if (bot === null) notFound();
  const { row, days } = bot;
  // A picture without its curve would be kept.
  if (days === null) throw new PublicReadingFailed('dailyCurve: nothing is known');
  // In English for every language: the picture's font has no Chinese.
  const t = await getTranslations({ locale: 'en', namespace: 'public' });
  const percent = (rate: string) => formatPercent(rate, { locale: 'en', isSigned: true });
  const curve = periodCurve(days, 'all_period');
  return new ImageResponse(
    shareImage({
      heading: row.market.replace('_', '/'),
      subheading: isCreatable(row.strategy_type) ? t(`kind.${row.strategy_type}.name`) : row.strategy_type,
      figures: [
        { label: t('detail.yield'), text: percent(row.profit_rate), trend: trendOf(row.profit_rate) },
        { label: t('detail.apr'), text: percent(row.year_pft_rate), trend: trendOf(row.year_pft_rate) },
        { label: t('detail.maxDrawDown'), text: formatPercent(row.max_draw_down, { locale: 'en' }) },
        { label: t('detail.matches'), text: formatNumber(String(row.match_times), { locale: 'en' }) },
      ],
      curve: curve?.points.map(({ y }) => y) ?? [0],
    }),
    size,
  );
}
