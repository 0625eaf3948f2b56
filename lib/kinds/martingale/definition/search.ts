import type { AiFacts, AiSearch } from '../../../strategies/ai/ai-search.ts';
import { axisChoice, axisValue } from '../../../strategies/ai/axis-value.ts';
import { percentText } from '../../../strategies/ai/percent-text.ts';
import type { SearchAxis, Shape } from '../../../strategies/ai/search-axes.ts';
import type { FormValues } from '../../../strategies/definition.ts';

/** Percents. */
const STEPS = [0.3, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4];
const ADD_ORDERS = [2, 3, 4, 5, 6, 8, 10, 12];
const TAKE_PROFITS = [0.3, 0.5, 0.75, 1, 1.5, 2];
const MULTIPLIERS = [1.1, 1.25, 1.5, 2];
/** Of contracts fewer of each, so that both sides and some leverages are searched. */
const CONTRACT_STEPS = [0.5, 1, 1.5, 2.5, 4];
const CONTRACT_ADDS = [2, 4, 6, 10];
const CONTRACT_LEVERAGES = [1, 2, 3];
const SIDES = ['buy', 'sell'];

const VARIANTS = {
  field: 'transaction_type',
  values: ['low-risk-arbitrage', 'high-risk-arbitrage', 'hoarding'],
};

function ladderAxes(variant: string, steps: readonly number[], adds: readonly number[]): readonly SearchAxis[] {
  return [
    { name: 'step', values: steps, isOrdered: true },
    { name: 'adds', values: adds, isOrdered: true },
    { name: 'profit', values: TAKE_PROFITS, isOrdered: true },
    // A low-risk bot does not use the multiplier (C-299).
    { name: 'multiplier', values: variant === 'low-risk-arbitrage' ? [1] : MULTIPLIERS, isOrdered: true },
  ];
}

function ladderValues(shape: Shape, { feeRate }: AiFacts): FormValues | null {
  const profit = axisValue(shape, 'profit');
  // Below two fees a full round loses.
  if (profit * 1e6 <= 2 * Number(feeRate)) return null;
  return {
    enable_free_params: '0',
    price_step_type: 'rate',
    price_steps: percentText(axisValue(shape, 'step')),
    max_order_amount: String(axisValue(shape, 'adds')),
    take_profit_per_cycle: percentText(profit),
    amount_multiplier: percentText(axisValue(shape, 'multiplier')),
  };
}

/** Spot martingales of one type: step, add orders, take profit and, where the type uses it, the multiplier. */
export const MARTINGALE_SEARCH: AiSearch = {
  variants: VARIANTS,
  axes: (_facts, variant) => ladderAxes(variant, STEPS, ADD_ORDERS),
  values: (shape, _startTicks, facts) => ladderValues(shape, facts),
};

/** The same on a contract, long or short, at a low leverage. */
export const CONTRACT_MARTINGALE_SEARCH: AiSearch = {
  variants: VARIANTS,
  axes: ({ spec }, variant) => [
    { name: 'side', values: SIDES.map((_, i) => i), isOrdered: false },
    {
      name: 'leverage',
      values: CONTRACT_LEVERAGES.filter((times) => times <= (spec.contract?.leverageMax ?? 1)),
      isOrdered: true,
    },
    ...ladderAxes(variant, CONTRACT_STEPS, CONTRACT_ADDS),
  ],
  values(shape, _startTicks, facts) {
    const ladder = ladderValues(shape, facts);
    const side = axisChoice(shape, 'side', SIDES);
    return ladder === null ? null : { side, leverage: String(axisValue(shape, 'leverage')), ...ladder };
  },
};
