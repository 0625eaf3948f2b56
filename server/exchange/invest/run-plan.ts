import type { PlanReason } from '#lib/contract/auto-invest-words.ts';
import type { Fill } from '#lib/engine/machine.ts';
import { latestDate, utcCalendar } from '#lib/formulas/schedule.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import { knownPrices } from '../bots/bot-kinds.ts';
import { userInvest, userSpot } from '../ledger/account-names.ts';
import type { Ledger, Posting } from '../ledger/ledger.ts';
import { flowPostingsOf, tradeFlows } from '../ledger/movements.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { type Plan, withBooks } from './plan.ts';
import type { PlanBook } from './plan-book.ts';
import { type Lot, withPurchases } from './plan-books.ts';
import { coinOf, PLAN_MONEY, type PlanMarket, type PlanPlace, type PlanTrades } from './plan-market.ts';
import { failedRow, type RunRow, tradedCoins, writeRun } from './plan-runs.ts';

/** A purchase that cannot be made is tried again for so long, then its date has failed: prices of an hour later are another date's. */
export const GRACE_MS = HOUR_MS;

export interface RunParts {
  readonly ledger: Ledger;
  readonly feed: MarketFeed;
  readonly plans: PlanBook;
  readonly market: PlanMarket;
  /** Whether a limit of the account was reached under which nothing is begun. */
  readonly isStopped: (userId: number) => boolean;
}

/**
 * Deals with the dates of a plan that have come, in one command: money, coins, the row that tells of it and the next date are there together or not
 * at all. Only the latest date is bought at; of those before it, that nobody was there for, one row tells. Returns why the purchase is
 * still to be made, and then it has not been; '' = nothing of it is left to do.
 */
export function runPlan(parts: RunParts, tx: Tx, plan: Plan, atMs: number): PlanReason {
  const { terms } = plan.present;
  const { dueMs } = plan;
  if (plan.state !== 'active' || dueMs === null || dueMs > atMs) return '';
  const latest = latestDate(terms.every, terms.firstMs, atMs);
  if (latest === null) return '';
  const waited = parts.plans.waitsFor(plan.id);
  const due = dueMs < latest.ms ? missed(parts, tx, { plan, dueMs, waited }, latest) : plan;
  const isLate = atMs - latest.ms > GRACE_MS;
  const reason = isLate ? waited || 'away' : purchase(parts, tx, due, latest.ms, atMs);
  if (reason === '') return '';
  // What is too small now is too small in a minute: its shares and its amount are what they are.
  if (!isLate && reason !== 'too-small') return reason;
  const { version } = plan.present;
  writeRun(tx, { planId: plan.id, version, timeMs: atMs }, failedRow(latest.ms, reason));
  parts.plans.put(tx, withNextDate(due, atMs));
  return '';
}

/** Dates before the latest one have passed without a purchase. */
function missed(
  { plans }: RunParts,
  tx: Tx,
  { plan, dueMs, waited }: { readonly plan: Plan; readonly dueMs: number; readonly waited: PlanReason },
  latest: { readonly ms: number; readonly index: number },
): Plan {
  const { version } = plan.present;
  const row = failedRow(dueMs, waited || 'away', latest.index - indexOf(plan, dueMs));
  writeRun(tx, { planId: plan.id, version, timeMs: latest.ms }, row);
  const moved = { ...plan, dueMs: latest.ms };
  plans.put(tx, moved);
  return moved;
}

/** Its owner wants it to buy no more for now: of dates that have come and were not bought at yet one row tells. */
export function leaveDates(tx: Pick<Tx, 'append'>, plan: Plan, atMs: number): void {
  const { dueMs, present } = plan;
  if (dueMs === null || dueMs > atMs) return;
  const dates = indexOf(plan, atMs) - indexOf(plan, dueMs) + 1;
  writeRun(tx, { planId: plan.id, version: present.version, timeMs: atMs }, failedRow(dueMs, 'stopped', dates));
}

/** Which of a plan's dates was the latest at a moment, counted from its first. */
function indexOf({ present: { terms } }: Plan, atMs: number): number {
  return latestDate(terms.every, terms.firstMs, atMs)?.index ?? 0;
}

/** The plan as it waits for the first date behind a moment. */
export function withNextDate(plan: Plan, atMs: number): Plan {
  const { every, firstMs } = plan.present.terms;
  return { ...plan, dueMs: utcCalendar(every, firstMs, atMs) };
}

/** Buys for the amount what the market gives for it; only what is spent leaves the account. Why not, and then nothing has moved. */
function purchase(parts: RunParts, tx: Tx, plan: Plan, dueMs: number, atMs: number): PlanReason {
  const { ledger, feed, market, plans, isStopped } = parts;
  const { ownerId, present } = plan;
  const { terms, books, version } = present;
  const place = market.place(terms);
  if (place === null) return 'market-closed';
  const prices = knownPrices(feed, place.spec, atMs);
  if (prices === null) return 'price-unknown';
  if (isStopped(ownerId)) return 'protected';
  if (ledger.balance(userSpot(ownerId), PLAN_MONEY) < terms.amount) return 'no-balance';
  const trades = market.buy(place, terms, prices, atMs);
  if (trades.fills.length === 0) return 'too-small';
  postTrades(parts, plan, place, trades, atMs);
  const lots = lotsOf(place, trades.fills);
  const after = withPurchases(books, lots, atMs);
  const spent = after.paid - books.paid;
  if (spent > terms.amount) throw new Error(`plan ${plan.id} spent ${spent}, more than its ${terms.amount}`);
  const row: RunRow = {
    dueMs,
    result: trades.withheld.length > 0 ? 'partly' : 'bought',
    reason: trades.withheld.length > 0 ? 'too-small' : '',
    dates: 1,
    amount: formatAmount(spent),
    coins: tradedCoins(place, trades),
  };
  writeRun(tx, { planId: plan.id, version, timeMs: atMs }, row);
  plans.put(tx, withNextDate(withBooks(plan, after), atMs));
  return '';
}

/** Money is of the spot account, coins of the one for what plans hold; one group for all trades of a life. */
export function postTrades(
  { ledger }: Pick<RunParts, 'ledger'>,
  { id, ownerId }: Pick<Plan, 'id' | 'ownerId'>,
  place: PlanPlace,
  { fills }: PlanTrades,
  atMs: number,
): void {
  const accountOf = (asset: string): string => (asset === PLAN_MONEY ? userSpot(ownerId) : userInvest(ownerId));
  const flows = fills.flatMap((fill) => {
    const spec = coinOf(place, fill);
    const { base, quote } = spec;
    return tradeFlows({ ...fill, market: instrumentOf(spec), base, quote, quoteAmount: fill.quote });
  });
  post(ledger, flowPostingsOf(ledger, accountOf, flows), id, 'auto-invest-trade', atMs);
}

/** What was looked at before cannot be lacking: then it is a bug. */
export function post(ledger: Ledger, postings: readonly Posting[], planId: number, reason: string, atMs: number): void {
  const refusal = postings.length === 0 ? null : ledger.post(postings, reason, `plan:${planId}`, atMs);
  if (refusal !== null) throw new Error(`plan ${planId} overdraws ${refusal.account} in ${refusal.asset}`);
}

function lotsOf(place: PlanPlace, fills: readonly Fill[]): ReadonlyMap<string, Lot> {
  return new Map(
    fills.map((fill) => [coinOf(place, fill).base, { units: fill.quantity - fill.fee, cost: fill.quote }]),
  );
}
