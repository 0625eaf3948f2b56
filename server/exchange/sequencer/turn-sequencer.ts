import { AsyncLocalStorage } from 'node:async_hooks';
import type { Store, TurnBatch } from '../store/store.ts';
import { collectBatch, rowNumbers } from '../store/turn-batch.ts';
import type { Clock } from '../surroundings/clock.ts';
import { type QueuedCommand, queuedCommand } from './queued-command.ts';
import type { Derive, Sequencer, TurnParticipant } from './sequencer.ts';

/**
 * Commands of one turn: bounded, so that the first of a flood does not wait for its last, and so few that a crowd of some hundred is
 * more than one turn – the disk writes the one while the other is computed.
 */
const MAX_COMMANDS_A_TURN = 128;
/** Turns that are not on disk yet: the one that is being written, and the one that was computed meanwhile. */
const MOST_UNDER_WAY = 2;

export interface SequencerOptions {
  readonly store: Pick<Store, 'commit' | 'collections' | 'position'>;
  readonly clock: Clock;
  readonly participants: readonly TurnParticipant[];
  /** The disk refused a turn, or `fail` was called: memory cannot be trusted. Ends the process. */
  readonly onFatal: (error: unknown) => void;
}

/** A turn on its way to the disk. */
interface TurnUnderWay {
  readonly batch: TurnBatch;
  /** Who waits for it: its own commands, and those of turns after it that changed nothing. */
  readonly commands: QueuedCommand[];
  readonly written: PromiseWithResolvers<void>;
}

export function openSequencer(options: SequencerOptions): Sequencer {
  return new TurnSequencer(options);
}

class TurnSequencer implements Sequencer {
  readonly #options: SequencerOptions;
  readonly #numbers: ReturnType<typeof rowNumbers>;
  readonly #queue: QueuedCommand[] = [];
  readonly #underWay: TurnUnderWay[] = [];
  readonly #tellers = new Set<(made: TurnBatch) => void>();
  readonly #derivers = new Set<Derive>();
  readonly #idle: (() => void)[] = [];
  /** A turn belongs to all who asked in it, not to the first. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #state: 'open' | 'stopping' | 'failed' = 'open';
  #isScheduled = false;
  #turn: number;

  constructor(options: SequencerOptions) {
    this.#options = options;
    this.#numbers = rowNumbers(options.store.position);
    this.#turn = options.store.position.turn;
  }

  submit: Sequencer['submit'] = (command, isKept = () => true) => {
    if (this.#state !== 'open') return Promise.reject(new Error('The sequencer takes no more commands.'));
    const { participants } = this.#options;
    return new Promise((resolve, reject) => {
      this.#queue.push(queuedCommand({ command, isKept, participants, resolve, reject }));
      this.#schedule();
    });
  };

  onDisk(): Promise<void> {
    if (this.#state === 'failed') return Promise.reject(new Error('The disk did not take a turn.'));
    return this.#underWay.at(-1)?.written.promise ?? Promise.resolve();
  }

  onDurable(tell: (made: TurnBatch) => void): () => void {
    this.#tellers.add(tell);
    return () => void this.#tellers.delete(tell);
  }

  onWritten(derive: Derive): () => void {
    this.#derivers.add(derive);
    return () => void this.#derivers.delete(derive);
  }

  stop(): Promise<void> {
    if (this.#state === 'open') this.#state = 'stopping';
    return new Promise((resolve) => {
      if (this.#isIdle()) resolve();
      else this.#idle.push(resolve);
    });
  }

  fail(error: unknown): void {
    if (this.#state === 'failed') return;
    this.#state = 'failed';
    const lost = this.#underWay.splice(0);
    for (const command of [...lost.flatMap(({ commands }) => commands), ...this.#queue.splice(0)])
      command.reject(error);
    for (const { written } of lost) written.reject(error);
    this.#options.onFatal(error);
    this.#next();
  }

  #isIdle(): boolean {
    if (this.#state === 'failed') return true;
    return this.#queue.length === 0 && this.#underWay.length === 0;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#underWay.length >= MOST_UNDER_WAY) return;
    this.#isScheduled = true;
    // After the I/O of this event-loop turn: every command that came in with it shares one fsync.
    setImmediate(this.#outside, () => this.#runTurn());
  }

  #runTurn(): void {
    this.#isScheduled = false;
    if (this.#state === 'failed') return;
    const commands = this.#queue.splice(0, MAX_COMMANDS_A_TURN);
    if (commands.length > 0) {
      try {
        this.#hand(commands, this.#compute(commands));
      } catch (error) {
        for (const command of commands) command.reject(error);
        this.fail(error);
        return;
      }
    }
    this.#next();
  }

  #compute(commands: readonly QueuedCommand[]): TurnBatch | null {
    const { store, clock, participants } = this.#options;
    const nowMs = clock.nowMs();
    const batch = collectBatch(store.collections, this.#numbers);
    for (const command of commands) command.run(batch, nowMs);
    for (const participant of participants) participant.flush(batch);
    if (this.#derivers.size > 0) {
      const written = batch.written();
      for (const derive of this.#derivers) derive(written, batch, nowMs);
    }
    return batch.close(store.position.epoch, this.#turn + 1);
  }

  /** Hands a turn to the disk. One that changed nothing needs none of its own, but what it saw may still be on its way. */
  #hand(commands: QueuedCommand[], batch: TurnBatch | null): void {
    const before = this.#underWay.at(-1);
    if (batch === null) {
      if (before === undefined) settle(commands);
      else before.commands.push(...commands);
      return;
    }
    const turn: TurnUnderWay = { batch, commands, written: Promise.withResolvers() };
    // Often nobody waits for it; those who do are told.
    turn.written.promise.catch(() => {});
    this.#turn = batch.turn;
    this.#underWay.push(turn);
    this.#options.store.commit(batch).then(
      () => this.#written(turn),
      (error: unknown) => this.fail(error),
    );
  }

  #written(turn: TurnUnderWay): void {
    if (this.#state === 'failed') return;
    if (this.#underWay.shift() !== turn) throw new Error('the store wrote a turn before an earlier one');
    for (const tell of this.#tellers) tell(turn.batch);
    settle(turn.commands);
    turn.written.resolve();
    this.#next();
  }

  #next(): void {
    if (this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
    else if (this.#queue.length > 0) this.#schedule();
  }
}

function settle(commands: readonly QueuedCommand[]): void {
  for (const command of commands) command.settle();
}
