'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { Refused } from '#lib/client/failures.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isEnded } from '../bot-state.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { realDifference } from './real-difference.ts';

const REFRESH_MS = 60_000;

/** By how much a copy really differs from its original since the end of the day on which it was made, put by `children`; nothing where the exchange compares none. */
export function RealDifferenceOf({
  bot,
  children,
}: {
  readonly bot: StrategyRow;
  readonly children: (label: string, value: ReactNode) => ReactNode;
}) {
  const t = useTranslations('bots.overview.stat');
  const state = useTranslations('common.state');
  const format = useBotFormat();
  const { strategy_id, strategy_type, follow_id } = bot;
  const query = { strategy_id: String(strategy_id), strategy_type, follow_id: String(follow_id) };
  const { data, error } = useCall(
    'strategyComparison',
    { query: { ...query, data_period: 'all_period' } },
    // What has ended differs by what it differs: its original goes on without it.
    { refreshInterval: isEnded(bot) ? 0 : REFRESH_MS },
  );
  const compared = data?.data;
  if (compared === undefined && error instanceof Refused) return null;
  const unknown = (why: string): ReactNode => (
    <abbr title={why} className="no-underline">
      --
    </abbr>
  );
  const told = compared === undefined ? null : realDifference(compared, isEnded(bot));
  const value =
    told === null ? (
      error === undefined ? (
        <Skeleton className="h-4 w-16" />
      ) : (
        unknown(state('failedRetrying'))
      )
    ) : typeof told === 'string' ? (
      unknown(t(`differenceNone.${told}`))
    ) : (
      <abbr
        title={t('differenceNote', { mine: format.percent(told.mine), origin: format.percent(told.origin) })}
        className="no-underline"
      >
        <TrendText value={told.difference} text={format.percent(told.difference)} />
      </abbr>
    );
  return children(t('difference'), value);
}
