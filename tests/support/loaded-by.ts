import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const read = new Map<string, readonly string[]>();

/** What a file imports for when it runs: types are erased, and `import()` is for later. Each file is read once: many parts load the same. */
function importedBy(file: string): readonly string[] {
  const known = read.get(file);
  if (known !== undefined) return known;
  const imported: string[] = [];
  read.set(file, imported);
  for (const [, names = '', from = ''] of readFileSync(join(root, file), 'utf8').matchAll(
    /^(?:import|export) (?!type )([^;]*?)from '([^']+)'/gm,
  )) {
    const isTypesOnly =
      /^\{[^}]*\}\s*$/.test(names) && names.split(',').every((name) => /^\W*(type\s|$|\W*$)/.test(name));
    if (isTypesOnly) continue;
    imported.push(named(file, from));
  }
  return imported;
}

/** What an import of a file means, from the root of the project; a package's name stays. */
function named(file: string, from: string): string {
  if (from.startsWith('.')) return relative(root, join(root, dirname(file), from));
  return from.startsWith('#') ? from.slice(1) : from;
}

const isOurs = (name: string): boolean => /\.tsx?$/.test(name) && existsSync(join(root, name));

/** Every file (from the root of the project) and package that a file loads when it runs. */
export function loadedBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  if (isOurs(file)) for (const name of importedBy(file)) loadedBy(name, found);
  return found;
}

/** The same of a page in the browser: what its server parts load stays on the server, client parts are where the browser begins. */
export function loadedInBrowserBy(page: string): Set<string> {
  const seen = new Set<string>();
  const found = new Set<string>();
  const look = (file: string): void => {
    if (seen.has(file) || !isOurs(file)) return;
    seen.add(file);
    if (/^'use client'/m.test(readFileSync(join(root, file), 'utf8'))) loadedBy(file, found);
    else for (const name of importedBy(file)) look(name);
  };
  look(page);
  return found;
}

/** Where the browser's page begins to load, in these rooms: client parts, and what they bring later (`import()`). Workers are no part of it. */
export function beginningsInBrowser(rooms: readonly string[]): string[] {
  const found = new Set<string>();
  for (const room of rooms)
    for (const name of readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })) {
      const file = join(room, name);
      if (!isOurs(file)) continue;
      const text = readFileSync(join(root, file), 'utf8');
      if (/^'use client'/m.test(text)) found.add(file);
      for (const [, from = ''] of text.matchAll(/\bimport\('([^']+)'\)/g)) found.add(named(file, from));
    }
  return [...found].filter(isOurs).sort();
}
