import { closeSync, fsyncSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file that was just written, and that it is in its folder, on disk: what is written into it later may be acknowledged at once. */
export function syncFile(path: string): void {
  for (const one of [path, dirname(path)]) {
    const handle = openSync(one, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  }
}
