import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStreamReader, formatMessage, HEARTBEAT, type StreamMessage } from '#lib/contract/event-stream.ts';

/** Cuts a text where the numbers say. */
function pieces(text: string, cuts: readonly number[]): string[] {
  const at = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  return [...at, text.length].map((end, index) => text.slice(at[index - 1] ?? 0, end));
}

const message = fc.record({
  id: fc.oneof(
    fc.constant(''),
    fc.nat(1_000).map((sequence) => `0123456789abcdef-${sequence}`),
  ),
  data: fc.json({ maxDepth: 2 }),
});

describe('an event stream’s text', () => {
  it('is read as it was written, however it is cut on the way', () => {
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.nat()), (sent, cuts) => {
        const read: StreamMessage[] = [];
        let signs = 0;
        const reader = createStreamReader({
          onMessage: (one) => read.push(one),
          onComment: () => {
            signs += 1;
          },
        });
        const text = sent.map((one) => HEARTBEAT + formatMessage(one)).join('');
        for (const piece of pieces(text, cuts)) reader.push(piece);
        expect(read).toEqual(sent);
        expect(signs).toBe(sent.length);
      }),
    );
  });

  it('is read by its standard: other fields, line ends, no colon; an id that is none of ours moves nothing', () => {
    const read: StreamMessage[] = [];
    const reader = createStreamReader({ onMessage: (one) => read.push(one) });
    reader.push('event: x\r\nretry: 5\r\nid: me\r\ndata:1\r\n\r\n: hi\n\nnonsense\n\ndata: 2\ndata: 3\n\n');
    expect(read).toEqual([
      { id: '', data: '1' },
      { id: '', data: '2\n3' },
    ]);
  });

  it.each(['data: ', 'data: x\n'])('without an end is not kept in memory for ever', (piece) => {
    const reader = createStreamReader({ onMessage: () => {} });
    expect(() => {
      for (let sent = 0; sent < 2_000_000; sent += 8_000) reader.push(piece.repeat(1_000));
    }).toThrow(RangeError);
  });
});
