import type { OwnersEnd } from '#lib/contract/bot-words.ts';
import type { BotMachine, CloseInstruction, LifeRefusal } from '#lib/engine/machine.ts';
import type { Prices } from './bot-equity.ts';

/** What an owner asks of his bot's machine besides a change of what it trades by. Amounts in units. */
export type OwnerWish =
  | { readonly type: 'pause' | 'resume' }
  | { readonly type: 'withdraw' | 'increaseMargin' | 'reduceMargin'; readonly amount: bigint };

/** What else may happen to a machine from outside, by the word of its call. */
export type OutsideCall =
  | OwnerWish
  | { readonly type: 'terminate'; readonly close: CloseInstruction; readonly cause?: OwnersEnd }
  | { readonly type: 'deleverage'; readonly ticks: number };

/** Makes the call: the live exchange and a replay of it do the same. Why not, and then nothing has changed. */
export function callMachine(
  machine: BotMachine,
  call: OutsideCall,
  prices: Prices,
  timeMs: number,
): LifeRefusal | null {
  switch (call.type) {
    case 'pause':
      if (machine.pause === undefined || machine.status !== 'running') return 'not-running';
      machine.pause(prices, timeMs);
      return null;
    case 'resume':
      return machine.resume?.(prices, timeMs) ?? null;
    case 'withdraw':
      return machine.withdraw?.(call.amount, timeMs) ?? null;
    case 'increaseMargin':
      return machine.increaseMargin?.(call.amount, prices, timeMs) ?? null;
    case 'reduceMargin':
      return machine.reduceMargin?.(call.amount, prices, timeMs) ?? null;
    case 'terminate':
      machine.terminate(call.close, prices, timeMs, call.cause);
      return null;
    case 'deleverage':
      machine.deleverage?.(call.ticks, prices, timeMs);
      return null;
  }
}
