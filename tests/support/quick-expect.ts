import { isDeepStrictEqual } from 'node:util';
import { expect as ask } from 'vitest';

/** What the few quick matchers below leave to Vitest altogether. */
const ASKED = [
  'not',
  'rejects',
  'toBeCloseTo',
  'toBeUndefined',
  'toContain',
  'toHaveLength',
  'toHaveProperty',
  'toMatch',
  'toMatchObject',
  'toStrictEqual',
  'toThrow',
] as const;

type Asked = ReturnType<typeof ask<unknown>>;
type Matcher = (...expected: never[]) => void;
type Compared = number | bigint;

/** JavaScript finds null at least 0 and a text more than a number; Vitest does not. */
function isCompared(actual: unknown, expected: Compared): actual is Compared {
  return [actual, expected].every((one) => typeof one === 'number' || typeof one === 'bigint');
}

/** Vitest's matchers under Vitest's names: what plainly holds is not asked, what does not is Vitest's to judge and to tell. */
class Quick {
  readonly #actual: unknown;
  readonly #message: string | undefined;

  constructor(actual: unknown, message: string | undefined) {
    this.#actual = actual;
    this.#message = message;
  }

  get asked(): Asked {
    return ask(this.#actual, this.#message);
  }

  toBe(expected: unknown): void {
    if (!Object.is(this.#actual, expected)) this.asked.toBe(expected);
  }

  toBeNull(): void {
    if (this.#actual !== null) this.asked.toBeNull();
  }

  toEqual(expected: unknown): void {
    if (!isDeepStrictEqual(this.#actual, expected)) this.asked.toEqual(expected);
  }

  toBeGreaterThan(least: Compared): void {
    if (!(isCompared(this.#actual, least) && this.#actual > least)) this.asked.toBeGreaterThan(least);
  }

  toBeGreaterThanOrEqual(least: Compared): void {
    if (!(isCompared(this.#actual, least) && this.#actual >= least)) this.asked.toBeGreaterThanOrEqual(least);
  }

  toBeLessThan(most: Compared): void {
    if (!(isCompared(this.#actual, most) && this.#actual < most)) this.asked.toBeLessThan(most);
  }

  toBeLessThanOrEqual(most: Compared): void {
    if (!(isCompared(this.#actual, most) && this.#actual <= most)) this.asked.toBeLessThanOrEqual(most);
  }
}

for (const name of ASKED) {
  Object.defineProperty(Quick.prototype, name, {
    get(this: Quick) {
      const { asked } = this;
      return name === 'not' || name === 'rejects'
        ? asked[name]
        : (...expected: never[]) => (asked[name] as Matcher)(...expected);
    },
  });
}

type QuickAssertion = Omit<Quick, 'asked'> & Pick<Asked, (typeof ASKED)[number]>;

/**
 * Vitest's `expect` for what is held after every step of thousands of lives: building an assertion costs more than the step does, and
 * was three quarters of such a test.
 */
export function expect(actual: unknown, message?: string): QuickAssertion {
  return new Quick(actual, message) as unknown as QuickAssertion;
}
