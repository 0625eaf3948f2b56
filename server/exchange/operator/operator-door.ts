import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Log } from '../../log/log.ts';
import type { Store } from '../store/store.ts';

/**
 * Where the person who runs the exchange talks to it while it runs: a socket in the data folder, which only the
 * folder's owner can reach. One JSON line in, one out. It is not on the network and no browser can speak to it.
 */
export interface OperatorRequest {
  readonly command: 'backup';
  /** Absolute path of a file that does not exist yet. */
  readonly path: string;
}

export type OperatorReply = { readonly ok: true } | { readonly ok: false; readonly reason: string };

export interface OperatorDoor {
  close(): Promise<void>;
}

const LONGEST_REQUEST = 8_192;

export function operatorSocketPath(dataDir: string): string {
  return join(dataDir, 'operator.sock');
}

/** Opens the socket. Where the system refuses (a path too long for a socket), the exchange runs without and says so. */
export function openOperatorDoor(dataDir: string, store: Pick<Store, 'backup'>, log: Log): Promise<OperatorDoor> {
  const path = operatorSocketPath(dataDir);
  // Left behind by a process that was killed; the store's lock has shown that it is gone.
  rmSync(path, { force: true });
  const server = createServer((socket) => serve(socket, (line) => answer(line, store, log)));
  server.unref();
  return new Promise((resolve) => {
    server.once('error', (error) => {
      log.warn('operator-door-closed', { error });
      resolve({ close: () => Promise.resolve() });
    });
    server.listen(path, () => {
      // As every file of the folder: its owner's alone.
      chmodSync(path, 0o600);
      resolve({ close: () => new Promise((done) => server.close(() => done())) });
    });
  });
}

function serve(socket: Socket, reply: (line: string) => Promise<OperatorReply>): void {
  let text = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (part: string) => {
    text += part;
    const end = text.indexOf('\n');
    if (end < 0) {
      if (text.length > LONGEST_REQUEST) socket.destroy();
      return;
    }
    socket.pause();
    void reply(text.slice(0, end)).then((answered) => socket.end(`${JSON.stringify(answered)}\n`));
  });
}

async function answer(line: string, store: Pick<Store, 'backup'>, log: Log): Promise<OperatorReply> {
  const request = parseRequest(line);
  if (request === null) return { ok: false, reason: 'not a request' };
  try {
    await store.backup(request.path);
    log.info('backup-made', { path: request.path });
    return { ok: true };
  } catch (error) {
    log.error('backup-failed', { error });
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

function parseRequest(line: string): OperatorRequest | null {
  try {
    const { command, path } = JSON.parse(line) as Partial<OperatorRequest>;
    return command === 'backup' && typeof path === 'string' && path.startsWith('/') ? { command, path } : null;
  } catch {
    return null;
  }
}
