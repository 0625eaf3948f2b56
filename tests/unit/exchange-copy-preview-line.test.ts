import { describe, expect, it, vi } from 'vitest';
import { rateLimit } from '#lib/limits/rate-limit.ts';
import { workOf } from '#server/door/work.ts';
import { JobOver, type JobRun } from '#server/exchange/jobs/job-run.ts';
import { createPreviewLine } from '#server/exchange/previews/preview-runner.ts';
import type { PreviewAsked, PreviewOutcome } from '#server/exchange/previews/preview-shape.ts';
import { countingTurns } from '#server/exchange/surroundings/turn-time.ts';
import { handClock } from './store-fixture.ts';

const OUTCOME: PreviewOutcome = { type: 'prices-unknown' };
const asked = (endMs: number) => ({ endMs, shareRateE8: 5_000_000n, beginMs: 0 }) as PreviewAsked;

/** A line whose replays end when the test says so; each looks whether it is over before it does. */
function line(points = 100, pointsFrom = 100) {
  const clock = handClock(1_000_000);
  const running: (Pick<JobRun, 'isOver'> & { readonly endMs: number; readonly end: (fault?: Error) => void })[] = [];
  const interrupt = vi.fn(async () => undefined);
  const error = vi.fn();
  const previews = createPreviewLine({
    clock,
    log: { error } as never,
    interrupt,
    limits: [points, pointsFrom].map((most) =>
      rateLimit({ points: most, seconds: 3_600, nowMs: clock.nowMs }),
    ) as never,
    replay: async ({ endMs }, { isOver }: JobRun) => {
      const fault = await new Promise<Error | undefined>((resolve) => running.push({ endMs, isOver, end: resolve }));
      if (isOver()) throw new JobOver();
      if (fault !== undefined) throw fault;
      return OUTCOME;
    },
  });
  const settle = async () => {
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
  };
  const endNext = async (fault?: Error) => {
    running.shift()?.end(fault);
    await settle();
  };
  const ask = (userId: number, endMs: number, asker = 'home', sourceId = 1) =>
    previews.ask({ userId, asker, sourceId }, asked(endMs));
  return { clock, ask, running, interrupt, error, endNext };
}

describe('the line of previews', () => {
  it('replays once what is asked for again, by whomever', async () => {
    const { ask, running, endNext } = line();
    expect(await ask(7, 1)).toEqual({
      status: 'queued',
      progress: 0,
    });
    expect(await ask(7, 1)).toMatchObject({
      status: 'running',
    });
    expect(running).toHaveLength(1);
    await endNext();
    expect(await ask(7, 1)).toEqual({
      status: 'done',
      outcome: OUTCOME,
    });
    expect(await ask(8, 1, 'away')).toEqual({
      status: 'done',
      outcome: OUTCOME,
    });
    expect(running).toHaveLength(0);
  });

  it('gives up what an account waited for when it asks for another and not for the first any more', async () => {
    const { clock, ask, running, interrupt, endNext } = line();
    await ask(7, 1);
    // A second window of it, or somebody else with its password: the first one is still asked for.
    for (let polls = 0; polls < 10; polls += 1) {
      clock.advance(800);
      expect(await ask(7, 1)).toMatchObject({ status: 'running' });
      expect(await ask(7, 2)).toEqual({ status: 'queued', progress: 0 });
    }
    expect(interrupt).not.toHaveBeenCalled();
    clock.advance(2_000);
    await ask(7, 2);
    expect(interrupt).toHaveBeenCalledTimes(1);
    expect(await ask(8, 1, 'away')).toMatchObject({ status: 'queued' });
    await endNext();
    // Who was never served goes first.
    expect(running.map(({ endMs }) => endMs)).toEqual([1]);
    await endNext();
    expect(running.map(({ endMs }) => endMs)).toEqual([2]);
    expect(await ask(8, 1, 'away')).toEqual({
      status: 'done',
      outcome: OUTCOME,
    });
    await endNext();
    expect(await ask(7, 2)).toEqual({
      status: 'done',
      outcome: OUTCOME,
    });
  });

  it('begins no more for an account than it may, and no more than may wait', async () => {
    const { clock, ask, endNext } = line(2);
    for (const endMs of [1, 2]) {
      await ask(7, endMs);
      await endNext();
    }
    expect(await ask(7, 3)).toEqual({ status: 'often' });
    expect(await ask(7, 2)).toMatchObject({ status: 'done' });
    clock.advance(3_600_000);
    expect(await ask(7, 3)).toMatchObject({ status: 'queued' });
    for (let id = 10; id < 19; id += 1)
      expect(await ask(id, 100 + id)).toMatchObject({
        status: 'queued',
      });
    // One address, however many accounts.
    expect(await ask(19, 119)).toEqual({ status: 'full' });
    expect(await ask(20, 119, 'away')).toMatchObject({
      status: 'queued',
    });
  });

  it('takes nothing for what is not begun, and has a limit for all accounts that come from one place', async () => {
    const { ask, endNext } = line(100, 12);
    for (let id = 10; id < 20; id += 1) await ask(id, id);
    for (let tries = 0; tries < 30; tries += 1) expect(await ask(30, 30)).toEqual({ status: 'full' });
    for (let id = 10; id < 20; id += 1) await endNext();
    for (const id of [30, 31]) expect(await ask(id, id)).toMatchObject({ status: 'queued' });
    expect(await ask(32, 32)).toEqual({ status: 'often' });
    expect(await ask(32, 32, 'away')).toMatchObject({ status: 'queued' });
  });

  it('confirms nothing of one bot by what was replayed of another with the same parameters', async () => {
    const { ask, endNext } = line();
    await ask(7, 1);
    await endNext();
    expect(await ask(7, 1)).toMatchObject({ status: 'done' });
    expect(await ask(7, 1, 'home', 2)).toEqual({ status: 'queued', progress: 0 });
  });

  it('tells of a fault once, without a word of what was asked, and tries again for who asks on', async () => {
    const { ask, running, error, endNext } = line();
    await ask(7, 1);
    await endNext(new Error('a bug'));
    expect(error).toHaveBeenCalledWith('copy-preview-failed', { userId: 7, error: expect.any(Error) });
    expect(await ask(7, 1)).toEqual({ status: 'failed' });
    expect(await ask(7, 1)).toMatchObject({ status: 'queued' });
    expect(running).toHaveLength(1);
  });

  it('ends one that nobody asks for any more', async () => {
    const { clock, ask, running, error, endNext } = line();
    await ask(7, 1);
    clock.advance(10_000);
    await ask(7, 1);
    clock.advance(16_000);
    await endNext();
    expect(error).not.toHaveBeenCalled();
    expect(await ask(7, 1)).toEqual({
      status: 'queued',
      progress: 0,
    });
    expect(running).toHaveLength(1);
  });

  it('begins it again for who comes back while the one that he left comes to its end', async () => {
    const { clock, ask, running, error, endNext } = line();
    await ask(7, 1);
    clock.advance(16_000);
    // The thread is being ended, which takes a moment.
    expect(running[0]?.isOver()).toBe(true);
    expect(await ask(7, 1)).toMatchObject({ status: 'queued' });
    await endNext(new Error('ended'));
    expect(await ask(7, 1)).toMatchObject({ status: 'running' });
    await endNext();
    expect(await ask(7, 1)).toMatchObject({ status: 'done' });
    expect(error).not.toHaveBeenCalled();
  });

  it('charges who begins one for the thread, and who asks how far it is for nothing but his question', async () => {
    const { ask, endNext } = line();
    const costOf = (work: () => Promise<unknown>) =>
      countingTurns(async (ms) => {
        await work();
        return ms();
      });
    await ask(9, 9, 'warm');
    expect(await costOf(() => ask(7, 1))).toBeGreaterThanOrEqual(20);
    expect(await costOf(() => ask(7, 1))).toBeLessThan(15);
    await endNext();
    await endNext();
    expect(await costOf(() => ask(7, 1))).toBeLessThan(15);
    // Who is told that too many wait has had none begun.
    for (let one = 0; one < 10; one += 1) await ask(20 + one, 1_000 + one, 'crowd');
    expect(await costOf(() => ask(99, 2, 'crowd'))).toBeLessThan(15);
    // Many at once are not begun before the first is paid for.
    const path = '/api/apiw/v2/quant-trading/strategybot/follow_preview';
    expect(workOf('POST', path)).toEqual({ sort: 'read', cost: 20, least: 3 });
  });
});
