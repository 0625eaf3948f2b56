import { factsOf } from '#lib/kinds/facts.ts';
import type { BotChange } from '../actions/bot-actions.ts';

/** What a fork may change of a bot: what its owner's dialogs change without money, by the facts of its kind. */

/** The dialog that changes the same fields. */
export type ForkMode = Extract<BotChange, 'range' | 'stops'>;

/** Where the lines of a grid lie. */
export const LIES = ['low_price', 'high_price', 'grid_num'] as const;

/** The sets of fields that a kind has; none: nothing of such a bot is changed while it runs. */
export function forkModesOf(kind: string): readonly ForkMode[] {
  const { range, stops } = factsOf(kind);
  // Stops that are prices stand in the dialog of the range.
  const hasOwnStops = stops !== null && (range === 'none' || stops.of !== 'price');
  return [...(range === 'none' ? [] : (['range'] as const)), ...(hasOwnStops ? (['stops'] as const) : [])];
}

/** Form fields of a mode. */
export function fieldsOf(kind: string, mode: ForkMode): readonly string[] {
  const { stops } = factsOf(kind);
  const exits = [stops?.loss ?? '', stops?.profit ?? ''].filter((field) => field !== '');
  if (mode === 'stops') return exits;
  return stops?.of === 'price' ? [...LIES, ...exits] : LIES;
}
