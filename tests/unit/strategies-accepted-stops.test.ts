import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

/** Stops that the check lets through lie where the engine looks for them: none ends a bot whose price does not move. */

/** How each kind sells first, or is funded with coins. */
const SIDES: readonly (readonly [kind: RunnableKind, side: string, given: FormValues])[] = [
  ['spot_grid', 'with money', {}],
  ['spot_grid', 'with coins', { is_use_base: '1', money: '0.1' }],
  ['infinite_grid', 'with money', {}],
  ['infinite_grid', 'with coins', { is_use_base: '1', money: '0.1' }],
  ['margin_grid', 'long', {}],
  ['margin_grid', 'short', { side: 'sell' }],
  ['margin_grid', 'neutral', { side: 'neutral' }],
];

const PRICE = 600_000;
const TRIED = ['40000', '49999.9', '59999.9', '60000', '60000.1', '70000.1', '80000'];

const MINUTES = 10;
const still = Int32Array.from({ length: MINUTES }, () => PRICE);
const CANDLES = { startMs: 0, stepMs: 60_000, open: still, high: still, low: still, close: still };

describe.each(SIDES)('a stop that is accepted of %s %s', (kind, _side, given) => {
  it.each(['stop_loss', 'stop_profit'])('ends nothing while the price stands: %s', (field) => {
    const definition = definitionOf(kind);
    const { spec, good } = KIND_CASES[kind];
    const context = checkContext({ spec, phase: 'exchange', lastTicks: PRICE });
    const accepted = TRIED.map((price) => ({ ...good, ...given, [`${field}_on`]: '1', [field]: price })).filter(
      (values) => definition.check(values, context).every(({ severity }) => severity !== 'error'),
    );
    expect(accepted).not.toEqual([]);
    for (const values of accepted) {
      const params = typedParams(definition, values, spec, 25_000n);
      const { finish } = runBacktest({ kind, params, candles: CANDLES, fromIndex: 0 });
      expect(finish, values[field]).toBeNull();
    }
  });
});
