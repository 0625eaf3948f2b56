import type { FinishReason, OperationType } from '#lib/contract/vocabulary.ts';
import type { EquityWatch } from '#lib/engine/equity-watch.ts';
import type { BotMachine, EngineSink, Fill, MarketView, OrderEvent } from '#lib/engine/machine.ts';
import type { CompletedRound, RoundOrder } from '#lib/engine/round-statement.ts';
import type { EngineParamsByKind } from '#lib/kinds/definitions.ts';
import { ENGINES } from '#lib/kinds/engines.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { BotRecord } from './bot-record.ts';
import type { DailyPoint } from './daily-curve.ts';

export interface OperationNote {
  readonly type: OperationType;
  readonly timeMs: number;
  readonly from: unknown;
  readonly to: unknown;
  readonly explain: string;
}

/** Money that moved without a fill (EngineSink.cash). */
export interface CashNote {
  readonly type: 'funding' | 'interest' | 'loan' | 'liquidation_fee' | 'insurance';
  readonly timeMs: number;
  readonly asset: string;
  readonly amount: bigint;
}

/** What changed a bot's money. */
export type MoveNote =
  | { readonly kind: 'fill'; readonly fill: Fill }
  | { readonly kind: 'cash'; readonly cash: CashNote };

export interface RoundNote {
  readonly round: CompletedRound;
  readonly orders: readonly RoundOrder[];
}

/** What a machine said since the last settlement. Emptied by `settleBot`. */
export interface TurnNotes {
  /** In the order in which they happened: what is paid must have come in before. */
  moves: MoveNote[];
  orders: OrderEvent[];
  operations: OperationNote[];
  rounds: RoundNote[];
  finish: { readonly reason: FinishReason; readonly timeMs: number; readonly prices: readonly number[] } | null;
}

/** A bot in memory: what is stored of it, and its machine while it lives. */
export interface LiveBot {
  readonly record: BotRecord;
  readonly spec: MarketSpec;
  /** Null before the start (the money is there, the market's next tick starts it) and once finished. */
  machine: BotMachine | null;
  /** Follows the machine's equity since the running UTC day began; null without a machine. */
  watch: EquityWatch | null;
  readonly notes: TurnNotes;
  /** Cumulative figures at the ends of past UTC days, oldest first. */
  readonly curve: DailyPoint[];
}

export function emptyNotes(): TurnNotes {
  return { moves: [], orders: [], operations: [], rounds: [], finish: null };
}

/** The sink that collects into `notes`; the turn writes them down after the machine has returned. */
export function noteSink(notes: TurnNotes): EngineSink {
  return {
    fill: (fill) => notes.moves.push({ kind: 'fill', fill }),
    order: (event) => notes.orders.push(event),
    operation: (type, timeMs, from, to, explain) => notes.operations.push({ type, timeMs, from, to, explain }),
    finish: (reason, timeMs, prices) => {
      notes.finish = { reason, timeMs, prices };
    },
    round: (round, orders) => notes.rounds.push({ round, orders }),
    cash: (type, timeMs, asset, amount) => notes.moves.push({ kind: 'cash', cash: { type, timeMs, asset, amount } }),
  };
}

/** A machine that has not started, telling `notes` what it does. */
export function createMachine<K extends keyof EngineParamsByKind>(
  kind: K,
  params: EngineParamsByKind[K],
  view: MarketView,
  notes: TurnNotes,
): BotMachine {
  return ENGINES[kind].create(params, view, noteSink(notes));
}

/** The machine as it was when its snapshot was taken. */
export function restoreMachine<K extends keyof EngineParamsByKind>(
  kind: K,
  params: EngineParamsByKind[K],
  snapshot: unknown,
  view: MarketView,
  notes: TurnNotes,
): BotMachine {
  return ENGINES[kind].restore(params, snapshot, view, noteSink(notes));
}
