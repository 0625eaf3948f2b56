import { parentPort, workerData } from 'node:worker_threads';
import type { PriceNeed } from '../jobs/job.ts';
import type { Reach, ReadRow } from '../jobs/reach.ts';
import { columnsOfDays, decodePriceDay } from '../market/price-day.ts';
import { bugText, stepBack } from '../surroundings/answer-asked.ts';
import { systemClock } from '../surroundings/clock.ts';
import type { Given, JobTold, ThreadOptions, ThreadSaid, Wanted } from './job-thread.ts';
import { doJob } from './programs.ts';

const { priority }: ThreadOptions = workerData;
stepBack(priority);

const clock = systemClock();
/** What the present job waits for: one thing at a time. */
let waiting: ((given: Given) => void) | null = null;

function say(said: ThreadSaid): void {
  parentPort?.postMessage(said);
}

function want(id: number, wanted: Wanted): Promise<Given> {
  say({ id, wanted });
  return new Promise((resolve) => {
    waiting = resolve;
  });
}

function reachOf(id: number): Reach {
  return {
    async prices(needs, progress) {
      const all = [];
      for (const [i, need] of needs.entries()) {
        const part = (progress.to - progress.from) / needs.length;
        const from = progress.from + part * i;
        const { days = {} } = await want(id, { type: 'days', need, from, to: from + part });
        all.push(...columnsOf(need, days));
      }
      return Object.fromEntries(all);
    },
    async *rows(stream) {
      let after = 0;
      for (;;) {
        const { rows = [] } = await want(id, { type: 'rows', stream, after });
        const last = rows.at(-1);
        if (last === undefined) return;
        yield rows satisfies readonly ReadRow[];
        after = last.sequence;
      }
    },
    onProgress: (progress) => say({ id, progress }),
  };
}

function columnsOf({ fromMs, toMs }: PriceNeed, days: NonNullable<Given['days']>) {
  return Object.entries(days).map(
    ([instrument, bytes]) => [instrument, columnsOfDays(bytes.map(decodePriceDay), fromMs, toMs)] as const,
  );
}

async function work({ id, body }: JobTold): Promise<void> {
  try {
    await doJob(body, reachOf(id), (answer, isLast) => say({ id, answer, isLast }), clock.nowMs);
  } catch (error) {
    say({ id, error: bugText(error) });
  }
}

parentPort?.on('message', (told: JobTold | Given) => {
  if ('body' in told) void work(told);
  else waiting?.(told);
});
