import { expect as ask, describe, it } from 'vitest';
import { expect } from '#tests/support/quick-expect.ts';

type Told = ReturnType<typeof expect>;

/** Each holds of its value, and does not of the other. */
const MATCHERS: readonly (readonly [string, (told: Told) => unknown, unknown, unknown])[] = [
  ['toBe', (told) => told.toBe(3n), 3n, 3],
  ['toBeNull', (told) => told.toBeNull(), null, undefined],
  ['toEqual', (told) => told.toEqual({ a: [1n], b: undefined }), { a: [1n] }, { a: [2n] }],
  ['toBeGreaterThan', (told) => told.toBeGreaterThan(3n), 4n, 3n],
  ['toBeGreaterThanOrEqual', (told) => told.toBeGreaterThanOrEqual(3), 3, 2],
  ['toBeLessThan', (told) => told.toBeLessThan(3), 2, Number.NaN],
  ['toBeLessThanOrEqual', (told) => told.toBeLessThanOrEqual(3n), 3n, 4n],
  ['not.toBe', (told) => told.not.toBe(3), 4, 3],
  ['toContain', (told) => told.toContain('a'), ['a'], ['b']],
  ['toThrow', (told) => told.toThrow('no'), () => fail('no'), () => fail('yes')],
];

function fail(why: string): never {
  throw new Error(why);
}

describe('the quick expect of property tests', () => {
  it.each(MATCHERS)('%s says what Vitest’s says, in its words', (_name, matched, well, ill) => {
    ask(() => matched(expect(well))).not.toThrow();
    ask(() => matched(expect(ill, 'said first'))).toThrow(/^said first: expected/);
  });

  it.each(['toBeGreaterThan', 'toBeGreaterThanOrEqual', 'toBeLessThan', 'toBeLessThanOrEqual'] as const)(
    '%s holds of numbers alone: JavaScript takes nothing for 0 and a text for what it says',
    (name) => {
      const bound = name.includes('Less') ? 5 : -5;
      for (const ill of [null, '0', '', [], false, new Date(0)]) ask(() => expect(ill)[name](bound)).toThrow();
      ask(() => expect(0)[name](null as never)).toThrow();
    },
  );
});
