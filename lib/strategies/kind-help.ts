import type { FormValues } from './definition.ts';

/** What moves of a market a kind earns by. Sentences: messages/{lang}/help.json, `earns`. */
export type EarnPoint = 'swings' | 'rounds' | 'rise' | 'side' | 'trend' | 'drift' | 'funding' | 'cheap';

/** What it loses by. Sentences: `loses`. */
export type LosePoint =
  | 'below'
  | 'above'
  | 'fall'
  | 'wrong-side'
  | 'ladder'
  | 'sideways'
  | 'liquidation'
  | 'forced-close'
  | 'negative-funding'
  | 'legs';

/** What it pays besides. Sentences: `costs`. */
export type CostPoint = 'fee' | 'slippage' | 'funding' | 'interest' | 'share';

/**
 * Formulas as they are written everywhere; what their letters stand for is said beside them (`formulas`), and each stands with its source in
 * lib/formulas/README.md.
 */
export const HELP_FORMULAS = {
  fee: 'fee = received × f',
  lines: 'pᵢ = low + i × (high − low) ÷ n\npᵢ = low × (high ÷ low)^(i ÷ n)',
  gridReturn: 'r = (pᵢ₊₁ ÷ pᵢ) × (1 − f)² − 1',
  constantValue: 'q = (coins × p − V) ÷ p',
  ladder: 'pₖ = pₖ₋₁ × (1 − s)\npₖ = pₖ₋₁ − d\nvₖ = vₖ₋₁ × m',
  average: 'a = Σ(qₖ × pₖ) ÷ Σqₖ\nexit = a × (1 + g)',
  contractLadder: 'pₖ = pₖ₋₁ × (1 ∓ s)\nvₖ = vₖ₋₁ × m',
  contractAverage: 'a = Σ(qₖ × pₖ) ÷ Σqₖ\nexit = a × (1 ± g)',
  loan: 'loan = M × (L − 1)\ninterest = debt × 0.001% × hours',
  forcedClose: 'assets ≤ 1.1 × debt',
  liquidation: 'long: p = (e − M ÷ q) ÷ (1 − (u + f))\nshort: p = (e + M ÷ q) ÷ (1 + (u + f))',
  funding: 'paid = q × p × rate',
  purchase: 'qᵢ = A × wᵢ ÷ pᵢ',
  rebalance: 'Δᵢ = wᵢ × W − vᵢ',
  legs: 'N × (1 + 1 ÷ L) + 15 × max(rate, 0) × N = M',
  legsRate: 'y = rate × k × 365 × L ÷ (1 + L)',
  order: 'v = ratio × capital × L',
} as const;
export type HelpFormula = keyof typeof HELP_FORMULAS;

/** What the help page of a kind says: points of which each has its sentence, formulas, and a bot that is run while one reads. */
export interface KindHelp {
  readonly earns: readonly EarnPoint[];
  readonly loses: readonly LosePoint[];
  readonly costs: readonly CostPoint[];
  readonly formulas: readonly HelpFormula[];
  /** Over the kind's defaults on the example's market (lib/backtest/example-market.ts); a form that the kind's check accepts. */
  readonly values: FormValues;
  /** Fields that the reader may change, in the order of the form. */
  readonly asked: readonly string[];
}
