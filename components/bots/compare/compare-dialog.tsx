'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Dialog } from '#components/ui/dialog.tsx';
import { AwaitedDialog } from '#components/ui/late-dialog.tsx';
import { LineChart } from '#components/ui/line-chart.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CURVE_PERIODS } from '#lib/formulas/period-curve.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { isEnded } from '../bot-state.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { type Comparison, realDifference } from './real-difference.ts';

type Period = (typeof CURVE_PERIODS)[number];

const HEIGHT = 220;
const REFRESH_MS = 60_000;

interface Props {
  readonly bot: StrategyRow;
  readonly onClose: () => void;
}

/** The copy beside the bot that it was copied from (M-039, M-079, M-080). */
export function CompareDialog({ bot, onClose }: Props) {
  return (
    <WithTexts namespaces={['copy']} fallback={<AwaitedDialog onClose={onClose} />}>
      <Compare bot={bot} onClose={onClose} />
    </WithTexts>
  );
}

function Compare({ bot, onClose }: Props) {
  const t = useTranslations('copy.compare');
  const [period, setPeriod] = useState<Period>('all_period');
  const query = {
    strategy_id: String(bot.strategy_id),
    strategy_type: bot.strategy_type,
    follow_id: String(bot.follow_id),
    data_period: period,
  };
  const { data, error } = useCall(
    'strategyComparison',
    { query },
    { refreshInterval: isEnded(bot) ? 0 : REFRESH_MS, keepPreviousData: false },
  );
  const compared = data?.data;
  return (
    <Dialog isOpen onClose={onClose} title={t('title')} width="md">
      <Segmented
        name="compare-period"
        label={t('period.label')}
        value={period}
        onChange={setPeriod}
        options={CURVE_PERIODS.map((one) => ({ value: one, label: t(`period.${one}`) }))}
        className="mb-4"
      />
      {compared === undefined ? (
        error === undefined ? (
          <Skeleton className="h-72 w-full" />
        ) : (
          <LiveGap error={error} />
        )
      ) : (
        <Curves compared={compared} isEnded={isEnded(bot)} />
      )}
    </Dialog>
  );
}

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** Both returns since the same day, and by how much they differ: what the copy really came to. */
function Curves({ compared, isEnded: isOver }: { readonly compared: Comparison; readonly isEnded: boolean }) {
  const t = useTranslations('copy.compare');
  const format = useBotFormat();
  const told = realDifference(compared, isOver);
  if (typeof told === 'string') {
    return <p className="flex h-72 items-center justify-center text-center text-xs text-ink-3">{t(`none.${told}`)}</p>;
  }
  const { difference, days } = told;
  const [first, last] = [days.mine[0], days.mine.at(-1)];
  if (first === undefined || last === undefined) return null;
  const words = { mine: format.percent(told.mine), origin: format.percent(told.origin) };
  return (
    <figure aria-label={t('chart')} className="m-0 min-w-0">
      <figcaption className="mb-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <span>
          {t('mine')} <TrendText value={told.mine} text={words.mine} />
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className="w-4 border-t border-dashed border-ink-3" />
          {t('origin')} <TrendText value={told.origin} text={words.origin} />
        </span>
        <span>
          {t('difference')} <TrendText value={difference} text={format.percent(difference)} />
        </span>
      </figcaption>
      <LineChart
        points={days.mine.map(({ trading_date, profit_rate }) => ({ x: dayOf(trading_date), y: Number(profit_rate) }))}
        reference={days.origin.map(({ trading_date, profit_rate }) => ({
          x: dayOf(trading_date),
          y: Number(profit_rate),
        }))}
        height={HEIGHT}
        label={t('chartLabel', words)}
        formatY={(y) => format.percent(y.toFixed(8))}
        startLabel={format.day(first.trading_date)}
        endLabel={format.day(last.trading_date)}
      />
      <p className="mt-2 text-2xs text-ink-3">{t('note')}</p>
    </figure>
  );
}
