import type { SortOrder } from '#components/addresses/paths.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { annualisedRateE8 } from '#lib/formulas/annualised.ts';
import { providedScore } from '#lib/formulas/ranking-score.ts';
import { studentT90 } from '#lib/formulas/student-t.ts';
import { formatAmount, parseSignedAmount } from '#lib/money/amount.ts';

/** Figures of a ranked bot that have a definition. */
export const RANKED_FIGURES = ['yield', 'apr', 'sharpe', 'drawdown', 'score'] as const;
export type RankedFigure = (typeof RANKED_FIGURES)[number];

/** By which figure an order ranks. */
export const FIGURE_OF: Readonly<Record<SortOrder, RankedFigure>> = {
  default: 'score',
  sharpe: 'sharpe',
  yield: 'yield',
  apr: 'apr',
};

/** The figure that a ranking is by first. */
export function figuresOf(order: SortOrder): readonly RankedFigure[] {
  const first = FIGURE_OF[order];
  return [first, ...RANKED_FIGURES.filter((one) => one !== first)];
}

/** By which a bot stands in the default order (H57): its own score with its provider's, which lifts none; '' where one is not known. */
export function scoreOf({ rank_parts: parts }: Pick<RecommendedItem, 'rank_parts'>): string {
  if (parts === undefined || parts.own_score === '' || parts.provider_score === '') return '';
  return providedScore(Number(parts.own_score), Number(parts.provider_score)).toFixed(10);
}

/** What luck may have added to the mean of so many days: t₀.₉₀(n − 1) · s ÷ √n, with its t. Null below two days. */
export function luckOf(days: number, deviation: string): { readonly t: number; readonly rate: string } | null {
  if (days < 2 || deviation === '') return null;
  const t = studentT90(days - 1);
  return { t, rate: ((t * Number(deviation)) / Math.sqrt(days)).toFixed(10) };
}

/** What just holding came to over the same life, as a rate of a year by the bots' own formula; '' where it is not known. */
export function holdApr({ hold_rate: hold = '', run_times }: Pick<RecommendedItem, 'hold_rate' | 'run_times'>): string {
  const units = parseSignedAmount(hold);
  const rate = units === null ? null : annualisedRateE8(units, run_times);
  return rate === null ? '' : formatAmount(rate);
}
