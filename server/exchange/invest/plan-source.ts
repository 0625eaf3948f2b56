import type { EarnSource } from '../earn/earn-source.ts';
import { findSpec } from '../market/instruments.ts';
import { planOfItem } from './plan-book.ts';
import { PlanIncome, type PlanIncomeParts } from './plan-income.ts';
import { PLAN_MONEY } from './plan-market.ts';
import { planNews } from './plan-news.ts';
import type { PlanRates } from './plan-rate.ts';

/** Auto-invest plans as the exchange's other rooms ask of them. */
export function planSource(parts: PlanIncomeParts & { readonly rates: PlanRates }): EarnSource {
  const { plans, feed, rates } = parts;
  const income = new PlanIncome(parts);
  return {
    type: 'auto-investment',
    countOf: (userId, status) =>
      plans.ofOwner(userId).filter(({ state }) => (state === 'closed') === (status === 'finished')).length,
    *changedIn({ items }) {
      // Of coins that are redeemed from a version of before no other row is written.
      for (const item of items) {
        const id = planOfItem(item);
        const owner = id === undefined ? undefined : plans.get(id)?.ownerId;
        if (owner !== undefined) yield owner;
      }
    },
    newsOf: planNews,
    incomeOf: (userId, nowMs) => income.of(userId, nowMs),
    isOfferedOf: (currency) => findSpec(feed, `${currency}_${PLAN_MONEY}`) !== undefined,
    rateOf: (market, nowMs) => {
      const rateE8 = rates.of(market, nowMs);
      return rateE8 === null ? null : { rateE8, discountE8: null };
    },
  };
}
