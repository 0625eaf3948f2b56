import { describe, it } from 'vitest';
import {
  addParts,
  addUnits,
  COIN,
  divisionRest,
  exactOf,
  isAtLeast,
  mulDivDown,
  mulDivUp,
  setTotal,
  subtractParts,
  subtractUnits,
  type Total,
} from '#lib/engine/body/exact.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { randomOf } from '../support/fuzz-requests.ts';

/** Exact arithmetic against bigint, over every size of number and the edges where floats round. */

const RUNS = 200_000;
/** 53 random bits as a fraction below 1. */
function seeded(seed: number): () => number {
  const below = randomOf(seed);
  return () => (below(2 ** 27) * 2 ** 26 + below(2 ** 26)) / 2 ** 53;
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Whole numbers of every size up to `bits` bits; every fourth at a power of two or beside it. */
function sizes(random: () => number) {
  return (bits: number): number => {
    const size = Math.floor(random() * bits) + 1;
    const edge = 2 ** size;
    const kind = random();
    if (kind < 0.08) return edge - 1;
    if (kind < 0.16) return Math.min(edge, 2 ** bits - 1);
    if (kind < 0.24) return Math.min(edge + 1, 2 ** bits - 1);
    return Math.floor(random() * edge);
  };
}

describe('a product divided', () => {
  it('is that of the integers, down and up, or is refused as too large', () => {
    const whole = sizes(seeded(7));
    let refused = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const [a, b, c] = [whole(53), whole(53), Math.max(1, whole(52))];
      const product = BigInt(a) * BigInt(b);
      const down = product / BigInt(c);
      if (down > SAFE) {
        refused += 1;
        expect(() => mulDivDown(a, b, c), `${a} ${b} ${c}`).toThrow(RangeError);
        continue;
      }
      const up = (product + BigInt(c) - 1n) / BigInt(c);
      if (BigInt(mulDivDown(a, b, c)) !== down) throw new Error(`down: ${a} × ${b} ÷ ${c}`);
      if (up <= SAFE && BigInt(mulDivUp(a, b, c)) !== up) throw new Error(`up: ${a} × ${b} ÷ ${c}`);
    }
    expect(refused).toBeGreaterThan(RUNS / 20);
  });

  it('is exact where the quotient is whole or one short of it, which is where floats round', () => {
    const whole = sizes(seeded(8));
    for (let run = 0; run < RUNS; run += 1) {
      const c = Math.max(2, whole(52));
      const quotient = whole(52);
      // a × b = quotient × c, and one less.
      const product = BigInt(quotient) * BigInt(c);
      const isWhole = mulDivDown(quotient, c, c) === quotient && mulDivUp(quotient, c, c) === quotient;
      const short = product > 0n && product - 1n <= SAFE ? Number(product - 1n) : null;
      const isShort =
        short === null || (mulDivDown(short, 1, c) === quotient - 1 && mulDivUp(short, 1, c) === quotient);
      if (!isWhole || !isShort) throw new Error(`${quotient} × ${c} ÷ ${c}`);
    }
  });

  it('values the documented largest amount: 99,999,999 USDT at any price of its coin', () => {
    const units = 99_999_999 * COIN;
    for (const price of [1, 7, 123_456_789, 99_999_999 * 1_000]) {
      const exact = (BigInt(units) * BigInt(price)) / BigInt(COIN);
      if (exact <= SAFE) expect(BigInt(mulDivDown(units, price, COIN))).toBe(exact);
      else expect(() => mulDivDown(units, price, COIN)).toThrow(RangeError);
    }
  });
});

const addProduct = (total: Total, a: number, b: number): void =>
  addParts(total, mulDivDown(a, b, COIN), divisionRest());
const subtractProduct = (total: Total, a: number, b: number): void =>
  subtractParts(total, mulDivDown(a, b, COIN), divisionRest());
function totalOf(exact: bigint): Total {
  const total: Total = { high: 0, low: 0, parts: 0 };
  setTotal(total, exact);
  return total;
}

/** Units in 1e-16. */
const wide = (units: number): bigint => BigInt(units) * BigInt(COIN);

describe('a total', () => {
  it('is that of the integers, whatever was added and taken away, in any order', () => {
    const random = seeded(9);
    const whole = sizes(random);
    for (let run = 0; run < 500; run += 1) {
      const total: Total = { high: 0, low: 0, parts: 0 };
      let exact = 0n;
      for (let step = 0; step < 200; step += 1) {
        const [a, b, units] = [whole(40), whole(36), whole(53)];
        const kind = random();
        if (kind < 0.3) {
          addProduct(total, a, b);
          exact += BigInt(a) * BigInt(b);
        } else if (kind < 0.6) {
          subtractProduct(total, a, b);
          exact -= BigInt(a) * BigInt(b);
        } else if (kind < 0.8) {
          addUnits(total, units);
          exact += wide(units);
        } else {
          subtractUnits(total, units);
          exact -= wide(units);
        }
        if (total.low < 0 || total.low >= 2 ** 53 || total.parts < 0 || total.parts >= COIN)
          throw new Error(`words ${JSON.stringify(total)}`);
        if (exactOf(total) !== exact) throw new Error(`${exactOf(total)} instead of ${exact}`);
      }
      expect(totalOf(exact)).toEqual(total);
    }
  });

  it('says whether it holds an amount, to the last part of a unit', () => {
    const whole = sizes(seeded(10));
    for (let run = 0; run < 20_000; run += 1) {
      const units = whole(53);
      const near = [wide(units) - 1n, wide(units), wide(units) + 1n, -wide(units) - 1n, wide(whole(53))];
      for (const exact of near) {
        if (isAtLeast(totalOf(exact), units) !== exact >= wide(units)) throw new Error(`${exact} and ${units}`);
      }
    }
  });

  it('holds the largest documented investment a hundred thousand times over, to the unit', () => {
    const total: Total = { high: 0, low: 0, parts: 0 };
    const half = (99_999_999 * COIN) / 2;
    for (let time = 0; time < 200_000; time += 1) addUnits(total, half);
    addUnits(total, 1);
    expect(exactOf(total)).toBe(100_000n * 99_999_999n * 10n ** 16n + BigInt(COIN));
    expect(Number.isSafeInteger(total.high)).toBe(true);
  });
});
