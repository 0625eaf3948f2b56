import { annualisedRateE8 } from '#lib/formulas/annualised.ts';
import { maxDrawdownE8 } from '#lib/formulas/drawdown.ts';
import type { BotFigures } from '../bots/bot-equity.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { runSeconds, shownSharpe } from './strategy-row.ts';

/** How the recommended list may be ordered (H47). */
export type Ranking = 'default' | 'adj_sharp_rate' | 'rate' | 'year_pft_rate';

/** Days until a bot's record counts in full. */
const FULL_RECORD_DAYS = 30;
/** How heavily the worst fall weighs against the return. */
const FALL_WEIGHT = 2;

export interface Ranked {
  readonly bot: LiveBot;
  readonly figures: BotFigures;
  /** Cumulative rates, oldest first, the present last. */
  readonly rates: readonly bigint[];
}

/**
 * The default order: (rate − 2 × draw-down) × (days ÷ 30, at most 1), so that a steady month stands before a lucky
 * day. A figure that does not exist yet (Sharpe of a day, annualised rate under 24 h) stands last.
 */
export function rankingScore({ bot, figures, rates }: Ranked, ranking: Ranking, nowMs: number): number {
  const rate = Number(figures.rateE8) / 1e8;
  const seconds = runSeconds(bot, nowMs);
  switch (ranking) {
    case 'rate':
      return rate;
    case 'adj_sharp_rate':
      return shownSharpe(rates) ?? Number.NEGATIVE_INFINITY;
    case 'year_pft_rate': {
      const annual = annualisedRateE8(figures.rateE8, seconds);
      return annual === null ? Number.NEGATIVE_INFINITY : Number(annual) / 1e8;
    }
    case 'default': {
      const fall = Number(maxDrawdownE8(rates)) / 1e8;
      const record = Math.min(1, seconds / 86_400 / FULL_RECORD_DAYS);
      return (rate - FALL_WEIGHT * fall) * record;
    }
  }
}

/** Best first; equal scores stand by age, so that pages never mix. */
export function rank(bots: readonly Ranked[], ranking: Ranking, nowMs: number): readonly Ranked[] {
  return bots
    .map((entry) => ({ entry, score: rankingScore(entry, ranking, nowMs) }))
    .sort((a, b) => b.score - a.score || a.entry.bot.record.id - b.entry.bot.record.id)
    .map(({ entry }) => entry);
}
