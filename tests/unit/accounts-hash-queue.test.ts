import { describe, expect, it, vi } from 'vitest';
import { type HashClaim, openHashQueue } from '#server/exchange/accounts/hash-queue.ts';
import { handClock } from './store-fixture.ts';

/** Work that ends when the test says so; remembers who was started, in order. */
function hashing(mostRemembered?: number) {
  const clock = handClock();
  const queue = openHashQueue(clock.nowMs, mostRemembered);
  const started: string[] = [];
  const underWay: (() => void)[] = [];
  const ask = (lane: HashClaim['lane'], from: string) =>
    queue.run({ lane, from }, () => {
      started.push(from);
      return new Promise<string>((resolve) => underWay.push(() => resolve(from)));
    });
  const finishOne = async () => {
    underWay.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, ask, started, finishOne, waiting: () => underWay.length };
}

describe('the queue of hashes (F2)', () => {
  it('gives strangers one at a time, so that a trader starts at once beside any flood', async () => {
    const { ask, started } = hashing();
    for (let flood = 0; flood < 500; flood += 1) void ask('stranger', `6.6.6.${flood % 200}`);
    expect(started.length).toBe(1);
    void ask('trader', 'user 1');
    void ask('trader', 'device 2');
    expect(started.slice(1)).toEqual(['user 1', 'device 2']);
  });

  it('lets a newcomer pass all who were served before him, one flooding address or two hundred', async () => {
    for (const addresses of [1, 200]) {
      const { ask, started, finishOne } = hashing();
      const flood = () => {
        for (let one = 0; one < 400; one += 1) void ask('stranger', `6.6.6.${one % addresses}`);
      };
      for (let round = 0; round < 300; round += 1) {
        flood();
        await finishOne();
      }
      void ask('stranger', 'new');
      flood();
      const before = started.length;
      for (let turns = 0; turns < 10 && !started.includes('new'); turns += 1) await finishOne();
      expect(started.indexOf('new') - before, `${addresses} addresses`).toBeLessThanOrEqual(2);
      expect(started).toContain('new');
    }
  });

  it('remembers so many askers and no more, and of those who asked the latest', async () => {
    for (const [others, first] of [
      [6, 'newcomer'],
      [7, 'greedy'],
    ] as const) {
      const { ask, started, finishOne } = hashing(9);
      for (let round = 0; round < 3; round += 1) {
        void ask('stranger', 'greedy');
        await finishOne();
      }
      for (let one = 0; one < others; one += 1) {
        void ask('stranger', `8.8.8.${one}`);
        await finishOne();
      }
      // One is hashed for; of the two who wait, a forgotten one counts as new as the other, and came later.
      void ask('stranger', 'under way');
      void ask('stranger', 'newcomer');
      void ask('stranger', 'greedy');
      await finishOne();
      expect(started.at(-1), `${others} others`).toBe(first);
    }
  });

  it('answers busy when too many wait, to the one that was served most, and when the wait was too long', async () => {
    const { ask, finishOne, clock } = hashing();
    const refused: string[] = [];
    const note = (from: string) => void ask('stranger', from).then((end) => end === 'busy' && refused.push(from));
    note('greedy');
    await finishOne();
    note('greedy');
    for (let i = 0; i < 66; i += 1) note(i === 30 ? 'greedy' : `8.8.8.${i}`);
    await new Promise((resolve) => setImmediate(resolve));
    expect(refused[0]).toBe('greedy');
    clock.advance(6_001);
    await finishOne();
    expect(refused.length).toBe(66);
  });

  it('rests twice as long as a stranger’s hash took, a second at most: a flood has a third of a core', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const { ask, started, finishOne, clock } = hashing();
      for (const from of ['a', 'b', 'c']) void ask('stranger', from);
      clock.advance(200);
      await finishOne();
      vi.advanceTimersByTime(399);
      expect(started.length).toBe(1);
      vi.advanceTimersByTime(1);
      expect(started.length).toBe(2);
      clock.advance(900);
      await finishOne();
      vi.advanceTimersByTime(999);
      expect(started.length).toBe(2);
      vi.advanceTimersByTime(1);
      expect(started.length).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('tells whoever needs several hashes so much sooner that it will not do: their answer has the same deadline', async () => {
    const clock = handClock();
    const queue = openHashQueue(clock.nowMs);
    const underWay: (() => void)[] = [];
    const work = () => new Promise<string>((resolve) => underWay.push(() => resolve('made')));
    const ask = (from: string, hashes?: number) => queue.run({ lane: 'trader', from }, work, hashes);
    for (const from of ['a', 'b', 'c']) void ask(from);
    const ends: string[] = [];
    void ask('one').then((end) => ends.push(`one ${end}`));
    void ask('three', 3).then((end) => ends.push(`three ${end}`));
    clock.advance(4_001);
    for (let round = 0; round < 2; round += 1) {
      for (const end of underWay.splice(0)) end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(ends).toEqual(['three busy', 'one made']);
  });

  it('goes on after work that fails', async () => {
    const queue = openHashQueue(() => 0);
    const claim = { lane: 'stranger', from: 'a' } as const;
    await expect(queue.run(claim, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run(claim, () => Promise.resolve(1))).toBe(1);
  });
});
