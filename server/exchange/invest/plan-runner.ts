import { MINUTE_MS } from '#lib/time/durations.ts';
import type { MarketTurns } from '../bots/market-turns.ts';
import type { Sequencer, Tx } from '../sequencer/sequencer.ts';
import { threadMs } from '../surroundings/turn-time.ts';
import { type RunParts, runPlan } from './run-plan.ts';

/** A purchase that could not be made is tried again after so long. */
export const RETRY_MS = 5 * MINUTE_MS;
/**
 * Plans of one turn at most, and how long it may work, ms: a tick waits for the turn that is being worked out and for those on their way to the
 * disk, so they are short.
 */
const PLANS_A_TURN = 100;
const TURN_MS = 5;
/** Plans between two looks at the thread's time, which take longer than they seem. */
const PLANS_A_LOOK = 8;

export interface RunnerParts extends RunParts {
  readonly turns: Pick<MarketTurns, 'cursorMs'>;
  readonly sequencer: Pick<Sequencer, 'submit' | 'fail'>;
}

/**
 * Buys for all plans whose dates have come, beside the market's ticks: some a turn, each plan whole in its turn, and one turn is worked out while the
 * disk writes the one before. A plan is dealt with when its row says so, so whatever turn the process ends behind, a start goes on with the others.
 */
export class PlanRunner {
  readonly #parts: RunnerParts;
  #running: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** The market has moved on. Resolves when what had come by then is dealt with. */
  look(): Promise<void> {
    this.#running ??= this.#pass().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** What is left is done after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #pass(): Promise<void> {
    const { plans, market, sequencer, turns } = this.#parts;
    if (plans.nextDue(turns.cursorMs) === undefined) return;
    market.forget();
    let before: Promise<unknown> = Promise.resolve();
    try {
      for (let hasMore = true; hasMore && !this.#isStopped; ) {
        const worked = Promise.withResolvers<boolean>();
        const written = sequencer.submit((tx) => worked.resolve(this.#some(tx)));
        hasMore = await Promise.race([worked.promise, written.then(() => false)]);
        await before;
        before = written;
      }
      await before;
    } catch (error) {
      if (!this.#isStopped) sequencer.fail(error);
    }
  }

  /** Whether there are more. */
  #some(tx: Tx): boolean {
    const { plans, turns } = this.#parts;
    const { cursorMs } = turns;
    const beganMs = threadMs();
    for (let done = 0; done < PLANS_A_TURN; done += 1) {
      if (done % PLANS_A_LOOK === PLANS_A_LOOK - 1 && threadMs() - beganMs >= TURN_MS) return true;
      const plan = plans.nextDue(cursorMs);
      if (plan === undefined) return false;
      const reason = runPlan(this.#parts, tx, plan, cursorMs);
      if (reason !== '') plans.tryAgain(plan.id, cursorMs + RETRY_MS, reason);
      if (plans.nextDue(cursorMs)?.id === plan.id) throw new Error(`plan ${plan.id} was dealt with and is still due`);
    }
    return true;
  }
}
