import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagesByProvider } from '#lib/formulas/provider-pages.ts';
import { sampleOf } from '#lib/formulas/ranking-score.ts';
import { studentT90 } from '#lib/formulas/student-t.ts';
import { loadBots } from '#server/exchange/bots/bot-book.ts';
import type { BotRecord } from '#server/exchange/bots/bot-record.ts';
import { shownSince } from '#server/exchange/bots/early-record.ts';
import type { LiveBot } from '#server/exchange/bots/live-bot.ts';
import { listedDayReturns, wholeDayReturns } from '#server/exchange/bots/whole-days.ts';
import { inPieces } from '#server/exchange/views/in-pieces.ts';
import { justHolding } from '#server/exchange/views/just-holding.ts';
import { ProviderPools } from '#server/exchange/views/provider-pools.ts';
import { quietReason } from '#server/exchange/views/quiet-reason.ts';
import { byRank } from '#server/exchange/views/rank-order.ts';
import { type Ranked, ranksOf } from '#server/exchange/views/ranking.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { openTestExchange } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

const providersOf = (bots: Iterable<Ranked>) => {
  const pools = new ProviderPools<{ entry: Ranked }>();
  for (const entry of bots) pools.put({ entry });
  for (const work = pools.rescore(); work.next().done !== true; );
  return pools;
};
/** By default, with its provider's score among these bots. */
const rankIn = (bots: readonly Ranked[], entry: Ranked): number | null =>
  ranksOf(entry, providersOf(bots).scoreOf(entry.bot.record.ownerId), NOW).default;

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 4, 20);

/** A bot whose days returned so much each (fractions of the day's beginning), made at midnight. */
function botOf(id: number, ownerId: number, returns: readonly number[]): Ranked & { readonly bot: LiveBot } {
  let equity = 1;
  const rates = returns.map((one) => {
    equity *= 1 + one;
    return BigInt(Math.round((equity - 1) * 1e8));
  });
  const createMs = NOW - returns.length * DAY_MS;
  const curve = rates.map((rateE8, index) => ({
    day: new Date(createMs + index * DAY_MS).toISOString().slice(0, 10),
    profit: 0n,
    rateE8,
    usdtEquity: 0n,
    span: null,
    deposited: 0n,
  }));
  const record = { id, ownerId, createMs, finishMs: null, status: 'running', deposited: 0n } as unknown as BotRecord;
  const bot = { record, curve } as unknown as LiveBot;
  const figures = { rateE8: rates.at(-1) ?? 0n } as Ranked['figures'];
  return { bot, figures, drawdown: fallByHand(returns), days: sampleOf(wholeDayReturns(bot)), sharpe: null };
}

/** H57 again, by the words: mean − t·s/√n − fall/365 of log returns; `days`: on how many different days they were. */
function scoreByHand(returns: readonly number[], fall: number, days = returns.length): number {
  const logs = returns.map((one) => Math.log(1 + one));
  const mean = logs.reduce((sum, one) => sum + one, 0) / logs.length;
  const variance = logs.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (logs.length - 1);
  return mean - (studentT90(days - 1) * Math.sqrt(variance)) / Math.sqrt(days) - fall / 365;
}

function fallByHand(returns: readonly number[]): number {
  let [equity, peak, fall] = [1, 1, 0];
  for (const one of returns) {
    equity *= 1 + one;
    peak = Math.max(peak, equity);
    fall = Math.max(fall, 1 - equity / peak);
  }
  return fall;
}

const order = (bots: readonly Ranked[]) =>
  bots
    .flatMap((entry) => {
      const score = rankIn(bots, entry);
      return score === null ? [] : [{ row: { entry, slot: 0 }, score }];
    })
    .sort(byRank)
    .map(({ row }) => row.entry.bot.record.id);

describe('the default ranking (G2, H57)', () => {
  it('is the average of the bot’s own score and that of everything its provider listed, pooled', () => {
    const good = [0.01, 0.004, 0.012, -0.003, 0.008, 0.006, 0.009, 0.002];
    const bad = [-0.02, 0.01, -0.05, -0.01, 0.003, -0.04, 0.02, -0.03, 0.001];
    const bots = [botOf(1, 7, good), botOf(2, 7, bad), botOf(3, 8, good)];
    // Both end today: the days of the one are among the nine of the other.
    const pool = scoreByHand([...good, ...bad], Math.max(fallByHand(good), fallByHand(bad)), 9);
    const own = scoreByHand(good, fallByHand(good));
    expect(rankIn(bots, bots[0] as Ranked)).toBeCloseTo((own + pool) / 2, 7);
    expect(rankIn(bots, bots[2] as Ranked)).toBeCloseTo(own, 7);
    // The better one lifts the worse one by nothing.
    const worse = scoreByHand(bad, fallByHand(bad));
    expect(worse).toBeLessThan(pool);
    expect(rankIn(bots, bots[1] as Ranked)).toBeCloseTo(worse, 7);
    expect(order(bots)).toEqual([3, 1, 2]);
  });

  it('leaves out what has fewer than seven whole days; a part of a day is none', () => {
    const week = [0.01, 0.01, 0.02, 0.01, 0.01, 0.02, 0.01];
    expect(order([botOf(1, 1, week.slice(1)), botOf(2, 2, week)])).toEqual([2]);
    const { bot } = botOf(3, 3, week);
    const later = { ...bot, record: { ...bot.record, createMs: bot.record.createMs + 3_600_000 } as BotRecord };
    expect(wholeDayReturns(later).length).toBe(6);
    expect(wholeDayReturns(later)[0]).toBeCloseTo(Math.log(1.01), 6);
  });

  it('counts days from when a bot was listed: who shows the lucky one of twenty after a week has shown no day', () => {
    const lucky = botOf(
      1,
      1,
      Array.from({ length: 12 }, (_, index) => 0.01 + index / 1_000),
    );
    const shownLate = (days: number) => ({
      ...lucky.bot,
      record: { ...lucky.bot.record, listedMs: lucky.bot.record.createMs + days * DAY_MS - 3_600_000 } as BotRecord,
    });
    expect(listedDayReturns(shownLate(5))).toEqual(wholeDayReturns(lucky.bot).slice(5));
    expect(order([{ ...lucky, days: sampleOf(listedDayReturns(shownLate(5))) }])).toEqual([1]);
    expect(order([{ ...lucky, days: sampleOf(listedDayReturns(shownLate(6))) }])).toEqual([]);
    const never = { ...lucky.bot, record: { ...lucky.bot.record, listedMs: null } as BotRecord };
    expect(listedDayReturns(never)).toEqual([]);
  });

  it('has bots of before it was kept whether they were hidden for a while as shown since they were listed', () => {
    const before = { createMs: 5, isHide: false };
    expect(shownSince(before)).toBe(5);
    expect(shownSince({ ...before, listedMs: 9 })).toBe(9);
    expect(shownSince({ ...before, isHide: true, listedMs: 9 })).toBeNull();
    expect(shownSince({ ...before, isHide: true, wasListed: true })).toBeNull();
  });

  it('counts a total loss on the day of its end, and it stays in the pool for ever', () => {
    const lost = botOf(1, 1, [...Array.from({ length: 8 }, () => 0.01), -1]);
    expect(wholeDayReturns(lost.bot).at(-1)).toBeLessThan(-18);
    const lucky = botOf(
      2,
      1,
      Array.from({ length: 9 }, (_, index) => 0.01 + index / 1_000),
    );
    const honest = botOf(
      3,
      2,
      Array.from({ length: 9 }, (_, index) => 0.001 + index / 10_000),
    );
    expect(order([lost, lucky, honest])[0]).toBe(3);
  });

  it('does not reward one provider’s luck spread over bots: the luckiest of many ranks below the same record alone', () => {
    const days = fc.array(fc.double({ min: -0.05, max: 0.05, noNaN: true }), { minLength: 8, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(days, { minLength: 2, maxLength: 8 }), (records) => {
        const many = records.map((returns, index) => botOf(index + 1, 1, returns));
        const ranks = many.map((bot) => rankIn(many, bot) as number);
        const best = ranks.indexOf(Math.max(...ranks));
        const alone = botOf(99, 2, records[best] as number[]);
        const aloneRank = rankIn([alone], alone) as number;
        const pool = providersOf(many).scoreOf(1) as number;
        // At best half of the luck is left, whatever is split off; all of it only where the others were as good.
        expect(ranks[best] as number).toBeCloseTo((aloneRank + Math.min(pool, aloneRank)) / 2, 9);
        expect(ranks[best] as number).toBeLessThanOrEqual(aloneRank);
        // Ending or hiding nothing of it helps: the pool is of everything that was ever listed.
        const ended = many.map(({ bot, ...rest }) => ({
          ...rest,
          bot: { ...bot, record: { ...bot.record, status: 'finished', finishMs: NOW - 200 * DAY_MS } } as Ranked['bot'],
        }));
        expect(providersOf(ended).scoreOf(1)).toBe(pool);
      }),
      { numRuns: 60 },
    );
  });

  it('puts no more than two bots of a provider on a page, each bot on one page, better ones first', async () => {
    const bots = fc.array(fc.nat(4), { maxLength: 60 }).map((owners) => owners.map((owner, id) => ({ owner, id })));
    await fc.assert(
      fc.asyncProperty(bots, fc.integer({ min: 1, max: 9 }), async (ranked, size) => {
        const entries = ranked.map(({ owner, id }) => ({ bot: botOf(id, owner, []).bot }));
        const pages = await inPieces(pagesByProvider(entries, size, ({ bot }) => bot.record.ownerId));
        expect(pages.flat().length).toBe(entries.length);
        expect(new Set(pages.flat()).size).toBe(entries.length);
        let left = [...entries];
        for (const page of pages) {
          expect(page.length).toBeGreaterThan(0);
          expect(page.length).toBeLessThanOrEqual(size);
          // The page that somebody would fill by hand: down the list, skipping who has two already.
          const byHand: typeof left = [];
          for (const entry of left) {
            const same = byHand.filter(({ bot }) => bot.record.ownerId === entry.bot.record.ownerId).length;
            if (byHand.length < size && same < 2) byHand.push(entry);
          }
          expect(page).toEqual(byHand);
          left = left.filter((entry) => !byHand.includes(entry));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('cuts a long ranking into pages with pauses between which others have the thread', () => {
    const entries = Array.from({ length: 6_000 }, (_, id) => ({ bot: { record: { ownerId: id } } }));
    const work = pagesByProvider(entries, 20, ({ bot }) => bot.record.ownerId);
    let pauses = 0;
    let step = work.next();
    for (; step.done !== true; step = work.next()) pauses += 1;
    expect(pauses).toBe(2);
    expect(step.value.flat()).toEqual(entries);
    expect(step.value.length).toBe(300);
  });

  it('has beside a rate what just holding came to in what that rate is counted in', () => {
    const record = { instrument: 'BTC_USDT', createPrices: [100], finishMs: null, final: null };
    const bot = (contract: object | undefined) => ({ record, spec: { ...testSpec(), contract } }) as never;
    // Of a coin-margined contract profits are coins: who held them has as many.
    expect(justHolding(bot({ isInverse: true, settle: 'BTC' }), [120, 120], true)).toEqual({
      rateE8: 0n,
      from: '',
      to: '',
    });
    expect(justHolding(bot(undefined), [150], true).rateE8).toBe(50_000_000n);
  });

  it('gives a bot without a trade for a week its reason', () => {
    const record = {
      kind: 'spot_grid',
      createMs: NOW - 30 * DAY_MS,
      lastTradeMs: NOW - 8 * DAY_MS,
      status: 'running',
      step: 'running',
      range: { lowTicks: 100, highTicks: 200 },
    } as unknown as BotRecord;
    const at = (
      change: Partial<BotRecord>,
      lastTicks: number | null,
      { isWithoutPrice = false, retriesOpening = false } = {},
    ) =>
      quietReason(
        { record: { ...record, ...change } as BotRecord, machine: { retriesOpening } },
        { lastTicks, isWithoutPrice },
        NOW,
      );
    expect(at({ lastTradeMs: NOW - 6 * DAY_MS }, 90)).toBe('');
    expect(at({}, 90)).toBe('below_range');
    expect(at({}, 210)).toBe('above_range');
    expect(at({}, 150)).toBe('order');
    expect(at({ step: 'wait-touch', lastTradeMs: null }, 150)).toBe('trigger');
    expect(at({ status: 'pause' }, 150)).toBe('paused');
    // Nothing can be reached where there is no price, and what has not opened has no orders.
    const closed = { isWithoutPrice: true };
    expect(at({}, null, closed)).toBe('no_price');
    expect(at({ status: 'open', step: 'wait-touch', lastTradeMs: null }, null, closed)).toBe('no_price');
    expect(at({ status: 'pause' }, null, closed)).toBe('paused');
    expect(at({ status: 'open', step: 'init-order-process' }, 150, { retriesOpening: true })).toBe('opening');
    expect(at({ kind: 'macd', range: null }, 150)).toBe('conditions');
    expect(at({ kind: 'smart-position', range: null }, null)).toBe('shares');
    expect(at({ kind: 'spot-future-arbitrage', range: null }, null)).toBe('funding');
    // What has not opened holds nothing: an arbitrage whose markets are too far apart collects no funding.
    const unopened = { status: 'open', step: 'init-order-process', lastTradeMs: null, range: null } as const;
    expect(at({ ...unopened, kind: 'spot-future-arbitrage' }, null)).toBe('conditions');
    expect(at({ ...unopened, kind: 'smart-position' }, null)).toBe('conditions');
    expect(at({ ...unopened, kind: 'recurring-buy' }, null)).toBe('date');
  });
});

/** Of a bot or of a provider: all its days, and those on which they were. */
interface Shown {
  readonly logs: readonly number[];
  readonly fall: number;
  readonly days: readonly string[];
}

describe('the demo world’s ranking, recomputed from its stored curves', () => {
  it('stands as the decision says, ended bots of the last 90 days among the rest and marked (G2, H57)', async () => {
    const exchange = await openTestExchange(temporaryFolder(), { worldBots: 70, worldDays: 30 });
    const { data } = await exchange.send('recommendList', { query: { strategy_type: 'all', page_size: 500 } });
    const pools = new Map<number, Shown>();
    const own = new Map<number, Shown & { readonly owner: number }>();
    for await (const { record, curve } of loadBots(exchange.store)) {
      if (record.isHide) continue;
      const query = { strategy_id: record.id, strategy_type: record.kind };
      const { data: row } = await exchange.send('strategyDetail', { query });
      const equities = curve.map(({ rateE8 }) => Math.max(1e-8, 1 + Number(rateE8) / 1e8));
      if (record.createMs % DAY_MS === 0) equities.unshift(1);
      const logs = equities.flatMap((equity, i) => (i === 0 ? [] : [Math.log(equity / (equities[i - 1] as number))]));
      const fall = Number(row.max_draw_down);
      const days = curve.map(({ day }) => day).slice(-logs.length);
      own.set(record.id, { owner: record.ownerId, logs, fall, days });
      const pool = pools.get(record.ownerId) ?? { logs: [], fall: 0, days: [] };
      pools.set(record.ownerId, {
        logs: [...pool.logs, ...logs],
        fall: Math.max(pool.fall, fall),
        days: [...pool.days, ...(logs.length === 0 ? [] : days)],
      });
    }
    const score = ({ logs, fall, days }: Shown): number =>
      scoreByHand(
        logs.map((one) => Math.exp(one) - 1),
        fall,
        new Set(days).size,
      );
    const expected = [...own]
      .filter(([, { logs }]) => logs.length >= 7)
      .map(([id, bot]) => {
        const alone = score(bot);
        const pool = score(pools.get(bot.owner) as Shown);
        return { id, owner: bot.owner, rank: (alone + Math.min(alone, pool)) / 2 };
      })
      .sort((a, b) => b.rank - a.rank);
    const counts = new Map<number, number>();
    const firstPage = expected.filter(({ owner }) => {
      counts.set(owner, (counts.get(owner) ?? 0) + 1);
      return (counts.get(owner) as number) <= 2;
    });
    expect(data.length).toBeGreaterThan(10);
    expect(data.map((item: { strategy_id: number }) => item.strategy_id)).toEqual(firstPage.map(({ id }) => id));
    const all = await exchange.send('recommendList', {
      query: { strategy_type: 'all', page_size: 500, order_by: 'rate' },
    });
    expect(all.data.length).toBe(expected.length);
    const ended = all.data.filter((item: { finish_time: number }) => item.finish_time > 0);
    expect(ended.length).toBeGreaterThan(0);
    for (const item of ended) expect([item.finish_as === '', item.quiet_reason]).toEqual([false, '']);
  });
});
