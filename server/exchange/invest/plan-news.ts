import type { EarnType } from '#lib/contract/earn-types.ts';
import type { Notice } from '../notifications/notice.ts';
import type { NewsOf, OwnNotice } from '../notifications/turn-news.ts';
import type { WrittenTurn } from '../sequencer/sequencer.ts';
import { type Plan, readPlan } from './plan.ts';
import { PLANS } from './plan-book.ts';
import { PLAN_RUNS, planOfRuns, type RunRow, readRun } from './plan-runs.ts';

const PRODUCT: EarnType = 'auto-investment';
/** Stands in the row of every purchase that has failed, and is looked for before the row is parsed. */
const FAILED = '"result":"failed"';

/** What a plan did not buy in a turn: how many dates, and why the latest was not bought at. */
interface Failed {
  readonly plan: Plan;
  readonly dates: number;
  readonly latest: RunRow;
  readonly timeMs: number;
}

/**
 * What traders are told of their plans: purchases that are not tried again. Several plans of one owner that fail in a turn – he has no money for any of
 * them, or nobody was there – are one notification.
 */
export const planNews: NewsOf = (written, isTold) => {
  const byOwner = new Map<number, Failed[]>();
  for (const failed of failedOf(written)) {
    const { ownerId } = failed.plan;
    if (isTold(ownerId)) byOwner.set(ownerId, [...(byOwner.get(ownerId) ?? []), failed]);
  }
  return [...byOwner].map(([userId, failed]): OwnNotice => ({ userId, kind: 'plan', notice: noticeOf(failed) }));
};

/** With the plan's own row of the same turn, which has its next date. */
function failedOf({ rows, items }: WrittenTurn): readonly Failed[] {
  const byPlan = new Map<number, Omit<Failed, 'plan'>>();
  for (const { stream, key, value, timeMs } of rows) {
    if (stream !== PLAN_RUNS || !value.includes(FAILED)) continue;
    const id = planOfRuns(key);
    const row = readRun(value);
    // What its owner has stopped he knows.
    if (row.reason === 'stopped') continue;
    byPlan.set(id, { dates: (byPlan.get(id)?.dates ?? 0) + row.dates, latest: row, timeMs });
  }
  if (byPlan.size === 0) return [];
  // A plan that was written twice is as it was left.
  const texts = new Map(
    items.flatMap(({ collection, key, value }) =>
      collection === PLANS && value !== null ? [[Number(key), value]] : [],
    ),
  );
  return [...byPlan].flatMap(([id, failed]) => {
    const text = texts.get(id);
    return text === undefined ? [] : [{ plan: readPlan(text), ...failed }];
  });
}

function noticeOf(failed: readonly Failed[]): Notice {
  const timeMs = Math.max(...failed.map((one) => one.timeMs));
  const about = { kind: 'plan', timeMs, botId: 0, botKind: '', market: '' } as const;
  const [only] = failed;
  if (failed.length > 1 || only === undefined) {
    return { ...about, code: 'plans-failed', name: '', values: { product: PRODUCT, plans: `${failed.length}` } };
  }
  const { plan, dates, latest } = only;
  const values = { product: PRODUCT, plan: `${plan.id}`, count: `${dates}`, why: latest.reason };
  return { ...about, code: 'plan-failed', name: plan.name, values };
}
