import type { ScenarioEnd, ScenarioResult } from '#lib/backtest/lab/run-scenario.ts';

/** How a scenario went: what is told first. */
export type Outcome = 'survived' | 'liquidated' | 'ended';

const isForced = ({ reason }: ScenarioEnd): boolean => reason === 'liquidated' || reason === 'auto_deleveraged';

/** One that was liquidated counts for all; else one that ended by its own stops. */
export function outcomeOf({ ends }: Pick<ScenarioResult, 'ends'>): Outcome {
  if (ends.some(isForced)) return 'liquidated';
  return ends.length > 0 ? 'ended' : 'survived';
}
