import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Another build of the same sources, without building: its number and the names of its scripts and styles are others, as they are when a
 * source has changed, and everything that names them names these. Its folder stands beside the last build's, where Next looks for it.
 */
export interface AnotherBuild {
  /** For NEXT_DIST_DIR. */
  readonly distDir: string;
  /** Names of scripts and styles, as the last build has them and as this one. */
  readonly files: ReadonlyMap<string, string>;
  discard(): void;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const CHUNKS = 'static/chunks';
/** Of files in which others are named; what else there is holds pictures and fonts. */
const TEXTS = new Set(['', '.js', '.json', '.html', '.rsc', '.css', '.meta', '.map', '.txt', '.body']);

export function anotherBuild(): AnotherBuild {
  const from = join(root, process.env.NEXT_DIST_DIR ?? '.next');
  const distDir = `.next-other-${process.pid}`;
  const folder = join(root, distDir);
  const left = ['cache', 'trace', 'diagnostics'].map((name) => join(from, name));
  cpSync(from, folder, { recursive: true, filter: (path) => !left.includes(path) });
  const build = readFileSync(join(folder, 'BUILD_ID'), 'utf8');
  const files = new Map(readdirSync(join(folder, CHUNKS)).map((name) => [name, otherName(name)]));
  const names = new Map([...files, [build, otherName(build)]]);
  const named = new RegExp([...names.keys()].map((name) => name.replace(/[.\-~()[\]]/g, '\\$&')).join('|'), 'g');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !TEXTS.has(extname(entry.name))) continue;
    const text = readFileSync(path, 'utf8');
    const changed = text.replace(named, (name) => names.get(name) ?? name);
    if (changed !== text) writeFileSync(path, changed);
  }
  for (const [name, other] of files) renameSync(join(folder, CHUNKS, name), join(folder, CHUNKS, other));
  renameSync(join(folder, 'static', build), join(folder, 'static', otherName(build)));
  return { distDir, files, discard: () => rmSync(folder, { recursive: true, force: true }) };
}

/** As long as it was: texts that say how long they are stay true. */
function otherName(name: string): string {
  const [stem = '', ...ending] = name.split('.');
  return [`${stem.slice(0, -1)}${stem.endsWith('Z') ? 'Y' : 'Z'}`, ...ending].join('.');
}
