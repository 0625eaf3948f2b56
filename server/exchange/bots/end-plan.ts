import type { PlanRemark } from '#lib/contract/plan-words.ts';
import { marketOfFeed, tradesSeveralMarkets } from '#lib/engine/bot-feeds.ts';
import { type CloseInstruction, EQUITY_SCALE } from '#lib/engine/machine.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { Fund } from '#lib/strategies/exchange-kind.ts';
import { type ActionPlan, outcomeOf, type PlanFigure, type PlanOutcome, type PlanTerm } from './agreed-plan.ts';
import type { BotRecord, StopOption } from './bot-record.ts';
import type { ClosePreview } from './close-preview.ts';

/** The end of a bot as a plan, and what came of it. */

/** An end that its owner has agreed to and that is not done; figures of when it began. Units as text; fees in EquityStatement's scale. */
export interface AgreedEnd {
  readonly plan: ActionPlan;
  readonly fees: string;
  readonly quantity: string;
  readonly value: string;
  /** Until when a limit close rests; null: it does not. */
  readonly expiresAtMs: number | null;
}

/** What an end comes to, units. */
export interface EndFigures {
  /** What its owner has back, trial funds apart. */
  readonly returns: readonly Fund[];
  /** What the provider of a copy gets of it, units of the profit asset. */
  readonly share: bigint;
  /** Result of the whole life, and what it is counted in. */
  readonly profit: bigint;
  readonly asset: string;
  /** Fees of the end, EquityStatement's scale. */
  readonly fees: bigint;
  /** What is traded on the bot's own market. */
  readonly quantity: bigint;
  readonly value: bigint;
}

/** The fees of a difference between two statements, rounded up: what is paid is never told smaller. */
function feesText(fees: bigint): string {
  return formatAmount((fees + EQUITY_SCALE - 1n) / EQUITY_SCALE);
}

export function endFigures(spec: MarketSpec, end: EndFigures): readonly PlanFigure[] {
  const { contract, base, quote } = spec;
  const money = { currency: end.asset };
  const [first, second] =
    contract === undefined ? [base, quote] : [contract.isInverse ? quote : base, contract.settle];
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
 * What an owner agrees to: how it is closed, what is traded – at once or at its limit, which part is which moves with the book – and what
 * is paid back.
 */
export function endPlan(
  { record, spec }: { readonly record: Pick<BotRecord, 'account'>; readonly spec: MarketSpec },
  options: readonly StopOption[],
  close: CloseInstruction,
  preview: ClosePreview,
): ActionPlan {
  const terms: PlanTerm[] = [{ name: 'close', value: close.type }];
  const option = options.find(({ account }) => account === record.account);
  if (close.type === 'limit' && option !== undefined)
    terms.push({ name: 'slip', value: option.slip }, { name: 'expiration', value: `${option.expiration}` });
  for (const [name, amount] of tradedBy(spec, preview)) terms.push({ name, value: formatAmount(amount), isNear: true });
  for (const { asset, owed } of preview.debts)
    terms.push({ name: `owed ${asset}`, value: formatAmount(owed), isNear: true });
  const isKept = close.type !== 'market' && preview.figures.returns.some(({ asset }) => asset === spec.base);
  const remarks: PlanRemark[] = [];
  if (preview.rest !== null) remarks.push('rested');
  if (isKept && spec.contract === undefined) remarks.push('kept');
  return { terms, figures: endFigures(spec, preview.figures), remarks };
}

/** What is traded in all, by market and side; of a limit, what rests too. */
function tradedBy(spec: MarketSpec, { fills, rest }: ClosePreview): ReadonlyMap<string, bigint> {
  const traded = new Map<string, bigint>();
  for (const { side, feed, quantity } of fills) {
    const name = `${side} ${instrumentOf(marketOfFeed(spec, feed))}`;
    traded.set(name, (traded.get(name) ?? 0n) + quantity);
  }
  if (rest === null) return traded;
  const name = `${rest.side} ${instrumentOf(spec)}`;
  return traded.set(name, (traded.get(name) ?? 0n) + rest.quantity);
}

/** An end that begins as its owner has agreed to. `fees`: those of the bot's books so far. */
export function agreedEnd(record: BotRecord, plan: ActionPlan, close: CloseInstruction, fees: bigint): AgreedEnd {
  return {
    plan,
    fees: `${fees}`,
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
  if (isOver) remarks.push('expired');
  if (finishAs !== 'cancelled') remarks.push('overtaken');
  const keeps = spec.contract === undefined && came.returns.some(({ asset }) => asset === spec.base);
  if (keeps && isOver) remarks.push('kept');
  return outcomeOf(agreed.plan, endFigures(spec, { ...came, ...since }), remarks);
}
