import { statfs } from 'node:fs/promises';
import type { Log } from '../../log/log.ts';

/**
 * Looks how much room is left where the store is. A full disk ends the exchange in the middle of somebody's command;
 * while there is little left, commands that would take more are refused before they begin, and everybody can read,
 * stop what he has and move his money.
 */
export interface DiskWatch {
  /** Whether there is too little left for new money commands. */
  isLow(): boolean;
  /** Looks again; the first look is made by `openDiskWatch`. */
  look(): Promise<void>;
}

/** Below this nothing new is begun; above the second it is again, so that it does not change with every write. */
const LOW_BYTES = 256 * 1024 * 1024;
const ENOUGH_BYTES = 320 * 1024 * 1024;

export interface DiskWatchOptions {
  /** Bytes that are left; a failure to tell counts as enough. */
  freeBytes(): Promise<number>;
  readonly log: Log;
}

export function openDiskWatch({ freeBytes, log }: DiskWatchOptions): DiskWatch {
  let isLow = false;
  return {
    isLow: () => isLow,
    async look() {
      const free = await freeBytes().catch(() => Number.POSITIVE_INFINITY);
      const wasLow = isLow;
      isLow = free < (isLow ? ENOUGH_BYTES : LOW_BYTES);
      if (isLow && !wasLow) log.error('disk-low', { freeBytes: free });
      if (!isLow && wasLow) log.info('disk-enough', { freeBytes: free });
    },
  };
}

/** What is left for us on the disk of a folder, bytes. */
export function freeBytesOf(folder: string): () => Promise<number> {
  return async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
}
