'use client';

import { useTranslations } from 'next-intl';
import { LineChart } from '#components/ui/line-chart.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { type EarlyPoint, lifeCurve } from '#lib/formulas/life-curve.ts';
import { type CurveDay, periodCurve } from '#lib/formulas/period-curve.ts';
import { DAY_SECONDS } from '#lib/time/durations.ts';
import { isEnded } from '../bot-state.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { useAllPages } from './use-all-pages.ts';

/** Page size of the cumulative return (the documents); all pages are fetched. */
const PAGE_SIZE = 100;
const REFRESH_MS = 60_000;
/** Up to this age the points within the first days are a part of the picture; later they are a pixel or two. */
const YOUNG_S = 14 * DAY_SECONDS;

interface Curve {
  readonly from: string;
  readonly to: string;
  readonly rate: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** The points within a young bot's first days; undefined: of an older one, not known, not offered or not to be seen. */
function useEarlyPoints(bot: StrategyRow, ageS: number): readonly EarlyPoint[] | undefined {
  const input = { path: { id: String(bot.strategy_id) }, query: { strategy_type: bot.strategy_type } };
  const { data } = useCall('earlyCurve', ageS < YOUNG_S ? input : null, {
    refreshInterval: isEnded(bot) ? 0 : REFRESH_MS,
    keepPreviousData: false,
  });
  return data?.data;
}

function useCurve(bot: StrategyRow, days: readonly CurveDay[] | undefined): Curve | null {
  const format = useBotFormat();
  const toS = bot.create_time + bot.run_times;
  const early = useEarlyPoints(bot, bot.run_times);
  if (days === undefined) return null;
  if (early !== undefined) {
    const whole = lifeCurve(days, early, { fromS: bot.create_time, toS });
    return whole === null ? null : { ...whole, from: format.time(bot.create_time), to: format.time(toS) };
  }
  // Of days alone one point is no line: a day must have ended since the start.
  const daily = days.length < 2 ? null : periodCurve(days, 'all_period');
  return daily === null ? null : { ...daily, from: format.day(daily.from), to: format.day(daily.to) };
}

/** The cumulative return (M-058): from the first minute where the exchange keeps it, else by days. */
export function CurveSection({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.overview');
  const common = useTranslations('common.state');
  const format = useBotFormat();
  const { replies, error } = useAllPages(
    'dailyCurve',
    {
      path: { id: String(bot.strategy_id) },
      query: { strategy_type: bot.strategy_type, type: 'home_curve', page_size: PAGE_SIZE },
    },
    REFRESH_MS,
  );
  const days = replies?.flatMap((reply) => reply.data ?? []);
  const curve = useCurve(bot, days);
  return (
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
          label={t('curveLabel', { from: curve.from, to: curve.to, rate: format.percent(curve.rate) })}
          formatY={(rate) => format.percent(rate.toFixed(6))}
          startLabel={curve.from}
          endLabel={curve.to}
        />
      )}
    </section>
  );
}
