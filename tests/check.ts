import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkRooms } from './rooms/room-rules.ts';
import { offencesIn } from './rooms/source-rules.ts';

/** The whole gate that needs nothing to run: `npm run check`. Every step runs, so that one look shows everything. */

const root = fileURLToPath(new URL('..', import.meta.url));

export interface Step {
  readonly name: string;
  /** Complaints; none = passed. */
  run(): Promise<readonly string[]>;
}

function command(name: string, file: string, ...args: string[]): Step {
  return {
    name,
    run: async () => {
      const { status, error } = spawnSync(file, args, {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
      });
      if (error !== undefined) return [`${file}: ${error.message}`];
      return status === 0 ? [] : [`${file} ended with code ${status}`];
    },
  };
}

const ROOMS: Step = {
  name: 'room rules',
  run: async () => {
    const { modules, violations } = await checkRooms(root);
    return modules === 0 ? ['no modules were read'] : violations.map((violation) => violation.text);
  },
};

const SOURCES: Step = {
  name: 'source rules',
  run: async () => {
    const { files, found } = offencesIn(root);
    return files === 0 ? ['no files were read'] : found;
  },
};

const STEPS: readonly Step[] = [
  command('format and lint', 'biome', 'ci', '--colors=off', '--max-diagnostics=30', '--error-on-warnings', '.'),
  command('promises are awaited', 'oxlint', '--type-aware', '--deny-warnings', '-c', '.oxlintrc.json'),
  command('route types', 'next', 'typegen'),
  command('types', 'tsc', '--noEmit'),
  ROOMS,
  SOURCES,
  command('unused code', 'knip', '--no-progress'),
];

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** What failed, by name. */
  readonly names?: readonly string[];
}

export async function check(): Promise<Tally> {
  const names: string[] = [];
  for (const step of STEPS) {
    const began = performance.now();
    const complaints = await step.run();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    for (const complaint of complaints) console.log(`  ${complaint}`);
    console.log(`${complaints.length === 0 ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s)`);
    if (complaints.length > 0) names.push(`${step.name}: ${complaints[0]}`);
  }
  return { passed: STEPS.length - names.length, failed: names.length, names };
}

if (import.meta.main) {
  const { failed } = await check();
  process.exitCode = failed === 0 ? 0 : 1;
}
