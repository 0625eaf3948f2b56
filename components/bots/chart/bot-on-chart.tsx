'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { type Instrument, instrumentPath } from '#components/addresses/paths.ts';
import { ChartMarks } from '#components/chart/chart-marks.tsx';
import type { ChartPart } from '#components/chart/chart-part.ts';
import { Icon } from '#components/ui/icon.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import { type ChartedBot, unchartBot } from '#lib/client/charted-bot.ts';
import { isUnknown } from '#lib/client/failures.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { instrumentsOfBot, isSameInstrument } from '../bot-instrument.ts';
import { isEnded } from '../bot-state.ts';
import { rowQuery } from '../row-query.ts';
import { BotDrawingWords } from './bot-drawing-words.tsx';
import { useBotDrawing } from './use-bot-drawing.ts';

const REFRESH_MS = 10_000;

interface Props extends ChartPart {
  readonly charted: ChartedBot;
  readonly instrument: Instrument;
}

/** The bot that was chosen in the table, on the chart of the page, with the chip that says so; the form's lines come back with its end. */
export function BotOnChart(props: Props) {
  return (
    <WithTexts namespaces={['bots', 'fields']} fallback={null}>
      <Charted key={props.charted.id} {...props} />
    </WithTexts>
  );
}

/** Escape takes the bot off, unless it closed something that lay over the page. */
function useEscape(): void {
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) unchartBot();
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, []);
}

function Charted({ charted, instrument, ...part }: Props) {
  const t = useTranslations('bots.chart');
  useEscape();
  const { data, error } = useCall('strategies', rowQuery(charted.id, charted.kind), {
    refreshInterval: (latest) => (latest?.data?.[0] !== undefined && isEnded(latest.data[0]) ? 0 : REFRESH_MS),
  });
  const bot = data?.data?.[0];
  if (bot === undefined) {
    // An exchange that does not answer has not said that there is none.
    const isGone = data !== undefined || isUnknown(error);
    return (
      <>
        <ChartMarks {...part} />
        <Chip name={isGone ? t('gone') : t('loading')} />
      </>
    );
  }
  const markets = instrumentsOfBot(bot);
  if (markets.some((one) => isSameInstrument(one, instrument))) {
    return <Drawn bot={bot} instrument={instrument} {...part} />;
  }
  return (
    <>
      <ChartMarks {...part} />
      <Elsewhere bot={bot} market={markets[0]} />
    </>
  );
}

function Drawn({
  bot,
  instrument,
  ...part
}: ChartPart & { readonly bot: StrategyRow; readonly instrument: Instrument }) {
  const drawing = useBotDrawing(bot, instrument, part);
  return (
    <Chip name={bot.strategy_name}>
      <BotDrawingWords bot={bot} drawing={drawing} />
    </Chip>
  );
}

/** A bot that does not trade here: said, with the way to where it does. */
function Elsewhere({ bot, market }: { readonly bot: StrategyRow; readonly market: Instrument }) {
  const t = useTranslations('bots.chart');
  const language = useLocale();
  const name = market.market.replace('_', '/');
  return (
    <Chip name={bot.strategy_name}>
      <a
        href={instrumentPath(language, market)}
        className="inline-flex min-h-11 items-center text-2xs text-accent underline md:min-h-0"
      >
        {t('elsewhere', { market: name })}
      </a>
    </Chip>
  );
}

/** Which bot the chart shows, with a cross that takes it off. */
function Chip({ name, children }: { readonly name: string; readonly children?: React.ReactNode }) {
  const t = useTranslations('bots.chart');
  const chip = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={chip}
      role="status"
      data-testid="charted-bot"
      className="flex max-w-full min-w-0 items-center gap-1 rounded-md border bg-surface-2 ps-2 text-xs"
    >
      <span className="flex min-w-0 flex-col py-0.5">
        <span className="truncate font-medium text-ink-1">{name}</span>
        {children}
      </span>
      <button
        type="button"
        aria-label={t('close', { name })}
        onClick={() => unchartBot(true)}
        className="flex size-11 shrink-0 items-center justify-center rounded-md text-ink-3 hover:text-ink-1 md:size-7"
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
