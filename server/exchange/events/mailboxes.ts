import type { Clock } from '../surroundings/clock.ts';
import { KeptEvents } from './kept-events.ts';

/** How long events are kept for a trader who has no stream: a tab that was hidden, a network that was away. */
const KEPT_MS = 300_000;
/** Traders whose events are kept: with what one of them takes at most, 64 MB. */
const MOST_TRADERS = 4_000;

/** The latest events of traders who listen, or did a moment ago. */
export interface Mailboxes {
  readonly isEmpty: boolean;
  has(userId: number): boolean;
  /** The trader's, for a reader of his; made when there is none. */
  enter(userId: number): KeptEvents;
  /** The trader's, if there is one. */
  of(userId: number): KeptEvents | undefined;
  /** Nobody reads it now. */
  leave(userId: number): void;
  /** Drops those that nobody has read for long. */
  forget(): void;
}

export function createMailboxes(clock: Clock, newName: () => string): Mailboxes {
  const boxes = new Map<number, KeptEvents>();
  /** Those without a reader, since when; the longest first. */
  const left = new Map<number, number>();

  function drop(userId: number): void {
    left.delete(userId);
    boxes.delete(userId);
  }

  return {
    get isEmpty() {
      return boxes.size === 0;
    },
    has: (userId) => boxes.has(userId),
    of: (userId) => boxes.get(userId),
    enter(userId) {
      left.delete(userId);
      const box = boxes.get(userId) ?? new KeptEvents(newName());
      boxes.set(userId, box);
      return box;
    },
    leave(userId) {
      left.delete(userId);
      left.set(userId, clock.nowMs());
      const [longest] = left.keys();
      if (boxes.size > MOST_TRADERS && longest !== undefined) drop(longest);
    },
    forget() {
      for (const [userId, sinceMs] of left) if (clock.nowMs() - sinceMs > KEPT_MS) drop(userId);
    },
  };
}
