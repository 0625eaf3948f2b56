import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cheapPasswords } from './cheap-passwords.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { freePort } from './free-port.ts';
import { MissingTexts } from './missing-texts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const UP_WITHIN_MS = 180_000;

/** The production build as `npm start` runs it, on a free port with a data folder of its own. */
export interface BuiltProduct {
  readonly url: string;
  readonly dataDir: string;
  /** kill -9 of the supervisor, the web server and the exchange at once. */
  killHard(): Promise<void>;
  /** Starts it again on the same port and the same data, with other settings where some are given; resolves when it answers. */
  start(changes?: Readonly<Record<string, string>>): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Memory of the web server in use now, bytes. */
  webMemory(): number;
  /** Seconds of a core that the web server has used, all its threads. */
  webCpuSeconds(): number;
  /** Stops whatever runs and removes the data folder. Throws where it has shown pages on which a text was missing. */
  discard(): Promise<void>;
}

const BUILD = ['-c', '. server/install.sh && . server/build-if-stale.sh'] as const;

/** Builds unless the last build is newer than every source. Throws when the build fails. */
export function buildIfStale(): void {
  const { status } = spawnSync('sh', BUILD, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new Error('the build failed');
}

/** The same beside other work, silently; resolves when it has ended. Whoever needs the build asks for it all the same, and is told why it fails. */
export function buildAhead(): Promise<void> {
  const child = spawn('sh', BUILD, { cwd: root, stdio: 'ignore' });
  return new Promise((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
}

function childrenOf(pid: number): number[] {
  try {
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
    return children.trim().split(/\s+/).map(Number).filter(Boolean);
  } catch {
    // ps says 1 when there are none.
    return [];
  }
}

/** Resident bytes of a process. */
function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}

/** `onLog`: what its processes say on stderr, instead of the terminal. */
export async function createBuiltProduct(
  settings: Readonly<Record<string, string>> = {},
  onLog?: (text: string) => void,
): Promise<BuiltProduct> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'strategybot-data-'));
  const url = `http://localhost:${port}`;
  const missing = new MissingTexts();
  let running: ChildProcess | undefined;
  let ended: Promise<number | null> = Promise.resolve(null);

  async function start(changes: Readonly<Record<string, string>> = {}): Promise<void> {
    const child = spawn(process.execPath, [join(root, 'server/start.ts')], {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'inherit', 'pipe'],
      env: {
        ...process.env,
        ...cheapPasswords(),
        PORT: String(port),
        EXCHANGE_PORT: '0',
        DATA_DIR: dataDir,
        INSECURE_COOKIE: '1',
        // The search goes on behind the exchange for hours; stories must not depend on how far it is.
        AI_SEARCH: '0',
        // Most stories begin with an empty account.
        DEMO_BOTS: '0',
        // Every story registers traders, and all come from one address.
        REGISTRATIONS_AN_HOUR: '100000',
        ADDRESS_BUDGET: '100000',
        FINISHED_BOTS_AN_HOUR: '100000',
        ...settings,
        ...changes,
      },
    });
    running = child;
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      missing.hear(part);
      if (onLog === undefined) process.stderr.write(part);
      else onLog(part);
    });
    ended = new Promise((resolve) => child.once('exit', resolve));
    await answers(`${url}/en/strategybot`, child);
  }

  async function killHard(): Promise<void> {
    const pid = running?.pid;
    if (pid === undefined) return;
    const family = [pid, ...childrenOf(pid), ...childrenOf(pid).flatMap(childrenOf)];
    for (const member of family) {
      try {
        process.kill(member, 'SIGKILL');
      } catch {
        // It ended between being listed and being killed.
      }
    }
    await ended;
  }

  function webProcess(): number | undefined {
    const children = running?.pid === undefined ? [] : childrenOf(running.pid);
    return children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/web.ts'));
  }

  async function stop(): Promise<number | null> {
    running?.kill('SIGTERM');
    return ended;
  }

  return {
    url,
    dataDir,
    start,
    stop,
    killHard,
    webMemory() {
      const web = webProcess();
      return web === undefined ? 0 : memoryOf(web);
    },
    webCpuSeconds() {
      const web = webProcess();
      return web === undefined ? 0 : cpuSeconds(web);
    },
    async discard() {
      if (running !== undefined && running.exitCode === null && running.signalCode === null) await stop();
      rmSync(dataDir, { recursive: true, force: true });
      const texts = missing.take();
      if (texts.length > 0) throw new Error(`texts are missing on pages that the server made:\n${texts.join('\n')}`);
    },
  };
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + UP_WITHIN_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the product ended with code ${child.exitCode} while starting`);
    const status = await fetch(url).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    await delay(200);
  }
  throw new Error(`${url} did not answer within ${UP_WITHIN_MS / 1000} s`);
}
