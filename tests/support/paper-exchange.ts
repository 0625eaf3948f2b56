import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cheapPasswords } from './cheap-passwords.ts';

const main = fileURLToPath(new URL('../../server/exchange/main.ts', import.meta.url));

/** The paper exchange in a process of its own, with a small demo world and a data folder that goes with it. */
export interface PaperExchange {
  readonly url: string;
  /** Everything that it wrote, both streams. */
  output(): string;
  stop(): Promise<number | null>;
  /** kill -9: nothing is finished, nothing is removed. */
  kill(): Promise<void>;
}

export async function startPaperExchange(settings: Readonly<Record<string, string>> = {}): Promise<PaperExchange> {
  const dataDir = mkdtempSync(join(tmpdir(), 'strategybot-exchange-'));
  let output = '';
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      ...cheapPasswords(),
      DATA_DIR: dataDir,
      EXCHANGE_PORT: '0',
      WORLD_BOTS: '12',
      WORLD_DAYS: '10',
      ...settings,
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      output += part.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', (message) => resolve((message as { port: number }).port));
    void ended.then((code) => reject(new Error(`the exchange ended with code ${code} while starting: ${output}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
