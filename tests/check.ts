import { spawn } from 'node:child_process';
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

/** What a command says comes when it ends: two of them run at a time. */
function command(name: string, file: string, ...args: string[]): Step {
  return {
    name,
    run: () =>
      new Promise((resolve) => {
        const child = spawn(file, args, {
          cwd: root,
          stdio: ['ignore', 'pipe', 'pipe'],
          env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' },
        });
        const said: Buffer[] = [];
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
        child.once('error', (error) => resolve([`${file}: ${error.message}`]));
        child.once('close', (code) => {
          process.stdout.write(Buffer.concat(said));
          resolve(code === 0 ? [] : [`${file} ended with code ${code}`]);
        });
      }),
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

/** Two rows of steps side by side: those that use every core while they run, and those that use one. */
const ROWS: readonly (readonly Step[])[] = [
  [
    command('format and lint', 'biome', 'ci', '--colors=off', '--max-diagnostics=30', '--error-on-warnings', '.'),
    command('promises are awaited', 'oxlint', '--type-aware', '--deny-warnings', '-c', '.oxlintrc.json'),
    command('route types', 'next', 'typegen'),
    command('types', 'tsc', '--noEmit'),
  ],
  [command('unused code', 'knip', '--no-progress'), ROOMS, SOURCES],
];

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** What failed, by name. */
  readonly names?: readonly string[];
}

/** What is wrong by this step, if anything. */
async function take(step: Step): Promise<string | null> {
  const began = performance.now();
  const complaints = await step.run();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  for (const complaint of complaints) console.log(`  ${complaint}`);
  console.log(`${complaints.length === 0 ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s)`);
  return complaints.length === 0 ? null : `${step.name}: ${complaints[0]}`;
}

export async function check(): Promise<Tally> {
  const names: string[] = [];
  const inRow = async (row: readonly Step[]): Promise<void> => {
    for (const step of row) {
      const wrong = await take(step);
      if (wrong !== null) names.push(wrong);
    }
  };
  await Promise.all(ROWS.map(inRow));
  return { passed: ROWS.flat().length - names.length, failed: names.length, names };
}

if (import.meta.main) {
  const { failed } = await check();
  process.exitCode = failed === 0 ? 0 : 1;
}
