import type { BotMachine } from './machine.ts';

/** A machine on its way along recorded minutes. */
export interface Ride {
  readonly machine: BotMachine;
  /** Last known prices by feed: what the machine starts with, and where it is after `advance`. */
  readonly prices: readonly number[];
  /** Takes the started machine over minutes [from, until); returns early when it finishes. */
  advance(from: number, until: number): void;
}
