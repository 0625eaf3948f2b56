import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
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
  if (!existsSync(path) || statSync(path).size === 0)
    make(path, Buffer.from(random.bytes(KEY_BYTES)).toString('base64url'));
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url');
  if (key.length !== KEY_BYTES) throw new Error(`${path} holds no key: delete it to get a new one; ${lost}`);
  return key;
}

/**
 * The disk has it before anything is done with it, and it is there whole or not at all: hosts that share the folder may make it in one
 * moment, and then all have what the first has made. An empty file is what a kill left of an earlier program's, which nobody has used.
 */
function make(path: string, text: string): void {
  const own = `${path}.${hostname()}-${process.pid}`;
  writeFileSync(own, text, { mode: 0o600, flush: true });
  try {
    linkSync(own, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    if (statSync(path).size === 0) renameSync(own, path);
  } finally {
    rmSync(own, { force: true });
  }
}
