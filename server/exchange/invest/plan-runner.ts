import type { MarketTurns } from '../bots/market-turns.ts';
import type { Sequencer, Tx } from '../sequencer/sequencer.ts';
import { threadMs } from '../surroundings/turn-time.ts';
import { type RunParts, runPlan } from './run-plan.ts';

/** A purchase that could not be made is tried again after so long. */
export const RETRY_MS = 5 * 60_000;
/** Plans of one turn at most, and how long it may work, ms: the market's ticks come in between. */
const PLANS_A_TURN = 250;
const TURN_MS = 15;

export interface RunnerParts extends RunParts {
  readonly turns: Pick<MarketTurns, 'cursorMs'>;
  readonly sequencer: Pick<Sequencer, 'submit' | 'fail'>;
}

/**
 * Buys for all plans whose dates have come, beside the market's ticks: some a turn, each plan whole in its turn. A plan is dealt with when its
 * row says so, so whatever turn the process ends behind, a start goes on with the others.
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
    const due = plans.dueAt(turns.cursorMs);
    if (due.length === 0) return;
    market.forget();
    try {
      for (let from = 0; from < due.length && !this.#isStopped; ) {
        const first = from;
        from += await sequencer.submit((tx) => this.#some(tx, due, first));
      }
    } catch (error) {
      if (!this.#isStopped) sequencer.fail(error);
    }
  }

  /** How many of them it has come past. */
  #some(tx: Tx, due: readonly number[], first: number): number {
    const { plans, turns } = this.#parts;
    const beganMs = threadMs();
    const end = Math.min(due.length, first + PLANS_A_TURN);
    for (let index = first; index < end; index += 1) {
      const id = due[index] as number;
      const plan = plans.get(id);
      if (plan !== undefined && plans.isDue(id, turns.cursorMs)) {
        const reason = runPlan(this.#parts, tx, plan, turns.cursorMs);
        if (reason !== '') plans.tryAgain(id, turns.cursorMs + RETRY_MS, reason);
      }
      if (threadMs() - beganMs >= TURN_MS) return index + 1 - first;
    }
    return end - first;
  }
}
