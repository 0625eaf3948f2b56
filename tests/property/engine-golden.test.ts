import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { CloseInstruction } from '#lib/engine/machine.ts';
import { RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { lifeOf, type Moment, steerKind } from './engine-life.ts';
import { inputOf, KIND_RUNS, type KindRun } from './every-kind-scenario.ts';

/**
 * Golden lives: what bots of every kind did on synthetic minutes – each fill, order, operation, statement and report, to the
 * last unit – the day this file was written, as digests; and bots that were written down in the middle of their lives, as
 * the store had them then. A change of the engine that is not meant to change any life changes none of these; a stored bot
 * of an earlier version trades on to the same end. Needs no data from outside.
 *
 * Written anew, after a change that is meant, by GOLDEN=write npx vitest run … engine-golden: the commit says why. A new kind's
 * lives are added by GOLDEN=add, which leaves the others alone: their stored bots stay those of the day they were written.
 */
const FILE = fileURLToPath(new URL('./engine-golden.json', import.meta.url));
const SEED = 20_261_123;
const CASES = 60;
/** Of every kind, so many are kept as the store had them after some calls. */
const STORED = 3;

/** [what was asked, its life, its life when it is ended in the middle], each a digest. */
type GoldenCase = readonly [asked: string, life: string, ended: string];

interface Golden {
  readonly lives: readonly GoldenCase[];
  /** Snapshots by case, taken before the call of that number. */
  readonly stored: readonly { readonly of: number; readonly call: number; readonly snapshot: unknown }[];
}

const isWriting = process.env.GOLDEN === 'write';
const isAdding = process.env.GOLDEN === 'add';
const golden: Record<string, Golden> = existsSync(FILE)
  ? (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Golden>)
  : {};

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

function asked(run: KindRun): string {
  const plain = (_: string, value: unknown): unknown => {
    if (typeof value === 'bigint') return `${value}n`;
    return ArrayBuffer.isView(value) ? [...(value as Int32Array)] : value;
  };
  return digest(JSON.stringify(run, plain));
}

/** Grids that follow the price wherever it is beyond its mean: few of those that are drawn do, and none far. */
function follows(run: KindRun): KindRun {
  const { lowTicks } = run.params as { lowTicks: number };
  const free = { stopLossTicks: null, takeProfitTicks: null, stopBelowRange: false, stopAboveRange: false };
  const params = {
    ...run.params,
    ...free,
    trailUpLimitTicks: lowTicks * 4,
    trailDownLimitTicks: 1,
    momentumE8: 0n,
  };
  return { ...run, params } as KindRun;
}

function casesOf(kind: RunnableKind): readonly KindRun[] {
  const drawn = fc.sample(KIND_RUNS[kind] as fc.Arbitrary<KindRun>, { seed: SEED, numRuns: CASES });
  return kind === 'spot_grid' || kind === 'margin_grid' ? [...drawn, ...drawn.map(follows)] : drawn;
}

/** A life that its owner ends before a call in its middle: at the market, at a limit near the price, or keeping what it has. */
function endedLife(run: KindRun, at: number, calls: number): string {
  const middle = Math.floor(calls / 2);
  const steering = steerKind(run.kind, (machine, { call, timeMs, prices }) => {
    if (call === middle) machine.terminate(wayToClose(at, { call, timeMs, prices }), prices, timeMs);
    return machine;
  });
  const life = lifeOf(inputOf(run));
  steering.restore();
  return life;
}

function wayToClose(at: number, { timeMs, prices }: Moment): CloseInstruction {
  const away = [1.002, 0.998, 1.05, 0.95][Math.floor(at / 3) % 4] as number;
  const ticks = Math.max(1, Math.round((prices[0] as number) * away));
  const ways: readonly CloseInstruction[] = [
    { type: 'market' },
    { type: 'limit', ticks, expiresAtMs: timeMs + 300_000 },
    { type: 'no_close' },
  ];
  return ways[at % ways.length] as CloseInstruction;
}

/** Its life, how many calls drove it, and what the store would have had before the call `at`. */
function lifeWithStored(run: KindRun, at: number): { life: string; calls: number; snapshot: unknown } {
  let calls = 0;
  let snapshot: unknown = null;
  const steering = steerKind(run.kind, (machine, { call }) => {
    calls = call + 1;
    if (call === at) snapshot = JSON.parse(JSON.stringify(machine.snapshot()));
    return machine;
  });
  const life = lifeOf(inputOf(run));
  steering.restore();
  return { life, calls, snapshot };
}

/** Anew; bots that are stored already for the same questions stay as they were stored: they must go on. */
function write(kind: RunnableKind, before: Golden | undefined): Golden {
  const lives: GoldenCase[] = [];
  const stored: { of: number; call: number; snapshot: unknown }[] = [];
  for (const [at, run] of casesOf(kind).entries()) {
    const { life, calls } = lifeWithStored(run, -1);
    lives.push([asked(run), digest(life), digest(endedLife(run, at, calls))]);
    const call = Math.floor(calls / 2);
    if (calls < 6 || stored.length === STORED) continue;
    stored.push({ of: at, call, snapshot: lifeWithStored(run, call).snapshot });
  }
  const isSame = before?.lives.every(([question], i) => question === lives[i]?.[0]) === true;
  return { lives, stored: isSame && before.lives.length === lives.length ? before.stored : stored };
}

describe('golden lives', () => {
  it.each(RUNNABLE_KINDS)('of %s are what they were', (kind) => {
    if (isWriting || (isAdding && golden[kind] === undefined)) golden[kind] = write(kind, golden[kind]);
    const { lives } = golden[kind] as Golden;
    for (const [at, run] of casesOf(kind).entries()) {
      const [question, life, ended] = lives[at] as GoldenCase;
      expect(asked(run), `case ${at}: another question; write the file anew with the engine as it was`).toBe(question);
      const own = lifeWithStored(run, -1);
      expect(digest(own.life), `life ${at}`).toBe(life);
      expect(digest(endedLife(run, at, own.calls)), `ended life ${at}`).toBe(ended);
    }
  });

  it.each(RUNNABLE_KINDS)('of stored bots of %s go on as they did', (kind) => {
    const { lives, stored } = golden[kind] as Golden;
    const runs = casesOf(kind);
    expect(stored.length).toBeGreaterThan(0);
    for (const { of, call: at, snapshot } of stored) {
      const steering = steerKind(kind, (machine, { call }, again) => (call === at ? again(snapshot) : machine));
      const life = lifeOf(inputOf(runs[of] as KindRun));
      steering.restore();
      expect(digest(life), `stored bot ${of}`).toBe((lives[of] as GoldenCase)[1]);
    }
  });

  it('are written for every kind', () => {
    if (isWriting || isAdding) writeFileSync(FILE, `${JSON.stringify(golden)}\n`);
    expect(Object.keys(golden).sort()).toEqual([...RUNNABLE_KINDS].sort());
  });
});
