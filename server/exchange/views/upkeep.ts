import { setTimeout as wait } from 'node:timers/promises';
import { countingTurns, threadMs } from '../surroundings/turn-time.ts';

/** However many bots there are, keeping their ranks takes a hundredth of the thread: after so much work there is a rest 99 times as long. */
const RESTS = 99;

/** Goes on with long work that nobody waits for, so that it takes at most a hundredth of the thread. */
export class Upkeep {
  private readonly rest: (ms: number) => Promise<unknown>;
  private isStopped = false;
  /** What it took of the thread so far, ms, and how many works were done. */
  workedMs = 0;
  /** The longest that it held the thread at a time, ms. */
  longestMs = 0;
  done = 0;

  /** `rest`: waits, ms. */
  constructor(rest: (ms: number) => Promise<unknown> = (ms) => wait(ms, undefined, { ref: false })) {
    this.rest = rest;
  }

  /** The rest of a work; never, once stopped. */
  async restOf<T>(work: Generator<void, T>): Promise<T> {
    for (;;) {
      const began = threadMs();
      const step = work.next();
      const worked = this.note(threadMs() - began);
      if (step.done === true) {
        this.done += 1;
        return step.value;
      }
      await this.rest(worked * RESTS);
      if (this.isStopped) return new Promise(() => {});
    }
  }

  /** A piece of work that waits in between, and the rest after it. Never resolves, once stopped. */
  async share<T>(work: () => Promise<T>): Promise<T> {
    const { value, worked } = await countingTurns(async (ms) => ({ value: await work(), worked: ms() }));
    await this.rest(this.note(worked) * RESTS);
    return this.isStopped ? new Promise(() => {}) : value;
  }

  private note(worked: number): number {
    this.workedMs += worked;
    this.longestMs = Math.max(this.longestMs, worked);
    return worked;
  }

  stop(): void {
    this.isStopped = true;
  }
}
