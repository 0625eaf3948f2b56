import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientAddress } from './client-address.ts';
import { openPassage, passAddress } from './passed-address.ts';
import { refuseLine } from './request-line.ts';

/** What stands behind the door: the front of the public pages, and Next. */
type Inside = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface DoorOptions {
  readonly address: ClientAddress;
  /** The product is reached over https: browsers are told to come no other way for a year. */
  readonly isHttps: boolean;
}

/** Names that only a server in front of us may use; nobody behind the door sees what clients write there. */
const FORGEABLE = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
];

/** The first to see a request: refuses what is none of ours, and says whose it is. */
export function createDoor(inside: Inside, { address, isHttps }: DoorOptions): Inside {
  openPassage();
  return async (request, response) => {
    if (isHttps) response.setHeader('strict-transport-security', 'max-age=31536000');
    const refusal = refuseLine(request.method ?? '', request.url ?? '');
    if (refusal !== null) {
      const { status, allow } = refusal;
      return refuse(response, status, allow === undefined ? {} : { allow });
    }
    const forwarded = request.headers['x-forwarded-for'];
    const client = address(request.socket.remoteAddress, typeof forwarded === 'string' ? forwarded : undefined);
    for (const name of FORGEABLE) delete request.headers[name];
    passAddress(request.headers, client);
    await inside(request, response);
  };
}

function refuse(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>): void {
  response.writeHead(status, { 'cache-control': 'private, no-store', 'content-length': 0, ...headers });
  response.end();
}
