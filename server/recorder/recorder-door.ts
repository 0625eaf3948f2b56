import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HTTP_BOUNDS } from '../door/http-bounds.ts';
import type { Log } from '../log/log.ts';
import type { KeptKeys } from '../tls/key-files.ts';
import { createKeyedServer } from '../tls/keyed-server.ts';
import type { Recorder } from './recorder.ts';

export interface RecorderDoor {
  readonly port: number;
  close(): Promise<void>;
}

export interface RecorderAddress {
  /** An address or name of this machine. Beyond loopback there have to be keys. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly keys: KeptKeys | null;
}

/** Lets exchanges ask a recorder: with keys those whose certificate names a host, as an exchange's does, and no role. */
export function openRecorderDoor(
  recorder: Recorder,
  { host, port, keys }: RecorderAddress,
  log: Log,
): Promise<RecorderDoor> {
  const isExchange = (role: string | null): boolean => role === null;
  const server = createKeyedServer({ keys, bounds: HTTP_BOUNDS, log }, isExchange, (request, response) => {
    const left = new AbortController();
    response.once('close', () => left.abort());
    if (request.method !== 'GET') {
      response.writeHead(405, { allow: 'GET' }).end();
      return;
    }
    recorder.answer(request.url ?? '', left.signal).then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      (error: unknown) => {
        log.error('recorder-call-failed', { error });
        response.writeHead(500).end();
      },
    );
  });
  if (keys !== null) server.once('close', keys.close);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve({ port: portOf(server), close: () => closed(server) }));
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function closed(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
