import type { ICruiseResult } from 'dependency-cruiser';

/** Folders of these houses stand in an order: what two of them need of each other is missing a place of its own. */
const HOUSES = ['server/', 'server/exchange/', 'components/', 'lib/'];

export const FOLDER_RULE = 'folders-have-no-cycles';
const REMEDY =
  'Two folders need each other, over others perhaps: move the file to the folder that uses it, or what both need into a third.';

interface Import {
  readonly from: string;
  readonly to: string;
}

/** The part of the house that a file stands in; files beside the folders are the root, which puts them together. */
function folderOf(house: string, path: string): string {
  const rest = path.slice(house.length);
  return rest.includes('/') ? (rest.split('/')[0] as string) : '';
}

function importsWithin(house: string, modules: ICruiseResult['modules']): Import[] {
  return modules
    .filter(({ source }) => source.startsWith(house))
    .flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved }) => resolved.startsWith(house) && folderOf(house, resolved) !== folderOf(house, source))
        .map(({ resolved }) => ({ from: source, to: resolved })),
    );
}

/** Whether `target` can be reached from `start` along `next`. */
function reaches(start: string, target: string, next: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const seen = new Set([start]);
  for (const folder of seen) {
    if (folder === target) return true;
    for (const one of next.get(folder) ?? []) seen.add(one);
  }
  return false;
}

/** Every import that is part of a cycle of folders, types included: they tie as much when one reads. */
export function folderCycles(modules: ICruiseResult['modules']): { readonly rule: string; readonly text: string }[] {
  return HOUSES.flatMap((house) => {
    const imports = importsWithin(house, modules);
    const next = new Map<string, Set<string>>();
    for (const { from, to } of imports) {
      const folder = folderOf(house, from);
      next.set(folder, (next.get(folder) ?? new Set()).add(folderOf(house, to)));
    }
    return imports
      .filter(({ from, to }) => reaches(folderOf(house, to), folderOf(house, from), next))
      .map(({ from, to }) => ({ rule: FOLDER_RULE, text: `${from} → ${to} (${FOLDER_RULE}): ${REMEDY}` }));
  });
}
