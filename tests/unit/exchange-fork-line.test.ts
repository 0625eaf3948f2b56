import { describe, expect, it, vi } from 'vitest';
import { createForkLine } from '#server/exchange/forks/fork-runner.ts';
import type { ForkOutcome } from '#server/exchange/forks/fork-shape.ts';
import { JobOver, type JobRun } from '#server/exchange/jobs/job-run.ts';
import { handClock } from './store-fixture.ts';

const OUTCOME: ForkOutcome = { type: 'gap', gap: 'no-tape', knownFromMs: null };
const asked = (timeMs: number) => ({ timeMs, untilMs: 600_000, change: {} });

/** A line whose forks end when the test says so; each looks whether it is over before it does. */
function line() {
  const clock = handClock(1_000_000);
  const running: { readonly timeMs: number; readonly end: () => void }[] = [];
  const interrupt = vi.fn(async () => undefined);
  const error = vi.fn();
  const forks = createForkLine({
    clock,
    log: { error } as never,
    interrupt,
    fork: async (_botId, { timeMs }, { isOver }: JobRun) => {
      await new Promise<void>((resolve) => running.push({ timeMs, end: resolve }));
      if (isOver()) throw new JobOver();
      return OUTCOME;
    },
  });
  const endNext = async () => {
    running.shift()?.end();
    // Whatever follows from it is said in microtasks.
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
  };
  return { clock, forks, running, interrupt, error, endNext };
}

describe('the line of forks', () => {
  it('has one of an owner at once, and what is in line is not replaced by what is asked next', async () => {
    const { forks, running, endNext } = line();
    expect([
      forks.ask(1, 7, 'home 7', asked(60_000)),
      forks.ask(1, 7, 'home 7', asked(120_000)),
      forks.ask(2, 7, 'home 7', asked(0)),
    ]).toEqual(['asked', 'own', 'own']);
    expect(forks.ask(3, 8, 'home 8', asked(0))).toBe('asked');
    expect([forks.stateFor(1)?.status, forks.stateFor(3)?.status]).toEqual(['running', 'queued']);
    expect(running).toHaveLength(1);
    await endNext();
    expect(forks.stateFor(1)).toMatchObject({
      status: 'done',
      outcome: { asked: { timeMs: 60_000 }, outcome: OUTCOME },
    });
    expect(forks.stateFor(3)?.status).toBe('running');
    expect(forks.ask(1, 7, 'home 7', asked(120_000))).toBe('asked');
  });

  it('ends one whose reader has left, and tells nobody of a fault; who asks on keeps his', async () => {
    const { clock, forks, interrupt, error, endNext } = line();
    forks.ask(1, 7, 'home 7', asked(0));
    clock.advance(25_000);
    expect(forks.stateFor(1)?.status).toBe('running');
    clock.advance(25_000);
    await endNext();
    expect(forks.stateFor(1)?.status).toBe('done');

    forks.ask(2, 8, 'home 8', asked(0));
    clock.advance(31_000);
    await endNext();
    expect(forks.stateFor(2)?.status).toBe('cancelled');
    expect(interrupt).toHaveBeenCalledTimes(1);
    expect(error).not.toHaveBeenCalled();
  });

  it('takes another at once where one was cancelled, whatever that one still does', async () => {
    const { clock, forks, endNext } = line();
    forks.ask(1, 7, 'home 7', asked(0));
    expect(forks.cancel(1)).toBe(true);
    expect(forks.cancel(1)).toBe(false);
    expect(forks.ask(1, 7, 'home 7', asked(60_000))).toBe('asked');
    clock.advance(10_000);
    await endNext();
    expect(forks.ask(1, 7, 'home 7', asked(120_000))).toBe('own');
    await endNext();
    expect(forks.stateFor(1)).toMatchObject({ status: 'done', outcome: { asked: { timeMs: 60_000 } } });
  });

  it('goes on after a fault, which its owner is told', async () => {
    const { forks, error } = line();
    const failing = createForkLine({
      clock: handClock(0),
      log: { error } as never,
      interrupt: async () => undefined,
      fork: async () => {
        throw new Error('a bug');
      },
    });
    failing.ask(1, 7, 'home 7', asked(0));
    for (let i = 0; i < 20; i += 1) await Promise.resolve();
    expect(failing.stateFor(1)?.status).toBe('failed');
    expect(error).toHaveBeenCalledWith('fork-failed', { botId: 1, error: expect.any(Error) });
    expect(failing.ask(1, 7, 'home 7', asked(0))).toBe('asked');
    expect(forks.stateFor(1)).toBeNull();
  });
});
