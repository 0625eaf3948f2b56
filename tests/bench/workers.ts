import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { backtestJob, readBacktestAnswer } from '#server/exchange/backtests/backtest-job.ts';
import { openServer } from '#server/exchange/http/server.ts';
import { openJobDoor } from '#server/exchange/jobs/job-door.ts';
import { JobQueue } from '#server/exchange/jobs/job-queue.ts';
import { programVersion } from '#server/exchange/jobs/program-version.ts';
import { candleThread } from '#server/exchange/market/candle-source.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { systemClock } from '#server/exchange/surroundings/clock.ts';
import { cpuSeconds } from '#tests/support/cpu-seconds.ts';
import { startWorker } from '#tests/support/worker-process.ts';
import { countingRandom } from '../unit/store-fixture.ts';
import { KIND_CASES } from '../unit/strategies-kind-cases.ts';

/** Backtests of half a year on one queue: what one worker takes of a core for each, and four beside each other. */

const KEY = 'the key of the workers of a bench';
const SEED = 'bench';
const SILENT = { info() {}, warn() {}, error() {} };
const DAY_MS = 86_400_000;
const DAYS = 180;
/** Of each worker, before it is measured and then: a program that has just begun compiles itself, and goes on with that for a while. */
const WARM_JOBS = 20;
const JOBS = 30;
const LONGEST_MS = 300_000;
const MOST_MORE = 1.15;

async function openDesk() {
  const feed = createSimulatedFeed({ seed: SEED });
  const clock = systemClock();
  const jobs = new JobQueue({ clock, random: countingRandom() });
  const folder = mkdtempSync(join(tmpdir(), 'bench-workers-'));
  const candles = candleThread({ feed: 'simulated', seed: SEED, dataDir: folder });
  const server = await openServer(async () => ({ code: 200, message: '' }), {
    at: { host: '127.0.0.1', port: 0, keys: null },
    doorKey: undefined,
    log: SILENT,
    jobDoor: openJobDoor({
      jobs,
      days: (need) => candles.ask({ type: 'prices', ...need }),
      key: KEY,
      version: programVersion(),
      keepAs: SEED,
    }),
  });
  const { spec, good } = KIND_CASES.spot_grid;
  const endMs = Math.floor(clock.nowMs() / DAY_MS) * DAY_MS;
  const payload = definitionOf('spot_grid').encode(good, spec);
  const entry = {
    ownerId: 1,
    kind: 'spot_grid',
    payload,
    market: spec.market,
    createMs: endMs,
    beginMs: endMs - DAYS * DAY_MS,
  } as const;

  function one(id: number): Promise<void> {
    const body = backtestJob(feed, { ...entry, id, endMs, status: 'queued', reason: '', figures: null });
    if (body === null) throw new Error('The market is not there');
    const done = Promise.withResolvers<void>();
    jobs.add({
      lane: 'queued',
      asker: 'bench',
      longestMs: () => LONGEST_MS,
      body: () => body,
      begin: async () => true,
      onProgress() {},
      async answered(_part, answer, isLast) {
        readBacktestAnswer(answer);
        if (isLast) done.resolve();
      },
      failed: (reason) => done.reject(new Error(reason)),
    });
    return done.promise;
  }

  const looking = setInterval(() => jobs.look(), 1_000);
  return {
    settings: { EXCHANGE_URL: `http://127.0.0.1:${server.port}`, WORKER_KEY: KEY, WORKER_CACHE: join(folder, 'days') },
    run: (count: number) => Promise.all(Array.from({ length: count }, (_, i) => one(i + 1))),
    async close() {
      clearInterval(looking);
      await server.close();
      await candles.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function perJob(count: number): Promise<{ cpuSeconds: number; seconds: number }> {
  const desk = await openDesk();
  const workers = Array.from({ length: count }, () => startWorker(desk.settings));
  try {
    await desk.run(WARM_JOBS * count);
    const used = (): number => workers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
    const [before, began] = [used(), performance.now()];
    await desk.run(JOBS * count);
    const seconds = (performance.now() - began) / 1_000;
    return { cpuSeconds: (used() - before) / JOBS / count, seconds: seconds / JOBS / count };
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
    await desk.close();
  }
}

async function fourOnOneQueue(): Promise<Record<string, unknown>> {
  const one = await perJob(1);
  const four = await perJob(4);
  const more = four.cpuSeconds / one.cpuSeconds;
  return {
    size: `${JOBS} backtests a worker of ${DAYS} days with their neighbours`,
    oneCpuMs: Math.round(one.cpuSeconds * 1_000),
    fourCpuMs: Math.round(four.cpuSeconds * 1_000),
    oneMs: Math.round(one.seconds * 1_000),
    fourMs: Math.round(four.seconds * 1_000),
    more: Number(more.toFixed(3)),
    target: `CPU a job of four workers ≤ ${MOST_MORE} × that of one`,
    tooLong: more > MOST_MORE ? ['cpu'] : [],
  };
}

export const benches = [{ name: 'workers', run: fourOnOneQueue }] as const;
