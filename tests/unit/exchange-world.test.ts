import { describe, expect, it } from 'vitest';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { formatTicks, instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { loadBots, STREAM } from '#server/exchange/bots/bot-book.ts';
import { specOfPayload } from '#server/exchange/bots/bot-markets.ts';
import { utcDay } from '#server/exchange/bots/daily-curve.ts';
import { ownPayload } from '#server/exchange/bots/own-payload.ts';
import { userSpot } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { planBot } from '#server/exchange/world/bot-plan.ts';
import { worldWishes } from '#server/exchange/world/bot-wishes.ts';
import { DEMO_DAYS, demoBots } from '#server/exchange/world/demo-wishes.ts';
import { openTestExchange } from './exchange-fixture.ts';
import { gathered, temporaryFolder } from './store-fixture.ts';

const DAYS = 12;
const small = { worldBots: 24, worldDays: DAYS };

describe('the demo world', () => {
  it('is lived through, not typed in: every figure of a bot follows from its trades and its money', async () => {
    const exchange = await openTestExchange(temporaryFolder(), small);
    const bots = await gathered(loadBots(exchange.store));
    expect(bots.length).toBe(small.worldBots);
    expect(brokenLaw(exchange.ledger)).toBeNull();
    for (const { record, curve } of bots) {
      const { rows, total } = await exchange.store.page(STREAM.fills, `${record.id}`, 1, 100_000);
      expect(total).toBe(record.tradeNum);
      const profits = rows
        .map(({ value }) => (JSON.parse(value) as { profit: string }).profit)
        .filter((text) => text !== '');
      expect(profits.length).toBe(record.matchTimes);
      const sum = profits.reduce((all, text) => all + signed(text), 0n);
      expect(sum).toBe(record.gridProfit);
      expect(record.winNum + record.lossNum).toBe(record.matchTimes);
      const days = curve.map(({ day }) => day);
      expect(days).toEqual([...new Set(days)].sort());
      if (record.final !== null) expect(record.final.residual).toBe(0n);
    }
    expect(exchange.fatal).toEqual([]);
  });

  it('shows each running bot with the equity identity whole (residual 0) and a point for every UTC day', async () => {
    const exchange = await openTestExchange(temporaryFolder(), small);
    const items = [];
    for (const kind of Object.keys(MACHINES)) {
      items.push(...(await exchange.send('recommendList', { query: { strategy_type: kind, page_size: 100 } })).data);
    }
    expect(new Set(items.map(({ strategy_type: kind }) => kind)).size).toBeGreaterThan(3);
    for (const item of items) {
      const query = { strategy_id: item.strategy_id, strategy_type: item.strategy_type };
      const { data: row } = await exchange.send('strategyDetail', { query });
      expect(row.residual).toBe('0');
      const curve = await exchange.send('dailyCurve', {
        path: { id: item.strategy_id },
        query: { strategy_type: item.strategy_type, page_size: 200 },
      });
      const born = Date.parse(`${utcDay(item.create_time * 1000)}T00:00:00Z`);
      // An ended bot stays in the list and its curve stops at its end (H57).
      const lastDay = utcDay(item.finish_time > 0 ? item.finish_time * 1000 : exchange.clock.nowMs());
      const today = Date.parse(`${lastDay}T00:00:00Z`);
      expect(curve.totalcount).toBe((today - born) / 86_400_000 + 1);
      expect(curve.data[0]).toMatchObject({
        trading_date: lastDay,
        profit_rate: row.profit_rate,
      });
    }
  });

  it('shows at least one bot of every kind once it is large enough for that', async () => {
    const exchange = await openTestExchange(temporaryFolder(), { worldBots: 50, worldDays: 2 });
    const kinds = (await gathered(loadBots(exchange.store)))
      .filter(({ record }) => !record.isHide)
      .map(({ record: { kind } }) => kind);
    expect([...new Set(kinds)].sort()).toEqual(Object.keys(MACHINES).sort());
    // Without the AI search nothing was searched, and nothing says so.
    expect((await gathered(loadBots(exchange.store))).filter(({ record }) => record.isAi)).toEqual([]);
    expect(exchange.fatal).toEqual([]);
  });

  it('says of a bot what is true of its kind (G1)', () => {
    const feed = createSimulatedFeed({ seed: 'words' });
    const specs = [...feed.specs, ...feed.contracts];
    const wishes = worldWishes('words', specs, 10, 600);
    const classesOf = new Map<string, Set<string>>();
    for (const { abstract, kind } of wishes) {
      const classes = classesOf.get(abstract) ?? new Set();
      classesOf.set(abstract, classes.add(KIND_FACTS[kind].pickerClass));
    }
    // How it trades is said of one class alone; the rest says nothing of it.
    const general = [...classesOf].filter(([, classes]) => classes.size > 1).map(([words]) => words);
    for (const words of general) expect(words).not.toMatch(/grid|buy|sell|add|short|signal|fund|share/i);
    expect(classesOf.size - general.length).toBeGreaterThanOrEqual(4);
  });

  it('has bots that anybody could have made: nothing in them is without effect, or no copy of them could be made', () => {
    const feed = createSimulatedFeed({ seed: 'copied' });
    const specs = [...feed.specs, ...feed.contracts];
    const at = Date.UTC(2026, 4, 10);
    const asked = [
      ...worldWishes('copied', specs, 10, 400),
      ...demoBots(feed, at - DEMO_DAYS * DAY_MS, at).map(({ wish }) => wish),
    ];
    const refused = asked.flatMap((wish) => {
      const market = specs.find((spec) => instrumentOf(spec) === wish.instrument);
      const payload = market === undefined ? null : planBot(feed, market, wish, at);
      if (payload === null) return [];
      const spec = specOfPayload(feed, wish.kind, payload as never);
      const own = ownPayload(wish.kind, payload, spec as MarketSpec);
      return 'code' in own ? [`${wish.kind}: ${JSON.stringify(own.data)}`] : [];
    });
    expect([...new Set(refused)]).toEqual([]);
  });

  it('has a bot whose parameters the AI search found before its start, marked as such (C-018, G4)', async () => {
    const exchange = await openTestExchange(temporaryFolder(), { worldBots: 60, worldDays: 2, aiSearch: true });
    const records = (await gathered(loadBots(exchange.store))).map(({ record }) => record);
    const found = records.filter(({ isAi }) => isAi);
    expect(found).toHaveLength(1);
    const [{ id, kind, payload }] = found as [(typeof found)[number]];
    const { data } = await exchange.send('strategyDetail', { query: { strategy_id: id, strategy_type: kind } });
    expect(data).toMatchObject({ is_ai: 1, residual: '0' });
    // With the grade that the search gave it then, and what was known of that.
    const { grade, cycle, weeks, computed_at: at } = data.ai_grade;
    expect([['A', 'B', 'C', 'D'].includes(grade), [7, 30].includes(cycle), weeks]).toEqual([true, true, 8]);
    expect(at).toBe(data.create_time);
    // What the form's AI mode would have typed then: nothing but what a search decides, around the price of its start.
    const {
      low_price: low,
      high_price: high,
      market,
      param_source: source,
    } = payload as unknown as Record<string, string>;
    const feed = createSimulatedFeed({ seed: 'exchange-tests' });
    const spec = feed.specs.find((one) => one.market === market) as MarketSpec;
    const price = Number(formatTicks(spec, feed.lastTicks(instrumentOf(spec), found[0]?.createMs ?? 0) ?? 0));
    expect(source).toBe('ai');
    expect(Number(low) < price && price < Number(high)).toBe(true);
  });

  it('is the same on every machine for the same seed and time', async () => {
    const picture = async () => {
      const exchange = await openTestExchange(temporaryFolder(), small);
      const { data } = await exchange.send('recommendList', { query: { strategy_type: 'spot_grid', page_size: 100 } });
      return data;
    };
    expect(await picture()).toEqual(await picture());
  });

  it('counts no copier that does not copy (follow numbers are 0 until somebody follows)', async () => {
    const exchange = await openTestExchange(temporaryFolder(), small);
    const { data } = await exchange.send('recommendList', { query: { strategy_type: 'spot_grid', page_size: 100 } });
    expect(data.every(({ follow_num: count }: { follow_num: number }) => count === 0)).toBe(true);
    const provider = await exchange.send('signaler', { query: { anonymous: data[0].user_info.anonymous } });
    expect(provider.data).toMatchObject({ follow_num: 0, follow_profit: '0', total_follow_money: '0' });
  });

  it('leaves the traders’ own accounts alone: the demo account begins without bots (D14)', async () => {
    const exchange = await openTestExchange(temporaryFolder(), small);
    const who = await exchange.logIn();
    expect(await exchange.send('strategies', { who, query: { strategy_type: 'all' } })).toMatchObject({
      totalcount: 0,
    });
    expect(exchange.ledger.balance(userSpot(10_001), 'USDT')).toBe(parseAmount('100000'));
  });

  it('is made once: a restart finds it and only catches up', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder, small);
    await first.kill();
    first.clock.advance(3_600_000);
    const second = await openTestExchange(folder, { ...small, clock: first.clock });
    expect((await gathered(loadBots(second.store))).length).toBe(small.worldBots);
    expect(second.progress.every((line) => !line.includes('demo world'))).toBe(true);
  });

  it('looks back only as far as the feed knows, and is empty where it knows nothing', async () => {
    const whole = createSimulatedFeed({ seed: 'exchange-tests' });
    const oldest = Date.UTC(2026, 4, 16);
    const short: MarketFeed = {
      ...whole,
      knowsPath: (market, fromMs, toMs) => fromMs >= oldest && whole.knowsPath(market, fromMs, toMs),
    };
    const some = await openTestExchange(temporaryFolder(), { worldBots: 6, worldDays: 12, feed: short });
    const born = (await gathered(loadBots(some.store))).map(({ record }) => record.createMs);
    expect(born.length).toBe(6);
    expect(Math.min(...born)).toBeGreaterThanOrEqual(oldest);
    const none = await openTestExchange(temporaryFolder(), {
      worldBots: 6,
      feed: { ...whole, knowsPath: () => false },
    });
    expect(await gathered(loadBots(none.store))).toEqual([]);
  });
});

function signed(text: string): bigint {
  return text.startsWith('-') ? -(parseAmount(text.slice(1)) as bigint) : (parseAmount(text) as bigint);
}
