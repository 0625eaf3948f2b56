import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Where a file of ../shared lies: recorded prices and published examples are no part of the project, and a fresh clone has none.
 * Whoever asks does without what is not there, and says so. With HIDE_SHARED nothing is there.
 */
export function sharedPath(path: string): string {
  const folder = process.env.HIDE_SHARED === undefined ? '../../../shared/' : 'nothing-is-shared/';
  return join(fileURLToPath(new URL(folder, import.meta.url)), path);
}
