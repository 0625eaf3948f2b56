import { AsyncLocalStorage } from 'node:async_hooks';
import { requestId } from '../../log/request-context.ts';
import type { CollectedBatch } from '../store/turn-batch.ts';
import type { TurnParticipant, Tx } from './sequencer.ts';

/** A command in the queue, with the type of its result shut away. */
export interface QueuedCommand {
  run(batch: CollectedBatch, nowMs: number): void;
  /** The disk has what it did. */
  settle(): void;
  reject(error: unknown): void;
}

export interface CommandParts<T> {
  readonly command: (tx: Tx) => T;
  readonly isKept: (result: T) => boolean;
  readonly participants: readonly TurnParticipant[];
  readonly resolve: (result: T) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome<T> = { readonly result: T } | { readonly error: unknown };

export function queuedCommand<T>({ command, isKept, participants, resolve, reject }: CommandParts<T>): QueuedCommand {
  let outcome: Outcome<T> | undefined;
  const afterCommit: (() => void)[] = [];
  // A turn is run for all who wait for it; each command is the work of its own request.
  const request = requestId();
  const asAsked = AsyncLocalStorage.snapshot();
  return {
    run: (batch, nowMs) => asAsked(run, batch, nowMs),
    settle: () => asAsked(settle),
    reject,
  };

  function run(batch: CollectedBatch, nowMs: number): void {
    const undo: (() => void)[] = [];
    const tx: Tx = {
      nowMs,
      put: batch.put,
      remove: batch.remove,
      append: (stream, key, timeMs, value) => batch.append(stream, key, timeMs, value, request),
      onUndo: (step) => undo.push(step),
      afterCommit: (step) => afterCommit.push(step),
    };
    let kept = false;
    for (const participant of participants) participant.enter(tx);
    try {
      const result = batch.attempt(
        () => command(tx),
        (value) => (kept = isKept(value)),
      );
      outcome = { result };
    } catch (error) {
      outcome = { error };
    } finally {
      if (!kept) {
        afterCommit.length = 0;
        for (const step of undo.reverse()) step();
      }
      for (const participant of participants) participant.leave();
    }
  }

  function settle(): void {
    for (const step of afterCommit) step();
    if (outcome === undefined) throw new Error('a command was settled before it ran');
    if ('error' in outcome) reject(outcome.error);
    else resolve(outcome.result);
  }
}
