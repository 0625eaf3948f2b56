'use client';

import { useTranslations } from 'next-intl';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { DataTable } from '#components/ui/data-table.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TrendText, trendOf } from '#components/ui/trend-text.tsx';
import type { ForkComparison as Comparison, ForkSide } from '#lib/contract/fork-calls.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { sumOfDecimals } from '#lib/money/decimal-text.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { useEndText } from '../use-end-text.ts';
import { ForkCurves } from './fork-curves.tsx';

/** Nothing changes after both have ended: months of it would make a wall of the days before. */
function untilBothEnded(comparison: Comparison): Comparison {
  const { life, fork, curve } = comparison;
  if (life.finish_as === '' || fork.finish_as === '') return comparison;
  const end = Math.max(life.finish_time, fork.finish_time);
  const after = curve.findIndex(({ time }) => time >= end);
  return { ...comparison, to: end, curve: after < 1 ? curve : curve.slice(0, after + 1) };
}

const WORDS = { up: 'more', down: 'less', flat: 'same' } as const;

function unsigned(figure: string): string {
  return figure.startsWith('-') ? figure.slice(1) : figure;
}

/** Both lives: the difference in a sentence, their curves, their figures, and what the comparison does not know. */
export function ForkComparison({
  bot,
  comparison: whole,
}: {
  readonly bot: StrategyRow;
  readonly comparison: Comparison;
}) {
  const t = useTranslations('fork');
  const format = useBotFormat();
  const comparison = untilBothEnded(whole);
  const { asset, life, fork, from, to } = comparison;
  const difference = sumOfDecimals([fork.profit], [life.profit]);
  const amount = format.amount('profit', unsigned(difference), asset);
  return (
    <>
      {difference !== '' && (
        <p className="text-sm font-medium" data-fork="difference">
          {t(`difference.${WORDS[trendOf(difference)]}`, { from: format.time(from), to: format.time(to), amount })}
        </p>
      )}
      <ForkCurves comparison={comparison} />
      <Figures bot={bot} comparison={comparison} />
      <Remarks comparison={whole} />
    </>
  );
}

interface FigureRow {
  readonly name: 'profit' | 'equity' | 'fall' | 'fills' | 'fees' | 'end';
  readonly cell: (side: ForkSide) => React.ReactNode;
}

const FIGURES: Readonly<Record<FigureRow['name'], TermId | null>> = {
  profit: 'total_profit',
  equity: 'equity',
  fall: 'drawdown',
  fills: 'trades',
  fees: 'fees',
  end: null,
};

function Figures({ bot, comparison }: { readonly bot: StrategyRow; readonly comparison: Comparison }) {
  const t = useTranslations('fork');
  const format = useBotFormat();
  const reason = useEndText();
  const { asset, life, fork } = comparison;
  const rows: readonly FigureRow[] = [
    {
      name: 'profit',
      cell: ({ profit }) => <TrendText value={profit} text={format.profit(profit, asset)} />,
    },
    { name: 'equity', cell: ({ equity }) => format.amount('profit', equity, asset) },
    { name: 'fall', cell: ({ max_draw_down: fall }) => format.percent(fall, false) },
    { name: 'fills', cell: ({ fills }) => format.figure(`${fills}`) },
    { name: 'fees', cell: ({ fees }) => format.amount('profit', fees, asset) },
    {
      name: 'end',
      cell: ({ finish_as, finish_time: time }) =>
        finish_as === ''
          ? t('stillRunning')
          : t('endedAt', {
              reason: reason({ ...bot, finish_as }),
              time: format.time(time),
            }),
    },
  ];
  return (
    <DataTable
      label={t('figures')}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          id: 'figure',
          header: t('figure'),
          cell: ({ name }) => (
            <FigureName figure={FIGURES[name]} kind={bot.strategy_type}>
              {t(`row.${name}`)}
            </FigureName>
          ),
        },
        { id: 'life', header: t('life'), align: 'end', cell: ({ cell }) => cell(life) },
        { id: 'fork', header: t('fork'), align: 'end', cell: ({ cell }) => cell(fork) },
      ]}
      empty={null}
    />
  );
}

/** How far the recorded minutes are from what really happened, and what else is not in the figures. */
function Remarks({ comparison }: { readonly comparison: Comparison }) {
  const t = useTranslations('fork');
  const format = useBotFormat();
  const { asset, life, fork, to, real_equity: real, unknown_minutes: minutes, is_tape_full: isFull } = comparison;
  const off = real === null ? '' : sumOfDecimals([life.equity], [real]);
  const amount = format.amount('profit', unsigned(off), asset);
  const { refused, held } = fork.later;
  return (
    <div className="flex flex-col gap-2 text-xs text-ink-2">
      {real !== null && off !== '' && (
        <p data-fork="real">
          {t(`real.${WORDS[trendOf(off)]}`, { amount, equity: format.amount('profit', real, asset) })}
        </p>
      )}
      {refused > 0 && <p>{t('later.refused', { count: refused })}</p>}
      {held > 0 && <p>{t('later.held', { count: held })}</p>}
      {minutes > 0 && <Notice tone="warn">{t('unknownMinutes', { minutes })}</Notice>}
      {isFull && <Notice tone="warn">{t('tapeFull', { to: format.time(to) })}</Notice>}
    </div>
  );
}
