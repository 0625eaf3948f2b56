import { createHash } from 'node:crypto';
import type { OwnersEnd } from '#lib/contract/bot-words.ts';
import type { PlanRemark } from '#lib/contract/plan-words.ts';
import { tradesSeveralMarkets } from '#lib/engine/bot-feeds.ts';
import { type CloseInstruction, EQUITY_SCALE } from '#lib/engine/machine.ts';
import { divUp, formatAmount } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import {
  type ActionPlan,
  type AgreedEnd,
  type AgreedPlan,
  outcomeOf,
  type PlanFigure,
  type PlanOutcome,
  type PlanTerm,
} from './agreed-plan.ts';
import type { Prices } from './bot-equity.ts';
import type { BotRecord, StopOption } from './bot-record.ts';
import type { ClosePreview, EndFigures } from './close-preview.ts';
import type { LiveBot } from './live-bot.ts';

/** The end of a bot as a plan, and what came of it. */

/** Who ends a bot. */
export interface EndedBy {
  /** Default: its owner. */
  readonly cause?: OwnersEnd;
  /** What he was shown, and agreed to. */
  readonly plan?: AgreedPlan | undefined;
}

/** The fees of a difference between two statements (1e-16) in units, rounded up: what is paid is never told smaller. */
function feesText(fees: bigint): string {
  return formatAmount(divUp(fees, EQUITY_SCALE));
}

export function endFigures(spec: MarketSpec, end: EndFigures): readonly PlanFigure[] {
  const { contract, base, quote } = spec;
  const money = { currency: end.asset };
  const [first, second] = contract === undefined ? [base, quote] : [contract.isInverse ? quote : base, contract.settle];
  return [
    ...end.returns.map(({ asset: currency, amount }) => ({ name: 'returned', currency, amount: formatAmount(amount) })),
    ...(end.share > 0n ? [{ name: 'provider_share', ...money, amount: formatAmount(end.share) }] : []),
    { name: 'result', ...money, amount: formatAmount(end.profit) },
    { name: 'fees', ...money, amount: feesText(end.fees) },
    // Coins of several markets are not added.
    ...(tradesSeveralMarkets(spec)
      ? []
      : [
          { name: 'traded_quantity', currency: first, amount: formatAmount(end.quantity) },
          { name: 'traded_value', currency: second, amount: formatAmount(end.value) },
        ]),
  ];
}

/**
 * What an owner agrees to: how all of it is closed, the bot being set and funded as it is, and what is paid back. What that trades follows from
 * the price: orders fill while one reads, in a fall one after the other, and who wants out is not to be asked again each time.
 */
export function endPlan(
  { record, spec }: { readonly record: Pick<BotRecord, 'account' | 'payload' | 'money'>; readonly spec: MarketSpec },
  options: readonly StopOption[],
  close: CloseInstruction,
  preview: ClosePreview,
): ActionPlan {
  const terms: PlanTerm[] = [];
  const option = options.find(({ account }) => account === record.account);
  // Where nothing is closed and nothing kept, how it would be is nobody's business.
  const hasWay = preview.fills.length > 0 || preview.rest !== null || hasCoins(preview);
  if (hasWay) terms.push({ name: 'close', value: close.type });
  if (hasWay && close.type === 'limit' && option !== undefined)
    terms.push({ name: 'slip', value: option.slip }, { name: 'expiration', value: `${option.expiration}` });
  terms.push({ name: 'set', value: digestOf(record) });
  for (const { asset, owed } of preview.debts)
    terms.push({ name: `owed ${asset}`, value: formatAmount(owed), isNear: true });
  // Whether coins were kept is said of what happened.
  const remarks: readonly PlanRemark[] = preview.rest === null ? [] : ['rested'];
  return { terms, figures: endFigures(spec, preview.figures), remarks };
}

function hasCoins({ figures: { returns, asset: money } }: ClosePreview): boolean {
  return returns.some(({ asset }) => asset !== money);
}

/** What its owner has set and put in. */
function digestOf({ payload, money }: Pick<BotRecord, 'payload' | 'money'>): string {
  return createHash('sha256')
    .update(JSON.stringify([payload, `${money}`]))
    .digest('hex');
}

/** An end that begins at `prices` by the plan that its owner has agreed to; undefined: whoever closes it so has none, also where there was one. */
export function agreedEnd(
  { record, machine }: LiveBot,
  plan: AgreedPlan | undefined,
  close: CloseInstruction,
  prices: Prices,
): AgreedEnd | undefined {
  if (plan === undefined) return undefined;
  return {
    plan,
    fees: `${machine?.equity(prices).fees ?? 0n}`,
    quantity: `${record.matchedQuantity}`,
    value: `${record.matchedCost}`,
    expiresAtMs: close.type === 'limit' ? close.expiresAtMs : null,
  };
}

/** What came of it: `fees` and the record are those of the end. */
export function endOutcome(
  { agreed, matchedQuantity, matchedCost, finishAs, finishMs }: BotRecord,
  spec: MarketSpec,
  came: Pick<EndFigures, 'returns' | 'share' | 'profit' | 'asset' | 'fees'>,
): PlanOutcome | undefined {
  if (agreed === undefined) return undefined;
  const since = {
    fees: came.fees - BigInt(agreed.fees),
    quantity: matchedQuantity - BigInt(agreed.quantity),
    value: matchedCost - BigInt(agreed.value),
  };
  const isOver = agreed.expiresAtMs !== null && finishMs !== null && finishMs >= agreed.expiresAtMs;
  const remarks: PlanRemark[] = [];
  if (agreed.plan.remarks.includes('rested')) remarks.push('rested');
  if (isOver) remarks.push('expired');
  if (finishAs !== 'cancelled') remarks.push('overtaken');
  // What is less than an order can be is left of coins that were sold as well.
  const { lotUnits, minBaseUnits } = spec;
  const least = lotUnits > minBaseUnits ? lotUnits : minBaseUnits;
  const hasKept = came.returns.some(({ asset, amount }) => asset === spec.base && amount >= least);
  if (spec.contract === undefined && hasKept) remarks.push('kept');
  return outcomeOf(agreed.plan, endFigures(spec, { ...came, ...since }), remarks);
}
