import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAmount } from '#lib/money/amount.ts';
import type { BotRecord } from '#server/exchange/bots/bot-record.ts';
import { drawdownE8 } from '#server/exchange/bots/bot-risk.ts';
import { type DailyPoint, formatDailyPoint, parseDailyPoint } from '#server/exchange/bots/daily-curve.ts';
import type { LiveBot } from '#server/exchange/bots/live-bot.ts';
import { ScoreBoard } from '#server/exchange/views/score-board.ts';
import { openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

/** Figures of a bot that was given more money while it worked: no earlier day, no list and no ranking shows another investment. */

const DAY_MS = 86_400_000;

async function deposit(exchange: TestExchange, who: Who, id: number, money: string): Promise<void> {
  const query = { strategy_id: id, strategy_type: 'spot_grid' };
  const { data: row } = await exchange.send('strategyDetail', { who, query });
  const { low_price, high_price, grid_num } = row.payload;
  const asked = { low_price, high_price, grid_num, money };
  const plan = await exchange.send('investPlan', { who, path: { id }, body: asked });
  const actions = plan.data.plans[0].actions.map(({ action, amount, currency }: Record<string, string>) => ({
    ...{ action, amount, currency },
  }));
  const body = { ...asked, actions, fundpass: 'paper-fund' };
  expect(await exchange.send('changeGridParams', { who, path: { id }, body })).toMatchObject({ code: 200 });
}

describe('a bot that was given more money', () => {
  it('has one investment in all its figures: every day of its curves, its card, the order of a list', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const early = await exchange.trader();
    const [id, other] = [await startGrid(exchange, early), await startGrid(exchange, early, { money: '5000' })];
    await exchange.pass(9 * DAY_MS, 3_600_000);
    const who = await exchange.trader();
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    const fall = async () => Number((await exchange.send('strategyDetail', { who, query })).data.max_draw_down);
    const fallen = await fall();
    expect(fallen).toBeGreaterThan(0.001);
    await deposit(exchange, who, id, '27000');
    // Ten times the money makes no fall of before smaller, one of several days neither.
    expect(await fall()).toBeGreaterThanOrEqual(fallen);
    const { data: points } = await exchange.send('dailyCurve', { who, path: { id }, query });
    expect(points.length).toBe(10);
    for (const { profit, profit_rate } of points) expect(Number(profit_rate)).toBeCloseTo(Number(profit) / 30_000, 7);
    const { data: cards } = await exchange.send('recommendList', { query: { strategy_type: 'spot_grid' } });
    const card = cards.find(({ strategy_id }: { strategy_id: number }) => strategy_id === id);
    expect(card.back_profit.map(({ rate }: { rate: string }) => rate)).toEqual(
      points.map(({ profit_rate }: { profit_rate: string }) => profit_rate).reverse(),
    );
    const sorted = async (status: string) => {
      const list = { page: 1, status, strategy_type: 'spot_grid', sort: 'money_desc' };
      const { data } = await exchange.send('strategies', { who, query: list });
      return data.map(({ strategy_id }: { strategy_id: number }) => strategy_id);
    };
    expect(await sorted('running')).toEqual([id, other]);
    for (const one of [id, other]) await exchange.send('cancelGrid', { who, path: { id: one } });
    await exchange.pass(5_000);
    expect(await sorted('finished')).toEqual([id, other]);
    await exchange.stop();
  });
});

const point = (day: number, profit: number, deposited: number, span: DailyPoint['span']): DailyPoint => ({
  day: `2026-05-0${day}`,
  ...{
    profit: BigInt(profit),
    rateE8: BigInt(profit) * 1_000_000n,
    usdtEquity: 0n,
    span,
    deposited: BigInt(deposited),
  },
});
const botOf = (deposited: bigint, curve: DailyPoint[] = []) => {
  const record = { id: 7, ownerId: 1, startEquity: 100n, deposited, createMs: 0, finishMs: null, status: 'running' };
  return {
    record: { ...record, isHide: false, listedMs: 0, shownMs: 0, createMs: 0 } as unknown as BotRecord,
    curve,
  } as unknown as LiveBot;
};

describe('the drawdown over days', () => {
  it('measures what came in on a day against peaks of before with the money on both sides', () => {
    // 120 at its peak; 900 come in; it falls from 1,020 to 816: a fifth, and not a third of what 120 was.
    const days = [
      point(1, 20, 0, { high: 120, low: 100, fall: 0 }),
      point(2, 20, 900, { high: 1_020, low: 1_020, fall: 0 }),
      point(3, -184, 900, { high: 816, low: 816, fall: 0 }),
    ];
    expect(drawdownE8(botOf(900n), days)).toBe(20_000_000n);
    // On the very day: the peak of before is lifted too.
    const same = [days[0] as DailyPoint, point(2, -184, 900, { high: 816, low: 816, fall: 0 })];
    expect(drawdownE8(botOf(900n), same)).toBe(20_000_000n);
    // Days whose extremes are not known: their ends, with what they had then.
    const ends = [point(1, 20, 0, null), point(2, -40, 0, null), point(3, -40, 900, null)];
    expect(drawdownE8(botOf(900n), ends)).toBe(50_000_000n);
    expect(drawdownE8(botOf(900n), ends.slice(1), ends[0])).toBe(50_000_000n);
  });

  it('is not made small by money that came in while it fell: what follows is a fall of the bot, not of the money (H57)', () => {
    // 100, then 80; 920 come in, and a tenth of all is lost: 0.8 × 0.9 of the peak.
    const fell = point(1, -20, 0, { high: 100, low: 80, fall: 0.2 });
    const came = point(2, -20, 920, { high: 1_000, low: 1_000, fall: 0 });
    const lost = point(3, -120, 920, { high: 1_000, low: 900, fall: 0.1 });
    expect(drawdownE8(botOf(920n), [fell, came, lost])).toBe(28_000_000n);
    // All on one day, whose hours nobody knows: as if it had come at the day’s best.
    const day = point(2, -120, 920, { high: 1_001, low: 900, fall: 0.1 });
    const fall = drawdownE8(botOf(920n), [fell, day]);
    expect(fall).toBeGreaterThan(27_000_000n);
    expect(fall).toBeLessThanOrEqual(28_000_000n);
    // What it had made up for on that day before the money came is no fall again.
    const risen = [
      point(1, -30, 0, { high: 100, low: 70, fall: 0.3 }),
      point(2, -9, 900, { high: 991, low: 970, fall: 0 }),
      point(3, -207, 900, { high: 991, low: 793, fall: 0.2 }),
    ];
    expect(drawdownE8(botOf(900n), risen)).toBe(30_000_000n);
    // Nor is a fall larger for money that is taken back.
    const back = point(3, -20, 0, { high: 80, low: 80, fall: 0 });
    expect(drawdownE8(botOf(0n), [fell, came, back])).toBe(20_000_000n);
    // Of a bot that had lost all there is no proportion.
    const gone = point(1, -100, 0, { high: 100, low: 0, fall: 1 });
    expect(drawdownE8(botOf(50n), [gone, point(2, -100, 50, { high: 50, low: 50, fall: 0 })])).toBe(100_000_000n);
  });

  it('is at most the fall of what a unit of the bot was worth, and at least all but the range of the days of its deposits', () => {
    const move = fc.double({ min: -0.3, max: 0.3, noNaN: true });
    const day = fc.record({
      before: move,
      put: fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: null }),
      after: move,
    });
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 12 }), (days) => {
        const COIN = 1e10;
        let [equity, put, unit] = [100 * COIN, 0, 1];
        let [peak, fall, missed] = [1, 0, 1];
        const seen = (move: number): void => {
          equity *= 1 + move;
          unit *= 1 + move;
          peak = Math.max(peak, unit);
          fall = Math.max(fall, 1 - unit / peak);
        };
        const points = days.map((one, index) => {
          const [started, flow] = [equity, (one.put ?? 0) * 100 * COIN];
          seen(one.before);
          const met = equity;
          equity += flow;
          put += flow;
          seen(one.after);
          // As the watch has it: extremes of before with the money, falls of before kept.
          const all = [started + flow, met + flow, equity];
          const span = { high: Math.max(...all), low: Math.min(...all), fall: Math.max(0, -one.before, -one.after) };
          if (flow > 0) missed *= Math.max(met, started, span.high - flow) / Math.min(met, started);
          const profit = Math.round(equity - 100 * COIN - put);
          const at = `2026-05-${String(index + 1).padStart(2, '0')}`;
          return { ...point(1, 0, 0, span), day: at, profit: BigInt(profit), deposited: BigInt(put) };
        });
        const told =
          Number(drawdownE8({ ...botOf(BigInt(put)), record: { startEquity: BigInt(100 * COIN) } } as never, points)) /
          1e8;
        expect(told).toBeLessThanOrEqual(fall + 1e-7);
        expect(1 - told).toBeLessThanOrEqual((1 - fall) * missed + 1e-7);
      }),
    );
  });

  it('keeps what had been put in with the day, and reads days of before that was kept', () => {
    const one = point(2, 20, 900, { high: 1_020, low: 1_000, fall: 0.25 });
    expect(parseDailyPoint(formatDailyPoint(one))).toEqual(one);
    expect(parseDailyPoint('["2026-05-01","1","2","3",null]').deposited).toBe(0n);
  });
});

describe('the sample of whole days that a ranking keeps', () => {
  it('is read again when money came in, not at midnight only', () => {
    const curve = [10, 30, 20, 60, 90].map((profit, day) => point(day + 1, profit, 0, null));
    let deposited = 0n;
    const boardOf = () =>
      new ScoreBoard(
        { every: () => [botOf(deposited, curve)] },
        { earned: () => ({ profit: 0n, rateE8: 0n }), present: () => point(6, 90, 0, null) },
      );
    const read = (board: ScoreBoard) => {
      const work = board.look(() => DAY_MS * 6);
      while (work.next().done !== true);
      return board.entryOf(botOf(deposited, curve), DAY_MS * 6).days;
    };
    const board = boardOf();
    const before = read(board);
    deposited = parseAmount('1') as bigint;
    expect(read(board)).toEqual(read(boardOf()));
    expect(read(board)).not.toEqual(before);
  });
});
