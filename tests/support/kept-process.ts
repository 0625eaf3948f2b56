import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const AGAIN_MS = 300;

/** A program that is begun again whenever it ends, as a host's supervisor does it. */
export interface KeptProcess {
  readonly name: string;
  /** Ends of it so far, wanted ones too. */
  readonly ends: () => number;
  signal(signal: NodeJS.Signals): void;
  /** SIGTERM, and it is not begun again. Resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** `log`: a file that what it says is appended to; `under`: a command that runs it, with its arguments. It ends with this process. */
export function keepProcess(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  log: string,
  under: readonly string[] = [],
): KeptProcess {
  const [command = process.execPath, ...rest] = [...under, process.execPath, ...args];
  let isWanted = true;
  let ends = 0;
  let child: ChildProcess;
  let gone: Promise<number | null>;

  function begin(): void {
    const file = openSync(log, 'a');
    child = spawn(command, rest, { stdio: ['ignore', file, file, 'ipc'], env: { ...process.env, ...env } });
    closeSync(file);
    gone = new Promise((resolve) => child.once('exit', resolve));
    void gone.then(async () => {
      ends += 1;
      await delay(AGAIN_MS);
      if (isWanted) begin();
    });
  }

  begin();
  return {
    name,
    ends: () => ends,
    signal: (signal) => void child.kill(signal),
    async stop() {
      isWanted = false;
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      return gone;
    },
  };
}
