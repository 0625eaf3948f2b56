import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { FOLDER_RULE, folderCycles } from './folder-walls.ts';
import { REACHED_RULE, reachedRooms } from './reached-rooms.ts';
import { ROOM_GRAPH } from './room-graph.ts';

const ROOMS = ['lib', 'server', 'components', 'app', 'tests', 'proxy.ts'];

export interface RoomReport {
  /** Source files read. A checker that read none has checked nothing: callers treat 0 as a failure. */
  readonly modules: number;
  readonly violations: readonly { readonly rule: string; readonly text: string }[];
}

/** Names of all rules, so that the tests can tell whether each has been seen to catch something. */
export const ROOM_RULES: readonly string[] = [
  ...ROOM_GRAPH.forbidden.map((rule) => rule.name),
  FOLDER_RULE,
  REACHED_RULE,
];

/** Reads every module under `baseDir` and holds the rules of .dependency-cruiser.mjs against it. */
export async function checkRooms(baseDir: string): Promise<RoomReport> {
  const rooms = ROOMS.filter((room) => existsSync(join(baseDir, room)));
  if (rooms.length === 0) return { modules: 0, violations: [] };
  const before = process.cwd();
  // Package imports (#lib/…) are resolved from the working folder's package.json.
  process.chdir(baseDir);
  try {
    const { output } = await cruise(rooms, {
      ...ROOM_GRAPH.options,
      baseDir,
      validate: true,
      ruleSet: { forbidden: ROOM_GRAPH.forbidden },
      outputType: undefined,
    } as Parameters<typeof cruise>[1]);
    return report(output as ICruiseResult);
  } finally {
    process.chdir(before);
  }
}

function report(result: ICruiseResult): RoomReport {
  const remedies = new Map(ROOM_GRAPH.forbidden.map((rule) => [rule.name, rule.comment]));
  return {
    modules: result.modules.filter((module) => !module.coreModule && !module.source.includes('node_modules')).length,
    violations: [
      ...result.summary.violations.map(({ rule, from, to }) => ({
        rule: rule.name,
        text: `${from}${to === from ? '' : ` → ${to}`} (${rule.name}): ${remedies.get(rule.name) ?? ''}`,
      })),
      ...folderCycles(result.modules),
      ...reachedRooms(result.modules),
    ],
  };
}
