import type { StoreBatch, TurnBatch } from '../store/store.ts';

/**
 * What a command may do while it runs. Writes are collected in the turn's one batch; memory that a command changes must
 * be given an `onUndo`, so that a refused command leaves nothing behind, neither on disk nor in memory.
 */
export interface Tx extends StoreBatch {
  /** The turn's time: the same for every command of one turn, never before an earlier turn's. */
  readonly nowMs: number;
  /** Called, last registered first, when this command is refused or throws. Must not throw. */
  onUndo(undo: () => void): void;
  /**
   * Called after the disk has the turn, before the command's promise resolves. Later turns may have been computed
   * meanwhile. Must not throw.
   */
  afterCommit(run: () => void): void;
}

/** State that lives in memory and is written through the turn's batch (the ledger). */
export interface TurnParticipant {
  /** A command begins: what it changes until `leave` belongs to `tx`. */
  enter(tx: Tx): void;
  leave(): void;
  /** All commands of the turn have run: write what is dirty. */
  flush(batch: StoreBatch): void;
}

/** What a turn has written before anything is derived from it. */
export type WrittenTurn = Pick<TurnBatch, 'items' | 'rows'>;
/** Writes into a turn what follows from what it wrote. */
export type Derive = (written: WrittenTurn, batch: StoreBatch, nowMs: number) => void;

/**
 * One line of all changes. Commands that arrive in the same event-loop turn run in order into one batch (group commit);
 * promises resolve only after the disk has it. The next turn is computed while the last one is being written, so memory
 * is ahead of the disk: whoever tells what memory says waits for `onDisk` (the read barrier). A commit that fails leaves
 * it ahead for good: the sequencer then answers nothing more and tells `onFatal`, which ends the process (crash-only; a
 * restart loads what the disk has).
 */
export interface Sequencer {
  /**
   * Runs `command` in the next turn. `isKept` (default: yes) looks at what it returned: a no takes everything back
   * that the command did (a refusal is a value) and still resolves with that value. A command that throws is taken
   * back too, and its promise rejects; the other commands of the turn are not affected.
   */
  submit<T>(command: (tx: Tx) => T, isKept?: (result: T) => boolean): Promise<T>;
  /** Resolves when the disk has every turn that has been computed by now; rejects when nothing can be trusted any more. */
  onDisk(): Promise<void>;
  /** `tell` is told of every turn that changed something, in their order, as soon as the disk has it. Must not throw. Returns its end. */
  onDurable(tell: (made: TurnBatch) => void): () => void;
  /**
   * `derive` sees every turn that changes something before it goes to the disk, when its commands have run, and writes what
   * follows from it into the same turn: both are there or neither. Must not throw. Returns its end.
   */
  onWritten(derive: Derive): () => void;
  /** Runs what is queued, then takes nothing more. Resolves when the disk has it. */
  stop(): Promise<void>;
  /** Nothing can be trusted any more (a bug in the middle of a tick, say): stops at once and tells `onFatal`. */
  fail(error: unknown): void;
}
