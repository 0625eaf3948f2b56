import { isNightly } from './runs.ts';

/**
 * What `npm test` leaves to the nightly run: it tries so many of a list, the next ones with each turn, so that every item
 * and every turn comes by, only not every pair of them.
 */
export function covering<T>(all: readonly T[], turn: number, atATime: number): readonly T[] {
  if (isNightly || atATime >= all.length) return all;
  return Array.from({ length: atATime }, (_, step) => all[(atATime * turn + step) % all.length] as T);
}

/** The same for a list of which some are much like others of it: `npm test` leaves those out. */
export function withoutTwins<T>(all: readonly T[], isTwin: (one: T) => boolean): readonly T[] {
  return isNightly ? all : all.filter((one) => !isTwin(one));
}
