import { PLAN_STATUS, type PlanSort, type PlanStatus } from '#lib/contract/auto-invest-words.ts';
import { formatAmount, mulDivDown, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { quoteValueDown } from '#lib/money/market-spec.ts';
import { percent } from '#lib/strategies/rules/wire.ts';
import { DAY_MS, midnightOf } from '#lib/time/durations.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import type { MarketFeed } from '../market/feed.ts';
import { findSpec } from '../market/instruments.ts';
import type { Plan, PlanTerms, PlanVersion } from './plan.ts';
import type { PlanBook } from './plan-book.ts';
import { costOf, type Lot, standingAt } from './plan-books.ts';
import { PLAN_MONEY } from './plan-market.ts';

/** One version of a plan, as a row is made of it. */
export interface PlanEntry {
  readonly plan: Plan;
  readonly version: PlanVersion;
}

export interface ViewParts {
  readonly feed: MarketFeed;
  readonly plans: PlanBook;
}

const STATUS_OF = {
  active: PLAN_STATUS.active,
  paused: PLAN_STATUS.inactive,
  closed: PLAN_STATUS.closed,
} as const;

export function statusOf({ plan, version }: PlanEntry): PlanStatus {
  return version.version === plan.present.version ? STATUS_OF[plan.state] : PLAN_STATUS.history;
}

/** When a plan was made, whatever it was set to since (E-108); of a version of before, when that was. */
export function createdMs({ plan, version }: PlanEntry): number {
  return version.version === plan.present.version ? plan.createMs : version.fromMs;
}

/** What is shown of a version in lists, and first of all in its detail. */
export function planRow(parts: ViewParts, entry: PlanEntry, nowMs: number) {
  const { plan, version } = entry;
  const { terms, books } = version;
  const isPresent = version.version === plan.present.version;
  return {
    id: plan.id,
    name: plan.name,
    status: statusOf(entry),
    plan_version: version.version,
    create_time: toSeconds(createdMs(entry)),
    money: PLAN_MONEY,
    amount: formatAmount(terms.amount),
    yesterday_earnings: signedText(yesterdayOf(parts, version, nowMs)),
    position_gain: signedText(gainOf(parts, version, nowMs)),
    period: books.runs,
    cumulative_amount: formatAmount(books.paid),
    cum_hold: formatAmount(costOf(books)),
    pie_info: pieOf(terms),
    period_type: terms.every,
    next_time: isPresent && plan.dueMs !== null ? toSeconds(plan.dueMs) : 0,
    waits_for: isPresent ? parts.plans.waitsFor(plan.id) : ('' as const),
  };
}

export function pieOf({ coins }: PlanTerms) {
  return coins.map(({ asset, rate }) => ({ asset, ratio: percent(rate) }));
}

/** Units; null = not known. */
export function sortFigure(parts: ViewParts, { version }: PlanEntry, column: PlanSort, nowMs: number): bigint | null {
  switch (column) {
    case 'amount':
      return version.terms.amount;
    case 'cumulative_amount':
      return version.books.paid;
    case 'position_gain':
      return gainOf(parts, version, nowMs);
    case 'yesterday_earnings':
      return yesterdayOf(parts, version, nowMs);
  }
}

export function signedText(units: bigint | null): string {
  return units === null ? '' : formatAmount(units);
}

/** What a coin is worth at a moment, rounded down; null = no price is known. */
export function worthAt({ feed }: ViewParts, asset: string, units: bigint, atMs: number): bigint | null {
  if (units === 0n) return 0n;
  const spec = findSpec(feed, `${asset}_${PLAN_MONEY}`);
  const ticks = spec === undefined ? null : feed.lastTicks(spec.market, atMs);
  return spec === undefined || ticks === null ? null : quoteValueDown(spec, units, ticks);
}

function worthOfAll(parts: ViewParts, lots: ReadonlyMap<string, Lot>, atMs: number): bigint | null {
  let sum = 0n;
  for (const [asset, { units }] of lots) {
    const worth = worthAt(parts, asset, units, atMs);
    if (worth === null) return null;
    sum += worth;
  }
  return sum;
}

/** What the coins that are held are worth, less what they cost. */
function gainOf(parts: ViewParts, { books }: PlanVersion, atMs: number): bigint | null {
  const worth = worthOfAll(parts, books.held, atMs);
  return worth === null ? null : worth - costOf(books);
}

/** The same with what was gained by then on coins that were redeemed. */
export function totalGainOf(parts: ViewParts, version: PlanVersion, atMs: number): bigint | null {
  const gain = gainOf(parts, version, atMs);
  return gain === null ? null : gain + version.books.realised;
}

/** What it gained between the last two midnights: purchases of that day count from what they cost. */
function yesterdayOf(parts: ViewParts, { books }: PlanVersion, nowMs: number): bigint | null {
  const untilMs = midnightOf(nowMs);
  const [before, after] = [untilMs - DAY_MS, untilMs].map((ms) => {
    const standing = standingAt(books, ms);
    const worth = worthOfAll(parts, standing.held, ms);
    return worth === null ? null : worth - costOf(standing) + standing.realised;
  });
  return before == null || after == null ? null : after - before;
}

/** What all the money would have come to at each coin's first price: worth now, less what was paid. Null = not known, or nothing was bought. */
export function lumpSumOf(parts: ViewParts, { books }: PlanVersion, nowMs: number): bigint | null {
  if (books.paid === 0n) return null;
  let worth = 0n;
  for (const [asset, { cost }] of books.bought) {
    const first = books.first.get(asset);
    if (first === undefined) return null;
    const one = worthAt(parts, asset, mulDivDown(cost, first.units, first.cost), nowMs);
    if (one === null) return null;
    worth += one;
  }
  return worth - books.paid;
}

/** A part of what was paid, as a fraction with eight decimals towards zero. */
export function rateText(gain: bigint, paid: bigint): string {
  return formatAmount((gain * UNITS_PER_COIN) / paid);
}
