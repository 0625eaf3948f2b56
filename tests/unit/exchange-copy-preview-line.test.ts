import { describe, expect, it, vi } from 'vitest';
import { rateLimit } from '#lib/limits/rate-limit.ts';
import { createPreviewLine } from '#server/exchange/previews/preview-runner.ts';
import type { PreviewAsked, PreviewOutcome } from '#server/exchange/previews/preview-shape.ts';
import { JobOver, type JobRun } from '#server/exchange/proofs/proof-jobs.ts';
import { handClock } from './store-fixture.ts';

const OUTCOME: PreviewOutcome = { type: 'prices-unknown' };
const asked = (endMs: number) => ({ endMs, shareRateE8: 5_000_000n, beginMs: 0 }) as PreviewAsked;

/** A line whose replays end when the test says so; each looks whether it is over before it does. */
function line(points = 100) {
  const clock = handClock(1_000_000);
  const running: { readonly endMs: number; readonly end: (fault?: Error) => void }[] = [];
  const interrupt = vi.fn(async () => undefined);
  const error = vi.fn();
  const previews = createPreviewLine({
    clock,
    log: { error } as never,
    interrupt,
    limit: rateLimit({ points, seconds: 3_600, nowMs: clock.nowMs }),
    replay: async ({ endMs }, { isOver }: JobRun) => {
      const fault = await new Promise<Error | undefined>((resolve) => running.push({ endMs, end: resolve }));
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
  return { clock, previews, running, interrupt, error, endNext };
}

describe('the line of previews', () => {
  it('replays once what is asked for again, by whomever', async () => {
    const { previews, running, endNext } = line();
    expect(await previews.ask(7, 'home', asked(1))).toEqual({ status: 'queued', progress: 0 });
    expect(await previews.ask(7, 'home', asked(1))).toMatchObject({ status: 'running' });
    expect(running).toHaveLength(1);
    await endNext();
    expect(await previews.ask(7, 'home', asked(1))).toEqual({ status: 'done', outcome: OUTCOME });
    expect(await previews.ask(8, 'away', asked(1))).toEqual({ status: 'done', outcome: OUTCOME });
    expect(running).toHaveLength(0);
  });

  it('gives up what an account waited for when it asks for another', async () => {
    const { previews, running, interrupt, endNext } = line();
    await previews.ask(7, 'home', asked(1));
    await previews.ask(7, 'home', asked(2));
    expect(interrupt).toHaveBeenCalledTimes(1);
    expect(await previews.ask(8, 'away', asked(1))).toMatchObject({ status: 'queued' });
    await endNext();
    // Who was never served goes first.
    expect(running.map(({ endMs }) => endMs)).toEqual([1]);
    await endNext();
    expect(running.map(({ endMs }) => endMs)).toEqual([2]);
    expect(await previews.ask(8, 'away', asked(1))).toEqual({ status: 'done', outcome: OUTCOME });
    await endNext();
    expect(await previews.ask(7, 'home', asked(2))).toEqual({ status: 'done', outcome: OUTCOME });
  });

  it('begins no more for an account than it may, and no more than may wait', async () => {
    const { clock, previews, endNext } = line(2);
    for (const endMs of [1, 2]) {
      await previews.ask(7, 'home', asked(endMs));
      await endNext();
    }
    expect(await previews.ask(7, 'home', asked(3))).toEqual({ status: 'often' });
    expect(await previews.ask(7, 'home', asked(2))).toMatchObject({ status: 'done' });
    clock.advance(3_600_000);
    expect(await previews.ask(7, 'home', asked(3))).toMatchObject({ status: 'queued' });
    for (let id = 10; id < 19; id += 1)
      expect(await previews.ask(id, 'home', asked(100 + id))).toMatchObject({ status: 'queued' });
    // One address, however many accounts.
    expect(await previews.ask(19, 'home', asked(119))).toEqual({ status: 'full' });
    expect(await previews.ask(20, 'away', asked(119))).toMatchObject({ status: 'queued' });
  });

  it('tells of a fault once, without a word of what was asked, and tries again for who asks on', async () => {
    const { previews, running, error, endNext } = line();
    await previews.ask(7, 'home', asked(1));
    await endNext(new Error('a bug'));
    expect(error).toHaveBeenCalledWith('copy-preview-failed', { userId: 7, error: expect.any(Error) });
    expect(await previews.ask(7, 'home', asked(1))).toEqual({ status: 'failed' });
    expect(await previews.ask(7, 'home', asked(1))).toMatchObject({ status: 'queued' });
    expect(running).toHaveLength(1);
  });

  it('ends one that nobody asks for any more', async () => {
    const { clock, previews, running, error, endNext } = line();
    await previews.ask(7, 'home', asked(1));
    clock.advance(10_000);
    await previews.ask(7, 'home', asked(1));
    clock.advance(16_000);
    await endNext();
    expect(error).not.toHaveBeenCalled();
    expect(await previews.ask(7, 'home', asked(1))).toEqual({ status: 'queued', progress: 0 });
    expect(running).toHaveLength(1);
  });
});
