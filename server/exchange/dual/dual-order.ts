import type { DualStatus } from '#lib/contract/dual-words.ts';
import type { DualTerms } from '#lib/formulas/dual-outcome.ts';

/** An order that has not ended. */
export interface DualOrder extends DualTerms {
  readonly id: number;
  readonly userId: number;
  readonly market: string;
  readonly createMs: number;
  /** Until then it is INIT and can be cancelled. */
  readonly startMs: number;
  readonly deliveryMs: number;
  /** What the house has set aside for it, USDT units. */
  readonly cover: bigint;
}

/** How an order ended. */
export interface DualEnd {
  readonly status: Extract<DualStatus, 'SETTLEMENT_SUCCESS' | 'FAILED' | 'CANCELED'>;
  readonly endMs: number;
  /** Of an order that was settled. */
  readonly settled: {
    /** USDT units per coin. */
    readonly price: bigint;
    readonly asset: string;
    readonly paid: bigint;
    /** In what was put in. */
    readonly profit: bigint;
  } | null;
}

/** What an order that has not ended is at a time: nothing but the time changes it. */
export function statusAt({ startMs, deliveryMs }: DualOrder, nowMs: number): DualStatus {
  if (nowMs < startMs) return 'INIT';
  return nowMs < deliveryMs ? 'PROCESSING' : 'SETTLEMENT_PROCESSING';
}

export function baseOf({ market }: Pick<DualOrder, 'market'>): string {
  return market.split('_')[0] ?? '';
}

/** What is put in. */
export function assetOf(order: Pick<DualOrder, 'market' | 'type'>): string {
  return order.type === 'call' ? baseOf(order) : 'USDT';
}

type Texts<T> = { readonly [K in keyof T]: T[K] extends bigint ? string : T[K] };

function asTexts(order: DualOrder): Texts<DualOrder> {
  const { invested, strike, aprE8, cover } = order;
  return { ...order, invested: `${invested}`, strike: `${strike}`, aprE8: `${aprE8}`, cover: `${cover}` };
}

function asOrder(texts: Texts<DualOrder>): DualOrder {
  const { invested, strike, aprE8, cover } = texts;
  return {
    ...texts,
    invested: BigInt(invested),
    strike: BigInt(strike),
    aprE8: BigInt(aprE8),
    cover: BigInt(cover),
  };
}

export function formatOrder(order: DualOrder): string {
  return JSON.stringify(asTexts(order));
}

export function readOrder(text: string): DualOrder {
  return asOrder(JSON.parse(text));
}

interface StoredEnd {
  readonly order: Texts<DualOrder>;
  readonly status: DualEnd['status'];
  readonly endMs: number;
  readonly settled: {
    readonly price: string;
    readonly asset: string;
    readonly paid: string;
    readonly profit: string;
  } | null;
}

export function formatEnded(order: DualOrder, { status, endMs, settled }: DualEnd): string {
  const texts =
    settled === null
      ? null
      : { ...settled, price: `${settled.price}`, paid: `${settled.paid}`, profit: `${settled.profit}` };
  const stored: StoredEnd = { order: asTexts(order), status, endMs, settled: texts };
  return JSON.stringify(stored);
}

export function readEnded(text: string): { readonly order: DualOrder; readonly end: DualEnd } {
  const { order, status, endMs, settled }: StoredEnd = JSON.parse(text);
  const read =
    settled === null
      ? null
      : {
          ...settled,
          price: BigInt(settled.price),
          paid: BigInt(settled.paid),
          profit: BigInt(settled.profit),
        };
  return { order: asOrder(order), end: { status, endMs, settled: read } };
}
