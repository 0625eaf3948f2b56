import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BotBook } from '#server/exchange/bots/bot-book.ts';
import type { EndedBot } from '#server/exchange/bots/ended-bot.ts';
import type { BotViews } from '#server/exchange/views/bot-views.ts';
import { sortedInChunks } from '#server/exchange/views/chunked-sort.ts';
import { createPublicIndex } from '#server/exchange/views/public-index.ts';

function finish<T>(work: Generator<void, T>): { value: T; pauses: number } {
  for (let pauses = 0; ; pauses += 1) {
    const step = work.next();
    if (step.done === true) return { value: step.value, pauses };
  }
}

describe('sorting in chunks', () => {
  it('is what sorting at once is, equal items in their order too', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 9_000, size: 'max' }), (keys) => {
        const items = keys.map((key, at) => ({ key, at }));
        const { value } = finish(sortedInChunks(items, (a, b) => a.key - b.key));
        expect(value).toEqual([...items].sort((a, b) => a.key - b.key));
      }),
      // Shrinking thousands of items would take longer than the message is worth.
      { numRuns: 20, endOnFailure: true },
    );
  });

  it('pauses for many items and not for few', () => {
    const items = (count: number) => Array.from({ length: count }, (_, index) => (index * 7_919) % count);
    expect(finish(sortedInChunks(items(2_000), (a, b) => a - b)).pauses).toBe(0);
    expect(finish(sortedInChunks(items(50_000), (a, b) => a - b)).pauses).toBeGreaterThan(100);
  });
});

/** A bot that has ended: its figures are for ever, so one by one they tell whose order it is. */
function ended(id: number, rate: number, nowMs: number): EndedBot {
  return {
    record: {
      ...{ id, kind: 'spot_grid', ownerId: id % 7, followId: 0, status: 'finished', isHide: false, wasListed: true },
      ...{ isOpenParams: true, isAi: false, startEquity: 1n, deposited: 0n, matchTimes: 0 },
      ...{ createMs: nowMs - 30 * 86_400_000, finishMs: nowMs - 1 },
    },
    spec: { market: 'BTC_USDT' },
    outcome: {
      ...{ profit: 0n, rateE8: BigInt(rate), drawdownE8: 0n, sharpe: rate },
      days: { count: 20, mean: rate / 1e6, squares: 1 },
    },
  } as unknown as EndedBot;
}

const NOW = Date.UTC(2026, 4, 20);

function indexOf(bots: EndedBot[]) {
  let read = 0;
  const views = {} as BotViews;
  const counted = function* () {
    for (const bot of bots) {
      read += 1;
      yield bot;
    }
  };
  const book = { every: counted } as unknown as BotBook;
  return { index: createPublicIndex(book, views), read: () => read };
}

/** Turns of the event loop until a promise is kept. */
async function turnsUntil(promise: Promise<unknown>): Promise<number> {
  let isKept = false;
  void promise.then(() => {
    isKept = true;
  });
  for (let turns = 0; ; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (isKept) return turns;
  }
}

describe('rankings of many bots', () => {
  const many = Array.from({ length: 6_000 }, (_, id) => ended(id + 1, (id * 7_919) % 10_007, NOW));

  it('are read in pieces, and stand as if they had been read at once', async () => {
    const { index, read } = indexOf(many);
    const first = index.ranked({}, 'rate', NOW);
    expect(read()).toBeLessThan(1_000);
    expect(await turnsUntil(first)).toBeGreaterThan(5);
    const byHand = [...many].sort((a, b) => Number(b.outcome.rateE8 - a.outcome.rateE8) || a.record.id - b.record.id);
    expect((await first).map(({ bot }) => bot.record.id)).toEqual(byHand.map(({ record }) => record.id));
  });

  it('of one kind are picked out in pieces, once for all who ask', async () => {
    const { index } = indexOf(many);
    const all = await index.ranked({}, 'rate', NOW);
    const asked = [1, 2].map(() => index.ranked({ onlyLiving: false }, 'rate', NOW));
    expect(await turnsUntil(Promise.all(asked))).toBe(2);
    const [one, other] = await Promise.all(asked);
    expect(one).toEqual(all);
    expect(one).toBe(other);
  });

  it('show the last figures while new ones are read, and then the new ones', async () => {
    const bots = [...many];
    const { index } = indexOf(bots);
    const before = await index.ranked({}, 'rate', NOW);
    bots.push(ended(9_999, 20_000, NOW));
    expect(await index.ranked({}, 'rate', NOW + 1_000)).toBe(before);
    // Two parts of 5,000: four seconds.
    const meanwhile = index.ranked({}, 'rate', NOW + 4_000);
    expect(await turnsUntil(meanwhile)).toBe(0);
    expect(await meanwhile).toBe(before);
    const beside = index.ranked({}, 'rate', NOW + 4_100);
    expect(await turnsUntil(beside)).toBe(0);
    expect(await beside).toBe(before);
    for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect((await index.ranked({}, 'rate', NOW + 4_000))[0]?.bot.record.id).toBe(9_999);
  });

  it('of few bots are read at once: nobody is shown old ones', async () => {
    const bots = many.slice(0, 300);
    const { index } = indexOf(bots);
    await index.ranked({}, 'rate', NOW);
    bots.push(ended(9_999, 20_000, NOW));
    expect((await index.ranked({}, 'rate', NOW + 2_000))[0]?.bot.record.id).toBe(9_999);
  });
});
