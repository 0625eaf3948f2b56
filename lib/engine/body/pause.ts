import type { LifeRefusal } from '../machine.ts';
import { type Standing, setStage } from './stage.ts';
import { type Told, tellOperation } from './tell.ts';

/** Pausing a bot and going on, whatever it trades: what rests, and what was missed meanwhile, is said where each is paused. */

interface Pausable extends Standing, Told {
  readonly isRunning: boolean;
  readonly isPaused: boolean;
}

/** Pauses a bot that runs, after `suspend` has taken out of the book what rests; whether it ran. */
export function pause(bot: Pausable, suspend: () => void, timeMs: number): boolean {
  if (!bot.isRunning) return false;
  suspend();
  setStage(bot, 'paused');
  tellOperation(bot, 'pause', timeMs, null, null);
  return true;
}

/** Lets a paused bot go on; why it cannot. */
export function goOn(bot: Pausable, timeMs: number): LifeRefusal | null {
  if (!bot.isPaused) return 'not-paused';
  setStage(bot, 'running');
  tellOperation(bot, 'continue', timeMs, null, null);
  return null;
}
