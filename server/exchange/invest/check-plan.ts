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
import type { Plan, PlanTerms } from './plan.ts';
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
  const shares = sharesOf(coins);
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

/**
 * The same for another version of one that is there. What it buys was accepted: where coins and amount stay, a price that has risen
 * meanwhile, or a market that is no longer there, keeps nobody from another period.
 */
export function editedPlan(
  feed: MarketFeed,
  { name, present }: Pick<Plan, 'name' | 'present'>,
  wanted: Omit<Wanted, 'name'>,
  nowMs: number,
): ReturnType<typeof checkPlan> {
  const { coins, amount } = present.terms;
  const isSame = parseAmount(wanted.amount) === amount && isSameCoins(sharesOf(wanted.coins), coins);
  if (isSame) return { name, terms: { coins, amount, every: wanted.period_type } };
  return checkPlan(feed, { ...wanted, name }, nowMs);
}

function sharesOf(coins: Wanted['coins']): PlanTerms['coins'] {
  return coins.map(({ asset, ratio }) => ({ asset, rate: fraction(ratio) || '0' }));
}

/** The same coins in the same shares, in any order. */
export function isSameCoins(a: PlanTerms['coins'], b: PlanTerms['coins']): boolean {
  const said = (coins: PlanTerms['coins']): string =>
    coins
      .map(({ asset, rate }) => `${asset} ${Number(rate)}`)
      .sort()
      .join();
  return said(a) === said(b);
}

function withField(refusal: Refusal): Refusal {
  const { field = '' } = refusal.data ?? {};
  return { ...refusal, data: { ...refusal.data, field: FIELDS[field] ?? field } };
}
