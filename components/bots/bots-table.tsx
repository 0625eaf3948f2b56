'use client';

import { useAtom } from 'jotai';
import { useLocale, useTranslations } from 'next-intl';
import { startTransition, useCallback, useContext, useDeferredValue, useMemo, useState } from 'react';
import { ownBotPath } from '#components/addresses/paths.ts';
import { StartLink } from '#components/addresses/start-link.tsx';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { FiguredTable } from '#components/bots/figures/figured-table.tsx';
import { useBotTips } from '#components/bots/figures/use-row-tips.tsx';
import type { TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { lateDialog } from '#components/ui/late-dialog.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { botsViewAtom } from '#lib/client/bots-view.ts';
import { HasChartContext } from '#lib/client/charted-bot.ts';
import { textsOf } from '#lib/client/keyed-texts.ts';
import type { SessionInfo } from '#lib/client/session.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { figureOfColumn } from '#lib/figures/column-figures.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { TABLE_COLUMNS } from '#lib/kinds/table-columns.ts';
import type { ColumnDescriptor } from '#lib/strategies/definition.ts';
import { BotCell } from './bot-cell.tsx';
import { ChartToggle } from './chart/chart-toggle.tsx';
import { SortChoice, sortIn } from './sort-choice.tsx';
import { useBotList } from './use-bot-list.ts';

const BotDetailDialog = lateDialog('bot-detail-dialog', () =>
  import('./detail/bot-detail-dialog.tsx').then((part) => part.BotDetailDialog),
);
const TerminateDialog = lateDialog('terminate-dialog', () =>
  import('./terminate/terminate-dialog.tsx').then((part) => part.TerminateDialog),
);

type Tab = 'running' | 'history';

interface Props {
  readonly kind: RunnableKind;
  readonly tab: Tab;
  readonly isActive: boolean;
  readonly viewer: SessionInfo;
}

/** The columns that the kind's definition names for this tab; beside a chart, what is done with a row shows its bot there as well. */
function useBotColumns(
  kind: RunnableKind,
  tab: Tab,
  viewer: SessionInfo,
  onTerminate: (row: StrategyRow) => void,
): readonly TableColumn<StrategyRow>[] {
  const t = useTranslations('bots');
  const hasChart = useContext(HasChartContext);
  const { anonymous } = viewer;
  // Rows are drawn again where their columns are others.
  return useMemo(() => {
    const toggle = (row: StrategyRow) => hasChart && <ChartToggle row={row} viewer={anonymous} />;
    const descriptors: readonly ColumnDescriptor[] = TABLE_COLUMNS[kind].filter(
      (column) => column.on === 'both' || column.on === tab,
    );
    const columns = descriptors.map((column): TableColumn<StrategyRow> => {
      const isActions = column.cell === 'actions';
      return {
        id: column.id,
        header: <FigureName figure={figureOfColumn(column.id)}>{textsOf(t)(column.label)}</FigureName>,
        align: column.align,
        ...(isActions ? { onPhone: 'foot' as const } : {}),
        cell: (row) => (
          <>
            {isActions && toggle(row)}
            <BotCell column={column} row={row} onTerminate={onTerminate} />
          </>
        ),
      };
    });
    // Nothing else can be done with a bot that has ended.
    if (!hasChart || descriptors.some(({ cell }) => cell === 'actions')) return columns;
    return [...columns, { id: 'chart', header: t('chart.header'), align: 'end', onPhone: 'foot', cell: toggle }];
  }, [kind, tab, anonymous, onTerminate, hasChart, t]);
}

/** Opens a bot over the table, or on a page of its own, as its kind says. */
function useOpening(tab: Tab, openHere: (row: StrategyRow) => void): (row: StrategyRow) => void {
  const language = useLocale();
  return useCallback(
    (row) => {
      if (factsOf(row.strategy_type).opensIn === 'panel') {
        // A whole bot is drawn piece by piece: the tap is answered meanwhile.
        startTransition(() => openHere(row));
        return;
      }
      window.open(ownBotPath(language, row, tab === 'history'), '_blank', 'noopener');
    },
    [tab, openHere, language],
  );
}

/** Running or ended bots of one kind, with the columns that its definition names; 20 a page (M-019, M-025). */
export function BotsTable({ kind, tab, isActive, viewer }: Props) {
  const t = useTranslations('bots');
  const [{ sort: chosen }, setView] = useAtom(botsViewAtom);
  const sort = sortIn(tab, chosen);
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<StrategyRow | null>(null);
  const [terminated, setTerminated] = useState<StrategyRow | null>(null);
  const { rows, isLoading, staleness, error, pages, refresh } = useBotList(
    kind,
    tab === 'running' ? 'running' : 'finished',
    page,
    isActive,
    sort,
  );
  const columns = useBotColumns(kind, tab, viewer, setTerminated);
  const open = useOpening(tab, setOpened);
  // Twenty bots are more than a slow phone draws within a picture: they are drawn beside what the trader does, heads that tell of them as well.
  const shown = useDeferredValue(rows);
  const tips = useBotTips(shown, columns);
  return (
    <>
      <SortChoice
        tab={tab}
        sort={sort}
        onChange={(next) => {
          // E-027: another order begins at its first page.
          setPage(1);
          setView((view) => ({ ...view, sort: next }));
        }}
      />
      <FiguredTable
        figures={tips.shown}
        label={t(`tab.${tab}`)}
        columns={columns}
        rows={shown}
        isLoading={isLoading}
        rowKey={(row) => String(row.strategy_id)}
        onRowClick={open}
        cardCorner={tips.corner}
        notice={staleness !== null && <StaleMark staleness={staleness} className="px-3 py-1" />}
        error={error}
        empty={<EmptyState title={t(`empty.${tab}`)} hint={t(`empty.${tab}Hint`)} action={<StartLink />} />}
      />
      <Pagination page={page} pages={pages} onChange={setPage} />
      {opened !== null && (
        <BotDetailDialog
          id={opened.strategy_id}
          kind={opened.strategy_type}
          viewer={viewer}
          // The page under it is laid out anew: after the key or the tap is answered.
          onClose={() => startTransition(() => setOpened(null))}
          onChanged={refresh}
        />
      )}
      {terminated !== null && (
        <TerminateDialog
          bot={terminated}
          onClose={() => {
            setTerminated(null);
            refresh();
          }}
        />
      )}
    </>
  );
}
