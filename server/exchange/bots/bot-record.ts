import type { z } from 'zod';
import type { createGridBody } from '#lib/contract/bot-calls.ts';
import type { BotStatus, BotStep, FinishReason } from '#lib/contract/vocabulary.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';

/** What the trader asked for, as it came over the wire. The fund password is never among it. */
export type StoredPayload = Omit<z.output<typeof createGridBody>, 'fundpass'>;

/** How the owner wants the bot closed (M-114). */
export interface StopOption {
  readonly account: 'spot' | 'futures_usdt' | 'futures_btc' | 'futures_usd' | 'margin';
  readonly type: 'market' | 'limit' | 'no_close';
  readonly market: string;
  readonly price: 'lastprice';
  /** Fraction, as text. */
  readonly slip: string;
  /** Seconds. */
  readonly expiration: number;
}

/** Figures that are fixed when a bot has ended. Quote units; coins that were kept are valued at the last price. */
export interface FinalFigures {
  readonly equity: bigint;
  readonly fees: bigint;
  readonly residual: bigint;
  readonly baseHeld: bigint;
  readonly ticks: number;
}

/** One bot of the exchange. Amounts are units (1e-8), prices ticks, times ms. */
export interface BotRecord {
  readonly id: number;
  readonly kind: RunnableKind;
  readonly ownerId: number;
  readonly market: string;
  readonly createMs: number;
  readonly payload: StoredPayload;
  readonly moneyAsset: string;
  readonly money: bigint;
  readonly feeRate: bigint;
  readonly isAi: boolean;
  /** The bot that this one copies; 0 = none. */
  readonly followId: number;
  name: string;
  abstract: string;
  isHide: boolean;
  isHideOrder: boolean;
  isOpenParams: boolean;
  status: BotStatus;
  step: BotStep;
  finishMs: number | null;
  finishAs: FinishReason | '';
  stopOptions: readonly StopOption[];
  /** The investment valued in quote units when the bot started. */
  startEquity: bigint;
  matchTimes: number;
  tradeNum: number;
  winNum: number;
  lossNum: number;
  /** Net quote profit of completed pairs, units (Σ Fill.matchProfit). */
  gridProfit: bigint;
  /** Σ quantity (base) and Σ value (quote) of all fills. */
  matchedQuantity: bigint;
  matchedCost: bigint;
  /** Base held and what it cost in quote: average cost method, fees of purchases included. */
  heldBase: bigint;
  heldCost: bigint;
  /** Base units of the smallest grid order; 0n until the grid stands. */
  unitQuantity: bigint;
  /** Range as it stands; a trailing grid moves it. */
  lowTicks: number;
  highTicks: number;
  final: FinalFigures | null;
}

const BIGINT_FIELDS = [
  'money',
  'feeRate',
  'startEquity',
  'gridProfit',
  'matchedQuantity',
  'matchedCost',
  'heldBase',
  'heldCost',
  'unitQuantity',
] as const;

/** A value for the store. Bigints become text; `parseBotRecord` reads them back. */
export function formatBotRecord(record: BotRecord): unknown {
  const plain: Record<string, unknown> = { ...record };
  for (const field of BIGINT_FIELDS) plain[field] = record[field].toString();
  if (record.final !== null) {
    const { equity, fees, residual, baseHeld, ticks } = record.final;
    plain.final = { equity: `${equity}`, fees: `${fees}`, residual: `${residual}`, baseHeld: `${baseHeld}`, ticks };
  }
  return plain;
}

interface PlainFinal {
  readonly equity: string;
  readonly fees: string;
  readonly residual: string;
  readonly baseHeld: string;
  readonly ticks: number;
}

/** Reads what `formatBotRecord` wrote. The store is our own: a malformed row is a bug and throws. */
export function parseBotRecord(value: unknown): BotRecord {
  const plain = { ...(value as Record<string, unknown>) };
  for (const field of BIGINT_FIELDS) plain[field] = BigInt(plain[field] as string);
  const final = plain.final as PlainFinal | null;
  if (final !== null) {
    plain.final = {
      equity: BigInt(final.equity),
      fees: BigInt(final.fees),
      residual: BigInt(final.residual),
      baseHeld: BigInt(final.baseHeld),
      ticks: final.ticks,
    };
  }
  return plain as unknown as BotRecord;
}

/** Statuses of the running list; the rest is history. */
export function isFinished(record: BotRecord): boolean {
  return record.status === 'finished';
}
