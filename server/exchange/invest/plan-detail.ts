import type { Page } from '#lib/contract/paging.ts';
import { formatAmount, mulDivUp, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import type { StoreReader } from '../store/store.ts';
import { costOf } from './plan-books.ts';
import { PLAN_RUNS, readRun, runsKey } from './plan-runs.ts';
import {
  lumpSumOf,
  type PlanEntry,
  pieOf,
  planRow,
  rateText,
  signedText,
  statusOf,
  totalGainOf,
  type ViewParts,
  worthAt,
} from './plan-view.ts';

/** A version with what it holds, a page of what it did – the newest first – and the plan's other versions. */
export async function planDetail(
  parts: ViewParts & { readonly store: StoreReader },
  entry: PlanEntry,
  page: Page,
  nowMs: number,
) {
  const { plan, version } = entry;
  const { books, terms } = version;
  const runs = await parts.store.page(PLAN_RUNS, runsKey(plan.id, version.version), page.page, page.pageSize);
  const total = totalGainOf(parts, version, nowMs);
  const lump = lumpSumOf(parts, version, nowMs);
  return {
    ...planRow(parts, entry, nowMs),
    first_time: toSeconds(terms.firstMs),
    until_time: version.untilMs === null ? 0 : toSeconds(version.untilMs),
    holdings: [...books.held].map(([asset, { units, cost }]) => ({
      asset,
      quantity: formatAmount(units),
      cost: formatAmount(cost),
      average_price: formatAmount(mulDivUp(cost, UNITS_PER_COIN, units)),
      worth: signedText(worthAt(parts, asset, units, nowMs)),
    })),
    lump_sum: lump === null ? null : { gain: formatAmount(lump), rate: rateText(lump, books.paid) },
    total_gain: signedText(total),
    gain_rate: total === null || books.paid === 0n ? '' : rateText(total, books.paid),
    executions: runs.rows.map(({ value, timeMs }) => {
      const { dueMs, coins, ...row } = readRun(value);
      return { time: toSeconds(timeMs), due_time: toSeconds(dueMs), ...row, coins: [...coins] };
    }),
    executions_total: runs.total,
    versions: [plan.present, ...parts.plans.past(plan.id).toReversed()].map((one) => ({
      plan_version: one.version,
      status: statusOf({ plan, version: one }),
      from_time: toSeconds(one.fromMs),
      until_time: one.untilMs === null ? 0 : toSeconds(one.untilMs),
      amount: formatAmount(one.terms.amount),
      period_type: one.terms.every,
      pie_info: pieOf(one.terms),
      cum_hold: formatAmount(costOf(one.books)),
    })),
  };
}
