'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { CurveCursor } from '#components/ui/curve-cursor.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LineChart } from '#components/ui/line-chart.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { callUrl } from '#lib/client/call.ts';
import { everyRow } from '#lib/client/every-page.ts';
import { fetchOk, useLive } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { isFigure } from '#lib/money/decimal-text.ts';

type Point = NonNullable<ReplyOf<'backtestPoints'>['data']>[number];

/** E-270, E-329. */
const POINTS_PAGE_SIZE = 200;
/** More are a fault of the exchange: a year of hours. */
const MOST_PAGES = 50;
const HEIGHT = 180;

const inputOf = (id: number) => ({ path: { id: String(id) }, query: { page_size: POINTS_PAGE_SIZE } });

/** Every point that says something, the oldest first: the documents know no order. */
async function readPoints(id: number): Promise<readonly Point[]> {
  const { path, query } = inputOf(id);
  const points = await everyRow(MOST_PAGES, (page) => fetchOk('backtestPoints', { path, query: { ...query, page } }));
  return points.filter(({ profit }) => isFigure(profit)).sort((a, b) => a.back_time - b.back_time);
}

/** What a backtest had won by each moment (E-091, E-118), of an exchange that tells its points alone. */
export function BacktestProfit({ id, asset }: { readonly id: number; readonly asset: string }) {
  const t = useTranslations('backtests.result');
  const state = useTranslations('common.state');
  const format = useBotFormat();
  const [hovered, setHovered] = useState<number | null>(null);
  const key = `${callUrl('backtestPoints', inputOf(id))}#all`;
  const { data: points, error } = useLive(key, () => readPoints(id), { revalidateOnFocus: false });
  if (points === undefined) return <LiveGap error={error} className="h-48 w-full" />;
  const [first, last] = [points[0], points.at(-1)];
  const at = Math.min(hovered ?? points.length - 1, points.length - 1);
  const point = points[at];
  if (first === undefined || last === undefined || point === undefined) return <EmptyState title={state('empty')} />;
  const money = (profit: string): string => format.profit(profit, asset);
  const share = (point.back_time - first.back_time) / (last.back_time - first.back_time || 1);
  return (
    <div>
      <p className="mb-1 flex flex-wrap gap-x-4 text-xs tabular-nums">
        <span className="text-ink-3">{format.time(point.back_time)}</span>
        <TrendText value={point.profit} text={money(point.profit)} />
      </p>
      <LineChart
        points={points.map(({ back_time, profit }) => ({ x: back_time, y: Number(profit) }))}
        height={HEIGHT}
        formatY={(y) => format.profit(y.toFixed(8), asset, false)}
        label={`${t('metric.total_profit')}: ${money(last.profit)}`}
        startLabel={format.time(first.back_time)}
        endLabel={format.time(last.back_time)}
        overlay={<CurveCursor count={points.length} share={share} height={HEIGHT} onHover={setHovered} />}
      />
    </div>
  );
}
