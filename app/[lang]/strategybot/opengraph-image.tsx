import { ImageResponse } from 'next/og';
import { tradedName } from '#components/bots/traded-name.ts';
import { curveInOrder } from '#components/discovery/card-item.ts';
import { SHARE_IMAGE_SIZE, shareImage } from '#components/discovery/share-image.tsx';
import { trendOf } from '#components/ui/trend-text.tsx';
import { formatNumber, formatPercent } from '#lib/money/display.ts';
import { PublicReadingFailed } from '#server/bff/read-public.ts';
import { namingBot } from '#server/pages/hidden-bots.ts';
import { readRecommended } from './_readings/discovery.ts';

export const revalidate = 2;
export const size = SHARE_IMAGE_SIZE;
export const contentType = 'image/png';
export const alt = 'Strategybot';

/** Drawn when it is first asked for, not while building. */
export function generateStaticParams(): { lang: string }[] {
  return [];
}

/** The landing page's picture: how many bots are shared, and the one that leads by yield. */
export default async function LandingImage() {
  const { items, total } = await readRecommended('all', 'yield', 1);
  // A picture without figures would be kept.
  if (total === null) throw new PublicReadingFailed('recommendList: nothing is known');
  const best = items[0];
  const figures = [
    { label: 'Ranked bots', text: formatNumber(String(total), { locale: 'en' }) },
    ...(best === undefined
      ? []
      : [
          {
            label: `Highest yield, ${tradedName(best.market, best.asset_info)}`,
            text: formatPercent(best.rate, { locale: 'en', isSigned: true }),
            trend: trendOf(best.rate),
          },
        ]),
  ];
  const curve = best === undefined ? [] : curveInOrder(best.back_profit).map((point) => Number(point.rate));
  return new ImageResponse(
    shareImage({ heading: 'Trading bots', subheading: 'The steadiest earners first', figures, curve }),
    { ...size, headers: best === undefined ? {} : namingBot(best.strategy_id) },
  );
}
