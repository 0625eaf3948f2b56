import { annualisedRateE8 } from '#lib/formulas/annualised.ts';
import { providedScore, type ReturnSample, recordScore } from '#lib/formulas/ranking-score.ts';
import type { BotFigures } from '../bots/bot-equity.ts';
import type { AnyBot } from '../bots/ended-bot.ts';
import { runSeconds } from './strategy-row.ts';
import { isShownSinceBirth } from './visibility.ts';

/** How the recommended list may be ordered (H47); by age is ours, for whoever goes through all of it while it changes. */
export const RANKINGS = ['default', 'adj_sharp_rate', 'rate', 'year_pft_rate', 'create_time'] as const;
export type Ranking = (typeof RANKINGS)[number];

export function byRanking<T>(of: (ranking: Ranking) => T): Readonly<Record<Ranking, T>> {
  return {
    default: of('default'),
    adj_sharp_rate: of('adj_sharp_rate'),
    rate: of('rate'),
    year_pft_rate: of('year_pft_rate'),
    create_time: of('create_time'),
  };
}

/** Whole days of a record that is ranked (H57). */
const RANKED_AFTER_DAYS = 7;

/** A listed bot with what its ranks are made of. */
export interface Ranked {
  readonly bot: AnyBot;
  readonly figures: Pick<BotFigures, 'profit' | 'rateE8'>;
  /** Largest fall from an earlier peak at a minute's end, a fraction. */
  readonly drawdown: number;
  /** Log returns of its whole days since it was listed. */
  readonly days: ReturnSample;
  /** Null without enough whole days. */
  readonly sharpe: number | null;
}

export type Ranks = Readonly<Record<Ranking, number | null>>;

export const NO_RANKS: Ranks = byRanking(() => null);

/** Of the same rank bots stand in the order in which they were made. */
const BY_AGE = 0;

/**
 * What a bot is ranked by; null where it has no such figure, and then it does not stand in that ranking (H50, H57). By default it
 * is the average of its own score and that of its provider, which lifts none. The other orders are by figures of its whole life: only
 * who has shown all of it stands there, else one would keep twenty bots to himself and show the lucky one with its whole life.
 */
export function ranksOf(
  { bot, figures, drawdown, days, sharpe }: Ranked,
  provider: number | null,
  nowMs: number,
): Ranks {
  if (days.count < RANKED_AFTER_DAYS) return NO_RANKS;
  const annual = annualisedRateE8(figures.rateE8, runSeconds(bot, nowMs));
  if (annual === null) return NO_RANKS;
  const own = recordScore(days, drawdown);
  const byDefault = own === null || provider === null ? null : providedScore(own, provider);
  const anyOrder = { default: byDefault, create_time: byDefault === null ? null : BY_AGE };
  if (!isShownSinceBirth(bot.record)) return { ...NO_RANKS, ...anyOrder };
  return {
    ...anyOrder,
    adj_sharp_rate: sharpe,
    rate: Number(figures.rateE8) / 1e8,
    year_pft_rate: Number(annual) / 1e8,
  };
}
