import { describe, expect, it } from 'vitest';
import { planOutcome } from '#lib/contract/plan-figures.ts';
import { type ActionPlan, isAsShown, isNear, outcomeOf, type PlanTerm } from '#server/exchange/bots/agreed-plan.ts';

const plan = (...terms: readonly PlanTerm[]): ActionPlan => ({ terms, figures: [], remarks: [] });

describe('what an owner agreed to', () => {
  it('may come to five percent more or less than was shown, and to no unit beyond', () => {
    const shown = 2_000n;
    for (const now of [shown, 1_900n, 2_100n]) expect(isNear(shown, now), `${now}`).toBe(true);
    for (const now of [1_899n, 2_101n, 0n]) expect(isNear(shown, now), `${now}`).toBe(false);
    // Of nothing there is no part.
    expect([isNear(0n, 0n), isNear(0n, 1n)]).toEqual([true, false]);
  });

  it('has the same terms in the same order: amounts of what moves with the price nearly, other numbers by value, words to the letter', () => {
    const side = { name: 'side', value: 'sell' };
    const amount = { name: 'amount', value: '2', isNear: true };
    expect(isAsShown(plan(side, amount), plan(side, { ...amount, value: '2.1' }))).toBe(true);
    for (const now of [
      plan(side, { ...amount, value: '2.11' }),
      plan({ ...side, value: 'buy' }, amount),
      plan(amount, side),
      plan(side),
      plan(side, amount, amount),
    ])
      expect(isAsShown(plan(side, amount), now), JSON.stringify(now.terms)).toBe(false);
    const exact = { name: 'leverage', value: '2' };
    expect(isAsShown(plan(exact), plan({ ...exact, value: '2.0' }))).toBe(true);
    expect(isAsShown(plan(exact), plan({ ...exact, value: '2.01' }))).toBe(false);
    expect(isAsShown(plan(side), plan({ ...side, value: 'Sell' }))).toBe(false);
  });
});

describe('what came of it', () => {
  const name = 'a1'.repeat(16);

  it('names the plan that it is of; of a plan from before names were kept it names none', () => {
    expect(outcomeOf({ ...plan(), fingerprint: name }, [])).toEqual({ fingerprint: name, figures: [], remarks: [] });
    expect(outcomeOf(plan(), [])).not.toHaveProperty('fingerprint');
  });

  it('is read with that name, and without one as stores of before have it', () => {
    for (const told of [outcomeOf({ ...plan(), fingerprint: name }, []), outcomeOf(plan(), [])])
      expect(planOutcome.parse(told)).toEqual(told);
    expect(planOutcome.safeParse({ ...outcomeOf(plan(), []), fingerprint: 'a plan' }).success).toBe(false);
  });
});
