import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

/** Days of prices that never change, as files of a folder, no more than so many bytes of them. What does not read as it was written is none. */
export interface DayFiles {
  get(name: string): Uint8Array | null;
  /** Throws when the folder does not take it: it is not kept then, and nothing of it is left. */
  put(name: string, day: Uint8Array): void;
}

const DIGEST_BYTES = 32;
/** Names end in it; whatever else is in the folder is somebody else's. */
const ENDING = '.day';
/** What a day is called while it is written. */
const PART = /\.day\.\d+$/;
/** A part that nobody has written to for so long is of a process that has ended: a day is written in a moment. */
const LEFT_AFTER_MS = 60_000;

/**
 * Opens a folder, which is made when it is not there. The days that were used longest ago give way. Files: the SHA-256 of the bytes, then these.
 * What was left half written is removed: it would take room that nobody counts.
 */
export function openDayFiles(folder: string, mostBytes: number, nowMs: () => number = Date.now): DayFiles {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (PART.test(name) && nowMs() - whatIs(path).mtimeMs > LEFT_AFTER_MS) rmSync(path, { force: true });
  }
  const sizes = new LRUCache<string, number>({
    maxSize: mostBytes,
    sizeCalculation: (size) => size,
    dispose: (_size, path, cause) => {
      if (cause !== 'set') rmSync(path, { force: true });
    },
  });
  const found = readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => ({ path: join(folder, name), ...whatIs(join(folder, name)) }));
  for (const { path, size } of found.sort((a, b) => a.mtimeMs - b.mtimeMs)) sizes.set(path, Math.max(1, size));

  const pathOf = (name: string): string => join(folder, `${encodeURIComponent(name)}${ENDING}`);
  return {
    get(name) {
      const path = pathOf(name);
      const bytes = readOrNull(path);
      const day = bytes?.subarray(DIGEST_BYTES);
      if (bytes === null || day === undefined || !digestOf(day).equals(bytes.subarray(0, DIGEST_BYTES))) {
        sizes.delete(path);
        return null;
      }
      // Used now; one that another worker of the folder put there counts from here on.
      if (sizes.get(path) === undefined) sizes.set(path, bytes.length);
      return day;
    },
    put(name, day) {
      const path = pathOf(name);
      const size = DIGEST_BYTES + day.length;
      if (size > mostBytes) return;
      // Whole or not at all: several workers may share the folder.
      const part = `${path}.${process.pid}`;
      try {
        writeFileSync(part, Buffer.concat([digestOf(day), day]));
        renameSync(part, path);
      } catch (error) {
        rmSync(part, { force: true });
        throw error;
      }
      sizes.set(path, size);
    },
  };
}

function digestOf(day: Uint8Array): Buffer {
  return createHash('sha256').update(day).digest();
}

function whatIs(path: string): { readonly size: number; readonly mtimeMs: number } {
  return statSync(path, { throwIfNoEntry: false }) ?? { size: 1, mtimeMs: 0 };
}

/** Another worker of the folder may have removed it. */
function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
