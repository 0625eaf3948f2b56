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
    record: { ...record, isHide: false, listedMs: 0, createMs: 0 } as unknown as BotRecord,
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
