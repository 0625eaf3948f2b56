'use client';

import { useAtomValue } from 'jotai';
import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { chartBot, chartedBotAtom, unchartBot } from '#lib/client/charted-bot.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';

/** Puts a row's bot on the page's chart, and takes it off again. */
export function ChartToggle({ row, viewer }: { readonly row: StrategyRow; readonly viewer: string }) {
  const t = useTranslations('bots.chart');
  const isShown = useAtomValue(chartedBotAtom)?.id === row.strategy_id;
  return (
    <Button
      size="sm"
      tone={isShown ? 'primary' : 'secondary'}
      aria-pressed={isShown}
      aria-label={t('show')}
      title={t('show')}
      onClick={(event) => {
        // The row itself opens the detail.
        event.stopPropagation();
        if (isShown) unchartBot();
        else chartBot({ id: row.strategy_id, kind: row.strategy_type }, viewer);
      }}
      className="md:me-1.5 md:size-7 md:px-0"
    >
      <Icon name="chart" size={14} />
      <span className="md:hidden">{t('button')}</span>
    </Button>
  );
}
