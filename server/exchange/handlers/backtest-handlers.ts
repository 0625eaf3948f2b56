import { pageOf, sliceOfPage } from '#lib/contract/paging.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { BacktestBook } from '../backtests/backtest-book.ts';
import { type BacktestEntry, isOver } from '../backtests/backtest-entry.ts';
import type { BacktestRunner } from '../backtests/backtest-runner.ts';
import { keptOrders, readOrders, readReport, recordOf, wireStatus } from '../backtests/backtest-view.ts';
import { type ExchangeRequest, type Handlers, signedIn, type UpstreamEndpointName } from '../http/handler.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import { ok, okPage, type Refusal, refuse } from '../replies/reply.ts';
import { checkBacktest, refuseWhenFull } from './check-backtest.ts';

export interface BacktestParts extends Pick<ExchangeParts, 'store' | 'feed'> {
  readonly backtests: BacktestBook;
  readonly runner: BacktestRunner;
}

type BacktestCall =
  | 'createBacktest'
  | 'backtests'
  | 'backtestCount'
  | 'deleteBacktest'
  | 'cancelBacktest'
  | 'backtestPoints'
  | 'backtestOrderCount'
  | 'backtestOrders'
  | 'backtestReport';

/** Backtests as records: whose they are is looked at with every call. */
export function backtestHandlers(parts: BacktestParts): Pick<Handlers, BacktestCall> {
  const { store, feed, backtests, runner } = parts;
  return {
    createBacktest: (request) => create(parts, request),
    backtests: (request) => {
      const own = ownEntries(parts, signedIn(request).id, request.query.strategy_type);
      const page = pageOf(request.query);
      const rows = sliceOfPage([...own].reverse(), page).map((entry) =>
        recordOf(feed, entry, runner.progressOf(entry.id)),
      );
      return okPage([...rows], page.page, page.pageSize, own.length);
    },
    backtestCount: (request) => {
      const own = ownEntries(parts, signedIn(request).id, request.query.strategy_type);
      const count = (status: string): number => own.filter((entry) => wireStatus(entry) === status).length;
      const counts = { running: count('running'), stopped: count('stopped'), abnormal: count('abnormal') };
      return ok({ ...counts, total: own.length });
    },
    deleteBacktest: (request) => {
      const entry = ownEntry(parts, request, request.path.id);
      if ('code' in entry) return entry;
      if (!isOver(entry)) return refuse(CODE.conflict, 'backtest-running');
      return request.transact((tx) => {
        tx.onUndo(backtests.remove(tx, entry).undo);
        // Its neighbours may be under way.
        tx.afterCommit(() => runner.abandon(entry.id));
        return ok({ id: entry.id });
      });
    },
    cancelBacktest: (request) => {
      const entry = ownEntry(parts, request, request.path.id);
      if ('code' in entry) return entry;
      return request.transact((tx) => {
        const present = backtests.get(entry.id);
        if (present === undefined || isOver(present)) return refuse(CODE.conflict, 'backtest-over');
        tx.onUndo(backtests.put(tx, { ...present, status: 'abnormal', reason: 'cancelled' }).undo);
        tx.afterCommit(() => runner.abandon(entry.id));
        return ok({ id: entry.id });
      });
    },
    backtestPoints: async (request) => {
      const entry = ownEntry(parts, request, request.path.id);
      if ('code' in entry) return withoutData(entry);
      const page = pageOf(request.query);
      const curve = (await readReport(store, entry.id))?.curve ?? [];
      const points = sliceOfPage(curve, page).map(({ time, profit }) => ({ back_time: time, profit }));
      return okPage(points, page.page, page.pageSize, curve.length);
    },
    backtestOrderCount: (request) => ordersPage(parts, request),
    backtestOrders: (request) => ordersPage(parts, request),
    backtestReport: async (request) => {
      const entry = ownEntry(parts, request, request.path.id);
      if ('code' in entry) return entry;
      const report = await readReport(store, entry.id);
      if (report === undefined) return refuse(CODE.conflict, 'backtest-running');
      // Nobody runs neighbours any more that were not known when the process ended, or that failed.
      return ok({ ...report, neighbours: report.neighbours ?? (runner.isBusyWith(entry.id) ? null : []) });
    },
  };
}

function create({ feed, backtests, runner }: BacktestParts, request: ExchangeRequest<'createBacktest'>) {
  const { id: ownerId } = signedIn(request);
  const checked = checkBacktest(feed, request.body, request.nowMs);
  if ('code' in checked) return checked;
  return request.transact((tx) => {
    const full = refuseWhenFull(backtests.ofOwner(ownerId));
    if (full !== null) return full;
    const id = backtests.nextId();
    const entry: BacktestEntry = {
      ...checked,
      id,
      ownerId,
      createMs: tx.nowMs,
      status: 'queued',
      reason: '',
      figures: null,
    };
    tx.onUndo(backtests.put(tx, entry).undo);
    tx.afterCommit(runner.wake);
    return ok({ id });
  });
}

type OrdersRequest = Pick<ExchangeRequest<'backtestOrders' | 'backtestOrderCount'>, 'path' | 'query' | 'user'>;

/** X47: both paths are the same list. */
async function ordersPage({ store, ...parts }: BacktestParts, request: OrdersRequest) {
  const entry = ownEntry({ store, ...parts }, request, request.path.id);
  if ('code' in entry) return withoutData(entry);
  const page = pageOf(request.query);
  const first = (page.page - 1) * page.pageSize;
  const orders = await readOrders(store, entry, first, first + page.pageSize);
  return okPage([...orders], page.page, page.pageSize, keptOrders(entry));
}

function ownEntries({ backtests }: BacktestParts, ownerId: number, kind: string | undefined): readonly BacktestEntry[] {
  const own = backtests.ofOwner(ownerId);
  return kind === undefined ? own : own.filter((entry) => entry.kind === kind);
}

/** Another's record is like none: nobody sees it but its owner, so nobody learns which ids there are (C8). */
function ownEntry(
  { backtests }: BacktestParts,
  request: Pick<ExchangeRequest<UpstreamEndpointName>, 'user'>,
  id: string,
): BacktestEntry | Refusal {
  const entry = backtests.get(Number(id));
  const isOwn = entry !== undefined && entry.ownerId === request.user?.id;
  return isOwn ? entry : refuse(CODE.unknown, 'backtest-unknown');
}

/** A refusal of a call whose good answer is a list. */
function withoutData({ code, message }: Refusal): Refusal {
  return { code, message };
}
