import fc from 'fast-check';

/** A property of what seldom happens: with a seed that nobody chose (at night) a round may be without it. */
const MOST_ROUNDS = 10;

/** Asserts a property, round after round until what it is about has happened. The caller says that it has to. */
export function assertUntil<T>(property: fc.IProperty<T>, runs: fc.Parameters<T>, hasHappened: () => boolean): void {
  for (let round = 0; round === 0 || (!hasHappened() && round < MOST_ROUNDS); round += 1) fc.assert(property, runs);
}
