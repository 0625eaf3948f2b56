import { describe, expect, it } from 'vitest';
import { runs } from '#tests/support/runs.ts';
import { TRIED_KINDS, type TriedKind } from '#tests/support/tried-kind.ts';
import { BY_CHANCE, type CrashPoint, FATES, LIFE_STEPS, meets, ScheduledLife } from './schedule-life.ts';

/**
 * Any order of acts, ticks, partial fills and one end of the process – at each step of a bot's life, before the disk has it, before anybody
 * hears of it, and after – leaves a legal state, no orphan order, no double effect and an exact ledger; the end of a bot is a barrier.
 */

const SCHEDULES = runs(300, 10_000);
const POINTS: readonly CrashPoint[] = LIFE_STEPS.filter((step) => !BY_CHANCE.includes(step)).flatMap((step) =>
  FATES.map((fate) => ({ step, fate })),
);
/** Further tries of a point that no schedule came by. */
const MOST_MORE = 40;
const named = ({ step, fate }: CrashPoint): string => `${step} (${fate})`;

/** Of one seed: the points in turn, and at each of them another kind that can come by it. */
async function liveOf(seed: number): Promise<ScheduledLife> {
  const point = POINTS[seed % POINTS.length] as CrashPoint;
  const kinds = TRIED_KINDS.filter((kind) => meets(kind, point));
  const kind = kinds[Math.floor(seed / POINTS.length) % kinds.length] as TriedKind;
  const life = new ScheduledLife(kind, seed, point);
  await life.live().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`seed ${seed}, a ${kind} whose process ends at ${named(point)}: ${why}`, { cause: error });
  });
  return life;
}

describe('a bot under any schedule', () => {
  it('ends in a legal state, with no order left, no effect twice and an exact ledger, wherever its process ended', async () => {
    const missed = new Set(POINTS.map(named));
    const seen = new Set<string>();
    const live = async (seed: number): Promise<void> => {
      const life = await liveOf(seed);
      for (const step of life.seen) seen.add(step);
      if (life.hasCrashed) missed.delete(named(life.point));
    };
    for (let seed = 0; seed < SCHEDULES; seed += 1) await live(seed);
    // What seldom happens – a close that fills in parts – is drawn on until it has.
    const round = Math.ceil(SCHEDULES / POINTS.length) * POINTS.length;
    for (const [i, point] of POINTS.entries()) {
      for (let more = 0; missed.has(named(point)) && more < MOST_MORE; more += 1) await live(round * (1 + more) + i);
    }
    // Every step that was made is one of the table's, and every point was met.
    expect([...seen].filter((step) => !LIFE_STEPS.includes(step))).toEqual([]);
    expect([...missed]).toEqual([]);
  }, 3_600_000);
});
