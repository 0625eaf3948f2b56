import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JOB_PATH, LIVE_PATH, READY_PATH, STATE_HEADER } from '#lib/contract/private-door.ts';
import type { Log } from '../../log/log.ts';
import { type KeptKeys, keptKeysOf, refuseOpenHost, type TlsNames } from '../../tls/key-files.ts';
import { createKeyedServer, type Role } from '../../tls/keyed-server.ts';

/** A client that sends slower than this is cut off. */
const REQUEST_TIMEOUT_MS = 10_000;

export type Answerer = (request: IncomingMessage, response: ServerResponse) => void;

/** A port that is listened at; who answers may change while it is. */
export interface Listener {
  readonly port: number;
  readonly server: Server;
  answerWith(answerer: Answerer): void;
}

export interface Address {
  /** An address or name of this machine. Beyond loopback there have to be keys. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly keys: KeptKeys | null;
}

/** Of the settings, where to listen. */
export interface ListenSettings extends TlsNames {
  readonly EXCHANGE_HOST: string;
  readonly EXCHANGE_PORT: number;
}

/** Where the exchange listens. Throws, in one sentence, when the settings ask for what must not be or the keys cannot be read. */
export function addressOf(settings: ListenSettings, log: Pick<Log, 'info' | 'warn'>): Address {
  const { EXCHANGE_HOST: host, EXCHANGE_PORT: port } = settings;
  refuseOpenHost('EXCHANGE_HOST', host, settings);
  return { host, port, keys: keptKeysOf(settings, log) };
}

/** What each role may ask of the exchange (the figures have a port of their own); whether it lives, whoever has a certificate. */
export function mayEnter(role: Role | null, path: string): boolean {
  if (path === LIVE_PATH || path === READY_PATH) return true;
  return path.startsWith(JOB_PATH) ? role === 'worker' : role === 'web';
}

/** Listens; rejects when the port is taken. */
export function listen({ host, port, keys }: Address, log: Pick<Log, 'warn'>, first: Answerer): Promise<Listener> {
  let answerer = first;
  const bounds = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 60_000,
  };
  const server = createKeyedServer({ keys, bounds, log }, mayEnter, (request, response) => answerer(request, response));
  if (keys !== null) server.once('close', keys.close);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        server,
        answerWith(next) {
          answerer = next;
        },
      }),
    );
  });
}

/** Answers a question after the process itself; false when it is none. */
export function answerHealth(request: IncomingMessage, response: ServerResponse, state: 'active' | 'standby'): boolean {
  if (request.url !== LIVE_PATH && request.url !== READY_PATH) return false;
  const isReady = state === 'active';
  const status = request.url === LIVE_PATH || isReady ? 200 : 503;
  const body = JSON.stringify({ live: true, ready: isReady });
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
    [STATE_HEADER]: state,
  });
  response.end(body);
  return true;
}
