import { LRUCache } from 'lru-cache';
import { createStreamReader, formatMessage, HEARTBEAT } from '#lib/contract/event-stream.ts';
import type { Call } from './call-table.ts';
import type { BffLog } from './log.ts';

/** Prices go to many readers with the same words: they are held to the contract once. */
const MOST_KNOWN = 64;
const known = new LRUCache<string, { readonly checked: string | null }>({ max: MOST_KNOWN });

/**
 * An upstream's event stream as the browser gets it: every event in the contract's shape, what the contract does not know
 * left out, no faster than it is read. It ends when the upstream's does, however that ends.
 */
export function checkedFlow(call: Call, flow: AsyncIterable<Uint8Array>, log: BffLog): ReadableStream<Uint8Array> {
  const from = flow[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let ready = '';
  let isToldOf = false;
  const reader = createStreamReader({
    onMessage({ id, data }) {
      const checked = check(call, data);
      if (checked !== null) ready += formatMessage({ id, data: checked });
      else if (!isToldOf) {
        isToldOf = true;
        log({ event: 'upstream-invalid', call: call.name, status: 200, where: 'event' });
      }
    },
    onComment() {
      ready += HEARTBEAT;
    },
  });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          while (ready === '') {
            const { done, value } = await from.next();
            if (done === true) return controller.close();
            reader.push(decoder.decode(value, { stream: true }));
          }
          controller.enqueue(encoder.encode(ready));
          ready = '';
        } catch {
          // The upstream went away, or the reader did.
          await from.return?.().catch(() => {});
          controller.close();
        }
      },
      async cancel() {
        await from.return?.().catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}

/** The event with what the contract knows of it; null when it is none. */
function check(call: Call, data: string): string | null {
  const before = known.get(data);
  if (before !== undefined) return before.checked;
  const parsed = call.shape.reply.safeParse(read(data));
  const checked = parsed.success ? JSON.stringify(parsed.data) : null;
  known.set(data, { checked });
  return checked;
}

function read(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
