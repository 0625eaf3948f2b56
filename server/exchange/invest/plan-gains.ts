import type { Plan, PlanVersion } from './plan.ts';
import type { PlanBook } from './plan-book.ts';
import { type Books, costOf, type Standing, standingAt } from './plan-books.ts';
import { type ViewParts, worthAt } from './plan-view.ts';

/** What plans had gained in all by a moment, units of PLAN_MONEY: worth of what they hold less its cost, and what was gained on coins that went out. */

/**
 * A plan's versions as they are now, the oldest first. Whoever adds up many plans gives way between them, and has one in hand that was edited
 * meanwhile: what is its present version there stands among those of before by now, and would count twice.
 */
export function versionsOf(plans: PlanBook, plan: Plan): readonly PlanVersion[] {
  const { present } = plans.get(plan.id) ?? plan;
  return [...plans.past(plan.id), present];
}

/** By one of the last two midnights before its latest change, whenever it is asked: what came in and went out since is not in it. */
export function gainAtMidnight(parts: ViewParts, plan: Plan, midnightMs: number): bigint {
  return sumOf(parts, plan, (books) => {
    const standing = standingAt(books, midnightMs);
    return worthOf(parts, standing, midnightMs) - costOf(standing) + standing.realised;
  });
}

export function gainNow(parts: ViewParts, plan: Plan, nowMs: number): bigint {
  return sumOf(parts, plan, (books) => worthOf(parts, books, nowMs) - costOf(books) + books.realised);
}

export function worthNow(parts: ViewParts, plan: Plan, nowMs: number): bigint {
  return sumOf(parts, plan, (books) => worthOf(parts, books, nowMs));
}

/** Whether it buys, or has coins whose worth moves: then it is not over. */
export function isEarning(plans: PlanBook, plan: Plan): boolean {
  return plan.state !== 'closed' || versionsOf(plans, plan).some(({ books }) => books.held.size > 0);
}

/** Whether nothing of it has been held since a moment: it gained nothing after it. */
export function isStillSince(plans: PlanBook, plan: Plan, sinceMs: number): boolean {
  return versionsOf(plans, plan).every(({ books }) => books.held.size === 0 && books.changedMs < sinceMs);
}

function sumOf({ plans }: ViewParts, plan: Plan, of: (books: Books) => bigint): bigint {
  return versionsOf(plans, plan).reduce((sum, { books }) => sum + of(books), 0n);
}

/** Each coin rounded down. One without a price counts at its cost, as where it is redeemed: nothing is known to have been gained or lost on it. */
function worthOf(parts: ViewParts, { held }: Pick<Standing, 'held'>, atMs: number): bigint {
  let sum = 0n;
  for (const [asset, { units, cost }] of held) sum += worthAt(parts, asset, units, atMs) ?? cost;
  return sum;
}
