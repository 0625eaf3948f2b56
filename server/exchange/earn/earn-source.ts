import type { EarnType } from '#lib/contract/earn-types.ts';
import type { NewsOf } from '../notifications/turn-news.ts';
import type { TurnBatch } from '../store/store.ts';

/** What a turn wrote. */
export type Written = Pick<TurnBatch, 'items' | 'rows'>;

/** What the exchange's other rooms ask of a product that is earned by without a bot; its room hands one in where it is opened (bot-exchange.ts). */
export interface EarnSource {
  readonly type: EarnType;
  /** How many plans or orders of a trader run, or have ended. */
  countOf(userId: number, status: 'running' | 'finished'): number;
  /** Whose plans or orders a turn has changed; each as often as it likes. */
  changedIn(written: Written): Iterable<number>;
  /** What their owners are told of a turn. */
  readonly newsOf: NewsOf;
  /** What they have brought a trader, at this moment. */
  incomeOf(userId: number, nowMs: number): EarnIncome | Promise<EarnIncome>;
  /** Whether it is offered of a coin, against USDT. */
  isOfferedOf(currency: string): boolean;
  /** What is said of it on a market that it is offered on; null: not known now. */
  rateOf(market: string, nowMs: number): EarnRate | null | Promise<EarnRate | null>;
}

/** Units by asset, exact. What is put in and taken out is no income; what is held counts at what it is worth in that asset. */
export interface EarnIncome {
  /** By UTC day (YYYY-MM-DD), today among them. All of it: a day that has ended does not change any more. */
  readonly days: Iterable<{ readonly day: string; readonly asset: string; readonly earned: bigint }>;
  /** What of it is by plans or orders that run. */
  readonly running: ReadonlyMap<string, bigint>;
  /** What those have now. */
  readonly assets: ReadonlyMap<string, bigint>;
}

/** Fractions in 1e-8: the rate of a year, or of the last year, and how far off the price of that offer lies. */
export interface EarnRate {
  readonly rateE8: bigint;
  readonly discountE8: bigint | null;
}
