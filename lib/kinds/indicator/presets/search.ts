import type { ArgumentSpec } from '../../../indicators/argument-spec.ts';
import type { AiSearch } from '../../../strategies/ai/ai-search.ts';
import { axisChoice } from '../../../strategies/ai/axis-value.ts';
import type { Preset } from './preset.ts';

/** Times the textbook's argument. */
const FINE = [0.5, 0.7, 1, 1.4, 2];
const COARSE = [0.5, 1, 2];
/** Arguments beyond these stay as the textbook has them: every further one multiplies the candidates. */
const MOST_ARGS = 3;
/** K-lines that give a week enough trades to be judged by. */
const PERIODS = ['15m', '1h'];
const SIDES = ['buy', 'sell'];
/** Typed and judged with it; on spot there is none. */
const LEVERAGE = '2';

/** Single-indicator bots: the textbook's arguments, half to twice as large, on two K-line periods; on contracts long and short. */
export function presetSearch({ args, ordered }: Preset): AiSearch {
  const varied = args.slice(0, MOST_ARGS);
  const factors = varied.length < MOST_ARGS ? FINE : COARSE;
  return {
    looksBack: true,
    axes: ({ spec }) => [
      { name: 'side', values: spec.contract === undefined ? [0] : SIDES.map((_, i) => i), isOrdered: false },
      { name: 'period', values: PERIODS.map((_, i) => i), isOrdered: false },
      ...varied.map(({ key }) => ({ name: key, values: factors, isOrdered: true })),
    ],
    values(shape, _startTicks, { spec }) {
      const scaled = Object.fromEntries(args.map((arg) => [arg.key, scale(arg, shape[arg.key] ?? 1)]));
      if (ordered !== undefined && (scaled[ordered[0]] as number) >= (scaled[ordered[1]] as number)) return null;
      const typed = Object.entries(scaled).map(([key, value]) => [`arg_${key}`, String(value)] as const);
      const side = axisChoice(shape, 'side', SIDES);
      return {
        ...(spec.contract === undefined ? {} : { side, leverage: LEVERAGE }),
        kline_period: axisChoice(shape, 'period', PERIODS),
        ...Object.fromEntries(typed),
      };
    },
  };
}

/** A multiple of an argument's default, within its bounds and decimals. */
function scale({ min, max, decimals, default: standard }: ArgumentSpec, factor: number): number {
  return Math.min(max, Math.max(min, Number((standard * factor).toFixed(decimals))));
}
