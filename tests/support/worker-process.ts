import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../server/worker/main.ts', import.meta.url));

export interface WorkerProcess {
  readonly pid: number;
  /** Everything that it wrote, both streams. */
  output(): string;
  /** SIGTERM; resolves with its code. */
  stop(): Promise<number | null>;
  /** kill -9. */
  kill(): Promise<void>;
  readonly ended: Promise<number | null>;
}

/** A worker in a process of its own, as `npm run worker` starts it. */
export function startWorker(settings: Readonly<Record<string, string>>): WorkerProcess {
  let output = '';
  const child: ChildProcess = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...settings },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      output += part.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  return {
    pid: child.pid ?? 0,
    output: () => output,
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL');
    },
    ended,
  };
}
