import { isSame } from '#lib/engine/body/stop-change.ts';
import type { BotChange } from '#lib/engine/engine-kind.ts';
import {
  type BotMachine,
  type EngineSink,
  EQUITY_SCALE,
  type Fill,
  type LifeRefusal,
  type MarketView,
} from '#lib/engine/machine.ts';
import type { EngineParamsByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { leavesFound } from './as-found.ts';
import type { Prices } from './bot-equity.ts';
import { engineParamsOf } from './bot-kinds.ts';
import type { StoredPayload } from './bot-record.ts';
import { type LiveBot, type StandingBot, TurnNotes } from './live-bot.ts';

/** A change that its owner asks of a running bot, checked already. */
export interface WantedChange {
  /** What it is to be from now on. */
  readonly payload: StoredPayload;
  /** Money that comes in, units of the bot's money asset. */
  readonly deposit: bigint;
  /** Whether its lines are to lie elsewhere, or with more money; else its orders stay. */
  readonly isLaidAnew: boolean;
}

/** The bot's machine as a change makes it, and what happened on the way. */
export interface Changed {
  readonly machine: BotMachine;
  readonly params: EngineParamsByKind[RunnableKind];
  readonly notes: TurnNotes;
  /** What the tape has of it: when, at which prices, and what the copy was told. */
  readonly taped: { readonly prices: Prices; readonly timeMs: number; readonly heard: string };
}

/** The change itself, before anybody listened. */
export type MadeChange = Omit<Changed, 'taped'>;

/**
 * Makes the change on a copy: the bot itself is as it was. Executing is taking the copy over, so what is said before is what comes.
 */
export function planChange(
  { record, spec, params, machine }: StandingBot,
  { payload, deposit, isLaidAnew }: WantedChange,
  view: MarketView,
  prices: Prices,
  timeMs: number,
): MadeChange | LifeRefusal {
  if (machine === null || params === null) return 'not-running';
  const notes = new TurnNotes();
  const { kind, feeRate } = record;
  const readingOf = (one: StoredPayload) => engineParamsOf(kind, one, spec, feeRate);
  const after = withChanges(params, readingOf(record.payload), readingOf(payload));
  const change = { deposit, isLaidAnew, prices, timeMs };
  const next = changeMachine(kind, params, after, machine.snapshot(), change, view, notes);
  return typeof next === 'string' ? next : { machine: next, params: after, notes };
}

/** The params that differ. */
export function namesChanged<P extends object>(before: P, after: P): readonly (keyof P)[] {
  const names = Object.keys({ ...before, ...after }) as (keyof P)[];
  return names.filter((name) => !isSame(before[name], after[name]));
}

/**
 * What a bot trades by, with what its owner changes: what today's reading says of the payload otherwise than of the one before. The
 * rest stays as it was accepted, whatever payloads are read as by now.
 */
function withChanges<P extends object>(params: P, before: P, after: P): P {
  return withThese(params, after, namesChanged(before, after));
}

/** Params of which these are another's. */
export function withThese<P extends object>(params: P, other: P, names: readonly (keyof P)[]): P {
  return { ...params, ...Object.fromEntries(names.map((name) => [name, other[name]])) };
}

/** A machine changed into what it is to trade by from now on, telling `sink` what it does to get there. */
export function changeMachine<K extends RunnableKind>(
  kind: K,
  before: EngineParamsByKind[K],
  after: EngineParamsByKind[K],
  snapshot: unknown,
  change: BotChange,
  view: MarketView,
  sink: EngineSink,
): BotMachine | LifeRefusal {
  return MACHINES[kind].engine.change?.(before, after, snapshot, change, view, sink) ?? 'not-changeable';
}

/**
 * The owner has moved money, or made the bot `machine`: what came in and what was taken out so far are as its books say, and what came
 * in is above every peak that the bot was measured against before. To be called before anything else asks the watch. `fallen`: how far
 * the bot had fallen in its life before the money moved, 0…1.
 */
export function noteFlows({ record, watch }: LiveBot, machine: BotMachine, prices: Prices, fallen: number): void {
  const { deposits, withdrawals } = machine.equity(prices);
  const deposited = deposits / EQUITY_SCALE;
  const added = deposited - record.deposited;
  watch?.follow(machine, Number(added), added > 0n ? fallen : 0);
  record.deposited = deposited;
  record.withdrawn = withdrawals / EQUITY_SCALE;
}

/** A bot is from now on what its owner asks. Who makes other parameters of those that the search found has his own then, seen as they were. */
export function takePayload(bot: LiveBot, payload: StoredPayload): void {
  const { record } = bot;
  if (record.isAi && !leavesFound(bot, payload)) {
    record.isAi = false;
    record.aiGrade = undefined;
    record.isOpenParams = true;
  }
  record.payload = payload;
}

/** The trades of a change, in their order. */
export function tradesOf({ notes }: Pick<Changed, 'notes'>): readonly Fill[] {
  return notes.moves.flatMap((move) => (move.kind === 'fill' ? [move.fill] : []));
}
