import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProtectionLimits } from '#lib/contract/protection-calls.ts';
import { floorDivide } from '#server/exchange/bots/bot-equity.ts';
import { decide, withLimits } from '#server/exchange/protection/decide.ts';
import { type Guard, NO_LIMITS } from '#server/exchange/protection/protection-book.ts';
import { runs } from '#tests/support/runs.ts';

/**
 * Any order of prices, deposits, withdrawals and limits: a limit is reached when, and only when, the account has fallen so far from its
 * peak. Held against the returns of each step multiplied in exact fractions, as the value of a unit of a fund is.
 */

type Step =
  | { readonly is: 'look'; readonly gain: bigint; readonly flow: bigint }
  | { readonly is: 'limit'; readonly percent: number };

const COIN = 100_000_000n;
const NEW: Guard = { version: 0, limits: NO_LIMITS, peak: null, peakSinceMs: 0, flows: new Map(), crossings: [] };

function limits(percent: number): ProtectionLimits {
  return { drawdown: { percent: String(percent), action: 'stop-creating' }, exposure: null };
}

/** Percent of the worth of before, so that losses of any size are as likely on any account. */
const looks = (withFlows: boolean): fc.Arbitrary<Step> =>
  fc
    .record({ gain: fc.integer({ min: -40, max: 40 }), flow: fc.integer({ min: -60, max: 300 }), moves: fc.boolean() })
    .map(({ gain, flow, moves }) => ({
      is: 'look',
      gain: BigInt(gain),
      flow: withFlows && moves ? BigInt(flow) : 0n,
    }));

const steps = (withFlows: boolean) =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: looks(withFlows) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 80 }).map((percent): Step => ({ is: 'limit', percent })) },
    ),
    { minLength: 3, maxLength: 30 },
  );

/** The value of a unit: numerator and denominator. */
interface Unit {
  readonly up: bigint;
  readonly down: bigint;
}

const isLess = (a: Unit, b: Unit): boolean => a.up * b.down < b.up * a.down;

/** How far a unit has fallen from its peak, as hundred times the part less the percent: ≥ 0 = reached; in 1e-8. */
function beyond(unit: Unit, peak: Unit, percent: number): bigint {
  const left = unit.up * peak.down;
  const whole = unit.down * peak.up;
  return floorDivide((whole - left) * 100n * COIN - BigInt(percent) * COIN * whole, whole);
}

function play(moves: readonly Step[], margin: bigint): void {
  let percent = 20;
  let equity = 1_000_000n * COIN;
  let guard = withLimits(NEW, limits(percent));
  let unit: Unit = { up: 1n, down: 1n };
  let peak = unit;
  let isReached = false;
  const seen = (flow: bigint, nowMs: number) =>
    decide(guard, { worth: { equityUsdt: equity, exposures: new Map() }, flowUsdt: flow, nowMs });
  guard = seen(0n, 0).guard;
  for (const [index, step] of moves.entries()) {
    if (step.is === 'limit') {
      guard = withLimits(guard, limits(step.percent));
      if (step.percent !== percent) isReached = false;
      percent = step.percent;
      continue;
    }
    const before = equity;
    const unmoved = before + (before * step.gain) / 100n;
    const flow = (unmoved * step.flow) / 100n;
    equity = unmoved + flow;
    unit = { up: unit.up * unmoved, down: unit.down * before };
    if (isLess(peak, unit)) peak = unit;
    const off = beyond(unit, peak, percent);
    // What came and went is rounded to a unit each time: so near to the limit nobody says which.
    fc.pre(margin === 0n || off > margin || off < -margin);
    const { guard: next, fresh } = seen(flow, index + 1);
    expect([index, fresh.length]).toEqual([index, !isReached && off >= 0n ? 1 : 0]);
    isReached ||= off >= 0n;
    expect(next.crossings).toHaveLength(isReached ? 1 : 0);
    guard = next;
  }
}

describe('a fall of an account', () => {
  it('reaches its limit exactly when its worth has fallen so far from its highest, and is told once', () => {
    fc.assert(
      fc.property(steps(false), (moves) => play(moves, 0n)),
      { numRuns: runs(500, 10_000) },
    );
  });

  it('is the same whatever came in and went out between', () => {
    fc.assert(
      fc.property(steps(true), (moves) => play(moves, COIN / 10_000n)),
      { numRuns: runs(500, 10_000) },
    );
  });
});
