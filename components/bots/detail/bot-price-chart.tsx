'use client';

import { useTranslations } from 'next-intl';
import { createContext, useContext, useMemo, useState } from 'react';
import { type Instrument, settleOf } from '#components/addresses/paths.ts';
import type { ChartPart } from '#components/chart/chart-part.ts';
import { PriceChart } from '#components/chart/price-chart.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Select } from '#components/ui/select.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import type { InstrumentRow } from '#lib/client/market-rows.ts';
import { useTyped } from '#lib/client/use-typed.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { instrumentsOfBot } from '../bot-instrument.ts';
import { isEnded } from '../bot-state.ts';
import { BotDrawingWords } from '../chart/bot-drawing-words.tsx';
import { useBotDrawing } from '../chart/use-bot-drawing.ts';
import { useInstrumentRow } from '../use-instrument-row.ts';

const BotContext = createContext<StrategyRow | null>(null);

/** A chart is given one drawer for good: a bot that changes is drawn on, not a new chart. */
function BotDrawer({ row, ...part }: ChartPart & { readonly row: InstrumentRow }) {
  const bot = useContext(BotContext);
  return bot === null ? null : <Drawn bot={bot} instrument={row} part={part} />;
}

function Drawn({
  bot,
  instrument,
  part,
}: {
  readonly bot: StrategyRow;
  readonly instrument: Instrument;
  readonly part: ChartPart;
}) {
  const drawing = useBotDrawing(bot, instrument, part);
  return (
    <div role="status" data-testid="bot-drawing" className="rounded bg-surface-2 px-2">
      <BotDrawingWords bot={bot} drawing={drawing} />
    </div>
  );
}

const nameOf = ({ market, type }: Instrument): string => `${market} ${type}`;

/** The price while the bot lived, with its lines and fills; of a bot of several markets, one that is chosen. */
export function BotPriceChart({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.chart');
  const common = useTranslations('common.state');
  const markets = instrumentsOfBot(bot);
  const [chosen, setChosen] = useState('');
  useTyped(`chart ${bot.strategy_id}`, chosen, setChosen);
  const shown = markets.find((one) => nameOf(one) === chosen) ?? markets[0];
  const { row, error } = useInstrumentRow({
    market: shown.market,
    settle: settleOf(shown),
    money_asset: bot.money_asset,
  });
  const endS = isEnded(bot) ? bot.finish_time : null;
  const span = useMemo(() => ({ fromS: bot.create_time, toS: endS }), [bot.create_time, endS]);
  return (
    <div className="flex flex-col gap-2">
      {markets.length > 1 && (
        <Select
          label={t('market')}
          value={nameOf(shown)}
          onChange={setChosen}
          options={markets.map((one) => ({
            value: nameOf(one),
            label: t(one.type === 'spot' ? 'spot' : 'contract', { market: one.market.replace('_', '/') }),
          }))}
          className="self-start"
        />
      )}
      {row === undefined && <LiveGap error={error} unknown={common('error')} className="h-[52dvh] w-full" />}
      {row !== undefined && (
        <WithTexts namespaces={['trade', 'fields']} fallback={<Skeleton className="h-[52dvh] min-h-80 w-full" />}>
          <BotContext value={bot}>
            <PriceChart key={nameOf(shown)} row={row} span={span} drawer={BotDrawer} className="h-[52dvh] min-h-80" />
          </BotContext>
        </WithTexts>
      )}
    </div>
  );
}
