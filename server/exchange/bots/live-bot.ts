import type { FinishReason, OperationType } from '#lib/contract/bot-words.ts';
import type { BotPages } from '#lib/engine/body/layout.ts';
import type { EquityWatch } from '#lib/engine/equity-watch.ts';
import type { BotMachine, EngineSink, Fill, MarketView, OrderEvent } from '#lib/engine/machine.ts';
import type { CompletedRound, RoundOrder } from '#lib/engine/round-statement.ts';
import type { EngineParamsByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { PlanOutcome } from './agreed-plan.ts';
import type { BotRecord } from './bot-record.ts';
import { type Days, KeptDays } from './kept-days.ts';

export interface OperationNote {
  readonly type: OperationType;
  readonly timeMs: number;
  readonly from: unknown;
  readonly to: unknown;
  readonly explain: string;
  /** What was planned and what came of it, of an action whose plan its owner has seen. */
  readonly outcome?: PlanOutcome | undefined;
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

/** One empty list for all bots: most of a hundred thousand have nothing to say at any time. Frozen, so that `noted` is the only way in. */
const NOTHING: never[] = [];
Object.freeze(NOTHING);

function noted<T>(list: T[], note: T): T[] {
  if (list.length === 0) return [note];
  list.push(note);
  return list;
}

/**
 * What a machine said since the last settlement, which empties it (`settleBot`); the turn writes it down after the machine has
 * returned. It is what the machine speaks to as well: a sink beside it, or closures, would be one more object for every bot.
 */
export class TurnNotes implements EngineSink {
  /** In the order in which they happened: what is paid must have come in before. */
  moves: MoveNote[] = NOTHING;
  orders: OrderEvent[] = NOTHING;
  operations: OperationNote[] = NOTHING;
  rounds: RoundNote[] = NOTHING;
  ended: { readonly reason: FinishReason; readonly timeMs: number; readonly prices: readonly number[] } | null = null;
  /** Where the words of a machine that begins to speak are to lie; undefined: in a memory of its own, which goes with it. */
  memory: BotPages | undefined;

  constructor(memory?: BotPages) {
    this.memory = memory;
  }

  fill(fill: Fill): void {
    this.moves = noted(this.moves, { kind: 'fill', fill });
  }

  order(event: OrderEvent): void {
    this.orders = noted(this.orders, event);
  }

  operation(type: OperationType, timeMs: number, from: unknown, to: unknown, explain: string): void {
    this.noteOperation({ type, timeMs, from, to, explain });
  }

  noteOperation(operation: OperationNote): void {
    this.operations = noted(this.operations, operation);
  }

  /** Writes what came of a plan beside the word of what was done, the last one of these types; a change that nobody told is told by it. */
  noteOutcome(types: readonly OperationType[], timeMs: number, outcome: PlanOutcome): void {
    const told = this.operations.findLast((note) => types.includes(note.type));
    if (told === undefined) this.noteOperation({ type: 'params', timeMs, from: null, to: null, explain: '', outcome });
    else this.operations = this.operations.map((note) => (note === told ? { ...note, outcome } : note));
  }

  /** Takes the last word of a life out of the notes: it is written once what came of it is known. */
  takeLast(type: OperationType): OperationNote | undefined {
    const last = this.operations.findLast((note) => note.type === type);
    if (last !== undefined) this.operations = this.operations.filter((note) => note !== last);
    return last;
  }

  /** Of what the machine has just let go of its owner got so much, and a provider the rest. */
  noteShare(share: OperationNote, own: { readonly amount: string; readonly asset: string }): void {
    this.operations = this.operations.map((note) => (note.type === 'withdraw_profit' ? { ...note, to: own } : note));
    this.noteOperation(share);
  }

  finish(reason: FinishReason, timeMs: number, prices: readonly number[]): void {
    this.ended = { reason, timeMs, prices };
  }

  round(round: CompletedRound, orders: readonly RoundOrder[]): void {
    this.rounds = noted(this.rounds, { round, orders });
  }

  cash(type: CashNote['type'], timeMs: number, asset: string, amount: bigint): void {
    this.moves = noted(this.moves, { kind: 'cash', cash: { type, timeMs, asset, amount } });
  }

  /** Takes the moves out of the notes. */
  takeMoves(): readonly MoveNote[] {
    const { moves } = this;
    this.moves = NOTHING;
    return moves;
  }

  /** The bot's record has been told of what it had to say, up to its end. */
  clear(): void {
    this.orders = NOTHING;
    this.operations = NOTHING;
    this.rounds = NOTHING;
  }
}

/** A bot in memory: what is stored of it, and its machine while it lives. */
export interface LiveBot {
  readonly record: BotRecord;
  readonly spec: MarketSpec;
  /** What it trades by, exactly (lib/kinds/stored-params.ts); its machine has the same. Null once it is in the archive. */
  readonly params: EngineParamsByKind[RunnableKind] | null;
  /** Null before the start (the money is there, the market's next tick starts it) and once finished. */
  machine: BotMachine | null;
  /** Follows the machine's equity since the running UTC day began; null without a machine. */
  watch: EquityWatch | null;
  readonly notes: TurnNotes;
  /** Cumulative figures at the ends of past UTC days, oldest first. */
  curve: Days;
}

/** Gives back what memory a bot's machine, its watch and its days have: it has ended, or another stands in its place. */
export function letGo(bot: LiveBot): void {
  bot.machine?.release?.();
  bot.machine = null;
  bot.watch?.release();
  bot.watch = null;
  const days = bot.curve;
  bot.curve = [...days];
  if (days instanceof KeptDays) days.release();
}

/** A bot as it stands: what may be said of it, and made of it, without what was kept of its past. */
export type StandingBot = Pick<LiveBot, 'record' | 'spec' | 'params'> & { readonly machine: BotMachine | null };

/** A machine that has not started, telling `sink` what it does. */
export function createMachine<K extends keyof EngineParamsByKind>(
  kind: K,
  params: EngineParamsByKind[K],
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  return MACHINES[kind].engine.create(params, view, sink);
}

/** The machine as it was when its snapshot was taken. */
export function restoreMachine<K extends keyof EngineParamsByKind>(
  kind: K,
  params: EngineParamsByKind[K],
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  return MACHINES[kind].engine.restore(params, snapshot, view, sink);
}
