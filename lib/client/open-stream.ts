import type { StreamEvent } from '../contract/event-calls.ts';
import { createStreamReader, LAST_ID_HEADER } from '../contract/event-stream.ts';
import { callUrl, retryAfterMs } from './call.ts';
import type { StreamListener } from './event-carrier.ts';

/** Opens the event stream of the own origin. The browser's EventSource says neither why it was refused nor where it stands. */
export function openStream(topics: string, lastId: string, listener: StreamListener): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  void read(topics, lastId, listener, signal).then(
    ({ status, waitMs }) => signal.aborted || listener.over(status, waitMs),
    () => signal.aborted || listener.over(0, 0),
  );
  return () => leaving.abort();
}

async function read(
  topics: string,
  lastId: string,
  listener: StreamListener,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly waitMs: number }> {
  const response = await fetch(callUrl('events', topics === '' ? {} : { query: { topics } }), {
    headers: { accept: 'text/event-stream', ...(lastId === '' ? {} : { [LAST_ID_HEADER]: lastId }) },
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!response.ok || !isStream || response.body === null) {
    await response.body?.cancel();
    return { status: response.status, waitMs: retryAfterMs(response.headers) };
  }
  const messages = createStreamReader({
    // The door has held each to the contract.
    onMessage: ({ id, data }) => signal.aborted || listener.event(id, JSON.parse(data) as StreamEvent),
  });
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (signal.aborted || done) return { status: 0, waitMs: 0 };
    messages.push(decoder.decode(value, { stream: true }));
    if (!signal.aborted) listener.sign();
  }
}
