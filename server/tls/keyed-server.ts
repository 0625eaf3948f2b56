import { constants } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { TLSSocket } from 'node:tls';
import type { Log } from '../log/log.ts';
import type { KeptKeys, Keys } from './key-files.ts';

/** Who may knock at a private door from another machine: the name (CN) that the authority has written into a certificate. */
export const ROLES = ['web', 'worker', 'metrics'] as const;
export type Role = (typeof ROLES)[number];

/** A handshake that takes longer is none, ms. */
const HANDSHAKE_MS = 5_000;
/** Handshakes that fail are told at most once in so long, ms: whoever scans ports fills no log. */
const TOLD_EVERY_MS = 10_000;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface KeyedServerOptions {
  /** Null: plain HTTP, for the machine itself. */
  readonly keys: KeptKeys | null;
  readonly bounds?: ServerOptions;
  readonly log: Pick<Log, 'warn'>;
}

/**
 * An HTTP server that lets in whom `mayEnter` says, by role (null: a certificate of the authority that names none). With keys it speaks TLS 1.3 and nothing older, and ends a handshake without a
 * certificate of the authority; without keys everybody is let in, and only this machine may reach it. New keys hold for new connections.
 */
export function createKeyedServer(
  { keys, bounds = {}, log }: KeyedServerOptions,
  mayEnter: (role: Role | null, path: string) => boolean,
  listener: Listener,
): Server {
  if (keys === null) return createServer(bounds, listener);
  const guarded: Listener = (request, response) => {
    if (mayEnter(roleOf(request), pathOf(request))) return listener(request, response);
    const body = JSON.stringify({ code: 403, message: '', data: { issue: 'role' } });
    response.writeHead(403, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
    response.end(body);
  };
  const server = createTlsServer(
    {
      ...bounds,
      ...keys.current(),
      minVersion: 'TLSv1.3',
      requestCert: true,
      rejectUnauthorized: true,
      handshakeTimeout: HANDSHAKE_MS,
      // A session that is taken up again would not be looked at: every connection shows its certificate.
      secureOptions: constants.SSL_OP_NO_TICKET,
    },
    guarded,
  );
  keys.onChange((renewed: Keys) =>
    server.setSecureContext({ ...renewed, minVersion: 'TLSv1.3', secureOptions: constants.SSL_OP_NO_TICKET }),
  );
  let toldMs = Number.NEGATIVE_INFINITY;
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    const nowMs = performance.now();
    if (nowMs - toldMs < TOLD_EVERY_MS) return;
    toldMs = nowMs;
    log.warn('handshake-failed', { from: socket.remoteAddress, code: error.code ?? '' });
  });
  return server;
}

/** The role of whoever sent it; null when its certificate names another. */
export function roleOf({ socket }: IncomingMessage): Role | null {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return null;
  // Several names are a list, which is none of ours.
  const name: unknown = socket.getPeerCertificate().subject?.CN;
  return ROLES.find((role) => role === name) ?? null;
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? '';
}
