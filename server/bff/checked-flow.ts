import { LRUCache } from 'lru-cache';
import { createStreamReader, formatMessage, HEARTBEAT } from '#lib/contract/event-stream.ts';
import { type ReadEvent, readEvent } from '#lib/contract/read-event.ts';
import type { Call } from './call-table.ts';
import type { BffLog } from './log.ts';
import { logDropped } from './parse-reply.ts';

/** Prices go to many readers with the same words: they are held to the contract once. */
const MOST_KNOWN = 64;
const known = new LRUCache<string, Checked>({ max: MOST_KNOWN });

/** What the browser is told for an event: null = nothing. */
interface Checked {
  readonly data: string | null;
  readonly read: ReadEvent;
}

/**
 * An upstream's event stream as the browser gets it: every event in the contract's shape, what the contract does not know
 * left out, no faster than it is read. Where an event cannot be read there is a gap, with the event's place in the stream: what
 * is shown may have changed, and is asked for anew. It ends when the upstream's does, however that ends.
 */
export function checkedFlow(call: Call, flow: AsyncIterable<Uint8Array>, log: BffLog): ReadableStream<Uint8Array> {
  const from = flow[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let ready = '';
  let isToldOf = false;
  const reader = createStreamReader({
    onMessage({ id, data }) {
      const checked = check(data);
      if (checked.data !== null) ready += formatMessage({ id, data: checked.data });
      const isWhole = checked.read.ok && checked.read.dropped.size === 0;
      if (isWhole || isToldOf) return;
      isToldOf = true;
      if (checked.read.ok) logDropped(call, checked.read.dropped, log);
      else log({ event: 'upstream-invalid', call: call.name, status: 200, where: checked.read.where });
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

const GAP = JSON.stringify({ type: 'gap' });

function check(data: string): Checked {
  const before = known.get(data);
  if (before !== undefined) return before;
  const read = readEvent(data);
  const checked = { data: read.ok ? JSON.stringify(read.event) : read.isMissed ? GAP : null, read };
  known.set(data, checked);
  return checked;
}
