import { describe, expect, it, onTestFinished } from 'vitest';
import { type JobSource, NotTaken } from '#server/exchange/jobs/job.ts';
import type { JobAsker, JobThread } from '#server/exchange/worker/job-thread.ts';
import { startLane } from '#server/exchange/worker/lane.ts';

const BODY = { type: 'year', prices: { instruments: [], fromMs: 0, toMs: 0 } };

/** A lane whose thread says what it is told to, and a source that has job after job. `changes`: how the source answers. */
function begin(changes: Partial<JobSource>, does?: (asker: JobAsker) => Promise<void>) {
  const claimed: string[] = [];
  const asked = [Promise.withResolvers<JobAsker>(), Promise.withResolvers<JobAsker>()] as const;
  const lost: unknown[] = [];
  let runs = 0;
  let ends = 0;
  let endRun: (error: Error) => void = () => {};
  const thread: JobThread = {
    run(_body, asker) {
      if (does !== undefined) return does(asker);
      const over = Promise.withResolvers<void>();
      endRun = over.reject;
      asked[runs]?.resolve({
        ...asker,
        onAnswer(answer, isLast) {
          asker.onAnswer(answer, isLast);
          if (isLast) over.resolve();
        },
      });
      runs += 1;
      return over.promise;
    },
    async end() {
      ends += 1;
      endRun(new Error('The job was ended'));
    },
  };
  const source: JobSource = {
    beatMs: 1,
    async claim() {
      claimed.push(`${claimed.length}`);
      return { token: `${claimed.length}`, body: BODY };
    },
    beat: async () => true,
    answer: async () => true,
    fail: async () => {},
    giveBack: async () => {},
    rows: async () => [],
    day: async () => new Uint8Array(),
    ...changes,
  };
  const lane = startLane({ lane: 'queued', source, thread, onSourceLost: (error) => void lost.push(error) });
  onTestFinished(() => lane.stop());
  return { first: asked[0].promise, second: asked[1].promise, ends: () => ends, lost };
}

describe('a lane', () => {
  it('keeps its thread for the next job when a sign of life is refused because the last part has just been taken', async () => {
    const written = Promise.withResolvers<boolean>();
    let isTaken = false;
    let refused = 0;
    const { first, second, ends, lost } = begin({
      // The queue ends the lease with the last part, and confirms that when it is written.
      answer() {
        isTaken = true;
        return written.promise;
      },
      async beat() {
        // What the first of them does has been done when the third is asked.
        if (isTaken && ++refused > 2) written.resolve(true);
        return !isTaken;
      },
    });
    (await first).onAnswer(['done'], true);
    await second;
    expect([ends(), lost]).toEqual([0, []]);
  });

  it('keeps it as well when what it has said cannot be handed over', async () => {
    const gone = new Error('other side closed');
    const { first, second, ends, lost } = begin({ answer: () => Promise.reject(gone) });
    (await first).onAnswer(['done'], true);
    await second;
    expect([ends(), lost]).toEqual([0, [gone]]);
  });

  it('asks a source ever more rarely that gives jobs and not what they need', async () => {
    const [beganMs, third] = [performance.now(), Promise.withResolvers<number>()];
    let claims = 0;
    const { lost } = begin(
      {
        async claim() {
          claims += 1;
          if (claims === 3) third.resolve(performance.now() - beganMs);
          return { token: `${claims}`, body: BODY };
        },
        rows: () => Promise.reject(new Error('no rows')),
      },
      (asker) => asker.give({ type: 'rows', stream: 'fills', after: 0 }).then(() => undefined),
    );
    // A quarter of a second, then half of one.
    expect(await third.promise).toBeGreaterThan(740);
    expect(lost.length).toBe(2);
  });

  it('fails a job whose answer is not taken, once and with the reason: the way is there, and the next one is begun at once', async () => {
    const failed: string[] = [];
    const { first, second, lost } = begin({
      answer: () => Promise.reject(new NotTaken('It is too long.')),
      giveBack: () => Promise.reject(new Error('it was given back')),
      fail: async (token, reason) => void failed.push(`${token}: ${reason}`),
    });
    (await first).onAnswer(['much'], true);
    await second;
    expect([failed, lost]).toEqual([['1: It is too long.'], []]);
  });

  it('ends its thread in the middle of a job that is its no more, and takes the next', async () => {
    let isHis = true;
    const { first, second, ends } = begin({ beat: async () => isHis });
    (await first).onAnswer(['outcome'], false);
    isHis = false;
    await second;
    expect(ends()).toBeGreaterThan(0);
  });
});
