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
  const files = feed === 'history' && marketData !== undefined ? namesIn(marketData) : [];
  const known = files.map(({ name, size, mtimeMs }) => [name, size, mtimeMs]);
  return wordOf([version, feed, seed, known]);
}

/** The files below a folder by their names and sizes, which are the same on every host that has a copy: how many, and a hash of them. */
export function folderPrint(folder: string): string {
  const files = namesIn(folder).flatMap(({ name, size, isFile }) => (isFile ? [[name, size]] : []));
  return `${files.length} files ${wordOf(files)}`;
}

function wordOf(known: unknown): string {
  return createHash('sha256').update(JSON.stringify(known)).digest('base64url').slice(0, SHOWN);
}

/** Everything below a folder, folders too, in the order of their names. */
function namesIn(folder: string) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names.map((name) => {
    const found = statSync(join(folder, name));
    return { name, size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile() };
  });
}
