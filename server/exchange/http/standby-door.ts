import { STATE_HEADER } from '#lib/contract/private-door.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { Log } from '../../log/log.ts';
import { busy, jsonOf } from '../replies/reply.ts';
import { type Answerer, addressOf, answerHealth, type Listener, type ListenSettings, listen } from './listener.ts';

/** When whoever knocks at the wrong exchange may come again: by then another one has answered, or this one has taken over. */
const RETRY_SECONDS = 1;

/** An exchange that waits for the store: it listens, so that clients hear at once that another one is to be asked. */
export interface StandbyDoor {
  readonly listener: Listener;
  /** Ends it, unless an exchange has taken it over (openServer): then the exchange's own end does. */
  close(): Promise<void>;
}

/**
 * Listens where the exchange will and refuses every call with 503, `x-exchange-state: standby` and Retry-After: whoever asked knows that
 * nothing was done. `/health/live` is 200, `/health/ready` 503. Hand it to `openServer`, which answers over it from then on, without a
 * moment in which nobody listens. Rejects when the port is taken or the settings must not be.
 */
export async function openStandbyDoor(settings: ListenSettings, log: Log): Promise<StandbyDoor> {
  const listener = await listen(addressOf(settings, log), log, standBy);
  return {
    listener,
    close: () =>
      new Promise((done) => {
        listener.server.close(() => done());
        listener.server.closeAllConnections();
      }),
  };
}

/** Of whoever has not the store, or has it no more: nothing was looked at. */
export const standBy: Answerer = (request, response) => {
  if (answerHealth(request, response, 'standby')) return;
  // What it sends is read and dropped: left lying, it would break the connection off, and with it this answer.
  request.resume();
  const body = jsonOf(busy('busy', RETRY_SECONDS));
  response.writeHead(CODE.unavailable, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
    'retry-after': String(RETRY_SECONDS),
    [STATE_HEADER]: 'standby',
  });
  response.end(body);
};
