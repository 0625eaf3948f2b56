import { setTimeout as delay } from 'node:timers/promises';
import { inParallel } from '#lib/limits/in-parallel.ts';
import { type JobBody, type JobSource, type Lane, type Leased, NotTaken } from '../jobs/job.ts';
import { daysOf } from '../market/price-day.ts';
import { bugText } from '../surroundings/answer-asked.ts';
import { createJobThread, type Given, type JobThread, type Wanted } from './job-thread.ts';

/** Days that are asked for at once. */
const DAYS_AT_ONCE = 4;
/** How far each lane's thread steps back: all behind the market; somebody waits for a backtest, and nobody for what was not asked for. */
const PRIORITY: Readonly<Record<Lane, number>> = { watched: 10, queued: 10, spare: 19 };
/** A thread that has had nothing to do for so long is ended: what it holds in memory is more than beginning another costs. */
const IDLE_MS = 60_000;
/** Before a source that failed is asked again: twice as long each time. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

export interface LaneOptions {
  readonly lane: Lane;
  readonly source: JobSource;
  /** The source failed: told once until it answers again. */
  onSourceLost(error: unknown): void;
  /** It answers again. */
  onSourceFound?(): void;
  /** What does the jobs; absent: a thread of the lane's own. */
  readonly thread?: JobThread;
}

/** A job that is worked at. */
interface Present {
  readonly token: string;
  progress: number;
  isOver: boolean;
  /** The thread has said all, which is on its way. It is not ended: the next one would first have to load its programs. */
  isSaid: boolean;
}

/** Takes the jobs of a lane one after the other and does them in a thread of its own, until stopped. */
export function startLane(options: LaneOptions): { stop(): Promise<void> } {
  const { lane, source, onSourceLost, onSourceFound } = options;
  const { thread = createJobThread({ priority: PRIORITY[lane] }) } = options;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function loop(): Promise<void> {
    let pauseMs = 0;
    let isLost = false;
    let idle: NodeJS.Timeout | undefined;
    while (!signal.aborted) {
      try {
        const leased = await source.claim(lane, signal);
        if (isLost) onSourceFound?.();
        isLost = false;
        if (leased !== null) {
          clearTimeout(idle);
          // A source that gives jobs and not what they need is asked ever more rarely too.
          await work(source, thread, leased, signal);
          idle = setTimeout(() => void thread.end(), IDLE_MS).unref();
        }
        pauseMs = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (!isLost) onSourceLost(error);
        isLost = true;
        pauseMs = pauseMs === 0 ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
        await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await thread.end();
      await running;
    },
  };
}

/** Does one job to its end, however it comes. Throws when the source does. */
async function work(
  source: JobSource,
  thread: JobThread,
  { token, body }: Leased,
  stopping: AbortSignal,
): Promise<void> {
  const present: Present = { token, progress: 0, isOver: false, isSaid: false };
  const isOver = (): boolean => present.isOver || stopping.aborted;
  const beats = setInterval(() => void beat(source, thread, present), source.beatMs);
  beats.unref();
  try {
    await run(source, thread, present, body, isOver);
  } catch (error) {
    // Nobody wants it, or a bug of ours; else the way to who wants it is lost, and another may find it.
    if (isOver()) return;
    present.isOver = true;
    if (error instanceof SourceLost) {
      if (!present.isSaid) await thread.end();
      await source.giveBack(token).catch(() => undefined);
      throw error.cause;
    }
    await source.fail(token, error instanceof NotTaken ? error.message : bugText(error));
  } finally {
    clearInterval(beats);
    // A sign of life that comes back late must not end the thread under the next job.
    present.isOver = true;
    if (stopping.aborted) await source.giveBack(token).catch(() => undefined);
  }
}

/** The job is right, and the way to who wants it is not. */
class SourceLost extends Error {
  override name = 'SourceLost';
}

async function fromSource<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (cause) {
    if (cause instanceof NotTaken) throw cause;
    throw new SourceLost('The source of a job is lost', { cause });
  }
}

async function run(
  source: JobSource,
  thread: JobThread,
  present: Present,
  body: JobBody,
  isOver: () => boolean,
): Promise<void> {
  const { token } = present;
  let part = 0;
  // The parts go out one after the other, while the thread goes on.
  let said: Promise<boolean> = Promise.resolve(true);
  await thread.run(body, {
    onAnswer(answer, isLast) {
      const index = part;
      part += 1;
      present.isSaid = isLast;
      said = said.then((isHis) => isHis && source.answer(token, index, answer, isLast));
      // Whoever waits for the thread hears of it then.
      said.catch(() => undefined);
    },
    onProgress(progress) {
      present.progress = progress;
    },
    give: (wanted) => fromSource(given(source, wanted, present, isOver)),
  });
  await fromSource(said);
}

/** What a job wants on its way. */
async function given(source: JobSource, wanted: Wanted, present: Present, isOver: () => boolean): Promise<Given> {
  if (wanted.type === 'days') return { days: await daysFor(source, wanted, present, isOver) };
  return { rows: (await source.rows(present.token, wanted.stream, wanted.after)) ?? [] };
}

async function beat(source: JobSource, thread: JobThread, present: Present): Promise<void> {
  try {
    if (await source.beat(present.token, present.progress)) return;
    // The last part ends the lease before it is confirmed: whether it counted is said by that.
    if (present.isOver || present.isSaid) return;
    present.isOver = true;
    await thread.end();
  } catch {
    // Not heard this time; the lease bears some of them.
  }
}

/** Days of every instrument, the oldest first. Rejects when it is over. */
async function daysFor(
  source: JobSource,
  { need: { instruments, fromMs, toMs }, from, to }: Extract<Wanted, { type: 'days' }>,
  present: Present,
  isOver: () => boolean,
): Promise<Readonly<Record<string, readonly Uint8Array[]>>> {
  const needs = instruments.flatMap((instrument) => daysOf(fromMs, toMs).map((day) => ({ instrument, ...day })));
  let fetched = 0;
  const bytes = await inParallel(needs, DAYS_AT_ONCE, async (one) => {
    if (isOver()) throw new Error('Nobody wants it any more');
    const day = await source.day(one);
    fetched += 1;
    present.progress = from + ((to - from) * fetched) / needs.length;
    return day;
  });
  const daysOfOne = (wanted: string): Uint8Array[] => bytes.filter((_day, i) => needs[i]?.instrument === wanted);
  return Object.fromEntries(instruments.map((instrument) => [instrument, daysOfOne(instrument)]));
}
