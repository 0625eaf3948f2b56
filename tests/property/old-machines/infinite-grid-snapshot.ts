import type { EngineSink, MarketView } from '#lib/engine/machine.ts';
import type { InfiniteOrder } from '#lib/formulas/infinite-grid.ts';
import type { InfiniteGridParams } from '#lib/kinds/infinite-grid/params.ts';
import { type InfiniteGridState, newInfiniteGridState, type SoldLot } from './infinite-grid-state.ts';
import type { CoinClosingOrder } from './spot-grid-state.ts';

const AMOUNT_FIELDS = [
  'value',
  'quote',
  'base',
  'start',
  'gridProfit',
  'positionCash',
  'fees',
  'matchedProfit',
] as const;
type AmountField = (typeof AMOUNT_FIELDS)[number];

/** Fields that are JSON-safe as they are. */
const PLAIN_FIELDS = ['status', 'step', 'anchor', 'emptyBuy', 'emptySale', 'isStopArmed', 'fills', 'matches'] as const;
type PlainField = (typeof PLAIN_FIELDS)[number];

/** Amounts as decimal text. */
type Stored<T> = { readonly [K in keyof T]: T[K] extends bigint ? string : T[K] };

interface InfiniteGridSnapshot extends Pick<InfiniteGridState, PlainField> {
  readonly version: 1;
  readonly below: number;
  readonly above: number;
  readonly wakeAtMs: number | null;
  readonly buy: Stored<InfiniteOrder> | null;
  readonly sale: Stored<InfiniteOrder> | null;
  readonly closing: Stored<CoinClosingOrder> | null;
  readonly soldLots: readonly Stored<SoldLot>[];
  readonly amounts: Readonly<Record<AmountField, string>>;
}

function pickPlain(source: Pick<InfiniteGridState, PlainField>): Pick<InfiniteGridState, PlainField> {
  return Object.fromEntries(PLAIN_FIELDS.map((field) => [field, source[field]])) as Pick<InfiniteGridState, PlainField>;
}

function storeOrder<T extends { readonly quantity: bigint }>(order: T | null): (T & { quantity: string }) | null {
  return order === null ? null : { ...order, quantity: `${order.quantity}` };
}

function readOrder<T extends { readonly quantity: string }>(order: T | null): (T & { quantity: bigint }) | null {
  return order === null ? null : { ...order, quantity: BigInt(order.quantity) };
}

/** A JSON-safe picture of the whole state. */
export function takeSnapshot(state: InfiniteGridState): InfiniteGridSnapshot {
  const { slot, buy, sale, closing, wakeAtMs } = state;
  return {
    version: 1,
    ...pickPlain(state),
    below: slot.below,
    above: slot.above,
    wakeAtMs: Number.isFinite(wakeAtMs) ? wakeAtMs : null,
    buy: storeOrder(buy),
    sale: storeOrder(sale),
    closing: storeOrder(closing),
    soldLots: state.soldLots.map(({ quantity, quote, fee }) => ({
      quantity: `${quantity}`,
      quote: `${quote}`,
      fee: `${fee}`,
    })),
    amounts: Object.fromEntries(AMOUNT_FIELDS.map((field) => [field, `${state[field]}`])) as Record<
      AmountField,
      string
    >,
  };
}

/** The state that `takeSnapshot` saw, for the same params. The store is our own: another version is a bug and throws. */
export function readSnapshot(
  params: InfiniteGridParams,
  value: unknown,
  view: MarketView,
  sink: EngineSink,
): InfiniteGridState {
  const snapshot = value as InfiniteGridSnapshot;
  if (snapshot.version !== 1) throw new Error('Not a snapshot of an infinite grid');
  const state = newInfiniteGridState(params, view, sink);
  Object.assign(state, pickPlain(snapshot));
  for (const field of AMOUNT_FIELDS) state[field] = BigInt(snapshot.amounts[field]);
  state.slot.below = snapshot.below;
  state.slot.above = snapshot.above;
  state.wakeAtMs = snapshot.wakeAtMs ?? Number.POSITIVE_INFINITY;
  state.buy = readOrder(snapshot.buy);
  state.sale = readOrder(snapshot.sale);
  state.closing = readOrder(snapshot.closing);
  state.soldLots = snapshot.soldLots.map(({ quantity, quote, fee }) => ({
    quantity: BigInt(quantity),
    quote: BigInt(quote),
    fee: BigInt(fee),
  }));
  return state;
}
