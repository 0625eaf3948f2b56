import { describe, it } from 'vitest';
import { BotMemory, BotPages, namedWords } from '#lib/engine/body/layout.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { randomOf } from '../support/fuzz-requests.ts';

/** The one array that all bots live in: no block touches another, whatever comes and goes. */

describe('the memory of bots', () => {
  it('keeps every block to itself, through random takings and givings', () => {
    const below = randomOf(11);
    const memory = new BotMemory(64 * 1024);
    const live = new Map<number, { at: number; length: number }>();
    for (let step = 1; step <= 20_000; step += 1) {
      const [first] = live;
      if (live.size > 40 && first !== undefined) {
        const [stamp, { at, length }] = first;
        // What it was given is still there, to the last word.
        if (!memory.words.subarray(at, at + length).every((word) => word === stamp)) throw new Error(`block ${stamp}`);
        memory.give(at, length);
        live.delete(stamp);
      }
      const length = 1 + below(120);
      const at = memory.take(length);
      if (!memory.words.subarray(at, at + length).every((word) => word === 0)) throw new Error(`dirty at step ${step}`);
      memory.words.fill(step, at, at + length);
      live.set(step, { at, length });
    }
    // At most 41 blocks lived at once, of 15 sizes up to 120 words: what was given back was taken again.
    expect(memory.end).toBeLessThanOrEqual(41 * 15 * 120);
  });

  it('says when it is full, and goes on with what is given back', () => {
    const memory = new BotMemory(16);
    const at = memory.take(3);
    memory.take(8);
    expect(() => memory.take(1)).toThrow(RangeError);
    memory.give(at, 3);
    expect(memory.take(5)).toBe(at);
  });

  it('costs nothing until it is touched', () => {
    const before = process.memoryUsage().rss;
    const memory = new BotMemory(2 ** 27);
    memory.words[memory.take(8)] = 1;
    expect(memory.words.byteLength).toBe(2 ** 30);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 2 ** 20);
  });
});

describe('the pages of an exchange', () => {
  it('are as many as its bots need, and what is given back is taken before another is opened', () => {
    const pages = new BotPages();
    const length = 2 ** 17;
    const taken = Array.from({ length: 20 }, () => {
      const memory = pages.roomFor(length);
      return { memory, at: memory.take(length) };
    });
    expect(new Set(taken.map(({ memory }) => memory)).size).toBe(3);
    expect(new Set(taken.map(({ memory, at }) => `${memory.words.byteOffset} ${at}`)).size).toBe(8);
    const { memory, at } = taken[3] as (typeof taken)[number];
    const { end } = pages;
    memory.give(at, length);
    // The last page has room as well: nothing new is touched while a block lies free.
    expect(pages.roomFor(length)).toBe(memory);
    expect(memory.take(length)).toBe(at);
    expect(pages.end).toBe(end);
  });

  it('have a page of its own for a bot that is larger than a page', () => {
    const memory = new BotPages().roomFor(2 ** 21);
    expect(memory.take(2 ** 21)).toBe(0);
  });
});

describe('named words', () => {
  class Books extends namedWords('quote', 'base', 'fees') {}

  it('are read and written by name, and touch no others', () => {
    const memory = new BotMemory(64);
    const at = memory.take(3);
    const one = new Books(memory.words, at);
    const two = new Books(memory.words, memory.take(3));
    one.quote = 5;
    one.fees = Number.MAX_SAFE_INTEGER;
    two.base = -1;
    expect([one.quote, one.base, one.fees]).toEqual([5, 0, Number.MAX_SAFE_INTEGER]);
    expect([two.quote, two.base, two.fees]).toEqual([0, -1, 0]);
    expect(new Books(memory.words, at).quote).toBe(5);
  });

  it('have each name once', () => {
    expect(() => namedWords('quote', 'base', 'quote' as 'fees')).toThrow('twice');
  });
});
