import { describe, expect, it } from 'vitest';
import { createKeptReadings, type Fetched, TooSlow } from '#server/bff/kept-readings.ts';
import { isSameSlot, PUBLIC_SLOT_MS } from '#server/pages/public-slot.ts';

/** An exchange in the test's hand: what it says, and how often it was asked. */
function exchange() {
  let nowMs = 1_000_000 * PUBLIC_SLOT_MS;
  let asked = 0;
  let answer: () => Promise<Fetched> = async () => ({ value: asked, isKept: true, size: 10 });
  const readings = createKeptReadings(() => nowMs, 1_000);
  return {
    get asked() {
      return asked;
    },
    get nowMs() {
      return nowMs;
    },
    answers: (with_: () => Promise<Fetched>) => {
      answer = with_;
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
    hasJustFailed: readings.hasJustFailed,
    read: (key = '/list') =>
      readings.read(key, isSameSlot, () => {
        asked += 1;
        return answer();
      }),
  };
}

const failed = () => Promise.reject(new Error('no answer'));

describe('public readings (D8, H56)', () => {
  it('say for a while that somebody was left without one, and nothing while the last good one stands in (F4)', async () => {
    const one = exchange();
    await one.read();
    one.pass(PUBLIC_SLOT_MS);
    one.answers(failed);
    await one.read();
    expect(one.hasJustFailed()).toBe(false);
    await expect(one.read('/another')).rejects.toThrow('no answer');
    expect(one.hasJustFailed()).toBe(true);
    one.pass(6_000);
    expect(one.hasJustFailed()).toBe(false);
  });

  it('are asked for once a slot, by however many pages, so that all languages say the same', async () => {
    const one = exchange();
    const [first, second] = await Promise.all([one.read(), one.read()]);
    one.pass(PUBLIC_SLOT_MS - 1);
    expect(await one.read()).toBe(first);
    expect([first, one.asked]).toEqual([second, 1]);
    one.pass(1);
    expect((await one.read()).value).toBe(2);
  });

  it('are never older than a slot while the exchange answers, after however long a pause', async () => {
    const one = exchange();
    await one.read();
    one.pass(20 * 60_000);
    const { atMs } = await one.read();
    expect(one.nowMs - atMs).toBeLessThan(PUBLIC_SLOT_MS);
  });

  it('are the last good ones with their own time while it does not answer, for as long as there are any', async () => {
    const one = exchange();
    const good = await one.read();
    one.answers(failed);
    for (const pause of [PUBLIC_SLOT_MS, 3_600_000, 86_400_000]) {
      one.pass(pause);
      expect(await one.read()).toEqual(good);
    }
    await expect(one.read('/never-seen')).rejects.toThrow('no answer');
    one.answers(async () => ({ value: 'back', isKept: true, size: 10 }));
    one.pass(PUBLIC_SLOT_MS);
    // The first page after a silence does not wait for the answer; the next one has it.
    await one.read();
    expect((await one.read()).value).toBe('back');
  });

  it('do not wait for an exchange that is slow when something older is known', async () => {
    const one = exchange();
    const good = await one.read();
    one.pass(PUBLIC_SLOT_MS);
    one.answers(() => new Promise(() => {}));
    const began = performance.now();
    expect(await one.read()).toEqual(good);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('never keep a refusal: what is not there now may be there soon, and what is gone does not come back', async () => {
    const one = exchange();
    one.answers(async () => ({ value: 'unknown', isKept: false, size: 10 }));
    await one.read();
    await one.read();
    expect(one.asked).toBe(2);
    one.answers(async () => ({ value: 'there', isKept: true, size: 10 }));
    expect((await one.read()).value).toBe('there');
    one.pass(PUBLIC_SLOT_MS);
    one.answers(async () => ({ value: 'gone', isKept: false, size: 10 }));
    await one.read();
    one.answers(failed);
    await expect(one.read()).rejects.toThrow();
  });

  it('take no more memory than they may: what was not asked for longest goes', async () => {
    const one = exchange();
    one.answers(async () => ({ value: 'x', isKept: true, size: 400 }));
    await one.read('/a');
    await one.read('/b');
    await one.read('/a');
    await one.read('/c');
    expect(one.asked).toBe(3);
    await one.read('/a');
    expect(one.asked).toBe(3);
    await one.read('/b');
    expect(one.asked).toBe(4);
  });
});

describe('a slow exchange (D7)', () => {
  it('is not waited for longer than a page can, and what it says later is there for the next one', async () => {
    const readings = createKeptReadings(() => 0, 1_000);
    let answer: (fetched: Fetched) => void = () => undefined;
    let asked = 0;
    const fetch = (): Promise<Fetched> => {
      asked += 1;
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
    const read = () => readings.read('/list', () => true, fetch, 10);
    await expect(read()).rejects.toBeInstanceOf(TooSlow);
    await expect(read()).rejects.toBeInstanceOf(TooSlow);
    answer({ value: 'late', isKept: true, size: 1 });
    expect((await read()).value).toBe('late');
    // However many came and went, it was asked once.
    expect(asked).toBe(1);
  });
});
