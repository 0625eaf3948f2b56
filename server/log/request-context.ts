import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Which request the work under way belongs to, through everything that waits for it: log lines and journal rows carry
 * its number without every function between handing it on. The browser makes the number, the door gives one to whoever
 * came without. Every bundle of the web process has a copy of this file: they share one storage.
 */
declare global {
  var strategybotRequest: AsyncLocalStorage<string> | undefined;
}
globalThis.strategybotRequest ??= new AsyncLocalStorage<string>();
const current = globalThis.strategybotRequest;

export const REQUEST_ID_HEADER = 'x-request-id';
/** What a number may look like: what a client sends stands in our logs. */
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** '' when no request is being answered: ticks, start and stop. */
export function requestId(): string {
  return current.getStore() ?? '';
}

export function withRequest<T>(id: string, work: () => T): T {
  return current.run(id, work);
}

/** The number that a request came with; '' when it has none of ours. */
export function givenRequestId(header: string | readonly string[] | null | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : '';
}
