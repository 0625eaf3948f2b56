import type { OperationType, OrderRole, SignalType } from '#lib/contract/bot-words.ts';
import { marketOfFeed } from '#lib/engine/bot-feeds.ts';
import type { Fill, OrderEvent } from '#lib/engine/machine.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks, type MarketSpec } from '#lib/money/market-spec.ts';
import type { PlanOutcome } from './agreed-plan.ts';
import type { OperationNote } from './live-bot.ts';

/** Where a row's order was: bots of several markets say which. */
interface RowPlace {
  readonly market: string;
  readonly account: 'spot' | 'futures';
}

/** What the journal keeps of a fill: the wire's words, so that reading a page is parsing it. */
export interface FillRow extends RowPlace {
  readonly finish_time: number;
  readonly side: 'buy' | 'sell';
  readonly role: OrderRole;
  readonly match_price: string;
  readonly match_qty: string;
  readonly match_amount: string;
  readonly fee: string;
  readonly fee_asset: string;
  readonly profit: string;
  readonly level: number;
  readonly signal_type: SignalType | '';
}

export interface OrderRow extends RowPlace {
  readonly time: number;
  readonly kind: 'placed' | 'withheld' | 'cancelled';
  readonly reason: string;
  readonly side: 'buy' | 'sell';
  readonly level: number;
  readonly price: string;
  readonly qty: string;
}

export interface OperationRow {
  readonly op_type: OperationType;
  readonly create_time: number;
  readonly from: string;
  readonly to: string;
  readonly explain: string;
  /** What its owner was shown before, and what came of it; absent where he named no plan. */
  readonly outcome?: PlanOutcome;
}

export function toSeconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}

function placeOf(spec: MarketSpec): RowPlace {
  return { market: spec.market, account: spec.contract === undefined ? 'spot' : 'futures' };
}

/** A row of the journal. Rows from before there were bots of several markets do not say where: on the bot's own. */
export function readFill(botSpec: MarketSpec, text: string): FillRow {
  return {
    ...placeOf(botSpec),
    signal_type: '',
    ...(JSON.parse(text) as Omit<FillRow, keyof RowPlace | 'signal_type'>),
  };
}

/** The same of an order's row. */
export function readOrder(botSpec: MarketSpec, text: string): OrderRow {
  return { ...placeOf(botSpec), ...(JSON.parse(text) as Omit<OrderRow, keyof RowPlace>) };
}

export function formatFill(botSpec: MarketSpec, fill: Fill): string {
  const spec = marketOfFeed(botSpec, fill.feed);
  const row: FillRow = {
    ...placeOf(spec),
    finish_time: toSeconds(fill.timeMs),
    side: fill.side,
    role: fill.role,
    match_price: formatTicks(spec, fill.ticks),
    match_qty: formatAmount(fill.quantity),
    match_amount: formatAmount(fill.quote),
    fee: formatAmount(fill.fee),
    fee_asset: fill.feeAsset,
    profit: fill.matchProfit === null ? '' : formatAmount(fill.matchProfit),
    level: fill.level,
    signal_type: fill.signal ?? '',
  };
  return JSON.stringify(row);
}

export function formatOrder(botSpec: MarketSpec, event: OrderEvent): string {
  const spec = marketOfFeed(botSpec, event.feed ?? 0);
  const row: OrderRow = {
    ...placeOf(spec),
    time: toSeconds(event.timeMs),
    kind: event.kind,
    reason: event.reason,
    side: event.side,
    level: event.level,
    price: formatTicks(spec, event.ticks),
    qty: formatAmount(event.quantity),
  };
  return JSON.stringify(row);
}

/** `from` and `to` are JSON strings on the wire (M-111); bigints in them become digits. */
export function formatOperation(operation: OperationNote): string {
  const row: OperationRow = {
    op_type: operation.type,
    create_time: toSeconds(operation.timeMs),
    from: toJsonText(operation.from),
    to: toJsonText(operation.to),
    explain: operation.explain,
    ...(operation.outcome === undefined ? {} : { outcome: operation.outcome }),
  };
  return JSON.stringify(row);
}

function toJsonText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return JSON.stringify(value, (_name, item: unknown) => (typeof item === 'bigint' ? item.toString() : item));
}
