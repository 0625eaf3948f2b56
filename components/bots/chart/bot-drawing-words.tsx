'use client';

import { useTranslations } from 'next-intl';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { BotDrawing } from './use-bot-drawing.ts';

/** How many fills stand on a chart, what does not and why, and for who cannot see the canvas the lines that have a name. */
export function BotDrawingWords({ bot, drawing }: { readonly bot: StrategyRow; readonly drawing: BotDrawing }) {
  const t = useTranslations('bots.chart');
  const { fills, buys, sells, named } = drawing;
  return (
    <>
      <span className="text-2xs text-ink-3">
        {fills === 'ready' ? t('fills', { buys, sells }) : t(`fillState.${fills}`)}
        {bot.params === null && ` · ${t('closed')}`}
      </span>
      <ul aria-label={t('lines')} className="sr-only">
        {named.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
