import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type DualTerms, dualCover } from '#lib/formulas/dual-outcome.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import { dualMarkets, indexAt } from '#server/exchange/dual/dual-markets.ts';
import type { DualOrder } from '#server/exchange/dual/dual-order.ts';
import { orderPostings } from '#server/exchange/dual/dual-postings.ts';
import { DUAL_COVER, userSpot } from '#server/exchange/ledger/account-names.ts';
import { issueTo } from '#server/exchange/ledger/movements.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { type LiveExchange, withExchangeOn } from './support/live-exchange.ts';
import { LONGEST_TURN_MS, longestLook, ticks } from './support/live-turns.ts';

/** Sell-high and buy-low orders that all expire at one moment, in a market that goes on ticking. */
const ORDERS = 100_000;
const USERS = 2_000;
const A_TURN = 500;
const BOTS = 500;
const MOST_SECONDS = 30;
const MOST_LATE_MS = 250;
const DAY_MS = 86_400_000;
const DELIVERY_MS = Date.UTC(2026, 4, 20, 12, 0, 0);
/** Before the expiry, for a calm beginning of the measured ticks. */
const BEFORE_MS = 3_000;

/** Every fourth order has another end: calls and puts, exercised and not. */
function orderOf(n: number, price: bigint): Omit<DualOrder, 'id'> {
  const type = n % 2 === 0 ? 'call' : 'put';
  const strike = (price * (n % 4 < 2 ? 101n : 99n)) / 100n;
  const invested = type === 'put' ? 100n * UNITS_PER_COIN : (100n * UNITS_PER_COIN * UNITS_PER_COIN) / price;
  const terms: DualTerms = { type, strike, invested, aprE8: 40_000_000n, days: 7 };
  const createMs = DELIVERY_MS - 7 * DAY_MS;
  const times = { createMs, startMs: createMs, deliveryMs: DELIVERY_MS };
  return { ...terms, ...times, userId: 100 + (n % USERS), market: 'BTC_USDT', cover: dualCover(terms) };
}

async function makeOrders({ parts, exchange }: LiveExchange, price: bigint): Promise<void> {
  const { ledger, sequencer } = parts;
  for (let from = 0; from < ORDERS; from += A_TURN) {
    await sequencer.submit((tx) => {
      for (let n = from; n < from + A_TURN; n += 1) {
        const order: DualOrder = { ...orderOf(n, price), id: exchange.dual.book.nextId() };
        const asset = order.type === 'put' ? 'USDT' : 'BTC';
        const given = issueTo(userSpot(order.userId), asset, order.invested);
        if (ledger.post([given, ...orderPostings(order)], 'bench', `dual:${order.id}`, tx.nowMs) !== null)
          throw new Error('the house has too little for the bench');
        exchange.dual.book.add(tx, order);
      }
    });
  }
}

async function dualSettlement(): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-dual-'));
  const feed = createSimulatedFeed({ seed: 'bench' });
  let beganAt: number | null = null;
  const beginMs = DELIVERY_MS - BEFORE_MS;
  // Time stands while the orders are made.
  const nowMs = () => beginMs + (beganAt === null ? 0 : Math.floor(performance.now() - beganAt));
  try {
    const ground = { dataDir, feed, clock: { nowMs }, world: { bots: BOTS, days: 1 } };
    return await withExchangeOn(ground, async (live) => {
      const [market] = dualMarkets(feed).filter(({ spec }) => spec.market === 'BTC_USDT');
      const price = market === undefined ? null : indexAt(feed, market, DELIVERY_MS);
      if (price === null) throw new Error('the bench has no price');
      await makeOrders(live, price);
      const { dual } = live.exchange;
      let settledAt = 0;
      live.parts.sequencer.onDurable(() => {
        if (dual.book.size === 0 && settledAt === 0) settledAt = performance.now();
      });
      beganAt = performance.now();
      const dueAt = beganAt + BEFORE_MS;
      const look = longestLook();
      const late = await ticks(live, 2 * MOST_SECONDS * 1_000, () => settledAt > 0);
      await dual.settlement.done();
      const longestTurnCpu = look.end();
      const seconds = settledAt === 0 ? Number.POSITIVE_INFINITY : (settledAt - dueAt) / 1_000;
      const latest = Math.max(...late);
      const left = live.parts.ledger.balance(DUAL_COVER, 'USDT');
      return {
        size: `${ORDERS} orders of ${USERS} traders due at one moment, ${BOTS} bots, a tick a second`,
        seconds: Number(seconds.toFixed(1)),
        latestTickMs: Number(latest.toFixed(0)),
        longestTurnCpu,
        tooLong: [
          ...(seconds > MOST_SECONDS ? ['seconds'] : []),
          ...(latest > MOST_LATE_MS ? ['ticks'] : []),
          ...(longestTurnCpu > LONGEST_TURN_MS ? ['turn'] : []),
          ...(left !== 0n ? ['cover'] : []),
        ],
      };
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const benches = [{ name: 'dual-settlement', run: dualSettlement }] as const;
