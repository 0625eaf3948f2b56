import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { TermId } from '#lib/figures/figures.ts';

/** What a figure is of: a bot, or values that are told with it, as they are shown. */
export interface FigureOf {
  readonly bot?: StrategyRow;
  readonly values?: Readonly<Partial<Record<TermId, string>>>;
}
