import type { RecommendedItem, StrategyRow } from '#lib/contract/strategy.ts';
import type { Basis, TermId } from '#lib/figures/figures.ts';
import { factsOf } from '#lib/kinds/facts.ts';

export type FigureValues = Readonly<Partial<Record<TermId, string>>>;

/** What a card tells of a shared bot. */
export type SharedBot = Pick<
  RecommendedItem,
  | 'strategy_type'
  | 'rate'
  | 'year_pft_rate'
  | 'hold_rate'
  | 'max_draw_down'
  | 'adj_sharp_rate'
  | 'match_times'
  | 'follow_num'
  | 'run_times'
  | 'grid_num'
  | 'ai_grade'
>;

/** What a figure is of: a bot, one that is shared, a bot of a kind that is not there yet; or values that are told with it, as they are shown. */
export interface FigureOf {
  readonly bot?: StrategyRow;
  readonly shared?: SharedBot;
  readonly kind?: string | undefined;
  /** Of what is told by its kind: what the contracts that are counted are settled in; absent or '' where coins are counted. */
  readonly settle?: string | undefined;
  readonly values?: FigureValues;
}

/** What the figures are reckoned on, as far as that is known of what they are of. */
export function basisOf({ bot, shared, kind, settle: counted = '' }: FigureOf): Basis | undefined {
  const settle = bot?.settle ?? counted;
  if (settle !== '') return settle === 'btc' ? 'coin_margined' : 'contract';
  return factsOf(bot?.strategy_type ?? shared?.strategy_type ?? kind ?? '').trades === 'portfolio'
    ? 'portfolio'
    : undefined;
}
