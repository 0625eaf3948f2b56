import { indicatorSpec } from '../../../indicators/catalogue.ts';
import { type ConditionSide, defaultSide, type IndicatorConditions } from '../../../indicators/condition.ts';
import type { AiSearch } from '../../../strategies/ai/ai-search.ts';
import { axisChoice, axisValue } from '../../../strategies/ai/axis-value.ts';
import { percentText } from '../../../strategies/ai/percent-text.ts';
import type { FormValues } from '../../../strategies/definition.ts';
import { formatConditions } from './conditions.ts';

/** Times the default condition's arguments, all of them alike. */
const SCALES = [0.5, 0.75, 1, 1.5, 2];
/** K-lines that give a week enough trades to be judged by. */
const PERIODS = ['15m', '1h'] as const;
const SIDES = ['buy', 'sell'];
const LEVERAGES = [1, 3];
/** Of a position's cost or margin, percent. The last is none: it lies next to the widest. */
const NONE = 1_000;
const STOP_LOSSES = [3, 8, NONE];
const TAKE_PROFITS = [3, 8, NONE];
/** A reached profit closes the whole position. */
const WHOLE = '100';

/** The default conditions (H53) with other arguments; of a short each is turned round. */
function conditionsOf(scale: number, period: ConditionSide['period'], isShort: boolean): IndicatorConditions {
  const { args } = indicatorSpec('macd-histogram');
  const indicatorArgs = args.map((arg) => String(Math.max(arg.min, Math.round(arg.default * scale))));
  const side = (name: 'open' | 'close'): ConditionSide => {
    const standard = defaultSide(name);
    const conditions = standard.conditions.map((one) => {
      const turned = one.comparatorName === 'gt' ? ('lt' as const) : ('gt' as const);
      return { ...one, indicatorArgs, comparatorName: isShort ? turned : one.comparatorName };
    });
    return { ...standard, period, conditions };
  };
  return { open: side('open'), close: side('close') };
}

function spotProfit(percent: number): FormValues {
  if (percent === NONE) return { absolute_profit_flag: '' };
  return { absolute_profit_flag: 'Y', absolute_profit_rate: percentText(percent), volume: WHOLE };
}

function contractProfit(percent: number): FormValues {
  return percent === NONE
    ? { position_stop_profit: '' }
    : { position_stop_profit: percentText(percent), volume: WHOLE };
}

/**
 * Indicator bots of the editor: the numbers of the default conditions, their K-line period, the position's stop
 * loss and take profit; on contracts side and leverage too. 360 candidates, on spot 90. Conditions that a trader has written
 * are nobody else's to judge beforehand: they stay in his own form.
 */
export const INDICATOR_SEARCH: AiSearch = {
  looksBack: true,
  axes: ({ spec }) => [
    { name: 'side', values: spec.contract === undefined ? [0] : SIDES.map((_, i) => i), isOrdered: false },
    { name: 'period', values: PERIODS.map((_, i) => i), isOrdered: false },
    { name: 'scale', values: SCALES, isOrdered: true },
    {
      name: 'leverage',
      values: LEVERAGES.filter((times) => times <= (spec.contract?.leverageMax ?? 1)),
      isOrdered: true,
    },
    { name: 'stop', values: STOP_LOSSES, isOrdered: true },
    { name: 'profit', values: TAKE_PROFITS, isOrdered: true },
  ],
  values(shape, _startTicks, { spec }) {
    const isOnContract = spec.contract !== undefined;
    const side = axisChoice(shape, 'side', SIDES);
    const period = axisChoice(shape, 'period', PERIODS);
    const stop = axisValue(shape, 'stop');
    const profit = axisValue(shape, 'profit');
    return {
      ...(isOnContract ? { side, leverage: String(axisValue(shape, 'leverage')) } : {}),
      conditions: formatConditions(conditionsOf(axisValue(shape, 'scale'), period, side === 'sell')),
      position_stop_rate: stop === NONE ? '' : percentText(stop),
      ...(isOnContract ? contractProfit(profit) : spotProfit(profit)),
    };
  },
};
