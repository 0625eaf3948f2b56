import type { IncomingMessage, ServerResponse } from 'node:http';
import { givenRequestId, REQUEST_ID_HEADER, withRequest } from '../log/request-context.ts';
import type { DeviceKeeper } from '../session/device-cookie.ts';
import type { Admission } from './admission.ts';
import { bodyIn, isSending, SENDING } from './body-in.ts';
import type { ClientAddress } from './client-address.ts';
import { isItsTurn } from './in-turn.ts';
import { openPassage, passAddress } from './passed-address.ts';
import { refuseLine } from './request-line.ts';
import { type Spent, withSpent } from './spent.ts';
import { type Client, type Work, workOf } from './work.ts';

/** What stands behind the door: the front of the public pages, and Next. */
type Inside = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface DoorOptions {
  readonly address: ClientAddress;
  readonly admission: Admission;
  readonly device: Pick<DeviceKeeper, 'read'>;
  /** Whether a page has just been left without what the exchange was asked for. */
  isReadingFailing(): boolean;
  /** For a request that came without a number. */
  newRequestId(): string;
  /** The product is reached over https: browsers are told to come no other way for a year. */
  readonly isHttps: boolean;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** What a client who has gone away asked for may go on this long at his cost. */
const LEFT_BEHIND_MS = 10_000;

/** Names that only a server in front of us may use; nobody behind the door sees what clients write there. */
const FORGEABLE = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
];

/** The first to see a request: refuses what is none of ours and what is too much, and says whose it is. */
export function createDoor(
  inside: Inside,
  { address, admission, device, isReadingFailing, newRequestId, isHttps }: DoorOptions,
): Inside {
  openPassage();
  return async (request, response) => {
    if (isHttps) response.setHeader('strict-transport-security', 'max-age=31536000');
    const { method = '', url = '', headers } = request;
    const given = givenRequestId(headers[REQUEST_ID_HEADER]);
    const id = given === '' ? newRequestId() : given;
    headers[REQUEST_ID_HEADER] = id;
    response.setHeader(REQUEST_ID_HEADER, id);
    const refusal = refuseLine(method, url);
    if (refusal !== null) {
      const { status, allow } = refusal;
      return refuse(response, status, '', allow === undefined ? {} : { allow });
    }
    const forwarded = headers['x-forwarded-for'];
    const from = address(request.socket.remoteAddress, typeof forwarded === 'string' ? forwarded : undefined);
    for (const name of FORGEABLE) delete headers[name];
    passAddress(headers, from);
    const client = { address: from, device: device.read(headers.cookie ?? null)?.id ?? null };
    if (!(await isItsTurn(request, response))) return;
    if (isSending(request) && !(await hasSent(request, response, admission, client))) return;
    const work = workOf(method, url);
    const entrance = await admission.enter(client, work);
    if (!entrance.isIn) return refuseWork(request, response, entrance);
    answerFailure(response, !url.startsWith('/api/') && isReadingFailing);
    if (isWrittenAhead(work)) writeAhead(response);
    // Pages read the exchange by themselves: what they ask and log for this request carries its number as well.
    const spent: Spent = { ms: 0 };
    const answered = () => withSpent(spent, () => withRequest(id, () => inside(request, response)));
    await holdPlace(response, () => entrance.leave(spent.ms), answered);
  };
}

/** Waits for a body. False: it does not come, and what there is to say is said. */
async function hasSent(
  request: IncomingMessage,
  response: ServerResponse,
  admission: Admission,
  client: Client,
): Promise<boolean> {
  const sending = await admission.enter(client, SENDING);
  if (!sending.isIn) {
    refuseWork(request, response, sending);
    return false;
  }
  const isHere = await bodyIn(request);
  sending.leave();
  // Who has left hears nothing.
  if (!isHere && !request.destroyed) {
    const body = JSON.stringify({ code: 413, message: 'body-too-long' });
    refuse(response, 413, body, { connection: 'close', 'content-type': JSON_TYPE });
  }
  return isHere;
}

/** What of an answer is written at most while nobody reads it, bytes: longer ones go on as they are read. */
const MOST_AHEAD = 1024 * 1024;

/** Files are fetched piece by piece and streams go on: both have places of their own, and nothing of them is written before the last was read. */
function isWrittenAhead({ sort }: Work): boolean {
  return sort !== 'file' && sort !== 'stream';
}

/** Next draws a page no faster than it is read. So that it is over with it, and lets go of its place, it hears that all was taken; what waits is seen to by connections.ts. */
function writeAhead(response: ServerResponse): void {
  const { write } = response;
  response.write = ((...args: unknown[]) =>
    Reflect.apply(write, response, args) || response.writableLength <= MOST_AHEAD) as typeof response.write;
}

/**
 * A place is free again when the answer is written, whoever reads it when (connections.ts sees to what waits); of a client who has
 * left before, after a while at the latest.
 */
async function holdPlace(response: ServerResponse, leave: () => void, work: () => Promise<void>): Promise<void> {
  const { end } = response;
  const leaveWritten = (): void => {
    if (response.closed || response.writableEnded) leave();
    else response.once('close', leave);
  };
  // Next's own work is over when the last byte is with the reader.
  response.end = ((...args: unknown[]) => {
    Reflect.apply(end, response, args);
    leaveWritten();
    return response;
  }) as typeof response.end;
  response.once('close', () => setTimeout(leave, LEFT_BEHIND_MS).unref());
  try {
    await work();
  } finally {
    leaveWritten();
  }
}

/** When a page that could not be made for want of the exchange is worth another try. */
const EXCHANGE_RETRY_S = 5;

/**
 * Whatever Next says of it: an answer that something is missing or failed is kept by nobody (F7), and a page that could
 * not be made because the exchange is away says so: it is a matter of time (503), not a fault of the page (500).
 */
function answerFailure(response: ServerResponse, isFailing: false | (() => boolean)): void {
  const { writeHead } = response;
  response.writeHead = ((asked: number, ...rest: unknown[]) => {
    const isAway = asked === 500 && isFailing !== false && isFailing();
    const status = isAway ? 503 : asked;
    if (isAway) response.setHeader('retry-after', String(EXCHANGE_RETRY_S));
    if (status >= 400) {
      const given = rest.find((one) => typeof one === 'object' && one !== null) ?? {};
      for (const name of Object.keys(given)) {
        if (name.toLowerCase() === 'cache-control') Reflect.deleteProperty(given, name);
      }
      response.setHeader('cache-control', 'private, no-store');
    }
    return Reflect.apply(writeHead, response, [status, ...rest]);
  }) as typeof response.writeHead;
}

/** A limit (429) or too much going on (503), in the form that the BFF’s own refusals have. */
function refuseWork(
  request: IncomingMessage,
  response: ServerResponse,
  { status, retryAfterS }: { readonly status: 429 | 503; readonly retryAfterS: number },
): void {
  const headers = { 'retry-after': String(retryAfterS) };
  const reason = status === 429 ? 'too-many-requests' : 'busy';
  if (!(request.url ?? '').startsWith('/api/')) {
    refuse(response, status, `${reason}: please try again in ${retryAfterS} s\n`, headers);
    return;
  }
  const body = { code: status, message: reason, data: { issue: reason, values: { seconds: String(retryAfterS) } } };
  refuse(response, status, JSON.stringify(body), { ...headers, 'content-type': JSON_TYPE });
}

function refuse(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'private, no-store',
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  response.end(body);
}
