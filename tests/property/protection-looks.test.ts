import fc from 'fast-check';
import { describe, it } from 'vitest';
import { equityAt, figuresAt } from '#server/exchange/bots/bot-equity.ts';
import { knownPrices } from '#server/exchange/bots/bot-kinds.ts';
import { contractOf } from '#server/exchange/bots/bot-markets.ts';
import type { LiveBot } from '#server/exchange/bots/live-bot.ts';
import { AccountWorthSum } from '#server/exchange/portfolio/account-worth.ts';
import { balancesOf } from '#server/exchange/portfolio/balances.ts';
import { stakesOf } from '#server/exchange/portfolio/bot-worth.ts';
import { ProtectionWatch } from '#server/exchange/protection/protection-watch.ts';
import { statementsOf } from '#server/exchange/views/holdings-view.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { threadClock } from '#tests/support/thread-clock.ts';
import { gridBody, openTestExchange, startGrid } from '../unit/exchange-fixture.ts';
import { KIND_BODIES, startKind } from '../unit/exchange-kind-bodies.ts';
import { heldFeed } from '../unit/held-feed.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';

const DEMO = 10_001;

/** Bots of every kind, one that waits for its trigger and one of trial funds among them, that have traded for a while. */
async function everyKind() {
  const { feed, held } = heldFeed();
  const exchange = await openTestExchange(temporaryFolder(), { isDemoPrivate: true, feed });
  const who = await exchange.trader();
  for (const kind of Object.keys(KIND_BODIES) as (keyof typeof KIND_BODIES)[]) await startKind(exchange, who, kind);
  await startGrid(exchange, who, { use_experience: 1 });
  await exchange.send('createGrid', { who, body: gridBody(exchange, { money: '1000' }) });
  await exchange.pass(120_000, 20_000);
  const { parts } = exchange.protection;
  return { exchange, held, parts, bots: parts.book.runningOf(DEMO) };
}

describe('looks at accounts', () => {
  it('come to what all figures of every bot come to, at any prices, though they work out a part of them', async () => {
    const { exchange, held, parts, bots } = await everyKind();
    expect(new Set(bots.map(({ record }) => record.kind)).size).toBeGreaterThanOrEqual(Object.keys(KIND_BODIES).length);
    const markets = ['BTC_USDT', 'ETH_USDT', 'SOL_USDT'];
    const nowMs = exchange.clock.nowMs();
    const first = new Map(markets.map((market) => [market, exchange.feed.lastTicks(market, nowMs) ?? 1]));
    const seen = { some: 0 };
    /** As the bot's page has it. */
    const plain = (bot: LiveBot, prices: readonly number[]) => {
      const { position, loan } = statementsOf(bot, prices);
      const isOpen = contractOf(bot.spec) !== null && position !== null;
      return { equity: figuresAt(bot, prices).equity, loan, position: isOpen ? position : null };
    };
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.3, max: 3, noNaN: true }), { minLength: 3, maxLength: 3 }), (parts3) => {
        markets.forEach((market, index) => {
          held.last.set(market, Math.max(1, Math.round((first.get(market) ?? 1) * (parts3[index] ?? 1))));
        });
        const [whole, alone] = [true, false].map((hasExposures) => {
          const sum = new AccountWorthSum(parts, nowMs, { hasExposures });
          sum.addBalances(balancesOf(parts.ledger, DEMO), []);
          for (const bot of bots) sum.addBot(bot);
          return sum.worth();
        });
        expect(alone?.equityUsdt).toBe(whole?.equityUsdt);
        for (const bot of bots) {
          const prices = knownPrices(exchange.feed, bot.spec, nowMs);
          if (prices === null) continue;
          seen.some += 1;
          const { equity, loan, position } = plain(bot, prices);
          const stakes = stakesOf(parts, bot, prices);
          expect([bot.record.kind, equityAt(bot, prices)]).toEqual([bot.record.kind, equity]);
          expect([stakes.loan, stakes.open?.position ?? null]).toEqual([loan, position]);
        }
      }),
      { numRuns: runs(40, 2_000) },
    );
    expect(seen.some).toBeGreaterThan(100);
  });

  it('rest four times as long as they have worked, however many there are', async () => {
    const { exchange, parts } = await everyKind();
    const rests: number[] = [];
    const watch = new ProtectionWatch(parts, async (ms) => void rests.push(ms));
    await exchange.sequencer.submit((tx) => {
      const limits = { drawdown: { percent: '50', action: 'warn' }, exposure: null } as const;
      parts.guards.put(tx, DEMO, { ...parts.guards.of(DEMO), limits });
    });
    const spent = threadClock();
    for (let i = 0; i < 300; i += 1) await watch.lookAt(DEMO);
    const worked = spent();
    for (const ms of rests) expect(ms).toBeGreaterThanOrEqual(20);
    const rested = rests.reduce((sum, ms) => sum + ms, 0);
    expect(rested).toBeGreaterThan(0);
    expect(rested).toBeLessThanOrEqual(4 * worked);
  });
});
