import type { ICruiseResult } from 'dependency-cruiser';

export const REACHED_RULE = 'components-reach-server-through-nothing';
const REMEDY = 'A file of components/ reaches server/ through others: break the chain where it enters server/.';
const FROM = 'components/';
const TO = 'server/';

/**
 * Every file of components/ from which imports lead to server/, over others or not, with the way there. One walk from server/
 * against the imports: dependency-cruiser's own `reachable` looks for each pair of files anew, which took half a minute.
 */
export function reachedRooms(modules: ICruiseResult['modules']): { readonly rule: string; readonly text: string }[] {
  const importers = new Map<string, string[]>();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const known = importers.get(resolved);
      if (known === undefined) importers.set(resolved, [source]);
      else known.push(source);
    }
  }
  /** The next file on the way to server/. */
  const next = new Map<string, string | null>();
  for (const { source } of modules) if (source.startsWith(TO)) next.set(source, null);
  for (const reached of next.keys()) {
    for (const importer of importers.get(reached) ?? []) if (!next.has(importer)) next.set(importer, reached);
  }
  return [...next.keys()]
    .filter((source) => source.startsWith(FROM))
    .map((source) => ({
      rule: REACHED_RULE,
      text: `${wayFrom(source, next).join(' → ')} (${REACHED_RULE}): ${REMEDY}`,
    }));
}

function wayFrom(source: string, next: ReadonlyMap<string, string | null>): string[] {
  const way = [source];
  for (let at = next.get(source) ?? null; at !== null; at = next.get(at) ?? null) way.push(at);
  return way;
}
