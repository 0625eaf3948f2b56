import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../log/error-code.ts';
import type { Handler } from './page-front.ts';

/**
 * The files of a build (scripts, styles, fonts) are named after what they hold. A tab that was opened on one build goes on asking for its
 * files, of whichever server it reaches: every server puts its own into one folder and sends from there what its build does not have.
 */

const PREFIX = '/_next/static/';
/** One folder after the other, of the characters that bundlers use. */
const NAME = /^(?:[\w~()[\]-][\w~.()[\]-]*\/)*[\w~()[\]-][\w~.()[\]-]*$/;
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.json': 'application/json; charset=UTF-8',
  '.map': 'application/json; charset=UTF-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};

export interface KeptStatic {
  /** Folder of what this build has, `static` in it. */
  readonly own: string;
  /** Folder for all builds; servers may share it. Made where it is missing. */
  readonly folder: string;
}

/**
 * Puts this build's files into the folder, says of those that are there that they are in use, and removes what nobody has put in or said
 * that of for `keepMs`. Several servers may do so at once. Resolves with the number of files that this build has.
 */
export async function keepStatic({ own, folder }: KeptStatic, keepMs: number, nowMs: number): Promise<number> {
  const names = await filesIn(own);
  await mkdir(folder, { recursive: true });
  const now = new Date(nowMs);
  for (const name of names) {
    const kept = join(folder, name);
    if (await isTouched(kept, now)) continue;
    await mkdir(dirname(kept), { recursive: true });
    // Whole or not at all: another server may be asked for it in this moment.
    const half = `${kept}.${process.pid}.half`;
    await copyFile(join(own, name), half, constants.COPYFILE_FICLONE);
    await utimes(half, now, now);
    await rename(half, kept);
  }
  for (const name of await filesIn(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: nowMs }));
    if (mtimeMs < nowMs - keepMs) await rm(path, { force: true });
  }
  return names.length;
}

/** Sends what other builds have and this one does not; everything else goes on to `next`. `headers`: of every file. */
export async function createKeptStaticFront(
  { own, folder }: KeptStatic,
  headers: readonly { readonly key: string; readonly value: string }[],
  next: Handler,
): Promise<Handler> {
  const present = new Set(await filesIn(own));
  return async (request, response) => {
    const name = fileNamed(request.url ?? '');
    if (name === null || present.has(name) || (request.method !== 'GET' && request.method !== 'HEAD'))
      return next(request, response);
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found === null || !found.isFile()) return next(request, response);
    for (const { key, value } of headers) response.setHeader(key, value);
    response.writeHead(200, {
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
      'content-length': found.size,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    if (request.method === 'HEAD') return void response.end();
    // A reader who leaves breaks it off, and nothing is left open.
    await pipeline(createReadStream(path), response).catch(() => response.destroy());
  };
}

/** The file of a build that an address names; null when it names none. */
function fileNamed(url: string): string | null {
  if (!url.startsWith(PREFIX)) return null;
  try {
    const name = decodeURIComponent(url.slice(PREFIX.length).split('?')[0] ?? '');
    return NAME.test(name) && !name.endsWith('.half') ? name : null;
  } catch {
    return null;
  }
}

/** Names with folders, `/` between them. */
async function filesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replace(/^\/+/, ''));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function isTouched(path: string, now: Date): Promise<boolean> {
  try {
    await utimes(path, now, now);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
