import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { countingTurns } from '#server/exchange/surroundings/turn-time.ts';
import { type AskedList, anyList, knownList } from './support/list-questions.ts';
import { type LiveExchange, withExchangeOn } from './support/live-exchange.ts';
import { storeOfGrids } from './support/many-grids.ts';
import { seededUniform } from './support/seeded-candles.ts';

const BOTS = Number(process.env.BENCH_BOTS ?? 100_000);
/** A midnight comes while it is measured: every living bot has another day then. */
const BEGIN_MS = Date.UTC(2026, 4, 20, 23, 58);
/** Looks at all bots before and after it: each takes a hundred times its own work. */
const STRETCH_MS = Number(process.env.BENCH_MS ?? 240_000);
/** An answer is to be there in so many ms, and keeping the ranks may take so much of the exchange's thread (issue 11). */
const LONGEST_ANSWER_MS = 20;
const MOST_SHARE = 0.01;

/** What answers took of the thread, and until they were there, ms. */
interface Answers {
  readonly worked: number[];
  readonly waited: number[];
}

/** Visitors, ten a second, in turns of lists that are known and of any: a page of a list each. */
async function visitors({ exchange }: LiveExchange, nowMs: () => number) {
  const told: Record<'known' | 'any', Answers> = {
    known: { worked: [], waited: [] },
    any: { worked: [], waited: [] },
  };
  const uniform = seededUniform(5);
  const slowest: { ms: number; query: AskedList }[] = [];
  const began = performance.now();
  for (let asked = 0; performance.now() - began < STRETCH_MS; asked += 1) {
    await delay(Math.max(0, began + asked * 100 - performance.now()));
    const list = asked % 2 === 0 ? 'known' : 'any';
    const query = list === 'known' ? knownList(asked / 2, BOTS) : anyList(uniform);
    const at = performance.now();
    const worked = await countingTurns(async (ms) => {
      await exchange.handlers.recommendList({ query, nowMs: nowMs(), user: null } as never);
      return ms();
    });
    told[list].waited.push(performance.now() - at);
    told[list].worked.push(worked);
    slowest.push({ ms: Math.round(worked), query });
    slowest.sort((a, b) => b.ms - a.ms).splice(5);
  }
  return { ...told, slowest };
}

async function ticks({ exchange }: LiveExchange): Promise<void> {
  const began = performance.now();
  for (let due = began; due < began + STRETCH_MS; due += 1_000) {
    await delay(Math.max(0, due - performance.now()));
    await exchange.tick();
  }
}

function percentiles(values: readonly number[]): { p50: number; p99: number; most: number } {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1));
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}

const ofAnswers = ({ worked, waited }: Answers) => ({ worked: percentiles(worked), waited: percentiles(waited) });
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

async function measured(live: LiveExchange, nowMs: () => number): Promise<Record<string, unknown>> {
  const { upkeep } = live.exchange;
  const first = performance.now();
  const query = { strategy_type: 'all', page: 1, page_size: 15 };
  await live.exchange.handlers.recommendList({ query, nowMs: nowMs(), user: null } as never);
  const firstMs = performance.now() - first;
  const [began, kept, looks] = [performance.now(), upkeep.workedMs, upkeep.done];
  const [{ known, any, slowest }] = await Promise.all([visitors(live, nowMs), ticks(live)]);
  const tookMs = performance.now() - began;
  const share = (upkeep.workedMs - kept) / tookMs;
  const [ofKnown, ofAny] = [ofAnswers(known), ofAnswers(any)];
  const isLate = [ofKnown, ofAny].some(({ worked }) => worked.p99 > LONGEST_ANSWER_MS);
  return {
    size: `${BOTS} public bots of 2,000 providers, three of ten ended, a tick a second, ten lists a second, a midnight`,
    firstLookMs: Math.round(firstMs),
    looks: upkeep.done - looks,
    lookMs: Math.round((upkeep.workedMs - kept) / Math.max(1, upkeep.done - looks)),
    longestPieceMs: Number(upkeep.longestMs.toFixed(1)),
    known: ofKnown,
    any: ofAny,
    slowest,
    answersShare: Number(((sum(known.worked) + sum(any.worked)) / tookMs).toFixed(4)),
    upkeepShare: Number(share.toFixed(4)),
    tooLong: [...(isLate ? ['answer'] : []), ...(share > MOST_SHARE ? ['upkeep'] : [])],
  };
}

async function ranking(): Promise<Record<string, unknown>> {
  const dataDir = process.env.BENCH_STORE ?? mkdtempSync(join(tmpdir(), 'bench-ranking-'));
  const feed = createSimulatedFeed({ seed: 'bench' });
  try {
    const beginMs = BEGIN_MS - (BOTS / 500) * 1_000;
    const grids = { isOld: true, owners: 2_000, isMixed: true, moreOfFirst: BOTS / 20 };
    if (readdirSync(dataDir).length === 0) await storeOfGrids(dataDir, feed, BOTS, beginMs, grids);
    let beganAt = performance.now();
    const nowMs = () => BEGIN_MS + Math.floor(performance.now() - beganAt);
    return await withExchangeOn({ dataDir, feed, clock: { nowMs } }, async (live) => {
      beganAt = performance.now();
      await live.exchange.tick();
      return measured(live, nowMs);
    });
  } finally {
    if (process.env.BENCH_STORE === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'ranking', run: ranking }];
