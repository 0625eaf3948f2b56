import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { userSpot } from '#server/exchange/ledger/account-names.ts';
import { issueTo } from '#server/exchange/ledger/movements.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { collectGarbage } from '#tests/support/heap-used.ts';
import { movedToPostgres } from '#tests/support/moved-stores.ts';
import { freshDatabase, HAS_POSTGRES_PROGRAMS, ownServer } from '#tests/support/postgres-server.ts';
import { type Ground, type LiveExchange, withExchangeOn } from './support/live-exchange.ts';
import { LONGEST_TURN_MS, longestLook, ticks } from './support/live-turns.ts';
import { exportsFor, withLongRecords } from './support/long-exports.ts';
import { storeOfGrids } from './support/many-grids.ts';

const BOTS = 100_000;
const SEED = 'bench';
const COMMANDS_A_SECOND = 2_000;
const USERS = 1_000;
const BATCH_MS = 5;
/** How long the event loop is held at most for 99 of 100 looks at it. */
const MOST_LOOP_MS = 10;
/** A stretch in which a minute ends in the middle, a calm one up to ten seconds before midnight, one with midnight in it, and exports. */
const STRETCH_MS = 20_000;
const CALM_MS = 40_000;
/** 500 bots a second are made before; the day ends in the third stretch. */
const MIDNIGHT_MS = Date.UTC(2026, 4, 21);
const BEGIN_MS = MIDNIGHT_MS - CALM_MS - STRETCH_MS - 10_000;

interface Held {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** How long the event loop was held, ms, while `work` went on. */
async function heldBy(work: () => Promise<void>): Promise<Held> {
  const held = monitorEventLoopDelay({ resolution: 1 });
  held.enable();
  await work();
  held.disable();
  const ms = (nanoseconds: number) => Number(Math.max(0, nanoseconds / 1e6 - 1).toFixed(2));
  return { p50: ms(held.percentile(50)), p99: ms(held.percentile(99)), longest: ms(held.max) };
}

/** Sends commands at their pace for a while; resolves with the times until each was on disk, ms. */
async function commands({ parts }: LiveExchange, forMs: number): Promise<number[]> {
  const { ledger, sequencer } = parts;
  const [taken, answers]: [number[], Promise<void>[]] = [[], []];
  const begin = performance.now();
  for (let sent = 0; sent < (forMs / 1_000) * COMMANDS_A_SECOND; ) {
    const due = ((performance.now() - begin) / 1_000) * COMMANDS_A_SECOND;
    for (; sent < due; sent += 1) {
      const at = performance.now();
      const user = 1 + (sent % USERS);
      const answer = sequencer.submit((tx) => {
        const posting = { from: userSpot(user), to: userSpot(1 + (user % USERS)), asset: 'USDT', amount: 1n };
        if (ledger.post([posting], 'transfer', `user:${user}`, tx.nowMs) !== null) throw new Error('refused');
      });
      answers.push(answer.then(() => void taken.push(performance.now() - at)));
    }
    await delay(BATCH_MS);
  }
  await Promise.all(answers);
  return taken;
}

/** What visitors ask for: rankings of all listed bots, each second. */
async function visitors({ exchange }: LiveExchange, forMs: number, nowMs: () => number): Promise<void> {
  const begin = performance.now();
  for (let due = begin + 500; due < begin + forMs; due += 1_000) {
    await delay(Math.max(0, due - performance.now()));
    const query = { strategy_type: 'all', order_by: 'default', params_open_type: '0', page: 1, page_size: 20 };
    await exchange.handlers.recommendList({ query, nowMs: nowMs(), user: null } as never);
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1));
}

/** How long exports hold this thread beside commands and ticks, and how many there were. */
async function exporting(live: LiveExchange, dataDir: string, nowMs: () => number) {
  const bot = await withLongRecords(live);
  const backupTo = join(dataDir, 'bench-backup.db');
  const look = longestLook();
  const [exports] = await Promise.all([
    exportsFor(live, bot, { forMs: STRETCH_MS, nowMs, backupTo }),
    commands(live, STRETCH_MS),
    ticks(live, STRETCH_MS),
  ]).finally(look.end);
  const longestTurnCpu = look.end();
  rmSync(backupTo, { force: true });
  return { exports, longestTurnCpu };
}

interface Stretch {
  readonly loop: Held;
  readonly longestTurnCpu: number;
  readonly commandP99: number;
  readonly tickLateP99: number;
}

interface Looped {
  readonly secondsToOpen: number;
  readonly revival: Pick<Stretch, 'longestTurnCpu'>;
  readonly minuteEnd: Stretch;
  readonly calm: Stretch;
}

/** The start, a minute's end and a calm stretch on a store; and what `more` makes of the rest of the time. */
async function loopOn<T>(
  ground: Omit<Ground, 'clock'>,
  more: (live: LiveExchange, stretch: () => Promise<Stretch>, nowMs: () => number) => Promise<T>,
): Promise<Looped & T> {
  let beganAt = performance.now();
  const nowMs = () => BEGIN_MS + Math.floor(performance.now() - beganAt);
  const look = longestLook();
  return withExchangeOn({ ...ground, clock: { nowMs } }, async (live) => {
    const secondsToOpen = Number(((performance.now() - beganAt) / 1_000).toFixed(2));
    const revival = { longestTurnCpu: look.end() };
    await live.parts.sequencer.submit((tx) => {
      for (let user = 1; user <= USERS; user += 1)
        live.parts.ledger.post([issueTo(userSpot(user), 'USDT', UNITS_PER_COIN)], 'grant', 'bench', tx.nowMs);
    });
    beganAt = performance.now();
    const stretch = async (forMs = STRETCH_MS): Promise<Stretch> => {
      const [taken, late] = [[], []] as [number[][], number[][]];
      const stretchLook = longestLook();
      const loop = await heldBy(async () => {
        const all = await Promise.all([commands(live, forMs), ticks(live, forMs), visitors(live, forMs, nowMs)]);
        taken.push(all[0]);
        late.push(all[1]);
      }).finally(stretchLook.end);
      return {
        loop,
        longestTurnCpu: stretchLook.end(),
        commandP99: percentile(taken.flat(), 0.99),
        tickLateP99: percentile(late.flat(), 0.99),
      };
    };
    const minuteEnd = await stretch();
    const calm = await stretch(CALM_MS);
    return { secondsToOpen, revival, minuteEnd, calm, ...(await more(live, stretch, nowMs)) };
  }).finally(look.end);
}

/** The same bots on PostgreSQL: it has no thread of ours, but its answers are read here. */
async function loopOnPostgres(dataDir: string, feed: MarketFeed): Promise<Looped> {
  const server = await ownServer([['shared_buffers', '256MB']]);
  try {
    const { url } = await freshDatabase(server.url);
    await movedToPostgres(dataDir, url);
    return await loopOn({ dataDir, feed, storeUrl: url }, async () => ({}));
  } finally {
    await server.end();
  }
}

async function exchangeLoop(): Promise<Record<string, unknown>> {
  if (!HAS_POSTGRES_PROGRAMS) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
  const prepared = process.env.BENCH_STORE;
  const dataDir = prepared ?? mkdtempSync(join(tmpdir(), 'bench-loop-'));
  const feed = createSimulatedFeed({ seed: SEED });
  try {
    if (prepared === undefined)
      await storeOfGrids(dataDir, feed, BOTS, BEGIN_MS - (BOTS / 500) * 1_000, { isOld: true });
    // First: it takes a copy of the store, which the other run goes on with.
    const postgres = await loopOnPostgres(dataDir, feed);
    // What it leaves behind is no work of the next one's.
    collectGarbage();
    const { secondsToOpen, ...turns } = await loopOn({ dataDir, feed }, async (live, stretch, nowMs) => ({
      midnight: await stretch(),
      exports: await exporting(live, dataDir, nowMs),
    }));
    const { secondsToOpen: _opened, ...ofPostgres } = postgres;
    const shareOf = (cpuMs: number): number => cpuMs / LONGEST_TURN_MS;
    const looks = [
      ...Object.entries(turns),
      ...Object.entries(ofPostgres).map(([name, look]) => [`${name} on PostgreSQL`, look] as const),
    ];
    const { midnight } = turns;
    const loops = [
      ...Object.entries({ minuteEnd: turns.minuteEnd, calm: turns.calm, midnight }),
      ...Object.entries({ 'minuteEnd on PostgreSQL': postgres.minuteEnd, 'calm on PostgreSQL': postgres.calm }),
    ].map(([name, { loop }]) => ({ name: `${name}: p99`, share: loop.p99 / MOST_LOOP_MS }));
    return {
      size: `${BOTS} running spot grids, ${COMMANDS_A_SECOND} commands/s, a tick and a ranking a second; the start, and exports`,
      secondsToOpen,
      ...turns,
      postgres,
      shareOfTarget: Number(
        Math.max(
          ...loops.map(({ share }) => share),
          ...looks.map(([, { longestTurnCpu }]) => shareOf(longestTurnCpu)),
        ).toFixed(2),
      ),
      tooLong: [
        ...looks.filter(([, { longestTurnCpu }]) => shareOf(longestTurnCpu) > 1).map(([name]) => name),
        ...loops.filter(({ share }) => share > 1).map(({ name }) => name),
      ],
    };
  } finally {
    if (prepared === undefined) rmSync(dataDir, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'exchange-loop', run: exchangeLoop }] as const;
