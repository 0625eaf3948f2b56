import { DAY_MS } from '#lib/time/durations.ts';
import type { MarketTurns } from '../bots/market-turns.ts';
import type { EarnIncome } from '../earn/earn-source.ts';
import { createBoundedCache } from '../market/bounded-cache.ts';
import { dayName } from '../portfolio/day-series.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import { giveWay } from '../surroundings/turn-time.ts';
import { type Closing, PLAN_DAYS, type PlanClosings, readClosing } from './plan-closings.ts';
import { lastMidnight, openMidnights } from './plan-day-closer.ts';
import { gainAtMidnight, gainNow, isEarning, worthNow } from './plan-gains.ts';
import { PLAN_MONEY } from './plan-market.ts';
import type { ViewParts } from './plan-view.ts';

/** Traders whose closed days are kept. */
const KEPT_TRADERS = 64;
/** Plans between two looks at what came in: a plan may have fifty versions of ten coins. */
const PLANS_A_PIECE = 10;
const NOTHING: EarnIncome = { days: [], running: new Map(), assets: new Map() };

export interface PlanIncomeParts extends ViewParts {
  readonly store: Pick<StoreReader, 'since'>;
  readonly closings: PlanClosings;
  readonly turns: Pick<MarketTurns, 'cursorMs'>;
  readonly sequencer: Pick<Sequencer, 'onDisk'>;
}

/** The days of an owner that are closed, the oldest first: those that changed what was gained. */
interface ClosedDays {
  sequence: number;
  readonly rows: Map<number, Closing>;
}

/**
 * What an owner's plans brought day by day: what they had gained in all at one midnight less that at the one before. What is closed is read
 * from its rows; a day that has ended and is not closed yet is reckoned as its closing will; the rest is today's.
 */
export class PlanIncome {
  readonly #parts: PlanIncomeParts;
  readonly #kept = createBoundedCache<number, ClosedDays>(KEPT_TRADERS);

  constructor(parts: PlanIncomeParts) {
    this.#parts = parts;
  }

  async of(userId: number, nowMs: number): Promise<EarnIncome> {
    const { plans, turns } = this.#parts;
    if (plans.ofOwner(userId).length === 0) return NOTHING;
    const { rows, closed } = await this.#closed(userId);
    const points = [...rows];
    const untilMs = lastMidnight(turns.cursorMs);
    for (const ms of openMidnights(this.#parts, userId, closed, untilMs)) {
      let gain = 0n;
      for (const [index, plan] of plans.ofOwner(userId).entries()) {
        if (index > 0 && index % PLANS_A_PIECE === 0) await giveWay();
        gain += gainAtMidnight(this.#parts, plan, ms);
      }
      points.push({ ms, gain });
    }
    const { total, running, worth } = await this.#present(userId, nowMs);
    points.push({ ms: Math.max(untilMs, closed.ms) + DAY_MS, gain: total });
    return {
      days: daysOf(points),
      running: new Map([[PLAN_MONEY, running]]),
      assets: new Map([[PLAN_MONEY, worth]]),
    };
  }

  async #present(userId: number, nowMs: number) {
    const { plans } = this.#parts;
    let [total, running, worth] = [0n, 0n, 0n];
    for (const [index, plan] of plans.ofOwner(userId).entries()) {
      if (index > 0 && index % PLANS_A_PIECE === 0) await giveWay();
      const gain = gainNow(this.#parts, plan, nowMs);
      total += gain;
      if (!isEarning(plans, plan)) continue;
      running += gain;
      worth += worthNow(this.#parts, plan, nowMs);
    }
    return { total, running, worth };
  }

  /** The closed days, and up to when they are: a turn that has closed one may not be on the disk yet, and is waited for. */
  async #closed(userId: number): Promise<{ readonly rows: readonly Closing[]; readonly closed: Closing }> {
    const { store, closings, sequencer } = this.#parts;
    const kept = this.#kept.get(userId, () => ({ sequence: 0, rows: new Map() }));
    for (let before = -1; ; ) {
      const closed = closings.of(userId);
      for await (const { sequence, value } of store.since(PLAN_DAYS, `${userId}`, kept.sequence)) {
        const row = readClosing(value);
        kept.rows.set(row.ms, row);
        kept.sequence = Math.max(kept.sequence, sequence);
      }
      const rows = [...kept.rows.values()].filter(({ ms }) => ms <= closed.ms).sort((a, b) => a.ms - b.ms);
      const isWhole = (rows.at(-1)?.gain ?? 0n) === closed.gain;
      // A row that the disk has lost stays lost: nobody waits for it.
      if (isWhole || kept.sequence === before) return { rows, closed };
      before = kept.sequence;
      await sequencer.onDisk();
    }
  }
}

/** Each day's step; `points`: what had been gained by the end of it. */
function daysOf(points: readonly Closing[]): EarnIncome['days'] {
  let before = 0n;
  return points.flatMap(({ ms, gain }) => {
    const earned = gain - before;
    before = gain;
    return earned === 0n ? [] : [{ day: dayName(ms / DAY_MS - 1), asset: PLAN_MONEY, earned }];
  });
}
