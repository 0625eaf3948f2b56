import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import product from '../../package.json' with { type: 'json' };
import { freePort } from '../support/free-port.ts';
import { isNightly } from '../support/runs.ts';

/**
 * What the image is after its last steps (server/operations/Dockerfile), made here by the same lines in a folder of its own: the files that
 * git has, packages without those of development. Building it is `npm run up`, which bare machines try.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Who runs there; a machine need not know its name. */
const NOBODY = 10_001;
const RUNS = isNightly && process.getuid?.() === 0;

describe.runIf(RUNS)('the image', () => {
  // Not in memory: packages are some hundred megabytes.
  const app = RUNS ? mkdtempSync('/var/tmp/image-') : '';
  const data = RUNS ? mkdtempSync(join(tmpdir(), 'image-data-')) : '';

  /** The home is the image's too: nobody has none. */
  const ofImage = {
    PATH: process.env.PATH ?? '',
    HOME: data,
    NODE_ENV: 'production',
    npm_config_cache: join(data, 'npm'),
  } as const;

  beforeAll(() => {
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
    for (const file of files) cpSync(join(root, file), join(app, file));
    cpSync(join(root, 'node_modules'), join(app, 'node_modules'), { recursive: true, verbatimSymlinks: true });
    mkdirSync(join(app, '.next/cache'), { recursive: true });
    const lines = readFileSync(join(root, 'server/operations/Dockerfile'), 'utf8').split('\n');
    const [last = ''] = lines.filter((line) => line.startsWith('RUN npm prune'));
    execFileSync('sh', ['-c', last.replace('RUN ', '')], { cwd: app, stdio: 'pipe' });
    execFileSync('chmod', ['0755', app, data]);
    execFileSync('chown', [`${NOBODY}:${NOBODY}`, data]);
  }, 300_000);
  afterAll(() => {
    for (const path of [app, data]) if (path !== '') rmSync(path, { recursive: true, force: true });
  });

  function begin(script: string, env: Readonly<Record<string, string>>) {
    const child = spawn('npm', ['run', '-s', script], {
      ...{ cwd: app, uid: NOBODY, gid: NOBODY, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
      env: { ...ofImage, ...env },
    });
    let output = '';
    let heard = () => {};
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => {
        output += part.toString();
        heard();
      });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    return {
      until: (word: string) =>
        new Promise<void>((resolve, reject) => {
          heard = () => {
            if (output.includes(word)) resolve();
          };
          heard();
          void ended.then((code) => reject(new Error(`${script} ended with ${code}: ${output}`)));
        }),
      stop() {
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
        return ended;
      },
    };
  }

  it('has neither the tests nor what they need, and an exchange and a worker of it run as nobody', async () => {
    const there = (name: string) => existsSync(join(app, 'node_modules', name));
    // playwright-core: what the others of Playwright are made of.
    expect([...Object.keys(product.devDependencies), 'playwright-core'].filter(there)).toEqual([]);
    expect(Object.keys(product.dependencies).filter((name) => !there(name))).toEqual([]);
    const links = readdirSync(join(app, 'node_modules/.bin'));
    expect(links.filter((name) => !existsSync(join(app, 'node_modules/.bin', name)))).toEqual([]);
    expect(existsSync(join(app, 'tests'))).toBe(false);
    const port = await freePort();
    const shared = { WORKER_KEY: 'w'.repeat(40), WORLD_BOTS: '0', DEMO_BOTS: '0', AI_SEARCH: '0' };
    const exchange = begin('exchange', { ...shared, DATA_DIR: join(data, 'store'), EXCHANGE_PORT: String(port) });
    try {
      await exchange.until('"event":"listening"');
      const worker = begin('worker', {
        ...{ WORKER_KEY: shared.WORKER_KEY, WORKER_CACHE: join(data, 'worker') },
        EXCHANGE_URL: `http://127.0.0.1:${port}`,
      });
      await worker.until('"working"');
      await worker.stop();
      execFileSync('npm', ['run', '-s', 'backup', '--', join(data, 'backup.db')], {
        ...{ cwd: app, uid: NOBODY, gid: NOBODY, stdio: 'pipe' },
        env: { ...ofImage, DATA_DIR: join(data, 'store') },
      });
    } finally {
      await exchange.stop();
    }
  });
});
