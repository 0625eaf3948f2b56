import { formatAmount } from '../../money/amount.ts';
import type { BotChange, EngineKind } from '../engine-kind.ts';
import type { BotMachine, LifeRefusal } from '../machine.ts';
import type { LadderBot } from './ladder-bot.ts';
import { leap, resetWake } from './path.ts';
import type { LadderDecisions } from './rules.ts';
import { tellOperation } from './tell.ts';

/** An owner changes when his bot is to stop, and nothing else: its orders stay as they are. */

/** Whether two params, or values of them, are the same. */
export function isSame(one: unknown, other: unknown): boolean {
  return textOf(one, []) === textOf(other, []);
}

/** Whether two params differ in nothing but these fields. */
export function isSameBut<P extends object>(before: P, after: P, names: readonly (keyof P)[]): boolean {
  return textOf(before, names) === textOf(after, names);
}

function textOf(value: unknown, left: readonly PropertyKey[]): string {
  return JSON.stringify(value, (name, field: unknown) => {
    if (left.includes(name)) return null;
    return typeof field === 'bigint' ? `${field}n` : field;
  });
}

/**
 * The stops of a bot with a ladder, and where it may move to, stand anew, as `reset` sets them: one that the price is past already acts at
 * once. `told`: what its record says of the change.
 */
export function restandStops<B extends LadderBot>(
  bot: B,
  rules: LadderDecisions<B>,
  reset: (bot: B) => void,
  ticks: number,
  timeMs: number,
  told: { readonly from: object; readonly to: object } | null = null,
): LifeRefusal | null {
  if (!bot.isRunning && !bot.isPaused) return 'not-running';
  reset(bot);
  tellOperation(bot, 'params', timeMs, told?.from ?? null, told?.to ?? null);
  resetWake(bot, timeMs);
  leap(bot, rules, ticks, timeMs);
  return null;
}

/**
 * Of kinds that set their stops by the params when they are read back: reading a bot back with other rates (1e-8, null: none) in `names` is
 * the change. What a new stop finds reached happens at the next price, or where the kind looks at its stops next.
 */
export function changeRates<N extends string, P extends Readonly<Record<N, bigint | null>>>(
  names: readonly N[],
  restore: (...args: [...Parameters<EngineKind<P>['restore']>, BotChange]) => BotMachine,
): NonNullable<EngineKind<P>['change']> {
  const rates = (params: P): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name.replace(/E8$/, ''), rateText(params[name])] as const));
  return (before, after, snapshot, change, view, sink) => {
    const { deposit, timeMs } = change;
    if (deposit > 0n || !isSameBut(before, after, names)) return 'not-changeable';
    const machine = restore(after, snapshot, view, sink, change);
    if (machine.status !== 'running' && machine.status !== 'paused') return 'not-running';
    sink.operation('params', timeMs, rates(before), rates(after), '');
    return machine;
  };
}

/** A rate of 1e-8 as records say it; '': none. */
export function rateText(rateE8: bigint | null): string {
  return rateE8 === null ? '' : formatAmount(rateE8);
}
