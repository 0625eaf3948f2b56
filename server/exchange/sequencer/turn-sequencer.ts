import { AsyncLocalStorage } from 'node:async_hooks';
import { requestId } from '../../log/request-context.ts';
import { type Store, type StoreBatch, TransactionLost } from '../store/store.ts';
import type { Clock } from '../surroundings/clock.ts';
import type { Sequencer, TurnParticipant, Tx, WrittenRow } from './sequencer.ts';

/** Commands of one transaction: bounded, so that the first of a flood does not wait for its last. */
const MAX_COMMANDS_A_TURN = 256;

export interface SequencerOptions {
  readonly store: Pick<Store, 'commit'>;
  readonly clock: Clock;
  readonly participants: readonly TurnParticipant[];
  /** The disk refused a turn, or `fail` was called: memory cannot be trusted. Ends the process. */
  readonly onFatal: (error: unknown) => void;
}

/** A command in the queue, with the type of its result shut away. */
interface Queued {
  /** What it wrote to the places that somebody listens to; nothing when it was not kept. */
  readonly written: readonly WrittenRow[];
  run(batch: StoreBatch, nowMs: number): void;
  settle(): void;
  reject(error: unknown): void;
}

export function openSequencer(options: SequencerOptions): Sequencer {
  const queue: Queued[] = [];
  let state: 'open' | 'stopping' | 'failed' = 'open';
  let isScheduled = false;
  const idle: (() => void)[] = [];
  const listeners: Listener[] = [];
  // A turn belongs to all who asked in it, not to the first.
  const outside = AsyncLocalStorage.snapshot();

  function schedule() {
    if (isScheduled) return;
    isScheduled = true;
    // After the I/O of this event-loop turn: every command that came in with it shares one fsync.
    setImmediate(outside, runTurn);
  }

  function runTurn() {
    isScheduled = false;
    if (state === 'failed') return;
    const turn = queue.splice(0, MAX_COMMANDS_A_TURN);
    if (turn.length > 0) {
      try {
        commitTurn(turn, options);
      } catch (error) {
        return fail(error, turn);
      }
      for (const listener of listeners) tell(listener, turn);
      for (const command of turn) command.settle();
    }
    if (queue.length > 0) schedule();
    else for (const resolve of idle.splice(0)) resolve();
  }

  function fail(error: unknown, turn: readonly Queued[] = []) {
    if (state === 'failed') return;
    state = 'failed';
    for (const command of [...turn, ...queue.splice(0)]) command.reject(error);
    options.onFatal(error);
  }

  return {
    submit(command, isKept = () => true) {
      if (state !== 'open') return Promise.reject(new Error('The sequencer takes no more commands.'));
      return new Promise((resolve, reject) => {
        queue.push(queued(command, isKept, { ...options, listeners }, resolve, reject));
        schedule();
      });
    },
    listen: (places, listener) => void listeners.push({ places, listener }),
    stop() {
      if (state === 'open') state = 'stopping';
      return new Promise((resolve) => {
        if (state === 'failed' || (queue.length === 0 && !isScheduled)) resolve();
        else idle.push(resolve);
      });
    },
    fail,
  };
}

interface Listener {
  readonly places: ReadonlySet<string>;
  readonly listener: (rows: readonly WrittenRow[]) => void;
}

/** The turn is on disk: who listens learns what it made. */
function tell({ places, listener }: Listener, turn: readonly Queued[]): void {
  const rows = turn.flatMap(({ written }) => written.filter(({ place }) => places.has(place)));
  if (rows.length > 0) listener(rows);
}

function commitTurn(turn: readonly Queued[], options: SequencerOptions): void {
  const nowMs = options.clock.nowMs();
  options.store.commit((batch) => {
    for (const command of turn) command.run(batch, nowMs);
    for (const participant of options.participants) participant.flush(batch);
  });
}

type Outcome<T> = { readonly result: T } | { readonly error: unknown };

function queued<T>(
  command: (tx: Tx) => T,
  isKept: (result: T) => boolean,
  { participants, listeners }: Pick<SequencerOptions, 'participants'> & { readonly listeners: readonly Listener[] },
  resolve: (result: T) => void,
  reject: (error: unknown) => void,
): Queued {
  let outcome: Outcome<T> | undefined;
  const afterCommit: (() => void)[] = [];
  const written: WrittenRow[] = [];
  const note = (place: string, key: string, value: string | null): void => {
    if (listeners.some(({ places }) => places.has(place))) written.push({ place, key, value });
  };
  // A turn is run for all who wait for it; each command is the work of its own request.
  const request = requestId();
  const asAsked = AsyncLocalStorage.snapshot();
  return {
    written,
    run: (batch, nowMs) => asAsked(run, batch, nowMs),
    settle: () => asAsked(settle),
    reject,
  };

  function run(batch: StoreBatch, nowMs: number): void {
    const undo: (() => void)[] = [];
    const tx: Tx = {
      nowMs,
      put(collection, key, value) {
        batch.put(collection, key, value);
        note(collection, key, value);
      },
      remove(collection, key) {
        batch.remove(collection, key);
        note(collection, key, null);
      },
      append(stream, key, timeMs, value) {
        note(stream, key, value);
        return batch.append(stream, key, timeMs, value, request);
      },
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
      if (error instanceof TransactionLost) throw error;
      outcome = { error };
    } finally {
      if (!kept) {
        afterCommit.length = 0;
        written.length = 0;
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
