import { describe, expect, it } from 'vitest';
import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { changeIndicator } from '#lib/kinds/indicator/engine.ts';
import { coins, DEAF, PLAIN } from './engine-fixture.ts';
import { closeIs, HALVES, IN_AND_OUT, percent, sideOf, startIndicator } from './indicator-bench.ts';

const GO_ON = {
  ...IN_AND_OUT,
  increase: sideOf('increase', [closeIs('gt', 1100)], '0.3'),
  reduce: sideOf('reduce', [closeIs('lt', 950)], '0.5'),
};

describe('the conditions of an indicator bot on a spot market', () => {
  it('open and close on the close of a K-line, not between (E-375)', () => {
    const bot = startIndicator({}, 990);
    bot.go(1200);
    bot.go(800);
    expect(bot.fills).toEqual([]);
    bot.klines(1001, 1005, 950, 899);
    expect(bot.trades).toEqual([
      ['open', 'buy', 1001, 0.49950049],
      ['close', 'sell', 899, 0.49950049],
    ]);
    expect(bot.machine.status).toBe('running');
  });

  it('increase by their ratio and reduce by their part of the position (E-375)', () => {
    const bot = startIndicator({ conditions: GO_ON }, 990);
    bot.klines(1001, 1200, 940);
    expect(bot.trades).toEqual([
      ['open', 'buy', 1001, 0.49950049],
      ['increase', 'buy', 1200, 0.25],
      ['reduce', 'sell', 940, 0.37475024],
    ]);
    expect(bot.fills.map(({ role }) => role)).toEqual(['open', 'increase', 'reduce']);
  });

  it('close before they reduce, reduce before they increase, and open only without a position (F5)', () => {
    const always = [closeIs('gt', 0)];
    const conditions = {
      open: sideOf('open', always),
      close: { side: 'close' as const, period: '1m' as const, conditions: [closeIs('gt', 2000)] },
      increase: sideOf('increase', always, '0.1'),
      reduce: sideOf('reduce', [closeIs('gt', 1500)], '0.5'),
    };
    const bot = startIndicator({ conditions }, 990);
    bot.klines(1000, 1001, 1501, 2001, 2002);
    expect(bot.trades.map(([signal]) => signal)).toEqual(['open', 'increase', 'reduce', 'close', 'open']);
  });

  it('trade once on a K-line close, so what is closed is opened again on the next at the earliest (F5)', () => {
    const conditions = {
      open: sideOf('open', [closeIs('gt', 0)]),
      close: { side: 'close' as const, period: '1m' as const, conditions: [closeIs('gt', 0)] },
    };
    const bot = startIndicator({ conditions }, 990);
    bot.klines(1000, 1000, 1000);
    expect(bot.trades.map(([signal]) => signal)).toEqual(['open', 'close', 'open']);
  });

  it('are each looked at on K-lines of their own period (E-095)', () => {
    const conditions = { ...IN_AND_OUT, open: sideOf('open', [closeIs('gt', 1000)], '0.5', '5m') };
    const bot = startIndicator({ conditions }, 990);
    bot.klines(1010, 1010, 1010, 1010);
    expect(bot.fills).toEqual([]);
    bot.kline(1020);
    expect(bot.trades).toEqual([['open', 'buy', 1020, 0.49019607]]);
    bot.kline(890);
    expect(bot.trades.at(-1)).toEqual(['close', 'sell', 890, 0.49019607]);
  });

  it('are joined by and and or from the first on (E-121)', () => {
    const open = sideOf('open', [closeIs('gt', 1000), closeIs('lt', 1100), closeIs('eq', 1200, 'or')]);
    const tries = [1000, 1150, 1200, 1050].map((close) => {
      const bot = startIndicator({ conditions: { ...IN_AND_OUT, open } }, 990);
      bot.kline(close);
      return bot.fills.length;
    });
    expect(tries).toEqual([0, 0, 1, 1]);
  });

  it('know crosses from the K-lines before the start', () => {
    const open = sideOf('open', [closeIs('cross-up', 1000)]);
    const warm = startIndicator({ conditions: { ...IN_AND_OUT, open } }, 990, [950, 990]);
    warm.kline(1001);
    expect(warm.trades).toHaveLength(1);
    const cold = startIndicator({ conditions: { ...IN_AND_OUT, open } }, 990);
    cold.kline(1001);
    expect(cold.trades).toHaveLength(0);
  });

  it('are not asked as long as an indicator has no value', () => {
    const ma = { ...closeIs('gt', 0), compareIndicatorName: 'ma' as const, compareIndicatorArgs: ['3'] };
    const conditions = { ...IN_AND_OUT, open: sideOf('open', [ma]) };
    const bot = startIndicator({ conditions }, 1000);
    bot.klines(1001, 1002);
    expect(bot.fills).toEqual([]);
    bot.kline(1003);
    expect(bot.trades).toHaveLength(1);
  });

  it('pass over a K-line that has no price', () => {
    const bot = startIndicator({}, 1010);
    bot.kline(null);
    expect(bot.fills).toEqual([]);
    bot.kline(1010);
    expect(bot.fills).toHaveLength(1);
  });
});

describe('the money of an indicator bot on a spot market', () => {
  it('is the ratio of the investment when profits are not put to work (pft_increase_ptn N)', () => {
    const all = { ...IN_AND_OUT, open: sideOf('open', [closeIs('gt', 1000)], '1') };
    const conditions = { ...all, close: { ...all.close, conditions: [closeIs('gt', 1999)] } };
    const bot = startIndicator({ conditions }, 1000);
    bot.klines(1250, 2000, 2000);
    expect(bot.trades.map(([, , , quantity]) => quantity)).toEqual([0.8, 0.8, 0.5]);
  });

  it('never puts a profit to work when it is not told to, by increases either (pft_increase_ptn N)', () => {
    const conditions = {
      open: sideOf('open', [closeIs('gt', 1000)], '1'),
      close: { side: 'close' as const, period: '1m' as const, conditions: [closeIs('gt', 1999)] },
      increase: sideOf('increase', [closeIs('lt', 1500)], '0.5'),
    };
    const [kept, used] = [false, true].map((reinvests) => {
      const bot = startIndicator({ conditions, reinvests }, 1000);
      bot.klines(1250, 2000, 1250, 1000);
      return bot;
    });
    expect(kept?.trades).toHaveLength(3);
    expect(kept?.withheld).toEqual(['no-funds']);
    expect(used?.machine.holdings()).toMatchObject({ USDT: 0n });
  });

  it('is the ratio of the equity when they are (pft_increase_ptn Y)', () => {
    const all = { ...IN_AND_OUT, open: sideOf('open', [closeIs('gt', 1000)], '1') };
    const conditions = { ...all, close: { ...all.close, conditions: [closeIs('gt', 1999)] } };
    const bot = startIndicator({ conditions, reinvests: true }, 1000);
    bot.klines(1250, 2000, 2000);
    expect(bot.trades.map(([, , , quantity]) => quantity)).toEqual([0.8, 0.8, 0.8]);
  });

  it('is never more than there is, and the increase that finds none is told once, with its reason', () => {
    const conditions = { ...GO_ON, increase: sideOf('increase', [closeIs('gt', 1000)], '0.6') };
    const bot = startIndicator({ conditions }, 1000);
    bot.klines(1250, 1250, 1250, 1250);
    expect(bot.trades).toEqual([
      ['open', 'buy', 1250, 0.4],
      ['increase', 'buy', 1250, 0.4],
    ]);
    expect(bot.withheld).toEqual(['no-funds']);
    expect(bot.machine.withheldOrders()).toMatchObject([{ side: 'buy', reason: 'no-funds' }]);
    bot.kline(1000);
    expect(bot.machine.withheldOrders()).toEqual([]);
  });

  it('pays the fee of a purchase in coins and of a sale in money, and keeps what is less than a lot for the next sale', () => {
    const spec = { ...PLAIN, amountDecimals: 3, lotUnits: 100_000n };
    const bot = startIndicator({ spec, feeRate: 100_000n }, 1000);
    bot.klines(1250, 890, 1250, 890);
    expect(bot.trades.map(([, side, , quantity]) => [side, quantity])).toEqual([
      ['buy', 0.4],
      ['sell', 0.399],
      ['buy', 0.4],
      ['sell', 0.4],
    ]);
    expect(bot.fills.map(({ fee, feeAsset }) => [fee, feeAsset])).toEqual([
      [coins(0.0004), 'BTC'],
      [coins(0.35511), 'USDT'],
      [coins(0.0004), 'BTC'],
      [coins(0.356), 'USDT'],
    ]);
    const statement = bot.machine.equity(bot.prices);
    expect(statement.residual).toBe(0n);
    expect(bot.machine.statistics()).toMatchObject({ fills: 4, matches: 2 });
  });

  it('says below the minimum instead of an order that the market would not take', () => {
    const bot = startIndicator({ investment: coins(5) }, 1000);
    bot.kline(1250);
    expect(bot.fills).toEqual([]);
    expect(bot.withheld).toEqual(['below-minimum']);
  });

  it('is not risked further from the price than the trader’s slippage: the order waits for another K-line', () => {
    const bot = startIndicator({ slipE8: percent(0.2) }, 1000);
    bot.slipTicks = 3;
    bot.kline(1250);
    expect(bot.withheld).toEqual(['slippage-exceeded']);
    bot.slipTicks = 2;
    bot.kline(1250);
    expect(bot.trades).toEqual([['open', 'buy', 1252, 0.39936102]]);
    bot.slipTicks = 3;
    bot.kline(890);
    expect(bot.fills).toHaveLength(1);
    bot.slipTicks = 1;
    bot.kline(890);
    expect(bot.trades.at(-1)).toEqual(['close', 'sell', 889, 0.39936102]);
  });
});

describe('the stops of an indicator bot on a spot market', () => {
  const OPEN = { ...IN_AND_OUT, close: { ...IN_AND_OUT.close, conditions: [closeIs('lt', 1)] } };

  it('close a position at its loss, where the price touched it, and the bot goes on (C-313, E-375)', () => {
    const bot = startIndicator({ conditions: OPEN, positionStopE8: percent(10) }, 1000);
    bot.kline(1250);
    bot.go(1126);
    expect(bot.fills).toHaveLength(1);
    bot.go(1000);
    expect(bot.trades.at(-1)).toEqual(['ptn-stoploss', 'sell', 1125, 0.4]);
    expect(bot.machine.status).toBe('running');
    bot.kline(1250);
    expect(bot.trades.at(-1)?.[0]).toBe('open');
  });

  it('close it no better than at the price that is seen after a jump', () => {
    const bot = startIndicator({ conditions: OPEN, positionStopE8: percent(10) }, 1000);
    bot.kline(1250);
    bot.leap(1000);
    expect(bot.trades.at(-1)).toEqual(['ptn-stoploss', 'sell', 1000, 0.4]);
  });

  it('do not wait for a better book: slippage limits what conditions ask for only', () => {
    const bot = startIndicator({ conditions: OPEN, positionStopE8: percent(10), slipE8: percent(0.1) }, 1000);
    bot.kline(1250);
    bot.slipTicks = 30;
    bot.go(1000);
    expect(bot.trades.at(-1)).toEqual(['ptn-stoploss', 'sell', 1095, 0.4]);
  });

  it('act at once at the price of the opening when its slippage has passed them already', () => {
    const bot = startIndicator({ conditions: OPEN, positionStopE8: percent(1) }, 1000);
    bot.slipTicks = 20;
    bot.kline(1250);
    bot.slipTicks = 0;
    bot.go(1250);
    expect(bot.trades.at(-1)).toEqual(['ptn-stoploss', 'sell', 1250, 0.39370078]);
  });

  it('take part of the position at its profit, once (C-316, E-375)', () => {
    const positionProfit = { rateE8: percent(10), partE8: percent(25) };
    const bot = startIndicator({ conditions: OPEN, positionProfit }, 1000);
    bot.kline(1250);
    bot.go(1500);
    bot.klines(1300, 1500);
    expect(bot.trades).toEqual([
      ['open', 'buy', 1250, 0.4],
      ['ptn-stoprofit', 'sell', 1375, 0.1],
    ]);
    expect(bot.fills[1]?.matchProfit).toBe(coins(12.5));
  });

  it('protect a profit once it has been as large as the start rate: all is closed when it falls back (C-314, C-315, E-375)', () => {
    const protection = { startE8: percent(10), keepE8: percent(4), partE8: percent(100) };
    const bot = startIndicator({ conditions: OPEN, protection }, 1000);
    bot.kline(1250);
    bot.go(1374);
    bot.go(1260);
    expect(bot.fills).toHaveLength(1);
    bot.go(1375);
    bot.go(1301);
    expect(bot.fills).toHaveLength(1);
    bot.go(1290);
    expect(bot.trades.at(-1)).toEqual(['protect-profit', 'sell', 1300, 0.4]);
  });

  it('close only the close percentage by the protection, once (H24)', () => {
    const protection = { startE8: percent(10), keepE8: percent(4), partE8: percent(50) };
    const bot = startIndicator({ conditions: OPEN, protection }, 1000);
    bot.kline(1250);
    for (const price of [1400, 1290, 1400, 1290]) bot.go(price);
    expect(bot.trades).toEqual([
      ['open', 'buy', 1250, 0.4],
      ['protect-profit', 'sell', 1300, 0.2],
    ]);
  });

  it('begin anew when the position is increased', () => {
    const positionProfit = { rateE8: percent(10), partE8: percent(50) };
    const conditions = { ...OPEN, increase: sideOf('increase', [closeIs('eq', 1376)], '0.3') };
    const bot = startIndicator({ conditions, positionProfit }, 1000);
    bot.klines(1250, 1376);
    bot.go(1500);
    expect(bot.trades.map(([signal]) => signal)).toEqual(['open', 'ptn-stoprofit', 'increase', 'ptn-stoprofit']);
  });

  it('end the bot at its total loss of the investment (C-311, E-375)', () => {
    const bot = startIndicator({ conditions: OPEN, totalStopE8: percent(10) }, 1000);
    bot.kline(1250);
    bot.go(900);
    expect(bot.trades.at(-1)).toEqual(['stop_loss', 'sell', 1000, 0.4]);
    expect(bot.finishes).toMatchObject([{ reason: 'stop_loss' }]);
    expect(bot.equity).toBe(coins(900));
    expect(bot.machine.wakeAtMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('of the whole bot are parts of all that it was given by then', () => {
    const params = { ...HALVES, conditions: OPEN, totalStopE8: percent(10) };
    const bot = startIndicator({ conditions: OPEN, totalStopE8: percent(10) }, 1000);
    bot.kline(1250);
    const more = { ...params, investment: coins(1500) };
    const change = { deposit: coins(500), isLaidAnew: true, prices: [1250], timeMs: 60_000 };
    const view = {
      movingAverage: () => Number.NaN,
      marketFillTicks: (_f: number, _s: string, _q: bigint, at: number) => at,
    };
    const next = changeIndicator(params, more, bot.machine.snapshot(), change, view, DEAF);
    if (typeof next === 'string') throw new Error(next);
    // 1,000 of money and 0.4 coins, at 1,350 in all.
    expect(next.slots[0]?.below).toBe(875);
    expect(next.equity([1250])).toMatchObject({ residual: 0n, deposits: coins(500) * EQUITY_SCALE });
  });

  it('end a bot whose losses have added up to it while it holds nothing', () => {
    const early = { ...IN_AND_OUT.close, conditions: [closeIs('lt', 1100)] };
    const bot = startIndicator({ conditions: { ...IN_AND_OUT, close: early }, totalStopE8: percent(10) }, 1000);
    bot.slipTicks = 50;
    bot.klines(1250, 1060);
    expect(bot.trades.at(-1)).toEqual(['close', 'sell', 1010, 0.38461538]);
    expect(bot.finishes).toMatchObject([{ reason: 'stop_loss' }]);
  });

  it('end the bot at its total profit (C-282, E-375)', () => {
    const bot = startIndicator({ conditions: OPEN, totalProfitE8: percent(10) }, 1000);
    bot.kline(1250);
    bot.go(1600);
    expect(bot.trades.at(-1)).toEqual(['stop_profit', 'sell', 1500, 0.4]);
    expect(bot.finishes).toMatchObject([{ reason: 'stop_profit' }]);
    expect(bot.equity).toBe(coins(1100));
  });

  it('happen in the order of the way of the price', () => {
    const bot = startIndicator(
      {
        conditions: OPEN,
        positionProfit: { rateE8: percent(10), partE8: percent(50) },
        protection: { startE8: percent(20), keepE8: percent(15), partE8: percent(100) },
        totalProfitE8: percent(50),
      },
      1000,
    );
    bot.kline(1250);
    bot.go(1700);
    bot.go(1200);
    expect(bot.trades).toEqual([
      ['open', 'buy', 1250, 0.4],
      ['ptn-stoprofit', 'sell', 1375, 0.2],
      ['protect-profit', 'sell', 1437, 0.2],
    ]);
  });

  it('are those of the params with which a stored bot is read back', () => {
    const bot = startIndicator({ conditions: OPEN }, 1000);
    bot.kline(1250);
    bot.reload({ positionStopE8: percent(4) });
    bot.go(1190);
    expect(bot.trades.at(-1)).toEqual(['ptn-stoploss', 'sell', 1200, 0.4]);
  });

  it('abandon a position that the market does not take any more: its coins go along with the next one', () => {
    const bot = startIndicator({ conditions: OPEN, positionStopE8: percent(99.5), investment: coins(8) }, 1000);
    bot.kline(1250);
    bot.go(6);
    expect(bot.withheld).toEqual(['below-minimum']);
    bot.kline(1250);
    expect(bot.trades.map(([signal]) => signal)).toEqual(['open', 'open']);
    bot.end({ type: 'market' });
    expect(bot.trades.at(-1)).toEqual(['base-close', 'sell', 1250, 0.0064]);
  });
});

describe('the end of an indicator bot by its owner', () => {
  it('sells at the market as base-close (E-375)', () => {
    const bot = startIndicator({}, 1000);
    bot.kline(1250);
    bot.end({ type: 'market' });
    expect(bot.trades.at(-1)).toEqual(['base-close', 'sell', 1250, 0.4]);
    expect(bot.finishes).toMatchObject([{ reason: 'cancelled' }]);
  });

  it('sells at a limit, or keeps the coins when its time is over', () => {
    const filled = startIndicator({}, 1000);
    filled.kline(1250);
    filled.end({ type: 'limit', ticks: 1300, expiresAtMs: 200_000 });
    expect(filled.machine.openOrders()).toMatchObject([{ side: 'sell', ticks: 1300, quantity: coins(0.4) }]);
    filled.go(1301);
    expect(filled.trades.at(-1)).toEqual(['base-close', 'sell', 1300, 0.4]);
    const expired = startIndicator({}, 1000);
    expired.kline(1250);
    expired.end({ type: 'limit', ticks: 1300, expiresAtMs: 200_000 });
    expired.klines(1250, 1250, 1250, 1250);
    expect(expired.finishes).toMatchObject([{ reason: 'cancelled', timeMs: 200_000 }]);
    expect(expired.machine.holdings()).toMatchObject({ BTC: coins(0.4) });
  });

  it('hands out the coins when told not to close', () => {
    const bot = startIndicator({}, 1000);
    bot.kline(1250);
    bot.end({ type: 'no_close' });
    expect(bot.fills).toHaveLength(1);
    expect(bot.machine.holdings()).toEqual({ USDT: coins(500), BTC: coins(0.4) });
  });

  it('is refused nothing before anything was bought', () => {
    const bot = startIndicator(HALVES, 990);
    bot.end({ type: 'market' });
    expect(bot.finishes).toMatchObject([{ reason: 'cancelled' }]);
    expect(bot.machine.holdings()).toEqual({ USDT: coins(1000), BTC: 0n });
  });
});
