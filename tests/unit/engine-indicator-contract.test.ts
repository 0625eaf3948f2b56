import { describe, expect, it } from 'vitest';
import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import type { IndicatorParams } from '#lib/kinds/indicator/params.ts';
import { coins } from './engine-fixture.ts';
import { closeIs, IN_AND_OUT, type IndicatorBench, percent, sideOf, startIndicator } from './indicator-bench.ts';
import { LINEAR } from './martingale-fixture.ts';

/** 0.01 BTC a contract, no fees, maintenance 0.5 %. */
const FREE: ContractSpec = {
  ...LINEAR,
  contract: { ...LINEAR.contract, quantoUnits: 1_000_000n, takerE8: 0n, makerE8: 0n, liquidationFeeE8: 0n },
};

const LONG: IndicatorParams['conditions'] = {
  open: sideOf('open', [closeIs('gt', 1000)]),
  close: { side: 'close', period: '1m', conditions: [closeIs('lt', 700)] },
  increase: sideOf('increase', [closeIs('eq', 1300)], '0.2'),
  reduce: sideOf('reduce', [closeIs('eq', 900)], '0.5'),
};
const SHORT: IndicatorParams['conditions'] = {
  ...LONG,
  close: { ...IN_AND_OUT.close, conditions: [closeIs('gt', 1500)] },
};

/** 1,000 USDT, five times leverage. */
function start(change: Partial<IndicatorParams>, ticks = 1000): IndicatorBench {
  return startIndicator({ spec: FREE, leverage: 5, conditions: LONG, ...change }, ticks);
}

/** The bot has gone into its position at 1250: 200 contracts, 2,500 USDT of value, 500 of margin. */
function opened(change: Partial<IndicatorParams> = {}): IndicatorBench {
  const bot = start(change);
  bot.mark(1250);
  bot.kline(1250);
  expect(bot.fills).toHaveLength(1);
  return bot;
}

describe('an indicator bot on a contract', () => {
  it('opens, increases, reduces and closes long, ratio × investment × leverage each time (C-167, E-375)', () => {
    const bot = start({});
    bot.mark(1250);
    bot.klines(1250, 1300, 900, 699);
    expect(bot.trades).toEqual([
      ['open-l', 'buy', 1250, 2],
      ['increase-l', 'buy', 1300, 0.76],
      ['reduce-l', 'sell', 900, 1.38],
      ['close', 'sell', 699, 1.38],
    ]);
    expect(bot.machine.position?.(bot.prices)).toBeNull();
  });

  it('does the same short (E-375)', () => {
    const bot = start({ side: 'sell', conditions: SHORT });
    bot.klines(1250, 1300, 900, 1501);
    expect(bot.trades.map(([signal, side]) => [signal, side])).toEqual([
      ['open-s', 'sell'],
      ['increase-s', 'sell'],
      ['reduce-s', 'buy'],
      ['close', 'buy'],
    ]);
    expect(bot.machine.equity(bot.prices).residual).toBe(0n);
  });

  it('puts profits to work only when told: the ratio is of the equity then (pft_increase_ptn)', () => {
    const conditions = { ...LONG, close: { ...LONG.close, conditions: [closeIs('eq', 1500)] } };
    const sizes = [false, true].map((reinvests) => {
      const bot = start({ conditions, reinvests });
      bot.klines(1250, 1500, 1250);
      return bot.trades.map(([, , , quantity]) => quantity);
    });
    expect(sizes).toEqual([
      [2, 2, 2],
      [2, 2, 3],
    ]);
  });

  it('never binds more margin and fees than there is', () => {
    const spec = { ...FREE, contract: { ...FREE.contract, takerE8: 100_000n } };
    const all = { ...LONG, open: sideOf('open', [closeIs('gt', 1000)], '1') };
    const bot = start({ spec, conditions: all, leverage: 10 });
    bot.klines(1250, 1300, 1300);
    // 10,000 USDT would need 1,000 of margin and 20 of fees: 9,803 is what is carried.
    expect(bot.trades).toEqual([['open-l', 'buy', 1250, 7.84]]);
    expect(bot.withheld).toEqual(['no-funds']);
  });

  it('stops a position at a loss of its margin on the mark price, around the last price (C-313, E-375)', () => {
    const bot = opened({ positionStopE8: percent(50) });
    // Half of 500 USDT on 2 BTC: 125 below.
    bot.go(1100);
    bot.mark(1126);
    expect(bot.fills).toHaveLength(1);
    bot.mark(1125);
    expect(bot.trades.at(-1)).toEqual(['ptn-stoploss', 'sell', 1100, 2]);
    expect(bot.machine.status).toBe('running');
  });

  it('takes part at a profit of its margin, once, and stops mirrored when it is short (C-316)', () => {
    const positionProfit = { rateE8: percent(20), partE8: percent(50) };
    const long = opened({ positionProfit });
    long.mark(1299);
    long.mark(1300);
    long.mark(1310);
    expect(long.trades.slice(1)).toEqual([['ptn-stoprofit', 'sell', 1250, 1]]);
    const short = opened({ side: 'sell', conditions: SHORT, positionProfit, positionStopE8: percent(30) });
    short.mark(1201);
    short.mark(1200);
    short.mark(1325);
    expect(short.trades.slice(1)).toEqual([
      ['ptn-stoprofit', 'buy', 1250, 1],
      ['ptn-stoploss', 'buy', 1250, 1],
    ]);
  });

  it('protects a profit that it has had (C-201, C-315, E-375)', () => {
    const bot = opened({ protection: { startE8: percent(40), keepE8: percent(10), partE8: percent(100) } });
    bot.mark(1260);
    bot.mark(1350);
    bot.mark(1276);
    expect(bot.fills).toHaveLength(1);
    bot.mark(1275);
    expect(bot.trades.at(-1)).toEqual(['protect-profit', 'sell', 1250, 2]);
  });

  it('ends at its total loss of the investment, what is not realised included (C-311)', () => {
    const bot = opened({ totalStopE8: percent(20) });
    bot.mark(1151);
    expect(bot.finishes).toEqual([]);
    bot.mark(1150);
    expect(bot.trades.at(-1)).toEqual(['stop_loss', 'sell', 1250, 2]);
    expect(bot.finishes).toMatchObject([{ reason: 'stop_loss' }]);
  });

  it('is liquidated on the mark price before any stop, and never owes (H39)', () => {
    const all = { ...LONG, open: sideOf('open', [closeIs('gt', 1000)], '1') };
    const bot = opened({ conditions: all, leverage: 20, totalStopE8: percent(100), positionStopE8: percent(99.9) });
    const held = bot.machine.position?.(bot.prices);
    // 16 BTC at 1250 on 1,000 USDT: (1250 − 62.5) / (1 − 0.005) = 1193.5.
    expect(held?.liquidationTicks).toBe(1193);
    bot.mark(1194);
    expect(bot.finishes).toEqual([]);
    bot.go(1150);
    bot.mark(1193);
    expect(bot.trades.at(-1)).toEqual(['stop_loss', 'sell', 1150, 16]);
    expect(bot.finishes).toMatchObject([{ reason: 'liquidated' }]);
    expect(bot.machine.holdings()).toEqual({ USDT: 0n });
    expect(bot.cash).toEqual([{ type: 'insurance', amount: coins(600) }]);
    // What the insurance paid was never the trader's loss.
    expect(bot.fills.at(-1)?.matchProfit).toBe(coins(-1000));
    expect(bot.machine.equity(bot.prices).residual).toBe(0n);
  });

  it('pays the liquidation fee out of what is left (E4)', () => {
    const all = { ...LONG, open: sideOf('open', [closeIs('gt', 1000)], '1') };
    const spec = { ...FREE, contract: { ...FREE.contract, liquidationFeeE8: 75_000n } };
    const bot = opened({ spec, conditions: all, leverage: 20 });
    bot.mark(1193);
    // Closed at 1250, where the last price still is: 0.075 % of 20,000 USDT.
    expect(bot.cash).toEqual([{ type: 'liquidation_fee', amount: coins(-15) }]);
    expect(bot.machine.holdings()).toEqual({ USDT: coins(985) });
    expect(bot.machine.equity(bot.prices).residual).toBe(0n);
  });

  it('settles funding while it has a position, and a trade’s profit has its share (E5)', () => {
    const spec = { ...FREE, contract: { ...FREE.contract, fundingIntervalMs: 300_000 } };
    const bot = start({ spec });
    bot.fundingRateE8 = 1_000_000n;
    bot.klines(1250, 1250);
    expect(bot.cash).toEqual([]);
    bot.mark(1300);
    bot.klines(1250, 900, 699);
    // 1 % of 2 BTC at the mark of 1300.
    expect(bot.cash).toEqual([{ type: 'funding', amount: coins(-26) }]);
    expect(bot.trades.slice(1)).toEqual([
      ['reduce-l', 'sell', 900, 1],
      ['close', 'sell', 699, 1],
    ]);
    expect(bot.fills.slice(1).map((fill) => fill.matchProfit)).toEqual([coins(-350 - 13), coins(-551 - 13)]);
    expect(bot.machine.statistics().matchedProfit).toBe(bot.equity - coins(1000));
  });

  it('shows its position with the liquidation price twice: nothing rests that could fill (H39)', () => {
    const bot = opened();
    expect(bot.machine.position?.(bot.prices)).toMatchObject({
      size: 200n,
      entryTicks: 1250,
      leverage: 5,
      margin: coins(500),
      unrealised: 0n,
      liquidationTicks: 753,
      fullLiquidationTicks: 753,
    });
  });

  it('closes at the market when told not to, at a limit, or by the exchange', () => {
    const kept = opened();
    kept.end({ type: 'no_close' });
    expect(kept.trades.at(-1)).toEqual(['base-close', 'sell', 1250, 2]);
    const limited = opened();
    limited.end({ type: 'limit', ticks: 1300, expiresAtMs: 400_000 });
    limited.klines(1250, 1250, 1250, 1250, 1250);
    expect(limited.trades.at(-1)).toEqual(['base-close', 'sell', 1250, 2]);
    const taken = opened();
    taken.machine.deleverage?.(1240, [1240, 1240], 200_000);
    expect(taken.trades.at(-1)).toEqual(['base-close', 'sell', 1240, 2]);
    expect(taken.finishes).toMatchObject([{ reason: 'auto_deleveraged' }]);
  });

  it('pays the maker fee for a closing order that rested, the taker fee for all others (E3)', () => {
    const spec = { ...FREE, contract: { ...FREE.contract, takerE8: 50_000n, makerE8: 20_000n } };
    const bot = opened({ spec });
    bot.end({ type: 'limit', ticks: 1300, expiresAtMs: 400_000 });
    bot.go(1300);
    expect(bot.fills.map(({ ticks, fee }) => [ticks, fee])).toEqual([
      [1250, coins(1.25)],
      [1300, coins(0.52)],
    ]);
  });

  it('settles funding while its closing order rests, which goes on resting until its own time', () => {
    const spec = { ...FREE, contract: { ...FREE.contract, fundingIntervalMs: 300_000 } };
    const bot = opened({ spec });
    bot.fundingRateE8 = 1_000_000n;
    bot.end({ type: 'limit', ticks: 1300, expiresAtMs: 400_000 });
    bot.klines(1250, 1250, 1250);
    expect(bot.cash).toEqual([{ type: 'funding', amount: coins(-25) }]);
    expect(bot.machine.openOrders()).toMatchObject([{ ticks: 1300 }]);
    bot.klines(1250, 1250);
    expect(bot.finishes).toMatchObject([{ reason: 'cancelled', timeMs: 400_000 }]);
  });

  it('can be liquidated while its closing order rests', () => {
    const all = { ...LONG, open: sideOf('open', [closeIs('gt', 1000)], '1') };
    const bot = opened({ conditions: all, leverage: 20 });
    bot.end({ type: 'limit', ticks: 1300, expiresAtMs: 9_000_000 });
    bot.mark(1100);
    expect(bot.finishes).toMatchObject([{ reason: 'liquidated' }]);
    expect(bot.machine.openOrders()).toEqual([]);
  });
});
