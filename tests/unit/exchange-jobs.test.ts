import { describe, expect, it } from 'vitest';
import type { Answer, Job, Lane } from '#server/exchange/jobs/job.ts';
import { JobQueue, LEASE_MS } from '#server/exchange/jobs/job-queue.ts';
import { openWork } from '#server/exchange/worker/open-work.ts';
import { countingRandom, handClock } from './store-fixture.ts';

const PRICES = { instruments: [], fromMs: 0, toMs: 0 };
const NEVER = new AbortController().signal;

/** A queue with a clock by hand, and what became of the jobs that were put in it. */
function desk() {
  const clock = handClock();
  const ended: string[] = [];
  const again: string[] = [];
  const meter = { ended: (how: string) => void ended.push(how), takenAgain: () => void again.push('again') };
  const jobs = new JobQueue({ clock, random: countingRandom(), meter });
  const news: string[] = [];

  function add(name: string, asker = 'account 1', changes: Partial<Job> = {}) {
    return jobs.add({
      lane: 'queued',
      asker,
      longestMs: () => 60_000,
      body: () => ({ type: name, prices: PRICES }),
      begin: async () => true,
      onProgress: (part) => void news.push(`${name} at ${part}`),
      answered: async (part: number, answer: Answer, isLast: boolean) =>
        void news.push(`${name} said ${answer.join()} (${part}${isLast ? ', last' : ''})`),
      failed: (reason) => void news.push(`${name} failed: ${reason}`),
      ...changes,
    });
  }

  const claim = (lane: Lane = 'queued', isReserve = false, signal = NEVER) => jobs.claim(lane, { signal, isReserve });
  /** What a worker gets that must get something. */
  async function taken(lane: Lane = 'queued') {
    const leased = await claim(lane);
    if (leased === null) throw new Error('nothing was claimed');
    return { token: leased.token, name: leased.body.type };
  }
  return { jobs, clock, add, claim, taken, news, ended, again };
}

describe('a job on lease', () => {
  it('is done once: what comes again counts as said, what comes after its end is refused', async () => {
    const { jobs, add, taken, news, ended } = desk();
    add('year');
    const { token } = await taken();
    expect(await jobs.answer(token, 0, ['a', 'b'], false)).toBe(true);
    // The answer to the first one was lost on its way.
    expect(await jobs.answer(token, 0, ['other'], false)).toBe(true);
    expect(await jobs.answer(token, 2, ['too far'], true)).toBe(false);
    expect(await jobs.answer(token, 1, ['c'], true)).toBe(true);
    expect(await jobs.answer(token, 1, ['c'], true)).toBe(false);
    expect(jobs.beat(token, 1, false)).toBe(false);
    expect(news).toEqual(['year said a,b (0)', 'year said c (1, last)']);
    expect(ended).toEqual(['done']);
    expect(jobs.state()).toMatchObject({ waiting: 0, leased: 0 });
  });

  it('is taken again when nothing was heard of its worker for a lease, and his late answer is refused', async () => {
    const { jobs, clock, add, taken, news, again } = desk();
    add('year');
    const first = await taken();
    clock.advance(LEASE_MS);
    jobs.look();
    // Still his: the last moment of the lease.
    expect(jobs.beat(first.token, 0.5, false)).toBe(true);
    clock.advance(LEASE_MS);
    jobs.look();
    expect(jobs.state()).toMatchObject({ waiting: 0, leased: 1 });
    clock.advance(1);
    jobs.look();
    expect(jobs.state()).toMatchObject({ waiting: 1, leased: 0 });
    const second = await taken();
    expect(second.name).toBe('year');
    expect(second.token).not.toBe(first.token);
    expect(await jobs.answer(first.token, 0, ['late'], true)).toBe(false);
    expect(jobs.beat(first.token, 1, false)).toBe(false);
    expect(await jobs.answer(second.token, 0, ['right'], true)).toBe(true);
    expect(news).toEqual(['year at 0.5', 'year at 0', 'year said right (0, last)']);
    expect(again).toHaveLength(1);
  });

  it('is lost within fifteen seconds', () => {
    // The look comes once a second.
    expect(LEASE_MS + 1_000).toBeLessThanOrEqual(15_000);
  });

  it('fails with its reason when three workers were lost with it', async () => {
    const { jobs, clock, add, taken, news, ended } = desk();
    add('poison');
    for (let i = 0; i < 3; i += 1) {
      await taken();
      clock.advance(LEASE_MS + 1);
      jobs.look();
    }
    expect(news.at(-1)).toBe('poison failed: 3 workers were lost with it');
    expect(ended).toEqual(['failed']);
    expect(jobs.state()).toMatchObject({ waiting: 0, leased: 0 });
  });

  it('fails when its worker is lost after a part of the answer, which stays', async () => {
    const { jobs, clock, add, taken, news } = desk();
    add('year');
    const { token } = await taken();
    await jobs.answer(token, 0, ['outcome'], false);
    clock.advance(LEASE_MS + 1);
    jobs.look();
    expect(news).toEqual(['year said outcome (0)', 'year failed: its worker was lost after a part of the answer']);
  });

  it('fails when it takes too long, however alive its worker is', async () => {
    const { jobs, clock, add, taken, news } = desk();
    add('slow', 'account 1', { longestMs: (part) => (part === 0 ? 30_000 : 9_000) });
    const { token } = await taken();
    for (let s = 0; s < 30; s += 5) {
      clock.advance(5_000);
      expect(jobs.beat(token, 0.1, false)).toBe(true);
      jobs.look();
    }
    await jobs.answer(token, 0, ['at last'], false);
    clock.advance(9_001);
    jobs.beat(token, 0.1, false);
    jobs.look();
    expect(news.at(-1)).toBe('slow failed: it took too long');
    expect(jobs.beat(token, 0.1, false)).toBe(false);
  });

  it('that nobody wants any more is told to its worker with his next sign of life, and its answer is refused', async () => {
    const { jobs, add, taken, news, ended } = desk();
    const handle = add('year');
    const waiting = add('other');
    const { token } = await taken();
    handle.abandon();
    waiting.abandon();
    expect(jobs.beat(token, 0.5, false)).toBe(false);
    expect(await jobs.answer(token, 0, ['unwanted'], true)).toBe(false);
    expect(news).toEqual([]);
    expect(ended).toEqual(['abandoned', 'abandoned']);
  });

  it('is somebody else’s at once when its worker stops', async () => {
    const { jobs, add, taken } = desk();
    add('year');
    const { token } = await taken();
    jobs.giveBack(token);
    expect((await taken()).name).toBe('year');
  });

  it('is done by the twentieth worker though all before stopped, and fails when he gives it back too after a quarter of an hour: it is not taken for ever', async () => {
    const { jobs, clock, add, taken, news, ended } = desk();
    add('lucky');
    for (let i = 0; i < 19; i += 1) jobs.giveBack((await taken()).token);
    clock.advance(900_000);
    await jobs.answer((await taken()).token, 0, ['at last'], true);
    add('year');
    for (let i = 0; i < 19; i += 1) jobs.giveBack((await taken()).token);
    clock.advance(900_000);
    jobs.giveBack((await taken()).token);
    expect(news.at(-1)).toBe('year failed: 20 workers gave it back');
    expect(ended).toEqual(['done', 'failed']);
    expect(jobs.state()).toMatchObject({ waiting: 0, leased: 0 });
  });

  it('does not fail for what it needs being away for a while, however many ask for it meanwhile', async () => {
    const { jobs, clock, add, taken, ended } = desk();
    add('year');
    for (let i = 0; i < 100; i += 1) jobs.giveBack((await taken()).token);
    clock.advance(899_999);
    jobs.giveBack((await taken()).token);
    await jobs.answer((await taken()).token, 0, ['at last'], true);
    expect(ended).toEqual(['done']);
  });

  it('tells a bug of its worker as it is', async () => {
    const { jobs, add, taken, news } = desk();
    add('year');
    jobs.fail((await taken()).token, 'Error: no engine');
    expect(news).toEqual(['year failed: Error: no engine']);
  });
});

describe('who gets which job', () => {
  it('is fair between askers, whoever works: fifty of one do not keep the first of another waiting', async () => {
    const { add, taken } = desk();
    for (let i = 1; i <= 4; i += 1) add(`a${i}`, 'account 1');
    add('b1', 'account 2');
    // Two workers in turns.
    const order: string[] = [];
    for (let i = 0; i < 5; i += 1) order.push((await taken()).name);
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3', 'a4']);
  });

  it('keeps lanes apart: what somebody watches does not wait behind the queue', async () => {
    const { add, taken, claim } = desk();
    add('year');
    const watching = claim('watched');
    add('preview', 'account 2', { lane: 'watched' });
    expect((await watching)?.body.type).toBe('preview');
    expect((await taken()).name).toBe('year');
  });

  it('waits until there is one, and leaves when it is told to', async () => {
    const { add, claim, jobs } = desk();
    const leaving = new AbortController();
    const gone = claim('queued', false, leaving.signal);
    leaving.abort();
    expect(await gone).toBeNull();
    expect(await claim('queued', false, leaving.signal)).toBeNull();
    const next = claim();
    add('year');
    expect((await next)?.body.type).toBe('year');
    expect(jobs.state().leased).toBe(1);
  });

  it('passes over what nobody wants when its turn comes, and goes on after one that cannot be begun', async () => {
    const { add, taken, news } = desk();
    add('cancelled', 'account 1', { begin: async () => false });
    add('broken', 'account 2', { begin: () => Promise.reject(new Error('no disk')) });
    add('wanted', 'account 3');
    expect((await taken()).name).toBe('wanted');
    expect(news.join()).toContain('broken failed: Error: no disk');
  });

  it('gives a job to another when its worker left while it was begun', async () => {
    const { add, claim, taken, again } = desk();
    const begun = Promise.withResolvers<boolean>();
    const firsts = [begun.promise];
    add('year', 'account 1', { begin: () => firsts.pop() ?? Promise.resolve(true) });
    const leaving = new AbortController();
    const gone = claim('queued', false, leaving.signal);
    leaving.abort();
    begun.resolve(true);
    expect(await gone).toBeNull();
    expect((await taken()).name).toBe('year');
    // Nobody was lost.
    expect(again).toHaveLength(0);
  });

  it('is the reserve only while nobody else was heard of for a while', async () => {
    const { jobs, clock, add, claim, taken } = desk();
    add('first');
    const { token } = await taken();
    const reserve = claim('queued', true);
    add('second', 'account 2');
    clock.advance(10_000);
    // He works: the second waits for him, though the reserve stands idle.
    jobs.beat(token, 0.2, false);
    clock.advance(9_000);
    jobs.look();
    expect(jobs.state()).toMatchObject({ waiting: 1 });
    clock.advance(6_001);
    jobs.look();
    // Both are the reserve's by now, one after the other; the first was lost with its worker.
    expect((await reserve)?.body.type).toBe('second');
    expect(jobs.state()).toMatchObject({ waiting: 1, leased: 1 });
  });

  it('is the reserve’s at once where nobody else has ever been heard of, one after the other', async () => {
    const { jobs, add, claim } = desk();
    for (const name of ['first', 'second']) {
      add(name);
      const leased = await claim('queued', true);
      expect(leased?.body.type).toBe(name);
      expect(jobs.beat(leased?.token ?? '', 0.5, true)).toBe(true);
    }
  });

  it('nobody’s, and the queue says since when', () => {
    const { jobs, clock, add } = desk();
    add('year');
    clock.advance(40_000);
    expect(jobs.state()).toEqual({ waiting: 1, oldestMs: 40_000, leased: 0, unheardMs: Number.POSITIVE_INFINITY });
  });
});

it('of an exchange whose machine slept, or whose time was set, are not taken from who works at them', async () => {
  const clock = handClock();
  const work = openWork({
    // The exchange's own, which it does not take.
    ...{ clock },
    random: countingRandom(),
    log: { info() {}, warn() {}, error() {} },
    candles: { ask: () => Promise.reject(new Error('not asked')) } as never,
    settings: { localWorker: 'none' } as never,
  });
  const failed: string[] = [];
  work.jobs.add({
    ...{ lane: 'queued', asker: 'account 1', longestMs: () => 60_000, begin: async () => true },
    ...{ body: () => ({ type: 'year', prices: PRICES }), onProgress() {}, answered: async () => {} },
    failed: (reason) => void failed.push(reason),
  });
  const leased = await work.jobs.claim('queued', { signal: NEVER, isReserve: false });
  clock.advance(60 * 60_000);
  work.jobs.look();
  expect(failed).toEqual([]);
  expect(work.jobs.beat(leased?.token ?? '', 0.5, false)).toBe(true);
  await work.stop();
});
