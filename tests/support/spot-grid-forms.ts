import { STRATEGIES } from '#lib/kinds/definitions.ts';
import type { CheckContext, FormValues } from '#lib/strategies/definition.ts';
import { testSpec } from './market-specs.ts';

/** A spot grid form that every rule accepts: 50,000–70,000 with 20 grids, the price at 60,000. */
export function spotGridForm(changes: FormValues = {}): FormValues {
  return {
    ...STRATEGIES.spot_grid.defaults(),
    low_price: '50000',
    high_price: '70000',
    grid_num: '20',
    money: '1000',
    ...changes,
  };
}

/** The same from the other side: base is invested and sold first. */
export function sellingForm(changes: FormValues = {}): FormValues {
  return spotGridForm({ is_use_base: '1', money: '0.1', ...changes });
}

export function checkContext(changes: Partial<CheckContext> = {}): CheckContext {
  return {
    spec: testSpec(),
    lastTicks: 600_000,
    maxGrid: 200,
    feeRate: 100_000n,
    minAmount: null,
    available: null,
    phase: 'submit',
    ...changes,
  };
}

/** Issues as "field code" lines: errors plain, warnings with a question mark, toasts with an exclamation mark. */
export function spotGridIssues(values: FormValues, changes: Partial<CheckContext> = {}): readonly string[] {
  return STRATEGIES.spot_grid
    .check(values, checkContext(changes))
    .map(
      ({ field, code, severity, place }) =>
        `${field} ${code}${severity === 'warning' ? '?' : ''}${place === 'toast' ? '!' : ''}`,
    );
}
