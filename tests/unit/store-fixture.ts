import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ACCOUNTS, SESSIONS } from '#server/exchange/accounts/account-record.ts';
import { IDEMPOTENCY } from '#server/exchange/http/idempotency.ts';
import { BALANCES, openLedger } from '#server/exchange/ledger/memory-ledger.ts';
import { openSequencer } from '#server/exchange/sequencer/turn-sequencer.ts';
import { openSqliteStore } from '#server/exchange/store/sqlite-store.ts';
import type { Store, StoreBatch } from '#server/exchange/store/store.ts';
import { collectBatch, rowNumbers } from '#server/exchange/store/turn-batch.ts';
import { IS_ON_POSTGRES } from '#tests/support/postgres-of-folder.ts';
import { openStoreHere } from '#tests/support/store-here.ts';

/** A folder that is gone when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'exchange-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Everything that the store reads out in chunks. */
export async function gathered<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

/** Writes turns by hand, one after the other, where there is no sequencer. */
export function turnWriter(store: Store) {
  const numbers = rowNumbers(store.position);
  let { turn } = store.position;
  return async <T>(work: (batch: StoreBatch) => T): Promise<T> => {
    const batch = collectBatch(store.collections, numbers);
    const result = work(batch);
    turn += 1;
    await store.commit(batch.close(store.position.epoch, turn) ?? { ...store.position, turn, items: [], rows: [] });
    return result;
  };
}

/** A clock that stands still until it is told otherwise. */
export function handClock(startMs = Date.UTC(2026, 0, 1)) {
  let now = startMs;
  return {
    nowMs: () => now,
    advance(ms: number) {
      now += ms;
    },
  };
}

/** Different bytes each call, the same in every run. */
export function countingRandom(start = 1) {
  let counter = start;
  return {
    bytes(length: number): Uint8Array {
      counter += 1;
      // The count itself stands in two of them: no two sessions of a test are one.
      const byte = (index: number): number =>
        index === 1 ? counter : index === 2 ? counter >> 8 : counter * 131 + index * 17 + (counter >> 3);
      return Uint8Array.from({ length }, (_, index) => byte(index) & 0xff);
    },
  };
}

/** As random as real bytes, the same in every run: for tests with more than 256 tokens. */
export function hashedRandom(seed = 'one') {
  let counter = 0;
  return {
    bytes(length: number): Uint8Array {
      counter += 1;
      return createHash('shake256', { outputLength: length }).update(`${seed} ${counter}`).digest();
    },
  };
}

/** Collections of the core, and one for what tests write themselves. */
export const CORE_COLLECTIONS = [BALANCES, ACCOUNTS, SESSIONS, IDEMPOTENCY, 'notes'];

/** Store, ledger and sequencer on a folder, as the exchange puts them together. */
export async function openCore(dataDir: string, clock = handClock(), wrap: (store: Store) => Store = (store) => store) {
  const open = IS_ON_POSTGRES ? openStoreHere : openSqliteStore;
  return openCoreOn(wrap(await open({ dataDir, collections: CORE_COLLECTIONS })), clock);
}

/** The same on any store. */
export async function openCoreOn(store: Store, clock = handClock()) {
  const ledger = await openLedger(store);
  const fatal: unknown[] = [];
  const sequencer = openSequencer({ store, clock, participants: [ledger], onFatal: (error) => void fatal.push(error) });
  return { store, ledger, sequencer, clock, fatal };
}

export type Core = Awaited<ReturnType<typeof openCoreOn>>;
