/**
 * The header of each kind's decisions.ts says where what is decided: a line for each of these, with the file that it stands in.
 * What a kind does not have it says in words ("none, as it owes nothing").
 */
const TOPICS = ['opening', 'stops', 'pause', 'end', 'owner changes', 'liquidation'];
const TITLE = ' * Where what is decided:\n';

function mapOf(text: string): string | null {
  const at = text.indexOf(TITLE);
  if (at < 0) return null;
  return text.slice(at + TITLE.length, text.indexOf('*/', at));
}

/** Where a file that a map names stands, seen from the kind's folder. */
function pathOf(folder: string, named: string): string {
  return named.startsWith('lib/') ? named : new URL(named, `file:///${folder}/`).pathname.slice(1);
}

function faultsOf(folder: string, text: string | undefined, sources: ReadonlyMap<string, string>): string[] {
  const map = mapOf(text ?? '');
  if (map === null) return ['has no map of where what is decided'];
  const heads = [...map.matchAll(/^ \* - ([^:]+):/gm)].map(([, head = '']) => head);
  const missing = TOPICS.filter((topic) => !heads.some((head) => head.includes(topic)));
  const gone = [...map.matchAll(/`([\w./-]+\.ts)`/g)]
    .map(([, named = '']) => named)
    .filter((named) => !sources.has(pathOf(folder, named)));
  return [
    ...missing.map((topic) => `has no line about its ${topic}`),
    ...gone.map((named) => `sends its reader to ${named}, which is not there`),
  ];
}

/** Kinds whose map is missing, has no line for a topic, or leads to a file that is not there. */
export function lostKinds(sources: ReadonlyMap<string, string>): string[] {
  const folders = [...sources.keys()].flatMap((path) => /^(lib\/kinds\/[^/]+)\/facts\.ts$/.exec(path)?.[1] ?? []);
  return folders.flatMap((folder) =>
    faultsOf(folder, sources.get(`${folder}/decisions.ts`), sources).map(
      (fault) => `${folder}/decisions.ts (kinds-have-maps): ${fault}`,
    ),
  );
}
