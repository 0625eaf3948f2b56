import type { StoreBatch } from '../store/store.ts';

/**
 * What a command may do while it runs. Writes go to the store in the turn's one transaction; memory that a command
 * changes must be given an `onUndo`, so that a refused command leaves nothing behind, neither on disk nor in memory.
 */
export interface Tx extends Omit<StoreBatch, 'attempt'> {
  /** The turn's time: the same for every command of one turn, never before an earlier turn's. */
  readonly nowMs: number;
  /** Called, last registered first, when this command is refused or throws. Must not throw. */
  onUndo(undo: () => void): void;
  /** Called after the disk has the turn, before the command's promise resolves. Must not throw. */
  afterCommit(run: () => void): void;
}

/** State that lives in memory and is written through the turn's transaction (the ledger). */
export interface TurnParticipant {
  /** A command begins: what it changes until `leave` belongs to `tx`. */
  enter(tx: Tx): void;
  leave(): void;
  /** All commands of the turn have run: write what is dirty. */
  flush(batch: StoreBatch): void;
}

/** A row that a kept command wrote. */
export interface WrittenRow {
  /** Collection, or stream of the journal. */
  readonly place: string;
  readonly key: string;
  /** Null: it was removed. */
  readonly value: string | null;
}

/**
 * One line of all changes. Commands that arrive in the same event-loop turn run in order in one store transaction
 * (group commit); promises resolve only after the disk has it. A commit that fails leaves memory ahead of the disk:
 * the sequencer then answers nothing more and tells `onFatal`, which ends the process (crash-only; a restart loads
 * what the disk has).
 */
export interface Sequencer {
  /**
   * Runs `command` in the next turn. `isKept` (default: yes) looks at what it returned: a no takes everything back
   * that the command did (a refusal is a value) and still resolves with that value. A command that throws is taken
   * back too, and its promise rejects; the other commands of the turn are not affected.
   */
  submit<T>(command: (tx: Tx) => T, isKept?: (result: T) => boolean): Promise<T>;
  /**
   * From now on tells of the rows that turns wrote to these places, turn by turn, when the disk has them and before their
   * commands resolve. `listener` must not throw.
   */
  listen(places: ReadonlySet<string>, listener: (rows: readonly WrittenRow[]) => void): void;
  /** Runs what is queued, then takes nothing more. */
  stop(): Promise<void>;
  /** Nothing can be trusted any more (a bug in the middle of a tick, say): stops at once and tells `onFatal`. */
  fail(error: unknown): void;
}
