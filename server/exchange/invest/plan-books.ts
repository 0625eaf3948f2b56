import { midnightOf } from '#lib/time/durations.ts';

/** What a version of a plan has bought, holds and got back. Amounts are units of the plan's money, coins in units. */

/** A coin: how much of it, and what that cost with the fees of its purchases. */
export interface Lot {
  readonly units: bigint;
  readonly cost: bigint;
}

/** What it had at one moment. */
export interface Standing {
  readonly held: ReadonlyMap<string, Lot>;
  /** Worth of what was redeemed, at the prices of then, less what it had cost. */
  readonly realised: bigint;
}

export interface Books extends Standing {
  /** Purchases that were made, and what was paid for all of them. */
  readonly runs: number;
  readonly paid: bigint;
  /** Of each coin all that was ever bought, and its first purchase: what the same money would have bought at once. */
  readonly bought: ReadonlyMap<string, Lot>;
  readonly first: ReadonlyMap<string, Lot>;
  readonly changedMs: number;
  /** What it had at midnights behind which it changed, the latest two. */
  readonly midnights: readonly (Standing & { readonly ms: number })[];
}

export const EMPTY_BOOKS: Books = {
  held: new Map(),
  realised: 0n,
  runs: 0,
  paid: 0n,
  bought: new Map(),
  first: new Map(),
  changedMs: 0,
  midnights: [],
};

/** Purchases came in, by coin. */
export function withPurchases(books: Books, lots: ReadonlyMap<string, Lot>, timeMs: number): Books {
  const noted = withMidnight(books, timeMs);
  const [held, bought, first] = [new Map(books.held), new Map(books.bought), new Map(books.first)];
  let { paid } = books;
  for (const [asset, lot] of lots) {
    held.set(asset, sum(held.get(asset), lot));
    bought.set(asset, sum(bought.get(asset), lot));
    if (!first.has(asset)) first.set(asset, lot);
    paid += lot.cost;
  }
  return { ...noted, held, bought, first, paid, runs: books.runs + 1 };
}

/** All that it holds went out; `worth`: what it was worth, or brought. */
export function withoutCoins(books: Books, worth: bigint, timeMs: number): Books {
  const realised = books.realised + worth - costOf(books);
  return { ...withMidnight(books, timeMs), held: new Map(), realised };
}

/** What the coins that are held cost. */
export function costOf({ held }: Pick<Standing, 'held'>): bigint {
  let cost = 0n;
  for (const lot of held.values()) cost += lot.cost;
  return cost;
}

/** Before its first change behind a midnight, what it had then is noted. */
function withMidnight(books: Books, timeMs: number): Books {
  const midnightMs = midnightOf(timeMs);
  if (books.changedMs >= midnightMs) return { ...books, changedMs: timeMs };
  const { held, realised } = books;
  return { ...books, changedMs: timeMs, midnights: [...books.midnights.slice(-1), { ms: midnightMs, held, realised }] };
}

/** What it had at one of the last two midnights. */
export function standingAt(books: Books, midnightMs: number): Standing {
  if (books.changedMs < midnightMs) return books;
  return books.midnights.find(({ ms }) => ms >= midnightMs) ?? books;
}

function sum(before: Lot | undefined, { units, cost }: Lot): Lot {
  return { units: (before?.units ?? 0n) + units, cost: (before?.cost ?? 0n) + cost };
}

type LotsText = readonly (readonly [asset: string, units: string, cost: string])[];

export interface BooksText {
  readonly held: LotsText;
  readonly realised: string;
  readonly runs: number;
  readonly paid: string;
  readonly bought: LotsText;
  readonly first: LotsText;
  readonly changedMs: number;
  readonly midnights: readonly { readonly ms: number; readonly held: LotsText; readonly realised: string }[];
}

export function formatBooks({ realised, paid, runs, changedMs, ...books }: Books): BooksText {
  return {
    held: lotsText(books.held),
    bought: lotsText(books.bought),
    first: lotsText(books.first),
    midnights: books.midnights.map((one) => ({
      ms: one.ms,
      held: lotsText(one.held),
      realised: `${one.realised}`,
    })),
    realised: `${realised}`,
    paid: `${paid}`,
    runs,
    changedMs,
  };
}

export function readBooks({ realised, paid, runs, changedMs, ...stored }: BooksText): Books {
  return {
    held: readLots(stored.held),
    bought: readLots(stored.bought),
    first: readLots(stored.first),
    midnights: stored.midnights.map((one) => ({
      ms: one.ms,
      held: readLots(one.held),
      realised: BigInt(one.realised),
    })),
    realised: BigInt(realised),
    paid: BigInt(paid),
    runs,
    changedMs,
  };
}

function lotsText(lots: ReadonlyMap<string, Lot>): LotsText {
  return [...lots].map(([asset, { units, cost }]) => [asset, `${units}`, `${cost}`]);
}

function readLots(rows: LotsText): ReadonlyMap<string, Lot> {
  return new Map(rows.map(([asset, units, cost]) => [asset, { units: BigInt(units), cost: BigInt(cost) }]));
}
