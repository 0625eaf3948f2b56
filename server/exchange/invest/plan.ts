import type { Schedule } from '#lib/formulas/schedule.ts';
import { type Books, type BooksText, formatBooks, readBooks } from './plan-books.ts';

/** What a plan is to do. */
export interface PlanTerms {
  /** Shares are fractions, as text; together 1. */
  readonly coins: readonly { readonly asset: string; readonly rate: string }[];
  /** Of each purchase, units of PLAN_MONEY. */
  readonly amount: bigint;
  readonly every: Schedule;
  /** Its first date, ms; the others count from it. */
  readonly firstMs: number;
}

/** A plan as it was set to be for a time, and what it bought then: coins stay with the version that bought them. */
export interface PlanVersion {
  readonly version: number;
  readonly terms: PlanTerms;
  readonly fromMs: number;
  /** Null while it is the plan's. */
  readonly untilMs: number | null;
  readonly books: Books;
}

export type PlanState = 'active' | 'paused' | 'closed';

/** Never changed in place. */
export interface Plan {
  readonly id: number;
  readonly ownerId: number;
  readonly name: string;
  readonly createMs: number;
  readonly state: PlanState;
  /** The next date, ms; null unless it is active. One that has passed is still to be dealt with. */
  readonly dueMs: number | null;
  readonly present: PlanVersion;
}

type VersionText = Omit<PlanVersion, 'terms' | 'books'> & {
  readonly terms: Omit<PlanTerms, 'amount'> & { readonly amount: string };
  readonly books: BooksText;
};

export function formatVersion(version: PlanVersion): VersionText {
  const { terms, books } = version;
  return { ...version, terms: { ...terms, amount: `${terms.amount}` }, books: formatBooks(books) };
}

export function readVersion(stored: VersionText): PlanVersion {
  const { terms, books } = stored;
  return { ...stored, terms: { ...terms, amount: BigInt(terms.amount) }, books: readBooks(books) };
}

export function formatPlan(plan: Plan): string {
  return JSON.stringify({ ...plan, present: formatVersion(plan.present) });
}

/** The store is our own: a malformed row is a bug and throws. */
export function readPlan(text: string): Plan {
  const stored = JSON.parse(text) as Omit<Plan, 'present'> & { readonly present: VersionText };
  return { ...stored, present: readVersion(stored.present) };
}

/** The plan with other books of its present version. */
export function withBooks(plan: Plan, books: Books): Plan {
  return { ...plan, present: { ...plan.present, books } };
}
