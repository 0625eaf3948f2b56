import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../log/error-code.ts';

/**
 * A witness beside the database: the number of the last turn whose commit has returned. SQLite drops a damaged tail of
 * its write-ahead log without a word and opens at an earlier, consistent state; only something outside the database
 * can tell that acknowledged turns are missing. It is written after the commit and not synced itself: after a power
 * cut it may say too little, never too much.
 */
export interface TurnMark {
  note(turn: number): void;
  close(): void;
}

const FILE = 'exchange.turn';
/** Fixed width, so that a shorter number never leaves digits of a longer one behind. */
const DIGITS = 16;

export function turnMarkPath(dataDir: string): string {
  return join(dataDir, FILE);
}

/** The last turn that was noted; null when nothing was, or when the file cannot be read as a number. */
export function readTurnMark(dataDir: string): number | null {
  try {
    const text = readFileSync(turnMarkPath(dataDir), 'utf8').trim();
    return /^\d+$/.test(text) ? Number(text) : null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

export function openTurnMark(dataDir: string): TurnMark {
  const file = openSync(turnMarkPath(dataDir), 'a', 0o600);
  closeSync(file);
  const handle = openSync(turnMarkPath(dataDir), 'r+');
  return {
    note: (turn) => void writeSync(handle, String(turn).padStart(DIGITS, '0'), 0),
    close: () => closeSync(handle),
  };
}
