'use client';

import type { StrategyRow } from '#lib/contract/strategy.ts';
import { ReplayPlace } from '../replay/replay-place.tsx';
import { OverviewBlocks } from './blocks/overview-blocks.tsx';
import { BotStatistics } from './bot-statistics.tsx';
import { ChartSection } from './chart-section.tsx';
import { CurveSection } from './curve-section.tsx';
import { OperationRecords } from './operation-records.tsx';

/** Statistics, cumulative return and operation records (M-057 … M-059), and what kinds without other tabs show beside them (M-056). */
export function OverviewTab({ bot }: { readonly bot: StrategyRow }) {
  return (
    <div className="grid gap-6 py-4 md:grid-cols-2">
      <BotStatistics bot={bot} />
      <CurveSection bot={bot} />
      <ChartSection bot={bot} />
      <OverviewBlocks bot={bot} />
      <OperationRecords bot={bot} />
      <ReplayPlace bot={bot} />
    </div>
  );
}
