import { describe, expect, it } from 'vitest';
import { createStreamReader, type StreamMessage } from '#lib/contract/event-stream.ts';
import { KeptEvents } from '#server/exchange/events/kept-events.ts';
import { Mailboxes } from '#server/exchange/events/mailboxes.ts';
import { StreamQueue } from '#server/exchange/events/stream-queue.ts';
import { countingRandom, handClock } from './store-fixture.ts';

/** A slow reader is bounded, and a stream that broke off goes on where it stopped (H59). */

function reader() {
  const clock = handClock();
  const messages: StreamMessage[] = [];
  const seen = { bytes: 0, drops: [] as string[], isReading: true, ended: '' };
  const stream = createStreamReader({ onMessage: (message) => messages.push(message) });
  const queue = new StreamQueue(
    {
      write(text) {
        stream.push(text);
        return seen.isReading;
      },
      end: () => {
        seen.ended = 'end';
      },
      cut: () => {
        seen.ended = 'cut';
      },
    },
    {
      sent: (bytes) => {
        seen.bytes += bytes;
      },
      dropped: (cause) => seen.drops.push(cause),
    },
    clock.nowMs,
  );
  return { clock, messages, seen, queue, data: () => messages.map(({ data }) => data) };
}

const numbered = (number: number): string => JSON.stringify({ number, text: 'x'.repeat(1_000) });

describe('the queue of one reader', () => {
  it('writes at once while he reads, and counts the bytes', () => {
    const { queue, messages, seen } = reader();
    queue.event('0123456789abcdef-1', '{"a":"é"}');
    expect(messages).toEqual([{ id: '0123456789abcdef-1', data: '{"a":"é"}' }]);
    expect(seen.bytes).toBe(Buffer.byteLength('id: 0123456789abcdef-1\ndata: {"a":"é"}\n\n'));
  });

  it('keeps events in order, and of prices the newest only, until he reads again', () => {
    const { queue, data, seen } = reader();
    seen.isReading = false;
    queue.event('', '"first"');
    for (const price of ['"1"', '"2"', '"3"']) queue.state('spot:BTC_USDT', price);
    queue.event('', '"second"');
    queue.event('', '"third"');
    expect(data()).toEqual(['"first"']);
    seen.isReading = true;
    queue.drained();
    expect(data()).toEqual(['"first"', '"second"', '"third"', '"3"']);
    // What was told is told once.
    seen.isReading = false;
    queue.event('', '"fourth"');
    queue.drained();
    expect(data()).toHaveLength(5);
  });

  it('drops what is too much and says that there was a gap, once, where the stream then stands', () => {
    const { queue, messages, seen } = reader();
    seen.isReading = false;
    for (let number = 0; number <= 100; number += 1) queue.event(`0123456789abcdef-${number}`, numbered(number));
    expect(messages).toHaveLength(1);
    expect(seen.drops).toEqual(['overflow']);
    seen.isReading = true;
    queue.drained();
    const numbers = messages.slice(2).map(({ data }) => (JSON.parse(data) as { number: number }).number);
    const gap = messages[1]!;
    expect(JSON.parse(gap.data)).toEqual({ type: 'gap' });
    // What came after the gap is whole: the id of the gap is that of the last event that is missing.
    expect(gap.id).toBe(`0123456789abcdef-${numbers[0]! - 1}`);
    expect(numbers.at(-1)).toBe(100);
    expect(messages.slice(1).reduce((sum, { data }) => sum + data.length, 0)).toBeLessThan(64 * 1024);
  });

  it('cuts who has read nothing for half a minute', () => {
    const { queue, seen, clock } = reader();
    seen.isReading = false;
    queue.event('', '1');
    clock.advance(30_000);
    queue.beat();
    expect(seen.ended).toBe('');
    clock.advance(1);
    queue.beat();
    expect(seen).toMatchObject({ ended: 'cut', drops: ['slow'] });
  });
});

describe('the end of a stream', () => {
  it('is the last word to who reads, and cuts who does not: a stop would wait for him', () => {
    const [quick, slow] = [reader(), reader()];
    slow.seen.isReading = false;
    slow.queue.event('', '1');
    slow.queue.event('', '2');
    for (const { queue } of [quick, slow]) queue.end('"end"');
    expect([quick.data(), quick.seen.ended]).toEqual([['"end"'], 'end']);
    expect([slow.data(), slow.seen.ended]).toEqual([['1'], 'cut']);
  });
});

describe('kept events', () => {
  it('are given from an id on, and only while all of them are known', () => {
    const kept = new KeptEvents('0123456789abcdef');
    const start = kept.lastId;
    const first = kept.add('"a"');
    kept.add('"b"');
    expect(kept.after(start)?.map(({ data }) => data)).toEqual(['"a"', '"b"']);
    expect(kept.after(first)).toEqual([{ id: kept.lastId, data: '"b"' }]);
    expect(kept.after(kept.lastId)).toEqual([]);
    expect(kept.after('0123456789abcdef-3')).toBeNull();
    expect(kept.after('fedcba9876543210-1')).toBeNull();
    expect(kept.after('')).toBeNull();
    for (let number = 0; number < 40; number += 1) kept.add(numbered(number));
    expect(kept.after(first)).toBeNull();
    const left = kept.after(`0123456789abcdef-${2 + 40 - 10}`);
    expect(left).toHaveLength(10);
  });

  it('take no more than their bound, one that is longer than it alone included', () => {
    const kept = new KeptEvents('0123456789abcdef');
    const before = kept.lastId;
    kept.add('x'.repeat(20_000));
    expect(kept.after(before)).toBeNull();
    expect(kept.after(kept.lastId)).toEqual([]);
  });

  it('are forgotten five minutes after the last reader left, not while one reads', () => {
    const clock = handClock();
    const boxes = new Mailboxes(clock, countingRandom());
    const mine = boxes.enter(1);
    boxes.enter(2);
    boxes.leave(1);
    clock.advance(299_000);
    boxes.forget();
    expect(boxes.enter(1)).toBe(mine);
    clock.advance(600_000);
    boxes.forget();
    expect(boxes.of(1)).toBe(mine);
    boxes.leave(1);
    clock.advance(300_001);
    boxes.forget();
    expect(boxes.of(1)).toBeUndefined();
    expect(boxes.of(2)).toBeDefined();
    // Another box has another name: ids of the one say nothing in the other.
    expect(boxes.enter(1).after(mine.lastId)).toBeNull();
  });

  it('are a thousand at most of those whom nobody reads: who has been away longest is forgotten, whatever came for him', () => {
    const boxes = new Mailboxes(handClock(), countingRandom());
    const trader = (id: number): void => {
      boxes.enter(id);
      boxes.leave(id);
    };
    boxes.enter(0);
    for (let id = 1; id <= 1_000; id += 1) trader(id);
    boxes.of(1)?.add('news');
    expect(boxes.of(1)).toBeDefined();
    trader(1_001);
    expect(boxes.of(1)).toBeUndefined();
    for (const id of [0, 2, 1_001]) expect(boxes.of(id), `${id}`).toBeDefined();
  });
});
