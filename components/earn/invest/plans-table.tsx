'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useCallback, useRef, useState } from 'react';
import { newPlanPath, PLAN_LISTS, type PlanList, planPath } from '#components/addresses/paths.ts';
import { FiguredTable } from '#components/bots/figures/figured-table.tsx';
import { useRowTips } from '#components/bots/figures/use-row-tips.tsx';
import { TableBoundary } from '#components/bots/table-boundary.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { lateDialog } from '#components/ui/late-dialog.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import { callUrl } from '#lib/client/call.ts';
import { useStalenessOf } from '#lib/client/live-lines.ts';
import { useAnnounces } from '#lib/client/use-announces.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useTyped } from '#lib/client/use-typed.ts';
import { PLANS_A_PAGE, type PlanSort } from '#lib/contract/auto-invest-words.ts';
import { usePlanColumns } from './plan-columns.tsx';
import { PLAN_CARD_FIGURES, usePlanRowFigures } from './plan-row-figures.ts';
import { orderIn, orderText, type PlanOrder, pressed, sortQuery } from './plan-sort.ts';
import { PlanSortChoice } from './plan-sort-choice.tsx';
import { type PlanRow, pastVersionOf, STATUS_OF_LIST } from './plan-words.ts';

const RedeemDialog = lateDialog('redeem-dialog', () => import('./redeem-dialog.tsx').then((part) => part.RedeemDialog));

interface Props {
  /** Of what is no list of plans the first one is shown (E-141). */
  readonly mode: string;
  /** It asks for nothing while it is not. */
  readonly isActive: boolean;
}

/** A list of the trader's auto-invest plans, for any page: it brings its own texts. */
export function PlansTable(props: Props) {
  return (
    <WithTexts namespaces={['invest']} fallback={<Skeleton className="m-3 h-40 w-[calc(100%-24px)]" />}>
      <SafeTable {...props} />
    </WithTexts>
  );
}

/** M-344. */
function SafeTable(props: Props) {
  const t = useTranslations('invest');
  return (
    <TableBoundary screen={`plans-${listOf(props.mode)}`} fallback={<EmptyState title={t('empty')} />}>
      <Table {...props} />
    </TableBoundary>
  );
}

function listOf(mode: string): PlanList {
  return PLAN_LISTS.find((list) => list === mode) ?? PLAN_LISTS[0];
}

/** A page of plans, asked for when somebody acts: prices alone move its figures (E-260). */
function usePlans(list: PlanList, page: number, order: PlanOrder, isActive: boolean) {
  const query = { status: STATUS_OF_LIST[list], page, page_size: PLANS_A_PAGE, ...sortQuery(order) };
  const { data, error, isLoading, mutate } = useCall('autoInvestPlans', isActive ? { query } : null);
  const staleness = useStalenessOf(isActive ? callUrl('autoInvestPlans', { query }) : null);
  const total = data?.data?.total;
  return {
    ...{ rows: data?.data?.list, error, isLoading, staleness: data === undefined ? null : staleness },
    pages: total === undefined ? undefined : Math.ceil(total / PLANS_A_PAGE),
    refresh: () => void mutate(),
  };
}

function Table({ mode, isActive }: Props) {
  const t = useTranslations('invest');
  const language = useLocale();
  const list = listOf(mode);
  const top = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(1);
  const [order, setOrder] = useState<PlanOrder>(null);
  useTyped(`plans ${list}`, orderText(order), (kept) => setOrder(orderIn(kept)));
  const [redeemed, setRedeemed] = useState<PlanRow | null>(null);
  const { rows, error, isLoading, staleness, pages, refresh } = usePlans(list, page, order, isActive);
  const canCreate = useAnnounces('auto_invest');
  const open = useCallback(
    (row: PlanRow) => window.open(planPath(language, row.id, pastVersionOf(row)), '_blank', 'noopener'),
    [language],
  );
  const sort = useCallback((column: PlanSort) => {
    setPage(1);
    setOrder((present) => pressed(present, column));
  }, []);
  const columns = usePlanColumns({ order, onSort: sort, onOpen: open, onRedeem: setRedeemed });
  const { shown, corner } = useRowTips(rows, usePlanRowFigures(), PLAN_CARD_FIGURES);
  return (
    <div ref={top} className="scroll-mt-16">
      {(order !== null || (rows?.length ?? 0) > 1) && (
        <PlanSortChoice
          order={order}
          onChange={(next) => {
            setPage(1);
            setOrder(next);
          }}
        />
      )}
      <FiguredTable
        figures={shown}
        label={t(`list.${list}`)}
        columns={columns}
        rows={rows}
        isLoading={isLoading}
        rowKey={({ id, plan_version }) => `${id} ${plan_version}`}
        onRowClick={open}
        cardCorner={corner}
        notice={staleness !== null && <StaleMark staleness={staleness} className="px-3 py-1" />}
        error={error}
        empty={
          <EmptyState
            title={t('empty')}
            action={
              canCreate && (
                <a href={newPlanPath(language)} className={buttonClass('primary')}>
                  {t('create')}
                </a>
              )
            }
          />
        }
      />
      <Pagination
        page={page}
        pages={pages}
        onChange={(next) => {
          setPage(next);
          // E-052.
          top.current?.scrollIntoView();
        }}
      />
      {redeemed !== null && <RedeemDialog plan={redeemed} onClose={() => setRedeemed(null)} onChanged={refresh} />}
    </div>
  );
}
