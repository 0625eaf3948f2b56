import type { StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { type BotChange, moneyTakenBy } from '../actions/bot-actions.ts';

/** What a fork may change of a bot: what its owner's dialogs change, by the facts of its kind. */

/** Ways to put money in. */
export type MoneyMode = Extract<BotChange, 'deposit' | 'margin' | 'leverage'>;
const MONEY_MODES = ['deposit', 'margin', 'leverage'] as const satisfies readonly MoneyMode[];

/** The dialog that changes the same fields. */
export type ForkMode = Extract<BotChange, 'range' | 'stops'> | MoneyMode;
export const FORK_MODES = ['range', 'stops', ...MONEY_MODES] as const satisfies readonly ForkMode[];

export function isMoneyMode(mode: ForkMode): mode is MoneyMode {
  return MONEY_MODES.some((one) => one === mode);
}

/** Where the lines of a grid lie. */
export const LIES = ['low_price', 'high_price', 'grid_num'] as const;

type Forked = Pick<StrategyRow, 'strategy_type' | 'settle' | 'market' | 'money_asset' | 'params'>;

/** What can be changed of a bot; none: nothing of such a bot is changed while it runs. */
export function forkModesOf(bot: Forked): readonly ForkMode[] {
  const { range, stops } = factsOf(bot.strategy_type);
  // Stops that are prices stand in the dialog of the range.
  const hasOwnStops = stops !== null && (range === 'none' || stops.of !== 'price');
  const takes = moneyTakenBy(bot);
  return [
    ...(range === 'none' ? [] : (['range'] as const)),
    ...(hasOwnStops ? (['stops'] as const) : []),
    ...MONEY_MODES.filter((mode) => takes[mode]),
  ];
}

/** Form fields of a mode; money has none. */
export function fieldsOf(kind: string, mode: ForkMode): readonly string[] {
  if (isMoneyMode(mode)) return [];
  const { stops } = factsOf(kind);
  const exits = [stops?.loss ?? '', stops?.profit ?? ''].filter((field) => field !== '');
  if (mode === 'stops') return exits;
  return stops?.of === 'price' ? [...LIES, ...exits] : LIES;
}
