import { DAY_MS, midnightOf } from '#lib/time/durations.ts';
import type { MarketTurns } from '../bots/market-turns.ts';
import type { Sequencer, Tx } from '../sequencer/sequencer.ts';
import { threadMs } from '../surroundings/turn-time.ts';
import type { Closing, PlanClosings } from './plan-closings.ts';
import { gainAtMidnight, isStillSince } from './plan-gains.ts';
import type { ViewParts } from './plan-view.ts';

/** Owners of one turn at most, and how long it may work, ms: the market's ticks come in between. */
const CLOSED_A_TURN = 250;
const TURN_MS = 15;

export interface CloserParts extends ViewParts {
  readonly closings: PlanClosings;
  readonly turns: Pick<MarketTurns, 'cursorMs'>;
  readonly sequencer: Pick<Sequencer, 'submit' | 'fail'>;
}

/** One plan was reckoned, or a day of an owner is known. */
type Step = { readonly ownerId: number; readonly closing: Closing } | null;

/**
 * The end of a UTC day for plans, beside the market's ticks: what all plans of an owner had gained by midnight becomes a row, and is never reckoned
 * again. What they held at midnight their books say also behind it (standingAt), so purchases and redemptions do not wait for it. Days of an owner on
 * which nothing was held or changed are passed over. A process that ends on the way goes on where it was.
 */
export class PlanDayCloser {
  readonly #parts: CloserParts;
  #closedMs = 0;
  #closing: Promise<void> | null = null;
  #isStopped = false;

  constructor(parts: CloserParts) {
    this.#parts = parts;
  }

  /** The market has moved on. Resolves when the days that have ended are closed. */
  look(): Promise<void> {
    const midnightMs = lastMidnight(this.#parts.turns.cursorMs);
    if (this.#closing === null && midnightMs > this.#closedMs && !this.#isStopped) {
      this.#closing = this.#pass(midnightMs).finally(() => {
        this.#closing = null;
      });
    }
    return this.#closing ?? Promise.resolve();
  }

  /** What is left is done after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#closing;
  }

  async #pass(midnightMs: number): Promise<void> {
    const { sequencer } = this.#parts;
    const steps = this.#steps(midnightMs);
    try {
      let isDone = false;
      while (!isDone && !this.#isStopped) isDone = await sequencer.submit((tx) => this.#some(tx, steps));
      if (isDone) this.#closedMs = midnightMs;
    } catch (error) {
      if (!this.#isStopped) sequencer.fail(error);
    }
  }

  /** Whether all is done. */
  #some(tx: Tx, steps: Iterator<Step>): boolean {
    const beganMs = threadMs();
    let closed = 0;
    while (closed < CLOSED_A_TURN && threadMs() - beganMs < TURN_MS) {
      const { done, value } = steps.next();
      if (done === true) return true;
      if (value === null) continue;
      this.#parts.closings.close(tx, value.ownerId, value.closing);
      closed += 1;
    }
    return false;
  }

  *#steps(midnightMs: number): Generator<Step, void> {
    const { plans, closings } = this.#parts;
    for (const ownerId of plans.owners()) {
      for (const ms of openMidnights(this.#parts, ownerId, closings.of(ownerId), midnightMs)) {
        let gain = 0n;
        // A plan at a time: books say what was held at midnight whatever happens in between.
        for (const plan of plans.ofOwner(ownerId)) {
          gain += gainAtMidnight(this.#parts, plan, ms);
          yield null;
        }
        yield { ownerId, closing: { ms, gain } };
      }
    }
  }
}

/** Midnights up to one that an owner's days are still to be closed at; none where nothing has moved since. */
export function openMidnights(
  { plans }: ViewParts,
  ownerId: number,
  { ms: closedMs }: Closing,
  untilMs: number,
): readonly number[] {
  if (closedMs >= untilMs || plans.ofOwner(ownerId).every((plan) => isStillSince(plans, plan, closedMs))) return [];
  return Array.from({ length: (untilMs - closedMs) / DAY_MS }, (_, index) => closedMs + (index + 1) * DAY_MS);
}

/** The last midnight that the market has come to. */
export function lastMidnight(cursorMs: number): number {
  return midnightOf(Math.max(cursorMs, 0));
}
