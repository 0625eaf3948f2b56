import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#tests/support/free-port.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const next = join(root, 'node_modules/next/dist/bin/next');

/** A small Next application beside ours, for comparison on the same machine, version and settings. */
export interface NextApp {
  readonly url: string;
  stop(): Promise<void>;
}

/** Files of the project that a comparison needs, and files of its own. */
export interface NextAppParts {
  readonly name: string;
  readonly copied: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

const LAYOUT =
  'export default function Layout({ children }) { return <html lang="en"><body>{children}</body></html>; }';

/** Builds and starts it; the folder is inside the project, so that packages are found, and is not in git. */
export async function startNextApp({ name, copied, files, env }: NextAppParts): Promise<NextApp> {
  const folder = join(root, '.data-bench', name);
  rmSync(folder, { recursive: true, force: true });
  for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true });
  for (const [path, text] of Object.entries({ 'app/layout.jsx': LAYOUT, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const childEnv = {
    ...process.env,
    ...env,
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production',
    NEXT_DIST_DIR: '.next',
  };
  const build = spawnSync(process.execPath, [next, 'build', folder], {
    cwd: folder,
    env: childEnv as NodeJS.ProcessEnv,
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(`the build of ${name} failed: ${build.stdout}${build.stderr}`);
  const port = await freePort();
  const child = spawn(process.execPath, [next, 'start', folder, '--port', String(port)], {
    cwd: folder,
    env: childEnv as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilListening(url, child);
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await delay(100);
  }
  throw new Error(`the server ended with code ${child.exitCode}`);
}
