'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { profitAssetOf } from '#components/bots/bot-instrument.ts';
import { BotMarket } from '#components/bots/bot-market.tsx';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { useInstrumentRow } from '#components/bots/use-instrument-row.ts';
import { usePriceText } from '#components/bots/use-price-text.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { download } from '#lib/client/file-texts.ts';
import { textAt } from '#lib/client/keyed-texts.ts';
import { toast } from '#lib/client/toasts.ts';
import { useSaysWhether } from '#lib/client/use-announces.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useSingleRun } from '#lib/client/use-single-run.ts';
import type { BacktestRecord, BacktestReport } from '#lib/contract/backtest-calls.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { timeText } from '#lib/i18n/date-text.ts';
import { BacktestBand } from './backtest-band.tsx';
import { BacktestCandles } from './backtest-candles.tsx';
import { BacktestCurves } from './backtest-curves.tsx';
import { dayOf } from './backtest-dates.ts';
import { ordersCsv, readAllOrders, resultJson } from './backtest-export.ts';
import { BacktestFills } from './backtest-fills.tsx';
import { BacktestCosts, BacktestMetrics } from './backtest-metrics.tsx';
import { BacktestNeighbours } from './backtest-neighbours.tsx';
import { BacktestParameters } from './backtest-parameters.tsx';
import { BacktestProfit } from './backtest-profit.tsx';
import { BacktestTrades } from './backtest-trades.tsx';
import { BACKTEST_ORDERS_PAGE_SIZE } from './orders-page-size.ts';
import { instrumentOfRecord, tradedBy } from './record-instrument.ts';
import { ReportSection } from './report-section.tsx';
import { useCreateFromRecord } from './use-create-from-record.ts';

/** While the neighbours are being run the result is looked at again this often. */
const NEIGHBOURS_MS = 2_000;

/** Why the end came early, and where prices were missing: what qualifies the figures stands before them. */
function Caveats({ report }: { readonly report: BacktestReport }) {
  const t = useTranslations('backtests.result');
  const reasons = useTranslations('bots.reason');
  const longest = report.gaps.reduce<BacktestReport['gaps'][number] | null>(
    (best, gap) => (best === null || gap.to - gap.from > best.to - best.from ? gap : best),
    null,
  );
  const locale = useLocale();
  const at = (seconds: number): string => timeText(seconds, locale, 'UTC');
  return (
    <>
      {report.finish_as !== '' && (
        <Notice tone="warn">
          {t('ended', {
            reason: textAt(reasons, report.finish_as) ?? report.finish_as,
          })}
        </Notice>
      )}
      {longest !== null && (
        <Notice tone="warn">
          {t('gaps', { count: report.gaps.length, from: at(longest.from), to: at(longest.to) })}
        </Notice>
      )}
    </>
  );
}

type Orders = NonNullable<ReplyOf<'backtestOrders'>['data']>;

/** The candles of its time with its orders, once its market is known. */
function Candles({
  record,
  traded,
  orders,
}: {
  readonly record: BacktestRecord;
  readonly traded: ReturnType<typeof tradedBy>;
  readonly orders: Orders;
}) {
  const state = useTranslations('common.state');
  const instrument = useMemo(() => instrumentOfRecord(record), [record]);
  const { row, error } = useInstrumentRow(traded);
  if (row === undefined) return <LiveGap error={error} unknown={state('error')} className="h-72 w-full" />;
  return (
    <BacktestCandles
      instrument={instrument}
      begin={record.begin_time}
      end={record.end_time}
      decimals={row.price_decimals}
      orders={orders}
    />
  );
}

/** A page of the orders of a record. */
function useOrders({ id }: BacktestRecord) {
  const [page, setPage] = useState(1);
  const { data, error } = useCall(
    'backtestOrders',
    { path: { id: String(id) }, query: { page, page_size: BACKTEST_ORDERS_PAGE_SIZE } },
    { revalidateOnFocus: false },
  );
  return { orders: data?.data, error, page, pages: data?.pagecount, kept: data?.totalcount, onPage: setPage };
}

function Result({ record, report }: { readonly record: BacktestRecord; readonly report: BacktestReport }) {
  const t = useTranslations('backtests.result');
  const fills = useTranslations('backtests.fills');
  const traded = useMemo(() => tradedBy(record), [record]);
  const priceText = usePriceText(traded);
  const listed = useOrders(record);
  return (
    <div className="flex flex-col gap-5 pb-4">
      <Caveats report={report} />
      <ReportSection title={t('figures')}>
        <BacktestMetrics record={record} report={report} />
      </ReportSection>
      {report.other_fills !== null && (
        <ReportSection title={fills('title')}>
          <BacktestFills record={record} report={report} other={report.other_fills} />
        </ReportSection>
      )}
      <ReportSection title={t('curve')}>
        <BacktestCurves curve={report.curve} />
      </ReportSection>
      <ReportSection title={t('candles')}>
        <Candles record={record} traded={traded} orders={listed.orders ?? []} />
      </ReportSection>
      <ReportSection title={t('trades')}>
        <BacktestTrades {...listed} record={record} asset={report.profit_asset} priceText={priceText} />
      </ReportSection>
      <ReportSection title={t('costs')}>
        <BacktestCosts record={record} report={report} />
      </ReportSection>
      <ReportSection title={t('band.title')}>
        <BacktestBand band={report.monte_carlo} of={report.band_of} />
      </ReportSection>
      <ReportSection title={t('neighbours.title')}>
        <BacktestNeighbours record={record} neighbours={report.neighbours} priceText={priceText} />
      </ReportSection>
      <ReportSection title={t('parameters')}>
        <BacktestParameters record={record} />
      </ReportSection>
    </div>
  );
}

/** The result of an exchange that tells no report of its own (H61): the documents' three parts, by their calls (E-090, E-091, E-092). */
function DocumentedResult({ record }: { readonly record: BacktestRecord }) {
  const t = useTranslations('backtests.result');
  const traded = useMemo(() => tradedBy(record), [record]);
  const priceText = usePriceText(traded);
  const asset = profitAssetOf(traded);
  return (
    <div className="flex flex-col gap-5 pb-4">
      <ReportSection title={t('metric.total_profit')}>
        <BacktestProfit id={record.id} asset={asset} />
      </ReportSection>
      <ReportSection title={t('trades')}>
        <BacktestTrades {...useOrders(record)} kept={undefined} record={record} asset={asset} priceText={priceText} />
      </ReportSection>
      <ReportSection title={t('parameters')}>
        <BacktestParameters record={record} />
      </ReportSection>
    </div>
  );
}

/** Both files of an exchange that tells a report, else the orders alone. */
function Exports({ record, report }: { readonly record: BacktestRecord; readonly report: BacktestReport | null }) {
  const t = useTranslations('backtests.result');
  const { isBusy, run } = useSingleRun();
  const name = `backtest-${record.id}-${record.market}`;
  const save = async (whole: BacktestReport | null): Promise<void> => {
    try {
      const orders = await readAllOrders(record.id);
      if (whole === null) download(`${name}.csv`, 'text/csv;charset=utf-8', ordersCsv(orders));
      else download(`${name}.json`, 'application/json', resultJson(record, whole, orders));
    } catch {
      toast('error', t('exportFailed'));
    }
  };
  return (
    <>
      <Button isBusy={isBusy} onClick={() => void run(() => save(null))}>
        {t('csv')}
      </Button>
      {report !== null && (
        <Button isBusy={isBusy} onClick={() => void run(() => save(report))}>
          {t('json')}
        </Button>
      )}
    </>
  );
}

/** The result of a backtest (E-090 … E-093): a drawer from the right, on phones a sheet. */
export function BacktestDrawer({ record, onClose }: { readonly record: BacktestRecord; readonly onClose: () => void }) {
  const t = useTranslations('backtests.result');
  const kinds = useTranslations('bots.kind');
  const common = useTranslations('common.action');
  const format = useBotFormat();
  const create = useCreateFromRecord();
  const tellsReport = useSaysWhether('backtest_report');
  const { data, error, mutate } = useCall(
    'backtestReport',
    tellsReport === true ? { path: { id: String(record.id) } } : null,
    {
      refreshInterval: (reply) =>
        reply?.data !== undefined && 'curve' in reply.data && reply.data.neighbours === null ? NEIGHBOURS_MS : 0,
      revalidateOnFocus: false,
    },
  );
  const told = data?.data !== undefined && 'curve' in data.data ? data.data : undefined;
  const report = tellsReport === false ? null : told;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('title')}
      width="lg"
      place="end"
      header={
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-ink-2">
          <BotMarket bot={{ ...record, params: record.bot_params }} />
          <span>{kinds(record.strategy_type)}</span>
          <span>
            {t('range', {
              from: format.day(dayOf(record.begin_time * 1000)),
              to: format.day(dayOf(record.end_time * 1000 - 1)),
            })}
          </span>
          <span>
            {format.investment(record.params.begin_money_amount, record.params.begin_money_currency, record.market)}
          </span>
        </p>
      }
      footer={
        <>
          {report !== undefined && <Exports record={record} report={report} />}
          <Button tone="primary" onClick={() => create(record)}>
            {t('create')}
          </Button>
        </>
      }
    >
      {report === null ? (
        <DocumentedResult record={record} />
      ) : report !== undefined ? (
        <Result record={record} report={report} />
      ) : error !== undefined ? (
        <EmptyState title={t('failed')} action={<Button onClick={() => void mutate()}>{common('retry')}</Button>} />
      ) : (
        <div aria-busy className="flex flex-col gap-4 py-2">
          {['h-24', 'h-48', 'h-72', 'h-48'].map((height, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <Skeleton key={index} className={`w-full ${height}`} />
          ))}
        </div>
      )}
    </Dialog>
  );
}
