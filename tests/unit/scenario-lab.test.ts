import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type LabGround, runScenario } from '#lib/backtest/lab/run-scenario.ts';
import { recordedMarketOf, scenarioColumns } from '#lib/backtest/lab/scenario-columns.ts';
import { changeAt, directionsOf, SCENARIOS, type Scenario, type ScenarioId } from '#lib/backtest/lab/scenarios.ts';
import type { ScenarioBot } from '#lib/backtest/price-scenario.ts';
import { marketsOf } from '#lib/engine/bot-feeds.ts';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { type RunnableKind, STRATEGIES } from '#lib/kinds/definitions.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { loadHistoryFeed } from '#server/exchange/market/history.ts';
import { DAY_MINUTES, LAB_NOW, labBot, stillMinutes } from '#tests/support/lab-bots.ts';
import { sharedPath } from '#tests/support/shared-path.ts';
import { seededCandles } from '../bench/support/seeded-candles.ts';

const KINDS = Object.keys(STRATEGIES) as RunnableKind[];

const scenario = (id: ScenarioId): Scenario & { readonly id: ScenarioId } =>
  SCENARIOS.find((one) => one.id === id) as (typeof SCENARIOS)[number];

/** A month of each market that wanders off by some per cent, with an hour without trades in its last day. */
function wandering(startTicks: number, seed: number, days = 32): CandleColumns {
  const minutes = days * DAY_MINUTES;
  const walk = seededCandles({
    seed,
    minutes,
    startTicks: Math.max(1_000, startTicks),
    dailyVolatility: 0.02,
    pull: 0.0005,
  });
  for (const column of [walk.open, walk.high, walk.low, walk.close]) column.fill(-1, minutes - 500, minutes - 440);
  return { ...walk, startMs: LAB_NOW - minutes * 60_000 };
}

function groundOf(bots: readonly ScenarioBot[], candlesOf: (ticks: number, seed: number) => CandleColumns): LabGround {
  const entries = bots.flatMap(({ prices }) => Object.entries(prices));
  const known = Object.fromEntries(
    entries.map(([instrument, ticks], seed) => [instrument, { candles: candlesOf(ticks, seed + 5) }]),
  );
  const specs = bots.flatMap(({ params }) => marketsOf(params.spec));
  const day = Object.fromEntries(specs.map((spec, seed) => [recordedMarketOf(spec), wandering(400_000, seed + 90, 1)]));
  return { known, day };
}

describe('the scenario lab', () => {
  it.each(KINDS)(
    'takes a %s through every scenario, the same way each time, and never shows less than it lost',
    (kind) => {
      const bots = [labBot(kind)];
      const ground = groundOf(bots, wandering);
      for (const one of SCENARIOS) {
        const result = runScenario(one, bots, ground);
        if (one.minutes === DAY_MINUTES) expect(runScenario(one, bots, ground)).toEqual(result);
        expect([typeof result.start, typeof result.end, typeof result.worst]).toEqual(['bigint', 'bigint', 'bigint']);
        expect([one.id, result.worst <= result.end, result.worst <= result.start]).toEqual([one.id, true, true]);
        expect(result.worstAfterMs).toBeLessThanOrEqual(result.lastsMs);
        expect(result.underWaterMs).toBeLessThanOrEqual(result.lastsMs);
        if (result.worst < result.start) expect(result.underWaterMs).toBeGreaterThan(0);
        for (const end of result.ends) {
          expect(end.ticks).toBeGreaterThan(0);
          expect(end.afterMs).toBeLessThanOrEqual(result.lastsMs);
        }
      }
    },
    60_000,
  );

  const LONG = { leverage: '10', side: 'buy', low_price: '50000', high_price: '70000' };
  const lives = (bot: ScenarioBot, id: ScenarioId) => runScenario(scenario(id), [bot], groundOf([bot], stillMinutes));

  it('liquidates a leveraged long in the flash crash, and says at which price and when; a spot grid survives it', () => {
    const long = lives(labBot('futures_grid', LONG), 'flash-crash');
    expect(long.direction).toBe('fall');
    expect(long.ends).toMatchObject([{ reason: 'liquidated' }]);
    const [end] = long.ends;
    // Within the ten minutes of the fall, at a price of it.
    expect(end?.afterMs).toBeGreaterThan(360 * 60_000);
    expect(end?.afterMs).toBeLessThanOrEqual(371 * 60_000);
    expect(end?.ticks).toBeLessThan(600_000);
    expect(end?.ticks).toBeGreaterThanOrEqual(420_000);
    expect(end?.change).toBeCloseTo((end?.ticks ?? 0) / 600_000 - 1, 9);
    const grid = lives(labBot('spot_grid'), 'flash-crash');
    expect(grid.ends).toEqual([]);
    expect(grid.worst).toBeLessThan(grid.start);
    expect(grid.worst).toBeGreaterThan(grid.start / 2n);
  });

  it('counts what opening cost as lost: results are of what was put in, and the curve goes on to the end of the scenario', () => {
    const money = (parseAmount('2000') ?? 0n) as bigint;
    const long = lives(labBot('futures_grid', { ...LONG, money: '2000' }), 'flash-crash');
    expect(long.start).toBe(money);
    expect(long.curve[0]?.y).toBeLessThan(0);
    expect(long.curve.at(-1)).toEqual({ x: long.lastsMs, y: Number(long.end - long.start) / Number(long.start) });
    const grid = lives(labBot('spot_grid', { money: '2000' }), 'slow-bleed');
    expect(grid.start).toBe(money);
    expect(grid.curve.at(-1)?.x).toBe(grid.lastsMs);
  });

  it('turns round for a short, which the rise liquidates', () => {
    const short = lives(labBot('futures_grid', { ...LONG, side: 'sell' }), 'flash-crash');
    expect(short.direction).toBe('rise');
    expect(short.ends).toMatchObject([{ reason: 'liquidated' }]);
    expect(short.ends[0]?.ticks).toBeGreaterThan(600_000);
  });

  it('lets a stop of a gap be executed behind it, not at its own price', () => {
    const bot = labBot('spot_grid', { stop_loss_on: '1', stop_loss: '49000' });
    const gap = lives(bot, 'gap');
    const slide = runScenario(
      {
        ...scenario('gap'),
        path: [
          { minute: 360, change: 0 },
          { minute: 380, change: -0.2 },
        ],
      },
      [bot],
      groundOf([bot], stillMinutes),
    );
    expect([gap.ends[0]?.reason, slide.ends[0]?.reason]).toEqual(['stop_loss', 'stop_loss']);
    // 20 % below 60,000 is 48,000.
    expect(gap.ends[0]?.ticks).toBeLessThanOrEqual(480_000);
    expect(slide.ends[0]?.ticks).toBeGreaterThan(480_000);
    expect(gap.end).toBeLessThan(slide.end);
  });

  it('wears a spot grid down in the slow bleed, under water for nearly a month', () => {
    const bled = lives(labBot('spot_grid'), 'slow-bleed');
    expect(bled.ends).toEqual([]);
    expect(bled.worst).toBe(bled.end);
    expect(bled.underWaterMs).toBeGreaterThan(20 * DAY_MINUTES * 60_000);
  });

  it('charges a position the spike of funding, 21 times or more, whichever side it is on; a spot grid pays nothing', () => {
    for (const side of ['buy', 'sell']) {
      const spiked = lives(labBot('futures_grid', { ...LONG, leverage: '3', side }), 'funding-spike');
      expect([side, spiked.direction]).toEqual([side, side === 'buy' ? 'fall' : 'rise']);
      expect(spiked.end).toBeLessThan((spiked.start * 98n) / 100n);
    }
    const spot = lives(labBot('spot_grid'), 'funding-spike');
    expect(spot.end).toBeGreaterThan((spot.start * 99n) / 100n);
  });

  it('makes a stop dearer in a thin book than in the usual one', () => {
    const bot = labBot('spot_grid', { stop_loss_on: '1', stop_loss: '55000', low_price: '56000', money: '900000' });
    const { thinness: _thin, ...usual } = scenario('thin-book');
    const [thin, normal] = [scenario('thin-book'), usual].map((one) =>
      runScenario(one, [bot], groundOf([bot], stillMinutes)),
    );
    expect([thin?.ends[0]?.reason, normal?.ends[0]?.reason]).toEqual(['stop_loss', 'stop_loss']);
    expect(thin?.end).toBeLessThan(normal?.end as bigint);
  });

  it('sees nothing in the outage, and acts at the price behind it', () => {
    const bot = labBot('spot_grid', { stop_loss_on: '1', stop_loss: '49000' });
    const blind = lives(bot, 'outage');
    const { blind: _minutes, ...seen } = scenario('outage');
    const open = runScenario(seen, [bot], groundOf([bot], stillMinutes));
    expect(open.ends[0]?.afterMs).toBeLessThan(480 * 60_000);
    expect(blind.ends[0]?.afterMs).toBeGreaterThanOrEqual(480 * 60_000);
    expect(blind.end).toBeLessThan(open.end);
    const long = lives(labBot('futures_grid', LONG), 'outage');
    expect(long.ends).toMatchObject([{ reason: 'liquidated' }]);
    expect(long.ends[0]?.afterMs).toBeGreaterThanOrEqual(480 * 60_000);
  });

  it('adds the money of several bots up, and says which of them ended', () => {
    const [grid, long] = [labBot('spot_grid'), labBot('futures_grid', LONG)];
    const ground = groundOf([grid, long], stillMinutes);
    const both = runScenario(scenario('flash-crash'), [grid, long], ground);
    const apart = [grid, long].map((bot) => runScenario(scenario('flash-crash'), [bot], ground));
    expect(both.bots).toBe(2);
    expect(both.ends.map(({ instrument }) => instrument)).toEqual([instrumentOf(long.params.spec)]);
    expect(both.start).toBe(apart.reduce((sum, { start }) => sum + start, 0n));
    const ends = apart.reduce((sum, { end }) => sum + end, 0n);
    expect(both.end - ends >= 0n && both.end - ends <= 1n).toBe(true);
  });
});

describe('what a scenario is laid over', () => {
  it('is the market’s own last minutes once more, from the present price on, with their gaps', () => {
    const bot = labBot('spot_grid');
    const candles = wandering(600_000, 3);
    const flat: Scenario = { id: 'none', minutes: DAY_MINUTES, path: [] };
    const { columns, fromMs } = scenarioColumns(
      bot.params.spec,
      { BTC_USDT: 600_000 },
      { BTC_USDT: { candles } },
      flat,
      'fall',
      null,
    );
    expect(fromMs).toBe(LAB_NOW);
    const made = columns.BTC_USDT?.candles as CandleColumns;
    const before = candles.open.length;
    expect(made.open.length).toBe(before + DAY_MINUTES);
    expect(made.open[before]).toBe(600_000);
    const first = candles.open[before - DAY_MINUTES] as number;
    for (const i of [1, 200, 700, 1439]) {
      const was = candles.close[before - DAY_MINUTES + i] as number;
      expect(made.close[before + i]).toBe(was < 0 ? 600_000 : Math.round((was * 600_000) / first));
    }
    expect(made.open[before + DAY_MINUTES - 470]).toBe(-1);
    for (let i = before; i < made.open.length; i += 1) {
      if ((made.open[i] as number) < 0) continue;
      expect(made.low[i]).toBeLessThanOrEqual(Math.min(made.open[i] as number, made.close[i] as number));
      expect(made.high[i]).toBeGreaterThanOrEqual(Math.max(made.open[i] as number, made.close[i] as number));
    }
  });

  it('goes the stated way: straight between corners, at once where two are at one minute', () => {
    expect(changeAt(scenario('flash-crash'), 'fall', 365, true)).toBeCloseTo(-0.15, 12);
    expect(changeAt(scenario('flash-crash'), 'rise', 370, true)).toBeCloseTo(0.3, 12);
    expect(changeAt(scenario('flash-crash'), 'fall', 1440, false)).toBeCloseTo(-0.05, 12);
    expect([changeAt(scenario('gap'), 'fall', 360, false), changeAt(scenario('gap'), 'fall', 360, true)]).toEqual([
      0, -0.2,
    ]);
    expect(changeAt(scenario('slow-bleed'), 'fall', 21_600, true)).toBeCloseTo(-0.2, 12);
    expect(changeAt(scenario('funding-spike'), 'fall', 5, true)).toBe(0);
    expect(directionsOf(scenario('may-2021'))).toEqual(['fall']);
  });
});

const BTC_FILE = 'BTC_USDT.1m.csv.gz';
const SPRING_2021 = sharedPath(`data/spot-2021/${BTC_FILE}`);
if (!existsSync(SPRING_2021)) console.log(`skipped: 19 May 2021 is not at ${SPRING_2021}`);

describe.skipIf(!existsSync(SPRING_2021))('19 May 2021, as the exchange has it recorded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spring-2021-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('liquidates a leveraged long on the way down; a spot grid lives through it, worth less', async () => {
    // One market of the folder: the others' files take seconds to read.
    symlinkSync(SPRING_2021, join(folder, BTC_FILE));
    const feed = await loadHistoryFeed({ folder, seed: 's' });
    const day = feed.recordedDay?.('BTC_USDT', Date.UTC(2021, 4, 19));
    if (day === undefined || day === null) throw new Error('not recorded');
    const through = (bot: ScenarioBot) =>
      runScenario(scenario('may-2021'), [bot], { ...groundOf([bot], stillMinutes), day: { BTC_USDT: day } });
    const long = labBot('futures_grid', { leverage: '5', side: 'buy', low_price: '54000', high_price: '66000' });
    const died = through(long);
    expect(died.ends).toMatchObject([{ reason: 'liquidated' }]);
    // That day's low was some 30 % below its beginning, at about 13:00 UTC.
    expect(died.ends[0]?.change).toBeGreaterThan(-0.32);
    expect(died.ends[0]?.change).toBeLessThan(-0.1);
    expect(died.ends[0]?.afterMs).toBeLessThan(14 * 3_600_000);
    const lived = through(labBot('spot_grid'));
    expect(lived.ends).toEqual([]);
    expect(lived.worst).toBeLessThan((lived.start * 85n) / 100n);
    expect(lived.worst).toBeGreaterThan((lived.start * 65n) / 100n);
  }, 60_000);
});
