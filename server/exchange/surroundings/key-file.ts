import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from './random.ts';

const KEY_BYTES = 32;

/**
 * A key of 32 bytes in a file of DATA_DIR, made at first use (mode 0600). It is in no backup of the store: who has a copy opens
 * nothing. `lost`: what getting a new one means, for the sentence that is thrown when the file holds none.
 */
export function keyFile(dataDir: string, name: string, random: Random, lost: string): Uint8Array {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, name);
  const fresh = Buffer.from(random.bytes(KEY_BYTES)).toString('base64url');
  // The disk has it before anything is done with it: a kill between making the file and filling it leaves one that nobody has used.
  const make = (flag: 'wx' | 'r+'): void => writeFileSync(path, fresh, { mode: 0o600, flag, flush: true });
  try {
    make('wx');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    if (statSync(path).size === 0) make('r+');
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
  if (key.length !== KEY_BYTES) throw new Error(`${path} holds no key: delete it to get a new one; ${lost}`);
  return key;
}
