import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Requests of one connection come in one after the other, also where they are sent without waiting (pipelining): an answer behind one that does not
 * end (events) would keep its place for as long. Two connections of two addresses kept every stranger out so.
 */

/** Requests that wait behind others of their connection. Browsers and proxies send none. */
const MOST_BEHIND = 16;

const behind = new WeakMap<Socket, number>();

/** Resolves when the answers before this one are out. False: there are too many, or the connection has ended, and nobody hears of it. */
export async function isItsTurn({ socket }: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (response.socket !== null) return true;
  const waiting = (behind.get(socket) ?? 0) + 1;
  if (waiting > MOST_BEHIND) socket.destroy();
  if (socket.destroyed) return false;
  behind.set(socket, waiting);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  response.once('socket', () => resolve(true));
  response.once('close', () => resolve(false));
  const isNow = await promise;
  behind.set(socket, (behind.get(socket) ?? 1) - 1);
  return isNow;
}
