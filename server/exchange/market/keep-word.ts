import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FeedChoice } from './open-feed.ts';

const SHOWN = 16;

/**
 * The word under which days of these prices may be kept outside: another for another market, other files of it, or another program. Null
 * for a live feed, which may still learn minutes of days that are over.
 */
export function keepWord(
  { feed, seed, marketData }: Pick<FeedChoice, 'feed' | 'seed' | 'marketData'>,
  version: string,
): string | null {
  if (feed === 'live') return null;
  const files = feed === 'history' && marketData !== undefined ? filesOf(marketData) : [];
  const known = JSON.stringify([version, feed, seed, files]);
  return createHash('sha256').update(known).digest('base64url').slice(0, SHOWN);
}

/** Name, size and last change of every file below a folder. */
function filesOf(folder: string): readonly (readonly [string, number, number])[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names.flatMap((name) => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return [[name, size, mtimeMs] as const];
  });
}

/** The files below a folder by their names and sizes, which are the same on every host that has a copy: how many, and a hash of them. */
export function folderPrint(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.flatMap((name) => {
    const found = statSync(join(folder, name));
    return found.isFile() ? [[name, found.size] as const] : [];
  });
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, SHOWN);
  return `${files.length} files ${hash}`;
}
