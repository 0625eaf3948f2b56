import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cheapPasswords } from '#tests/support/cheap-passwords.ts';
import { storeSettings } from '#tests/support/postgres-of-folder.ts';
import { isNightly } from '#tests/support/runs.ts';

const MAIN = fileURLToPath(new URL('../../server/exchange/main.ts', import.meta.url));
const START_WITHIN_MS = 60_000;

/** The real exchange in a process of its own. */
export interface ExchangeProcess {
  readonly url: string;
  /** kill -9: nothing is finished, nothing is closed. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>;
  /** As if the parent had died. Resolves with the exit code. */
  abandon(): Promise<number | null>;
}

export interface StartOptions {
  readonly dataDir: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Command that runs the process, with its arguments (strace); none = directly. */
  readonly under?: readonly string[];
  /** Kills the process this long after it was spawned, ready or not; `startExchange` then resolves to null. */
  readonly killAfterMs?: number;
  /** Told what the process logs. */
  readonly hear?: (text: string) => void;
}

/** Starts the exchange with a small world on a free port and waits until it answers calls. */
export async function startExchange(options: StartOptions): Promise<ExchangeProcess | null> {
  const { dataDir, environment = {}, under = [], killAfterMs, hear } = options;
  const [command = process.execPath, ...rest] = [...under, process.execPath, MAIN];
  const store = await storeSettings(dataDir);
  const child = spawn(command, rest, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      ...cheapPasswords(),
      FINISHED_BOTS_AN_HOUR: '1000000',
      DATA_DIR: dataDir,
      EXCHANGE_PORT: '0',
      WORLD_BOTS: '0',
      // The demo account's past is a third of a start; at night there is the time for it.
      DEMO_BOTS: isNightly ? '1' : '0',
      MARKET_FEED: 'simulated',
      TICK_MS: '50',
      ...store,
      ...environment,
    },
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000);
    hear?.(said);
  });
  const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the exchange did not start: ${said}`)), START_WITHIN_MS);
    if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    void gone.then(() => {
      clearTimeout(timer);
      if (killAfterMs !== undefined) resolve(null);
      else reject(new Error(`the exchange ended before it was ready: ${said}`));
    });
    child.once('message', (message: unknown) => {
      clearTimeout(timer);
      if (killAfterMs === undefined) resolve(running(child, gone, (message as { port: number }).port));
    });
  });
}

function running(child: ChildProcess, gone: Promise<number | null>, port: number): ExchangeProcess {
  return {
    url: `http://127.0.0.1:${port}`,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
    stop() {
      child.kill('SIGTERM');
      return gone;
    },
    abandon() {
      child.disconnect();
      return gone;
    },
  };
}
