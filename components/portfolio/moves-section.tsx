'use client';

import { useTranslations } from 'next-intl';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { FiguredTable } from '#components/bots/figures/figured-table.tsx';
import type { FigureRow } from '#components/bots/figures/shown-rows.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { Button } from '#components/ui/button.tsx';
import type { TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { download } from '#lib/client/file-texts.ts';
import { useCall } from '#lib/client/use-call.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import type { Moves } from './portfolio.ts';
import { movesCsv } from './portfolio-csv.ts';
import { Section } from './section.tsx';

type Move = Moves['moves'][number];

const FIGURES = { total: 'move_result', bots: 'move_in_bots', accounts: 'move_in_accounts' } as const;

/** What would be won or lost if all prices moved alike, the worst first. Asked once, and again when the trader wants to know. */
export function MovesSection() {
  const t = useTranslations('portfolio.moves');
  const page = useTranslations('portfolio');
  const common = useTranslations('common.action');
  const format = useBotFormat();
  const { data, error, isValidating, mutate } = useCall('portfolioMoves', {});
  const moves = data?.data;
  const figures = (move: Move): FigureRow => ({
    key: String(move.percent),
    name: moveText(format, move),
    of: {
      values: {
        move_result: format.value(move.total),
        move_in_bots: format.value(move.bots),
        move_in_accounts: format.value(move.accounts),
      },
    },
  });
  return (
    <Section
      title={t('title')}
      note={t('note')}
      aside={
        <span className="flex gap-2">
          {moves !== undefined && moves.moves.length > 0 && (
            <Button size="sm" onClick={() => download('moves.csv', 'text/csv', movesCsv(moves))}>
              {page('csv')}
            </Button>
          )}
          <Button size="sm" isBusy={isValidating && moves !== undefined} onClick={() => void mutate()}>
            {common('refresh')}
          </Button>
        </span>
      }
    >
      <FiguredTable
        figures={moves?.moves.map(figures)}
        label={t('title')}
        columns={useColumns()}
        rows={moves?.moves}
        error={error}
        rowKey={({ percent }) => String(percent)}
        skeletonRows={6}
        empty={<EmptyState title={t('none')} />}
      />
      {moves !== undefined && (
        <p className="text-xs text-ink-3">
          {t('of', { count: moves.bots, time: format.time(moves.time, true) })}
          {moves.left_out > 0 && ` ${t('leftOut', { count: moves.left_out })}`}
        </p>
      )}
    </Section>
  );
}

function moveText(format: ReturnType<typeof useBotFormat>, { percent }: Move): string {
  return format.percent((percent / 100).toFixed(2));
}

function useColumns(): readonly TableColumn<Move>[] {
  const t = useTranslations('portfolio.moves');
  const format = useBotFormat();
  const change = (id: 'total' | 'bots' | 'accounts'): TableColumn<Move> => ({
    id,
    header: <FigureName figure={FIGURES[id]}>{t(id)}</FigureName>,
    align: 'end',
    cell: (move) => <TrendText value={move[id]} text={format.value(move[id])} />,
  });
  return [
    {
      id: 'move',
      header: t('move'),
      cell: (move) => <span className="font-medium">{moveText(format, move)}</span>,
    },
    change('total'),
    change('bots'),
    change('accounts'),
    { id: 'ends', header: t('ends'), cell: (move) => <Ends move={move} /> },
    {
      id: 'worst',
      header: <FigureName figure="move_in_bots">{t('worst')}</FigureName>,
      cell: (move) => <Worst move={move} />,
    },
  ];
}

function Ends({ move }: { readonly move: Move }) {
  const reasons = useTranslations('bots.reason');
  if (move.ends.length === 0) return NO_FIGURE;
  return (
    <span className="flex flex-col">
      {move.ends.map(({ reason, bots }) => (
        <span key={reason}>
          {reasons(reason)}: {bots}
        </span>
      ))}
    </span>
  );
}

function Worst({ move }: { readonly move: Move }) {
  const reasons = useTranslations('bots.reason');
  const kinds = useTranslations('bots.kind');
  const format = useBotFormat();
  if (move.worst.length === 0) return NO_FIGURE;
  return (
    <ul className="flex flex-col gap-0.5 py-1">
      {move.worst.map(({ strategy_id: id, strategy_type: kind, strategy_name: name, usdt, finish_as: finish }) => (
        <li key={id} className="flex min-w-0 flex-wrap gap-x-2">
          <span className="max-w-80 whitespace-normal break-words">
            {name} <span className="text-ink-3">{kinds(kind)}</span>
          </span>
          <TrendText value={usdt} text={format.value(usdt)} />
          {finish !== '' && <span className="text-warn">{reasons(finish)}</span>}
        </li>
      ))}
    </ul>
  );
}
