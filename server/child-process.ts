import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './log/error-code.ts';

export interface Command {
  readonly name: string;
  /** Arguments of Node: options, script, its arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How a process ended: its code, or 128 + n for a signal, as shells count. */
export interface Ending {
  readonly name: string;
  readonly code: number;
}

export interface RunningChild {
  readonly name: string;
  readonly ended: Promise<Ending>;
  /** Resolves with the first message that `pick` accepts. */
  message<T>(pick: (message: unknown) => T | undefined): Promise<T>;
  /** SIGTERM, then SIGKILL after `patienceMs`; resolves when nothing of its process group is left. */
  stop(patienceMs: number): Promise<void>;
  kill(): void;
}

const SIGNAL_NUMBERS: Readonly<Record<string, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/**
 * Starts Node as the leader of a process group of its own: a Ctrl-C at the terminal reaches the supervisor alone,
 * which stops the children in order, and whatever a child has started is stopped with it.
 */
export function startChild(command: Command): RunningChild {
  const child = spawn(process.execPath, command.args, {
    env: command.env as NodeJS.ProcessEnv,
    detached: true,
    // The channel tells readiness; its end tells the child that this process is gone, even by kill -9.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once('error', () => resolve({ name: command.name, code: 127 }));
    child.once('exit', (code, signal) =>
      resolve({ name: command.name, code: code ?? 128 + (SIGNAL_NUMBERS[signal ?? ''] ?? 0) }),
    );
  });
  return {
    name: command.name,
    ended,
    message: (pick) =>
      new Promise((resolve) => {
        child.on('message', (message) => {
          const picked = pick(message);
          if (picked !== undefined) resolve(picked);
        });
      }),
    async stop(patienceMs) {
      signalGroup(child, 'SIGTERM');
      const patience = new AbortController();
      await Promise.race([ended, delay(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
      signalGroup(child, 'SIGKILL');
      await ended;
    },
    kill: () => signalGroup(child, 'SIGKILL'),
  };
}

/** To a process that leads a group of its own, and to whatever it has started; nothing where all of it has ended. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // No such group: all of it has ended.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}
