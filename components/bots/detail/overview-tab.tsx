'use client';

import { useTranslations } from 'next-intl';
import { LineChart } from '#components/ui/line-chart.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { periodCurve } from '#lib/formulas/period-curve.ts';
import { ReplayPlace } from '../replay/replay-place.tsx';
import { useBotFormat } from '../use-bot-format.ts';
import { OverviewBlocks } from './blocks/overview-blocks.tsx';
import { BotStatistics } from './bot-statistics.tsx';
import { ChartSection } from './chart-section.tsx';
import { OperationRecords } from './operation-records.tsx';
import { useAllPages } from './use-all-pages.ts';

/** Page size of the cumulative return (the documents); all pages are fetched. */
const CURVE_PAGE_SIZE = 100;
const CURVE_REFRESH_MS = 60_000;

/** Statistics, cumulative return and operation records (M-057 … M-059), and what kinds without other tabs show beside them (M-056). */
export function OverviewTab({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.overview');
  const common = useTranslations('common.state');
  const format = useBotFormat();
  const { replies, error } = useAllPages(
    'dailyCurve',
    {
      path: { id: String(bot.strategy_id) },
      query: { strategy_type: bot.strategy_type, type: 'home_curve', page_size: CURVE_PAGE_SIZE },
    },
    CURVE_REFRESH_MS,
  );
  const days = replies?.flatMap((reply) => reply.data ?? []);
  // One point is no line: a day must have ended since the start.
  const curve = days === undefined || days.length < 2 ? null : periodCurve(days, 'all_period');
  const [from, to] = curve === null ? ['', ''] : [format.day(curve.from), format.day(curve.to)];
  return (
    <div className="grid gap-6 py-4 md:grid-cols-2">
      <BotStatistics bot={bot} />
      <section aria-label={t('curve')} className="min-w-0">
        <h3 className="mb-3 text-sm font-medium">{t('curve')}</h3>
        {days === undefined && error === undefined && <Skeleton className="h-48 w-full" />}
        {(days !== undefined || error !== undefined) && curve === null && (
          <p className="flex h-48 items-center justify-center rounded-md bg-surface-2 px-6 text-center text-xs text-ink-3">
            {days === undefined ? common('failedRetrying') : t('noCurve')}
          </p>
        )}
        {curve !== null && (
          <LineChart
            height={180}
            points={curve.points}
            label={t('curveLabel', { from, to, rate: format.percent(curve.rate) })}
            formatY={(rate) => format.percent(rate.toFixed(6))}
            startLabel={from}
            endLabel={to}
          />
        )}
      </section>
      <ChartSection bot={bot} />
      <OverviewBlocks bot={bot} />
      <OperationRecords bot={bot} />
      <ReplayPlace bot={bot} />
    </div>
  );
}
