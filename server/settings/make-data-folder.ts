import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errorCode } from '../log/error-code.ts';

/**
 * Makes the data folder (mode 0700) where it is missing. Throws, in one line for who started the product, when it cannot
 * be had: a file stands there, nobody may write, a file system that takes no folders. Level by level, because Node's
 * own recursive mkdir never comes back from such a one (/proc).
 */
export function makeDataFolder(dataDir: string): void {
  const folder = resolve(dataDir);
  try {
    makeLevel(folder);
    if (!statSync(folder).isDirectory()) throw new Error('it is a file');
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data folder ${folder} cannot be used (${reason}): set another DATA_DIR.`);
  }
}

function makeLevel(folder: string): void {
  if (existsSync(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeLevel(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another starter was faster.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
