import { chmodSync, constants, copyFileSync, rmSync } from 'node:fs';
import { syncFile } from './synced.ts';

/**
 * A process of its own for one copy. The exchange cannot do it itself: POSIX takes all of a process's locks on a file
 * away as soon as that process closes any handle of it, and a second exchange could then open the store.
 */
const [source, target] = process.argv.slice(2) as [string, string];
try {
  copyFileSync(source, target, constants.COPYFILE_EXCL);
  try {
    chmodSync(target, 0o600);
    syncFile(target);
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
