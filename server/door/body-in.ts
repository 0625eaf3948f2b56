import type { IncomingMessage } from 'node:http';
import type { Work } from './work.ts';

/**
 * Bodies are waited for before a place of the work is taken: whoever sends his slowly, which costs him nothing, would keep those out who have theirs.
 * What has come stays where Node keeps it; nothing of it is read here.
 */

/** Longest body of a call, bytes: no more than Node keeps of one that nobody reads. */
export const LONGEST_BODY = 64 * 1024;

/** While it comes: places beside those of all work. */
export const SENDING: Work = { sort: 'body', cost: 0 };

/** Whether there is a body that is not here yet. */
export function isSending({ method, headers, complete }: IncomingMessage): boolean {
  if (complete || method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Resolves when it is whole; false: there is more than a body has, or its sender has left. */
export function bodyIn(request: IncomingMessage): Promise<boolean> {
  if (Number(request.headers['content-length'] ?? 0) > LONGEST_BODY) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  /** As much as a body may be, of one that comes in pieces: its end is a piece of its own, and Node fetches none while it keeps so much. */
  let held: Buffer | null = null;
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    request.off('readable', look);
    request.off('close', look);
    const isLonger = held !== null && request.readableLength > 0;
    if (held !== null) request.unshift(held);
    resolve(request.complete && !isLonger);
  };
  // Node takes no more of it. Where its length was said, the last byte says that it was the last.
  const lookBeyond = (): void => {
    if (isOver || held !== null) return;
    if (request.complete || request.readableLength > LONGEST_BODY || !isInPieces(request)) end();
    else held = request.read();
  };
  const look = (): void => {
    if (request.complete || request.destroyed || (held !== null && request.readableLength > 0)) end();
    else if (request.readableLength >= LONGEST_BODY) setImmediate(lookBeyond);
  };
  request.on('readable', look);
  request.on('close', look);
  look();
  return promise;
}

function isInPieces({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined;
}
