import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HTTP_BOUNDS } from '../door/http-bounds.ts';
import type { Log } from '../log/log.ts';
import type { Recorder } from './recorder.ts';

export interface RecorderDoor {
  readonly port: number;
  close(): Promise<void>;
}

/** Lets others of this machine ask a recorder. `port` 0 takes a free one. */
export function openRecorderDoor(recorder: Recorder, port: number, log: Log): Promise<RecorderDoor> {
  const server = createServer(HTTP_BOUNDS, (request, response) => {
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
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve({ port: portOf(server), close: () => closed(server) }));
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
