import { annualisedRateE8 } from '#lib/formulas/annualised.ts';
import { NO_RETURNS, pooled, type ReturnSample, recordScore } from '#lib/formulas/ranking-score.ts';
import type { BotFigures } from '../bots/bot-equity.ts';
import { wholeDaySharpe } from '../bots/bot-risk.ts';
import { type AnyBot, isArchived } from '../bots/ended-bot.ts';
import { runSeconds } from './strategy-row.ts';

/** How the recommended list may be ordered (H47). */
export type Ranking = 'default' | 'adj_sharp_rate' | 'rate' | 'year_pft_rate';

/** Whole days of a record that is ranked (H57). */
const RANKED_AFTER_DAYS = 7;

/** A listed bot with what its ranks are made of. */
export interface Ranked {
  readonly bot: AnyBot;
  readonly figures: Pick<BotFigures, 'profit' | 'rateE8'>;
  /** Largest fall from an earlier peak at a minute's end, a fraction. */
  readonly drawdown: number;
  /** Log returns of its whole days. */
  readonly days: ReturnSample;
}

/** What all bots of a provider have shown together, whatever became of them. */
export type ProviderScores = ReadonlyMap<number, number | null>;

/**
 * The score of everything that each provider ever listed, by account: all days of all its bots as one record, and the
 * worst of their falls. Who starts twenty bots and shows the lucky one ranks by the other nineteen as well.
 */
export function providerPools() {
  const pools = new Map<number, { days: ReturnSample; drawdown: number }>();
  return {
    add({ bot, days, drawdown }: Ranked): void {
      const { ownerId } = bot.record;
      const pool = pools.get(ownerId) ?? { days: NO_RETURNS, drawdown: 0 };
      pools.set(ownerId, { days: pooled(pool.days, days), drawdown: Math.max(pool.drawdown, drawdown) });
    },
    scores: (): ProviderScores =>
      new Map([...pools].map(([id, { days, drawdown }]) => [id, recordScore(days, drawdown)])),
  };
}

/**
 * What a bot is ranked by; null when it has no such figure, and then it stands in no ranking (H50, H57). By default it
 * is the average of its own score and that of its provider.
 */
export function rankOf(entry: Ranked, ranking: Ranking, providers: ProviderScores, nowMs: number): number | null {
  const { bot, figures, drawdown, days } = entry;
  if (days.count < RANKED_AFTER_DAYS) return null;
  const annual = annualisedRateE8(figures.rateE8, runSeconds(bot, nowMs));
  if (annual === null) return null;
  switch (ranking) {
    case 'rate':
      return Number(figures.rateE8) / 1e8;
    case 'adj_sharp_rate':
      return isArchived(bot) ? bot.outcome.sharpe : wholeDaySharpe(bot);
    case 'year_pft_rate':
      return Number(annual) / 1e8;
    case 'default': {
      const own = recordScore(days, drawdown);
      const provider = providers.get(bot.record.ownerId) ?? null;
      return own === null || provider === null ? null : (own + provider) / 2;
    }
  }
}

interface Scored {
  readonly entry: Ranked;
  readonly score: number;
}

/** Best first; equal ranks stand by age, so that pages never mix. */
export function byRank(a: Scored, b: Scored): number {
  return b.score - a.score || a.entry.bot.record.id - b.entry.bot.record.id;
}
