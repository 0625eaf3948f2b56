'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useDeferredValue, useState } from 'react';
import { ownBotPath } from '#components/addresses/paths.ts';
import { BotCell } from '#components/bots/bot-cell.tsx';
import { isEnded, isStoppable } from '#components/bots/bot-state.ts';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { FiguredTable } from '#components/bots/figures/figured-table.tsx';
import { useBotTips } from '#components/bots/figures/use-row-tips.tsx';
import { SortChoice } from '#components/bots/sort-choice.tsx';
import { useAskAllAnew } from '#components/bots/use-ask-anew.ts';
import { Button } from '#components/ui/button.tsx';
import type { TableColumn } from '#components/ui/data-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { callUrl } from '#lib/client/call.ts';
import { textsOf } from '#lib/client/keyed-texts.ts';
import { useStalenessOf } from '#lib/client/live-lines.ts';
import { fieldsText } from '#lib/client/typed-fields.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useTyped } from '#lib/client/use-typed.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { figureOfColumn } from '#lib/figures/column-figures.ts';
import { columnsOf } from '#lib/strategies/fields/columns.ts';
import { BotFilters, FIRST_FILTERS, type Filters, filtersIn, NO_FILTERS, queryOf } from './bot-filters.tsx';
import { CsvButton } from './csv-button.tsx';
import { EndDialog } from './end/end-dialog.tsx';
import type { Portfolio } from './portfolio.ts';
import { Section } from './section.tsx';

/** M-019. */
const PAGE_SIZE = 20;
const REFRESH_MS = 10_000;
/** As many as one plan is read through of. */
const MOST_CHOSEN = 50;

const COLUMNS = columnsOf('bot', 'kind', 'status', 'money', 'profit', 'run_times', 'reason');

type Chosen = ReadonlyMap<number, StrategyRow>;

/** All bots in one list, with what a trader looks for; several are ended by one plan. */
export function BotList({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useTranslations('portfolio.list');
  const [filters, setFilters] = useState<Filters>(FIRST_FILTERS);
  useTyped('all bots', fieldsText(filters), (kept) => setFilters((before) => filtersIn(kept, before)));
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [ending, setEnding] = useState<readonly StrategyRow[] | null>(null);
  const askAnew = useAskAllAnew();
  const query = { ...queryOf(filters), page, page_size: PAGE_SIZE };
  const { data, error, isLoading } = useCall('portfolioBots', { query }, { refreshInterval: REFRESH_MS });
  const staleness = useStalenessOf(callUrl('portfolioBots', { query }));
  const rows = data?.data;
  const change = (next: Filters): void => {
    setPage(1);
    setFilters(next);
  };
  const choose = (row: StrategyRow): void =>
    setChosen((before) => {
      const after = new Map(before);
      if (!after.delete(row.strategy_id) && after.size < MOST_CHOSEN) after.set(row.strategy_id, row);
      return after;
    });
  const columns = useColumns(chosen, choose);
  const shown = useDeferredValue(rows);
  const tips = useBotTips(shown, COLUMNS);
  // Who looked at the plan and went back has chosen still, and what was not ended is.
  const wasSent = (ended: ReadonlySet<number>): void => {
    setChosen((before) => new Map([...before].filter(([id]) => !ended.has(id))));
    askAnew();
  };
  return (
    <Section title={t('title')} aside={<CsvButton filters={filters} />}>
      <div className="flex flex-wrap items-end justify-between gap-2">
        <BotFilters portfolio={portfolio} filters={filters} onChange={change} />
        <SortChoice
          tab={filters.state === 'finished' ? 'history' : 'running'}
          sort={filters.sort}
          onChange={(sort) => change({ ...filters, sort })}
          className="max-md:w-full"
        />
      </div>
      <ChosenBar chosen={chosen} rows={rows ?? []} onChoose={setChosen} onEnd={() => setEnding([...chosen.values()])} />
      <FiguredTable
        figures={tips.shown}
        label={t('title')}
        columns={columns}
        rows={shown}
        error={error}
        isLoading={isLoading}
        rowKey={({ strategy_id }) => String(strategy_id)}
        onRowClick={useOpening()}
        cardCorner={tips.corner}
        notice={staleness !== null && data !== undefined && <StaleMark staleness={staleness} />}
        empty={<Empty filters={filters} onAll={() => change(NO_FILTERS)} />}
      />
      <Pagination page={page} pages={data?.pagecount} onChange={setPage} />
      {ending !== null && (
        <EndDialog
          bots={ending}
          onEnded={wasSent}
          onClose={() => {
            setEnding(null);
            askAnew();
          }}
        />
      )}
    </Section>
  );
}

/** None at all, or none of those that are looked for: then the way to all of them. */
function Empty({ filters, onAll }: { readonly filters: Filters; readonly onAll: () => void }) {
  const t = useTranslations('portfolio');
  const isNarrowed = Object.keys(queryOf({ ...filters, sort: '' })).length > 0;
  if (!isNarrowed) return <EmptyState title={t('results.none')} />;
  return <EmptyState title={t('list.none')} action={<Button onClick={onAll}>{t('list.all')}</Button>} />;
}

/** A bot's page, in a tab of its own. */
function useOpening(): (row: StrategyRow) => void {
  const language = useLocale();
  return (row) => {
    window.open(ownBotPath(language, row, isEnded(row)), '_blank', 'noopener');
  };
}

function useColumns(chosen: Chosen, onChoose: (row: StrategyRow) => void): readonly TableColumn<StrategyRow>[] {
  const t = useTranslations('bots');
  const own = useTranslations('portfolio.list');
  const select: TableColumn<StrategyRow> = {
    id: 'choose',
    header: <span className="sr-only">{own('choose')}</span>,
    align: 'end',
    onPhone: 'foot',
    cell: (row) =>
      isStoppable(row) && (
        <Button
          size="sm"
          role="checkbox"
          aria-checked={chosen.has(row.strategy_id)}
          tone={chosen.has(row.strategy_id) ? 'primary' : 'secondary'}
          onClick={(event) => {
            event.stopPropagation();
            onChoose(row);
          }}
        >
          {own(chosen.has(row.strategy_id) ? 'chosen' : 'choose')}
          <span className="sr-only">{row.strategy_name}</span>
        </Button>
      ),
  };
  return [
    ...COLUMNS.map((column) => ({
      id: column.id,
      header: <FigureName figure={figureOfColumn(column.id)}>{textsOf(t)(column.label)}</FigureName>,
      align: column.align,
      cell: (row: StrategyRow) => <BotCell column={column} row={row} onTerminate={onChoose} />,
    })),
    select,
  ];
}

function ChosenBar({
  chosen,
  rows,
  onChoose,
  onEnd,
}: {
  readonly chosen: Chosen;
  readonly rows: readonly StrategyRow[];
  readonly onChoose: (chosen: Chosen) => void;
  readonly onEnd: () => void;
}) {
  const t = useTranslations('portfolio.list');
  const open = rows.filter(isStoppable);
  const all = [...chosen, ...open.map((row) => [row.strategy_id, row] as const)];
  return (
    <div className="flex flex-wrap items-center gap-2 text-xs text-ink-2">
      <span role="status">{t('chosenCount', { count: chosen.size, most: MOST_CHOSEN })}</span>
      <Button size="sm" disabled={open.length === 0} onClick={() => onChoose(new Map(all.slice(0, MOST_CHOSEN)))}>
        {t('choosePage')}
      </Button>
      <Button size="sm" tone="ghost" disabled={chosen.size === 0} onClick={() => onChoose(new Map())}>
        {t('chooseNone')}
      </Button>
      <Button size="sm" tone="danger" disabled={chosen.size === 0} onClick={onEnd}>
        {t('end')}
      </Button>
    </div>
  );
}
