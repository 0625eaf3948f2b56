import { describe, expect, it } from 'vitest';
import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { OPENING_TRIES } from '#lib/engine/opening-price.ts';
import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import { layOutFuturesGrid } from '#lib/formulas/futures-grid-layout.ts';
import { gridLiquidations } from '#lib/formulas/futures-grid-liquidation.ts';
import { gridLines } from '#lib/formulas/grid-levels.ts';
import { coins, restingPrices, told } from './engine-fixture.ts';
import { type FuturesBench, startFutures, TEN_FUTURES } from './engine-futures-bench.ts';
import { PLAIN_CONTRACT } from './futures-fixture.ts';

const EIGHT_HOURS = 28_800;
const withFees = { ...PLAIN_CONTRACT, contract: { ...PLAIN_CONTRACT.contract, takerE8: 50_000n, makerE8: 20_000n } };

function balance({ machine }: FuturesBench): bigint {
  return machine.holdings().USDT ?? 0n;
}

function sizeOf({ machine, prices }: FuturesBench): bigint | undefined {
  return machine.position?.(prices)?.size;
}

/** The bench's contract with another fee of resting orders, 1e-8. */
function withMakerFee(makerE8: bigint): ContractSpec {
  return { ...PLAIN_CONTRACT, contract: { ...PLAIN_CONTRACT.contract, makerE8 } };
}

describe('the opening of a futures grid', () => {
  it('buys what the sells above need, and rests buys below: as many contracts as the margin with its factor of 1.005 backs (C-432, E-353, M-395)', () => {
    const bench = startFutures({}, 1500);
    // 0.01 coins a contract: 60 for the five buys, 75 for the opening, × 1.005 ÷ 5 = 27.135 a contract and line.
    expect(bench.fills).toMatchObject([{ side: 'buy', role: 'open', ticks: 1500, quantity: coins(1.8), fee: 0n }]);
    expect(sizeOf(bench)).toBe(180n);
    expect(restingPrices(bench.machine, 'buy')).toEqual([1000, 1100, 1200, 1300, 1400]);
    expect(restingPrices(bench.machine, 'sell')).toEqual([1600, 1700, 1800, 1900, 2000]);
    expect(bench.machine.openOrders().every((order) => order.quantity === coins(0.36))).toBe(true);
    expect(bench.machine.withheldOrders()).toMatchObject([{ level: 5, reason: 'at-price' }]);
  });

  it('mirrors that for a short grid and opens nothing for a neutral one', () => {
    const short = startFutures({ side: 'short' }, 1500);
    expect(short.fills).toMatchObject([{ side: 'sell', role: 'open', ticks: 1500 }]);
    expect(sizeOf(short)).toBe(-150n);
    const neutral = startFutures({ side: 'neutral' }, 1500);
    expect(neutral.fills).toEqual([]);
    expect(sizeOf(neutral)).toBeUndefined();
    expect(neutral.operations.map(({ type }) => type)).toEqual(['create', 'run']);
    expect(neutral.machine.openOrders()).toHaveLength(10);
  });

  it('gives each lower line (1 + ratio) times the contracts of the one above it when quantities are by ratio', () => {
    const { machine } = startFutures(
      { quantity: { type: 'ratio', ratioE8: 10_000_000n }, investment: coins(100_000) },
      1500,
    );
    const quantities = machine.openOrders().map(({ quantity }) => Number(quantity));
    for (const [i, quantity] of quantities.slice(1).entries()) {
      expect((quantities[i] as number) / quantity).toBeCloseTo(1.1, 2);
    }
  });

  it('pays the taker fee on the opening, the maker fee on its lines, and no rebate', () => {
    const bench = startFutures({ spec: withFees }, 1500);
    const opened = bench.fills[0];
    expect(opened?.fee).toBe(((opened?.quote ?? 0n) * 50_000n) / 100_000_000n);
    bench.go(1400, 10);
    const bought = bench.fills[1];
    expect(bought?.fee).toBe(((bought?.quote ?? 0n) * 20_000n) / 100_000_000n);
    const rebate = { ...withFees, contract: { ...withFees.contract, makerE8: -10_000n } };
    const other = startFutures({ spec: rebate }, 1500);
    other.go(1400, 10);
    expect(other.fills[1]?.fee).toBe(0n);
  });

  it('waits while the book is worse than the slippage allowed, and gives up with the money untouched', () => {
    const bench = startFutures({ openingSlippageE8: 500_000n }, 1500, { slipTicks: 20 });
    expect(bench.machine.step).toBe('init-order-process');
    bench.market.slipTicks = 2;
    bench.go(1500, 61);
    expect(bench.machine.status).toBe('running');
    const other = startFutures({ openingSlippageE8: 500_000n }, 1500, { slipTicks: 20 });
    other.go(1500, OPENING_TRIES * 60);
    expect(other.finishes).toMatchObject([{ reason: 'failed' }]);
    expect(balance(other)).toBe(coins(1000));
  });

  it('ends as money_not_enough when the margin does not back one contract a line', () => {
    const bench = startFutures({ investment: coins(20) }, 1500);
    expect(bench.finishes).toEqual([{ reason: 'money_not_enough', timeMs: 0 }]);
    expect(bench.orders.filter((order) => order.reason === 'below-minimum')).toHaveLength(10);
    expect(balance(bench)).toBe(coins(20));
  });

  it('waits for a trigger on the last price and opens there (C-157)', () => {
    const bench = startFutures({ trigger: { ticks: 1450, price: 'last' } }, 1500);
    expect(bench.machine.withheldOrders()).toMatchObject([{ reason: 'waiting-trigger', ticks: 1450 }]);
    bench.mark(1440, 60);
    expect(bench.machine.step).toBe('wait-touch');
    bench.go(1420, 61);
    expect(bench.fills[0]).toMatchObject({ role: 'open', ticks: 1450 });
    expect(told(bench.fills)).toEqual([['buy', 1450]]);
  });

  it('waits for a trigger on the mark price and opens at the last price (C-157)', () => {
    const bench = startFutures({ trigger: { ticks: 1450, price: 'mark' } }, 1500);
    bench.go(1440, 30);
    expect(bench.machine.step).toBe('wait-touch');
    bench.mark(1449, 60);
    expect(bench.fills).toMatchObject([{ role: 'open', ticks: 1440 }]);
  });
});

describe('a running futures grid', () => {
  it('buys on the way down, sells a line higher, and counts the pair', () => {
    const bench = startFutures({}, 1500);
    bench.go(1400, 10);
    bench.go(1500, 20);
    expect(told(bench.fills.slice(1))).toEqual([
      ['buy', 1400],
      ['sell', 1500],
    ]);
    // 0.36 coins × 100. Of that the balance gets what is above the average entry of 1483⅓; the rest is in the position.
    expect(bench.fills[2]).toMatchObject({ matchProfit: coins(36), realised: coins(6) });
    expect(balance(bench)).toBe(coins(1006));
    const equity = bench.machine.equity([1500, 1500]);
    expect(equity).toMatchObject({ gridProfit: coins(36) * 100_000_000n, positionProfit: 0n, residual: 0n });
    expect(equity.equity).toBe(coins(1036) * 100_000_000n);
  });

  it('completes no pair with what the opening bought, nor a short one with what it sold', () => {
    const long = startFutures({}, 1500);
    long.go(1600, 10);
    expect(long.fills.at(-1)).toMatchObject({ side: 'sell', matchProfit: null, realised: coins(36) });
    long.go(1500, 20);
    long.go(1600, 30);
    expect(long.machine.statistics()).toMatchObject({ matches: 1, matchedProfit: coins(36) });
    const short = startFutures({ side: 'short' }, 1500);
    short.go(1400, 10);
    expect(short.fills.at(-1)).toMatchObject({ side: 'buy', matchProfit: null, realised: coins(30) });
    short.go(1500, 20);
    short.go(1400, 30);
    expect(short.machine.statistics()).toMatchObject({ matches: 1, matchedProfit: coins(30) });
  });

  it('is long below and short above as a neutral grid, and holds nothing where it opened', () => {
    const bench = startFutures({ side: 'neutral' }, 1500);
    bench.go(1400, 10);
    expect(sizeOf(bench)).toBe(55n);
    bench.go(1500, 20);
    expect(sizeOf(bench)).toBeUndefined();
    bench.go(1600, 30);
    expect(sizeOf(bench)).toBe(-55n);
    bench.go(1500, 40);
    expect(sizeOf(bench)).toBeUndefined();
    expect(bench.machine.statistics()).toMatchObject({ matches: 2, matchedProfit: coins(110) });
    expect(balance(bench)).toBe(coins(1110));
  });

  it('tells prices and mark apart under the contract’s own name', () => {
    const { machine } = startFutures({}, 1500);
    expect(machine.feeds).toEqual([
      { market: 'BTC_USDT@USDT', price: 'last' },
      { market: 'BTC_USDT@USDT', price: 'mark' },
    ]);
  });
});

describe('the stops of a futures grid', () => {
  it('ends at a loss that is a fraction of the investment, wherever the price then is (C-071)', () => {
    const bench = startFutures({ stopLossE8: 10_000_000n }, 1500);
    bench.go(1445, 10);
    expect(bench.machine.status).toBe('running');
    bench.go(1430, 20);
    // 1.8 coins lose 100 at 1444.44.
    expect(bench.finishes).toEqual([{ reason: 'stop_loss', timeMs: 20_000 }]);
    expect(bench.fills.at(-1)).toMatchObject({ role: 'close', side: 'sell', ticks: 1444 });
    expect(balance(bench)).toBe(coins(1000 - 1.8 * 56));
  });

  it('ends at a profit that is a fraction of the investment; a short one on the way down (C-071)', () => {
    const long = startFutures({ takeProfitE8: 10_000_000n }, 1500);
    long.go(1560, 10);
    expect(long.fills.at(-1)).toMatchObject({ role: 'close', side: 'sell', ticks: 1556 });
    expect(long.finishes).toMatchObject([{ reason: 'stop_profit' }]);
    const short = startFutures({ side: 'short', takeProfitE8: 10_000_000n }, 1500);
    short.go(1410, 10);
    expect(short.fills.at(-1)).toMatchObject({ role: 'close', side: 'buy', ticks: 1433 });
  });

  it('counts what the lines have bought on the way', () => {
    const bench = startFutures({ stopLossE8: 30_000_000n }, 1500);
    bench.go(1300, 10);
    // 1.8 at 1500 and 0.36 at 1400: 2.16 coins for 3204, worth 300 less at 1344.44.
    expect(bench.finishes).toMatchObject([{ reason: 'stop_loss' }]);
    expect(bench.fills.at(-1)?.ticks).toBe(1344);
  });

  it('ends a flat account whose last fill’s fee took it past the loss', () => {
    // Neutral, so that it is flat where it opened; a fee above what a line earns.
    const dear = { side: 'neutral', spec: withMakerFee(8_000_000n) } as const;
    const equityAt = ({ machine }: FuturesBench, ticks: number) => machine.equity([ticks, ticks]).equity / EQUITY_SCALE;
    const free = startFutures(dear, 1500);
    free.go(1400, 10);
    const held = equityAt(free, 1400);
    free.go(1500, 20);
    const flat = equityAt(free, 1500);
    expect(flat).toBeLessThan(held);
    // Between the two: reached by neither the price nor the first fill.
    const stopLossE8 = ((coins(1000) - (held + flat) / 2n) * 100_000_000n) / coins(1000);
    const bench = startFutures({ ...dear, stopLossE8 }, 1500);
    bench.go(1400, 10);
    expect(bench.finishes).toEqual([]);
    bench.go(1500, 20);
    expect(bench.finishes).toMatchObject([{ reason: 'stop_loss' }]);
    expect(balance(bench)).toBe(flat);
  });

  it('is at its end when a fill’s fee takes the last of the account: the insurance has paid', () => {
    const bench = startFutures({ side: 'neutral', leverage: 50, spec: withMakerFee(8_000_000n) }, 1500);
    for (let second = 10; second <= 60 && bench.finishes.length === 0; second += 20) {
      bench.go(1400, second);
      bench.go(1500, second + 10);
    }
    expect(bench.finishes).toMatchObject([{ reason: 'liquidated' }]);
    expect(balance(bench)).toBe(0n);
    expect(bench.cash.some(({ type }) => type === 'insurance')).toBe(true);
    expect(bench.machine.openOrders()).toEqual([]);
  });

  it('waits for the close of the minute when told to', () => {
    const bench = startFutures({ stopLossE8: 10_000_000n, stopCheck: 'close' }, 1500);
    bench.go(1430, 10);
    bench.go(1480, 50);
    bench.go(1480, 61);
    expect(bench.machine.status).toBe('running');
    bench.go(1430, 70);
    bench.go(1430, 121);
    expect(bench.finishes).toEqual([{ reason: 'stop_loss', timeMs: 120_000 }]);
  });

  it('ends when the price leaves the range on a side on which that was wished', () => {
    const below = startFutures({ stopBelowRange: true, investment: coins(5000), leverage: 1 }, 1500);
    below.go(990, 10);
    expect(below.finishes).toMatchObject([{ reason: 'less_low' }]);
    expect(below.fills.at(-1)).toMatchObject({ role: 'close', ticks: 999 });
    const above = startFutures({ stopAboveRange: true }, 1500);
    above.go(2100, 10);
    expect(above.finishes).toMatchObject([{ reason: 'over_high' }]);
  });
});

describe('funding of a futures grid', () => {
  it('is paid by a long and received by a short when the rate is positive, and the other way round when it is negative', () => {
    for (const [side, rateE8, expected] of [
      ['long', 10_000n, -coins(0.27)],
      ['short', 10_000n, coins(0.225)],
      ['long', -10_000n, coins(0.27)],
      ['short', -10_000n, -coins(0.225)],
    ] as const) {
      const bench = startFutures({ side }, 1500, { rateE8 });
      bench.go(1500, EIGHT_HOURS - 1);
      expect(bench.cash).toEqual([]);
      bench.go(1500, EIGHT_HOURS);
      expect(bench.cash).toEqual([{ type: 'funding', timeMs: EIGHT_HOURS * 1000, asset: 'USDT', amount: expected }]);
      expect(balance(bench)).toBe(coins(1000) + expected);
      expect(bench.machine.equity([1500, 1500])).toMatchObject({ funding: expected * 100_000_000n, residual: 0n });
    }
  });

  it('is worked out at the mark price before the minute, not at the last price', () => {
    const bench = startFutures({}, 1500, { rateE8: 10_000n });
    bench.mark(1480, EIGHT_HOURS - 60);
    bench.go(1501, EIGHT_HOURS);
    expect(bench.cash[0]?.amount).toBe(-coins(1.8 * 1480 * 0.0001));
  });

  it('asks for nothing while nothing is held', () => {
    const bench = startFutures({ side: 'neutral' }, 1500, { rateE8: 10_000n });
    expect(bench.machine.wakeAtMs).toBe(Number.POSITIVE_INFINITY);
    bench.go(1400, 10);
    expect(bench.machine.wakeAtMs).toBe(EIGHT_HOURS * 1000);
    bench.go(1500, 20);
    expect(bench.machine.wakeAtMs).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the liquidation of a futures grid', () => {
  it('gives both prices: for what is held, and if every order on the losing side fills (E-138, H39)', () => {
    const long = startFutures({}, 1500).machine.position?.([1500, 1500]);
    // (1500 − 1000 ÷ 1.8) ÷ 0.99 and (1350 − 1000 ÷ 3.6) ÷ 0.99.
    expect(long).toMatchObject({ liquidationTicks: 953, fullLiquidationTicks: 1083, entryTicks: 1500 });
    const short = startFutures({ side: 'short' }, 1500).machine.position?.([1500, 1500]);
    // (1500 + 1000 ÷ 1.5) ÷ 1.01 and (1650 + 1000 ÷ 3) ÷ 1.01.
    expect(short).toMatchObject({ liquidationTicks: 2146, fullLiquidationTicks: 1964 });
  });

  it('is estimated before the start as it is after it (E-138)', () => {
    for (const side of ['long', 'short', 'neutral'] as const) {
      const bench = startFutures({ side, spec: withFees }, 1520);
      const { lowTicks, highTicks, gridCount, spacing } = TEN_FUTURES;
      const lines = gridLines(lowTicks, highTicks, gridCount, spacing);
      const input = { ...TEN_FUTURES, spec: withFees, side, lines, lastTicks: 1520, openTicks: 1520 };
      const layout = layOutFuturesGrid(input, TEN_FUTURES.investment);
      const estimate = gridLiquidations(input, layout, TEN_FUTURES.investment);
      const position = bench.machine.position?.([1520, 1520]);
      const own = side === 'short' ? estimate.short : estimate.long;
      if (side === 'neutral') {
        expect(position).toBeNull();
        expect(estimate).toMatchObject({ long: { held: null }, short: { held: null } });
        bench.leap(1000, 10);
        expect(bench.machine.position?.([1000, 1000])?.liquidationTicks).toBe(estimate.long?.full);
      } else {
        expect(own).toEqual({ held: position?.liquidationTicks, full: position?.fullLiquidationTicks });
        expect(side === 'long' ? estimate.short : estimate.long).toBeNull();
      }
    }
  });

  it('comes with the mark price, not with the last price, and is told as liquidated', () => {
    const bench = startFutures(
      { gridCount: 2, lowTicks: 1400, highTicks: 1600, investment: coins(100), leverage: 10 },
      1500,
    );
    const level = bench.machine.position?.([1500, 1500])?.fullLiquidationTicks as number;
    bench.leap(level - 50, 10);
    expect(bench.machine.status).toBe('running');
    bench.mark(level + 1, 60);
    expect(bench.machine.status).toBe('running');
    bench.mark(level, 120);
    expect(bench.finishes).toEqual([{ reason: 'liquidated', timeMs: 120_000 }]);
  });

  it('closes around the last price and takes the liquidation fee from what is left', () => {
    const bench = startFutures(
      { stopBelowRange: false, lowTicks: 1480, highTicks: 2000, gridCount: 2, investment: coins(100) },
      1500,
    );
    const position = bench.machine.position?.([1500, 1500]);
    const size = position?.size ?? 0n;
    const value = (ticks: number): bigint => size * 1_000_000n * BigInt(ticks);
    bench.mark(position?.liquidationTicks ?? 0, 60);
    const left = coins(100);
    expect(bench.fills.at(-1)).toMatchObject({ role: 'close', side: 'sell', ticks: 1500 });
    expect(bench.cash).toEqual([
      { type: 'liquidation_fee', timeMs: 60_000, asset: 'USDT', amount: -(value(1500) * 500_000n) / 100_000_000n },
    ]);
    expect(balance(bench)).toBe(left - (value(1500) * 500_000n) / 100_000_000n);
    expect(bench.machine.equity([1500, 1500]).residual).toBe(0n);
  });

  it('never leaves the account below zero: the insurance pays what is missing', () => {
    const bench = startFutures({}, 1500);
    bench.leap(1410, 10);
    bench.market.slipTicks = 600;
    bench.mark(900, 60);
    // 1.8 coins from 1500 to 810.
    expect(bench.cash).toEqual([{ type: 'insurance', timeMs: 60_000, asset: 'USDT', amount: coins(242) }]);
    expect(bench.fills.at(-1)).toMatchObject({ realised: -coins(1242) });
    expect(balance(bench)).toBe(0n);
    expect(bench.machine.equity([900, 900])).toMatchObject({ equity: 0n, residual: 0n });
  });
});

describe('the end of a futures grid', () => {
  it('cancels every order and closes at the market; contracts cannot be kept', () => {
    for (const type of ['market', 'no_close'] as const) {
      const bench = startFutures({}, 1500, { slipTicks: 1 });
      bench.machine.terminate({ type }, [1520, 1520], 5_000);
      expect(bench.orders.filter((order) => order.kind === 'cancelled')).toHaveLength(10);
      expect(bench.fills.at(-1)).toMatchObject({ role: 'close', side: 'sell', ticks: 1519 });
      expect(bench.finishes).toEqual([{ reason: 'cancelled', timeMs: 5_000 }]);
      expect(bench.machine.openOrders()).toEqual([]);
      expect(sizeOf(bench)).toBeUndefined();
      bench.machine.terminate({ type }, [1520, 1520], 6_000);
      expect(bench.finishes).toHaveLength(1);
    }
  });

  it('rests a limit close, pays funding and can be liquidated meanwhile, and closes at the market when its time is over', () => {
    const close = { type: 'limit', ticks: 1600, expiresAtMs: 30_000_000 } as const;
    const filled = startFutures({}, 1500, { rateE8: 10_000n });
    filled.machine.terminate(close, [1500, 1500], 5_000);
    expect(filled.machine.openOrders()).toEqual([{ side: 'sell', level: -1, ticks: 1600, quantity: coins(1.8) }]);
    filled.go(1590, EIGHT_HOURS);
    expect(filled.cash).toMatchObject([{ type: 'funding' }]);
    filled.go(1610, EIGHT_HOURS + 1);
    expect(filled.fills.at(-1)).toMatchObject({ role: 'close', ticks: 1600 });
    expect(filled.finishes).toMatchObject([{ reason: 'cancelled' }]);

    const expired = startFutures({}, 1500);
    expired.machine.terminate(close, [1500, 1500], 5_000);
    expired.go(1490, 30_001);
    expect(expired.fills.at(-1)).toMatchObject({ role: 'close', ticks: 1500 });
    expect(sizeOf(expired)).toBeUndefined();

    const liquidated = startFutures({}, 1500);
    liquidated.machine.terminate(close, [1500, 1500], 5_000);
    liquidated.mark(953, 60);
    expect(liquidated.finishes).toEqual([{ reason: 'liquidated', timeMs: 60_000 }]);
  });

  it('is closed at the exchange’s price when it is deleveraged', () => {
    const bench = startFutures({ side: 'short' }, 1500);
    bench.machine.deleverage?.(1300, [1300, 1300], 7_000);
    expect(bench.fills.at(-1)).toMatchObject({ side: 'buy', ticks: 1300, realised: coins(300) });
    expect(bench.finishes).toEqual([{ reason: 'auto_deleveraged', timeMs: 7_000 }]);
    bench.machine.deleverage?.(1300, [1300, 1300], 8_000);
    expect(bench.finishes).toHaveLength(1);
  });

  it('has nothing to close before it has opened', () => {
    const bench = startFutures({ trigger: { ticks: 1400, price: 'last' } }, 1500);
    bench.machine.terminate({ type: 'market' }, [1500, 1500], 1_000);
    expect(bench.fills).toEqual([]);
    expect(bench.finishes).toEqual([{ reason: 'cancelled', timeMs: 1_000 }]);
    expect(balance(bench)).toBe(coins(1000));
  });
});
