import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { loadBots } from '#server/exchange/bots/bot-book.ts';
import { botAccount, INSURANCE, ISSUE, loanAccount } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { loadHistoryFeed } from '#server/exchange/market/history.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { openTestExchange } from '#tests/unit/exchange-fixture.ts';
import { recordedData } from '#tests/unit/market-fixture.ts';
import { gathered, handClock } from '#tests/unit/store-fixture.ts';

const FOLDER = recordedData('spot-2021');
const BOTS = runs(200, 1_000);
/** Whole days of the files, at most. */
const FILE_DAYS = 31;
/** Days before the crash on which the bots are made. */
const DAYS = 6;
const KINDS = Object.keys(MACHINES) as RunnableKind[];

/** The day of the present on which 19 May 2021 is replayed: no other of the files has such a range. */
function crashDayOf(feed: MarketFeed): number {
  const near = Date.UTC(2026, 4, 20) / DAY_MS;
  const rangeOf = (day: number): number => {
    const { low, high } = feed.minutes('BTC_USDT', day * DAY_MS, (day + 1) * DAY_MS, (day + 1) * DAY_MS);
    return Math.max(...high) / Math.min(...low.filter((ticks) => ticks > 0));
  };
  const days = Array.from({ length: FILE_DAYS }, (_, i) => near + i).filter((day) =>
    feed.knowsPath('BTC_USDT', (day - DAYS) * DAY_MS, (day + 1) * DAY_MS),
  );
  return days.reduce((wildest, day) => (rangeOf(day) > rangeOf(wildest) ? day : wildest));
}

describe.skipIf(FOLDER === null)('19 May 2021', () => {
  it(`leaves ${BOTS} bots of every kind with exact books: nobody below zero, whoever was liquidated by the rules, sums 0`, async () => {
    const feed = await loadHistoryFeed({ folder: FOLDER as string, seed: 'crash-day' });
    const day = crashDayOf(feed);
    const folder = mkdtempSync(join(tmpdir(), 'exchange-crash-day-'));
    try {
      const clock = handClock((day + 1) * DAY_MS + 60_000);
      await feed.open(clock.nowMs());
      const exchange = await openTestExchange(folder, { worldBots: BOTS, worldDays: DAYS, clock, feed });
      const bots = await gathered(loadBots(exchange.store));
      const ends = new Map<string, number>();
      expect(bots.length).toBeGreaterThan(BOTS * 0.9);
      for (const { record, machine } of bots) {
        const { id, kind, final, finishAs, status } = record;
        const word = `${kind}: ${finishAs || status}`;
        ends.set(word, (ends.get(word) ?? 0) + 1);
        const about = `bot ${id} (${word})`;
        expect(['running', 'open', 'finished'], about).toContain(status);
        expect(machine === null, about).toBe(status === 'finished');
        if (final !== null) {
          expect(final.residual, about).toBe(0n);
          expect(final.equity, about).toBeGreaterThanOrEqual(0n);
          expect(exchange.ledger.assets(botAccount(id)).size, about).toBe(0);
          expect(exchange.ledger.assets(loanAccount(id)).size, about).toBe(0);
          continue;
        }
        const { data } = await exchange.send('strategyDetail', { query: { strategy_id: id, strategy_type: kind } });
        // Another's hidden bot is not shown to a guest.
        if (data?.residual !== undefined) expect(data.residual, about).toBe('0');
      }
      for (const account of exchange.ledger.everyAccount()) {
        if (account === ISSUE) continue;
        for (const [, units] of exchange.ledger.assets(account)) expect(units, account).toBeGreaterThanOrEqual(0n);
      }
      expect(brokenLaw(exchange.ledger)).toBeNull();
      expect(exchange.fatal).toEqual([]);
      expect(new Set(bots.map(({ record }) => record.kind))).toEqual(new Set(KINDS));
      const liquidated = bots.filter(({ record }) => record.finishAs === 'liquidated').length;
      expect(liquidated).toBeGreaterThan(0);
      console.info(`19 May 2021 with ${bots.length} bots: ${JSON.stringify(Object.fromEntries([...ends].sort()))}`);
      console.info(`insurance left: ${exchange.ledger.balance(INSURANCE, 'USDT') / 100_000_000n} USDT`);
      await exchange.kill();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 600_000);
});
