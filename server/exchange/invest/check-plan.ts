import type { ParsedBodyOf } from '#lib/contract/contract.ts';
import { PLAN_KIND } from '#lib/kinds/plan-kind.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { fraction } from '#lib/strategies/rules/wire.ts';
import { checkContext } from '../bots/bot-kinds.ts';
import { isPlaceRefusal, specOfPayload } from '../bots/bot-markets.ts';
import { checkPayload, payloadMadeOf } from '../bots/check-payload.ts';
import type { MarketFeed } from '../market/feed.ts';
import { firstError } from '../replies/first-error.ts';
import { type Refusal, refuseField } from '../replies/reply.ts';
import type { PlanTerms } from './plan.ts';
import { payloadOf } from './plan-market.ts';

type Wanted = Pick<ParsedBodyOf<'createPlan'>, 'coins' | 'amount' | 'period_type'> & { readonly name: string };

/** What the kind's fields are called in the calls of plans. */
const FIELDS: Readonly<Record<string, string>> = {
  each_amount: 'amount',
  money: 'amount',
  every: 'period_type',
  strategy_name: 'name',
};

/** A plan as its owner wants it, checked by every rule of the kind that buys for it, and spelled as that would. */
export function checkPlan(
  feed: MarketFeed,
  { name, coins, amount, period_type: every }: Wanted,
  nowMs: number,
): { readonly name: string; readonly terms: Omit<PlanTerms, 'firstMs'> } | Refusal {
  const shares = coins.map(({ asset, ratio }) => ({ asset, rate: fraction(ratio) || '0' }));
  const said = payloadOf({ coins: shares, amount: parseAmount(amount) ?? 0n, every }, name.trim());
  // As it was spelled: what is finer than a unit is for the rules to refuse, and no amount of nothing.
  const asked = { ...said, params: { ...said.params, each_amount: amount, begin_money_amount: amount } };
  const spec = specOfPayload(feed, PLAN_KIND, asked);
  if (isPlaceRefusal(spec)) return refuseField('coins', spec.issue, spec.values);
  const wrong = firstError(checkPayload(PLAN_KIND, asked, checkContext(feed, spec, PLAN_KIND, nowMs)));
  if (wrong !== null) return withField(wrong);
  const made = payloadMadeOf(PLAN_KIND, asked, spec);
  return {
    name: made.strategy_name ?? '',
    terms: { coins: asked.params.asset_info, amount: parseAmount(amount) ?? 0n, every },
  };
}

function withField(refusal: Refusal): Refusal {
  const { field = '' } = refusal.data ?? {};
  return { ...refusal, data: { ...refusal.data, field: FIELDS[field] ?? field } };
}
