'use client';

import { useAtomValue } from 'jotai';
import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import { ChartMarks } from '#components/chart/chart-marks.tsx';
import type { ChartPart } from '#components/chart/chart-part.ts';
import { chartedBotAtom, restoreChartedBot, unchartBot } from '#lib/client/charted-bot.ts';
import { latePart, nothingYet } from '#lib/client/late-part.ts';
import type { InstrumentRow } from '#lib/client/market-rows.ts';
import { useSession } from '#lib/client/session.ts';

const BotOnChart = dynamic(
  () =>
    latePart('bot-on-chart', () => import('#components/bots/chart/bot-on-chart.tsx').then((part) => part.BotOnChart)),
  { loading: nothingYet },
);

/** What stands on the trade page's chart: the bot that was chosen in the table, else what the form draws. */
export function TradeMarks({ row, ...part }: ChartPart & { readonly row: InstrumentRow }) {
  const charted = useAtomValue(chartedBotAtom);
  const { session } = useSession();
  const viewer = session?.logged_in === true ? session.anonymous : session && '';
  useEffect(() => {
    if (viewer === '') unchartBot();
    else if (viewer !== undefined) restoreChartedBot(viewer);
  }, [viewer]);
  if (charted === null) return <ChartMarks {...part} />;
  return <BotOnChart charted={charted} instrument={row} {...part} />;
}
