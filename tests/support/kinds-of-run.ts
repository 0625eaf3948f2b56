import { PRESET_KINDS } from '#lib/contract/vocabulary.ts';
import { RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import { covering, withoutTwins } from './covering.ts';

/**
 * The kinds on which something long is tried that hangs on the engine, not on the name: presets are one engine with other rules, so
 * `npm test` takes the next three of them with each `turn`, and the nightly run all.
 */
export function kindsOfRun(turn: number): readonly RunnableKind[] {
  const presets: readonly string[] = PRESET_KINDS;
  const tried: readonly string[] = covering(presets, turn, 3);
  return withoutTwins(RUNNABLE_KINDS, (kind) => presets.includes(kind) && !tried.includes(kind));
}
