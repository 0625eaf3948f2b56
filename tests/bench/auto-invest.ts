import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { EMPTY_BOOKS } from '#server/exchange/invest/plan-books.ts';
import { userSpot } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { issueTo } from '#server/exchange/ledger/movements.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { type LiveExchange, withExchangeOn } from './support/live-exchange.ts';

const PLANS = 100_000;
const USERS = 1_000;
const A_TURN = 500;
const TICK_MS = 1_000;
/** The targets: all of them within so long, and no tick later than that. */
const MOST_SECONDS = 30;
const MOST_LATE_MS = 250;
const BEGIN_MS = Date.UTC(2026, 4, 20, 10);
/** Plans are made before; all are due in this minute. */
const DUE_MS = BEGIN_MS + 600_000;
const COINS = ['BTC', 'ETH', 'SOL', 'XRP'];

async function seed({ parts, exchange }: LiveExchange): Promise<void> {
  const { ledger, sequencer } = parts;
  const { plans } = exchange.invest.parts;
  await sequencer.submit((tx) => {
    const money = 1_000_000n * UNITS_PER_COIN;
    for (let user = 1; user <= USERS; user += 1)
      ledger.post([issueTo(userSpot(user), 'USDT', money)], 'grant', 'bench', tx.nowMs);
  });
  for (let made = 0; made < PLANS; made += A_TURN) {
    await sequencer.submit((tx) => {
      for (let index = made; index < made + A_TURN; index += 1) {
        const coins = [{ asset: COINS[index % COINS.length] as string, rate: '1' }];
        const terms = { coins, amount: 20n * UNITS_PER_COIN, every: '1d' as const, firstMs: DUE_MS };
        plans.put(tx, {
          ...{ id: plans.nextId(), ownerId: 1 + (index % USERS), name: '', createMs: tx.nowMs, state: 'active' },
          dueMs: DUE_MS,
          present: { version: 1, terms, fromMs: tx.nowMs, untilMs: null, books: EMPTY_BOOKS },
        });
      }
    });
  }
}

/** 100,000 plans of one coin each, due in the same minute, beside a tick a second. */
async function autoInvest(): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-invest-'));
  let [clockMs, beganAt] = [BEGIN_MS, performance.now()];
  const clock = { nowMs: () => clockMs + Math.floor(performance.now() - beganAt) };
  try {
    return await withExchangeOn({ dataDir, feed: createSimulatedFeed({ seed: 'bench' }), clock }, async (live) => {
      const { exchange, parts } = live;
      await seed(live);
      await exchange.tick();
      [clockMs, beganAt] = [DUE_MS - 2 * TICK_MS, performance.now()];
      const { plans } = exchange.invest.parts;
      const isLeft = () => plans.nextDue(DUE_MS) !== undefined;
      const late: number[] = [];
      let seconds = Number.POSITIVE_INFINITY;
      for (let due = beganAt + TICK_MS; performance.now() < beganAt + 3 * MOST_SECONDS * 1_000; due += TICK_MS) {
        await delay(Math.max(0, due - performance.now()));
        await exchange.tick();
        late.push(performance.now() - due);
        if (isLeft()) continue;
        seconds = (performance.now() - beganAt) / 1_000 - 2;
        break;
      }
      await exchange.invest.runner.look();
      const bought = [...plans.every()].filter(({ present }) => present.books.runs === 1).length;
      const broken = brokenLaw(parts.ledger);
      if (broken !== null || bought !== PLANS) throw new Error(broken ?? `${bought} plans have bought`);
      const tickLate = Math.max(...late);
      return {
        size: `${PLANS} plans of one coin due in one minute, a tick a second`,
        seconds: Number(seconds.toFixed(1)),
        rate: Math.round(PLANS / seconds),
        unit: 'plans/s',
        tickLate: Number(tickLate.toFixed(1)),
        shareOfTarget: Number(Math.max(seconds / MOST_SECONDS, tickLate / MOST_LATE_MS).toFixed(2)),
        tooLong: [...(seconds > MOST_SECONDS ? ['seconds'] : []), ...(tickLate > MOST_LATE_MS ? ['tickLate'] : [])],
      };
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'auto-invest', run: autoInvest }] as const;
