import { describe, expect, it } from 'vitest';
import { runBacktest } from '#lib/backtest/backtest.ts';
import type { EngineSink, Fill, LoanStatement, OrderEvent, WakeSlot } from '#lib/engine/machine.ts';
import { gridLines } from '#lib/formulas/grid-levels.ts';
import { plannedForcedClose } from '#lib/formulas/margin-grid-layout.ts';
import { forcedClose, hourlyInterest, isForcedToClose, loanOf, riskRatio } from '#lib/formulas/margin-loan.ts';
import { minimumMarginInvestment } from '#lib/formulas/minimum-investment-margin.ts';
import { createMarginGrid } from '#lib/kinds/margin-grid/engine.ts';
import type { MarginGridParams } from '#lib/kinds/margin-grid/params.ts';
import { areCandlesThere, readRecordedCandles } from '#tests/support/recorded-candles.ts';
import { coins, PLAIN, TEN_GRIDS } from './engine-fixture.ts';

const HOUR_S = 3600;

/** Lines 1000, 1100 … 2000 and 10,000 USDT of one's own; as much again is borrowed. No fee, no interest. */
const DOUBLE: MarginGridParams = {
  ...TEN_GRIDS,
  side: 'buy',
  leverage: 2,
  hourlyInterestE8: 0n,
  forcedCloseRatioE8: 110_000_000n,
};

function bench(change: Partial<MarginGridParams>, ticks: number) {
  const fills: Fill[] = [];
  const orders: OrderEvent[] = [];
  const finishes: string[] = [];
  const cash: [string, string, bigint, number][] = [];
  const book: { depth: bigint | null } = { depth: null };
  const sink: EngineSink = {
    fill: (fill) => fills.push(fill),
    order: (event) => orders.push(event),
    operation: () => {},
    finish: (reason) => finishes.push(reason),
    cash: (type, timeMs, asset, amount) => cash.push([type, asset, amount, timeMs / 1000]),
  };
  const view = {
    movingAverage: () => Number.NaN,
    marketFillTicks: (_feed: number, _side: string, _quantity: bigint, at: number) => at,
    depthWithin: () => book.depth,
  };
  const machine = createMarginGrid({ ...DOUBLE, ...change }, view, sink);
  machine.start([ticks], 0);
  let last = ticks;
  const see = (next: number, second: number, isJump: boolean): void => {
    while (machine.wakeAtMs <= second * 1000) machine.wakeByTime(machine.wakeAtMs, [last]);
    const slot = machine.slots[0] as WakeSlot;
    if (next <= slot.below || next >= slot.above) {
      if (isJump) machine.jump(0, next, second * 1000);
      else machine.move(0, next, second * 1000);
    }
    last = next;
  };
  return {
    machine,
    fills,
    orders,
    finishes,
    cash,
    book,
    go: (next: number, second: number) => see(next, second, false),
    leap: (next: number, second: number) => see(next, second, true),
    loan: (): LoanStatement => machine.loan?.([last]) as LoanStatement,
  };
}

describe('the loan of a margin grid', () => {
  it('is the investment times leverage − 1: quote to buy, base to sell, half of each when neutral', () => {
    const input = { spec: PLAIN, investIn: 'quote', investment: coins(1000), leverage: 5, ticks: 1000 } as const;
    expect(loanOf({ ...input, side: 'buy' })).toEqual({ quote: coins(4000), base: 0n });
    expect(loanOf({ ...input, side: 'sell' })).toEqual({ quote: 0n, base: coins(4) });
    expect(loanOf({ ...input, side: 'neutral' })).toEqual({ quote: coins(2000), base: coins(2) });
    const inBase = { ...input, investIn: 'base', investment: coins(1) } as const;
    expect(loanOf({ ...inBase, side: 'buy' })).toEqual({ quote: coins(4000), base: 0n });
    expect(loanOf({ ...inBase, side: 'sell' })).toEqual({ quote: 0n, base: coins(4) });
  });

  it('borrows nothing at leverage 1, which is why the least is 2, and nine times at the most a pair has (C-290)', () => {
    const input = { spec: PLAIN, side: 'buy', investIn: 'quote', investment: coins(1000), ticks: 1000 } as const;
    expect(loanOf({ ...input, leverage: 1 })).toEqual({ quote: 0n, base: 0n });
    expect(loanOf({ ...input, leverage: 2 })).toEqual({ quote: coins(1000), base: 0n });
    const most = loanOf({ ...input, leverage: 10 });
    expect(most).toEqual({ quote: coins(9000), base: 0n });
    // Ten times is still above the forced close at 1.1.
    const held = { quote: coins(10_000), base: 0n };
    expect(isForcedToClose(PLAIN, held, most, 110_000_000n, 1000)).toBe(false);
    const eleven = loanOf({ ...input, leverage: 11 });
    expect(isForcedToClose(PLAIN, { quote: coins(11_000), base: 0n }, eleven, 110_000_000n, 1000)).toBe(true);
  });

  it('puts the risk ratio and the forced close where assets are 1.1 times the debt, down for who holds, up for who owes', () => {
    const held = { quote: 0n, base: coins(2) };
    const owed = { quote: coins(1000), base: 0n };
    expect(riskRatio(PLAIN, held, owed, 1000)).toBe(200_000_000n);
    expect(riskRatio(PLAIN, held, { quote: 0n, base: 0n }, 1000)).toBeNull();
    expect(forcedClose(PLAIN, held, owed, 110_000_000n)).toEqual({ side: 'below', ticks: 550 });
    const short = { quote: coins(2000), base: 0n };
    const coinDebt = { quote: 0n, base: coins(1) };
    expect(forcedClose(PLAIN, short, coinDebt, 110_000_000n)).toEqual({ side: 'above', ticks: 1819 });
    expect(isForcedToClose(PLAIN, short, coinDebt, 110_000_000n, 1819)).toBe(true);
    expect(isForcedToClose(PLAIN, short, coinDebt, 110_000_000n, 1818)).toBe(false);
    expect(forcedClose(PLAIN, held, { quote: 0n, base: 0n }, 110_000_000n)).toBeNull();
    expect(forcedClose(PLAIN, held, coinDebt, 110_000_000n)).toBeNull();
  });

  it('rounds the interest of an hour up', () => {
    expect(hourlyInterest(coins(1000), 1_000n)).toBe(coins(0.01));
    expect(hourlyInterest(1n, 1n)).toBe(1n);
    expect(hourlyInterest(0n, 1_000n)).toBe(0n);
  });
});

describe('a margin grid', () => {
  it('works with leverage times the investment and tells of the loan before the first order', () => {
    const { machine, cash, loan, fills } = bench({}, 1500);
    const spot = bench({ investment: coins(20_000), leverage: 1 }, 1500);
    expect(machine.openOrders()).toEqual(spot.machine.openOrders());
    expect(fills).toEqual(spot.fills);
    expect(cash).toEqual([['loan', 'USDT', coins(10_000), 0]]);
    expect(loan().debts).toEqual([{ asset: 'USDT', owed: coins(10_000) }]);
    expect(loan().riskRatioE8).toBe(200_000_000n);
    const { equity, start } = machine.equity([1500]);
    expect(equity).toBe(start);
  });

  it('has the same orders on every side; only the debt differs', () => {
    const [buy, sell, neutral] = (['buy', 'sell', 'neutral'] as const).map((side) => bench({ side }, 1500));
    expect(sell?.machine.openOrders()).toEqual(buy?.machine.openOrders());
    expect(neutral?.machine.openOrders()).toEqual(buy?.machine.openOrders());
    expect(sell?.loan().debts).toEqual([{ asset: 'BTC', owed: coins(10_000) / 1500n }]);
    expect(neutral?.loan().debts.map((debt) => debt.asset)).toEqual(['USDT', 'BTC']);
  });

  it('charges interest at every full hour (UTC) on what is owed, interest included, to the last unit over days', () => {
    const { cash, go, loan, machine } = bench({ hourlyInterestE8: 1_234n }, 1500);
    go(1501, 72 * HOUR_S);
    let owed = coins(10_000);
    const charged = cash.filter(([type]) => type === 'interest');
    expect(charged).toHaveLength(72);
    for (const [i, [, asset, amount, second]] of charged.entries()) {
      const interest = (owed * 1_234n + 99_999_999n) / 100_000_000n;
      expect([asset, amount, second]).toEqual(['USDT', -interest, (i + 1) * HOUR_S]);
      owed += interest;
    }
    expect(loan().debts).toEqual([{ asset: 'USDT', owed }]);
    const { interest, residual } = machine.equity([1501]);
    expect([interest, residual]).toEqual([(owed - coins(10_000)) * 100_000_000n, 0n]);
  });

  it('values interest in base at the price of its hour and counts that debt at the price of the day', () => {
    const { machine, go, loan } = bench({ side: 'sell', hourlyInterestE8: 1_000n }, 1500);
    const before = loan().debts[0]?.owed as bigint;
    go(1550, HOUR_S + 1);
    const interest = (loan().debts[0]?.owed as bigint) - before;
    expect(interest).toBe(hourlyInterest(before, 1_000n));
    const statement = machine.equity([1550]);
    expect(statement.interest).toBe(interest * 1500n * 100_000_000n);
    expect(statement.residual).toBe(0n);
  });

  it('asks for no time while it owes nothing: before its trigger and after its end', () => {
    const { machine, go, cash } = bench({ triggerTicks: 1400, hourlyInterestE8: 1_000n }, 1500);
    expect(machine.wakeAtMs).toBe(Number.POSITIVE_INFINITY);
    go(1450, 5 * HOUR_S);
    expect(cash).toEqual([]);
    expect(machine.loan?.([1450])).toBeNull();
    go(1400, 5 * HOUR_S + 60);
    expect(machine.wakeAtMs).toBe(6 * HOUR_S * 1000);
    machine.terminate({ type: 'market' }, [1400], 5 * HOUR_S * 1000 + 61_000);
    expect(machine.wakeAtMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('is closed by force exactly where the formula puts it, at that price, and pays the loan back first', () => {
    const { machine, fills, finishes, loan, go, cash } = bench({ leverage: 5 }, 1500);
    // Falling through the lines: after each buy the level that counts is the one of what is held then.
    let at = 1500;
    while (finishes.length === 0) {
      const level = loan().forcedCloseTicks as number;
      expect(level).toBeLessThan(at);
      at -= 1;
      go(at, 1501 - at);
      if (finishes.length > 0) expect(at).toBe(level);
    }
    expect(finishes).toEqual(['liquidated']);
    expect(fills.at(-1)).toMatchObject({ role: 'close', side: 'sell', ticks: at });
    expect(cash.at(-1)?.slice(0, 3)).toEqual(['loan', 'USDT', -coins(40_000)]);
    expect(machine.loan?.([at])).toBeNull();
    const left = machine.holdings().USDT as bigint;
    expect(left).toBeGreaterThan(0n);
    expect(left).toBeLessThanOrEqual(coins(4_000));
  });

  it('says where the forced close comes once every order on the losing side has filled: there it is then', () => {
    for (const [side, leverage, end] of [
      ['buy', 2, 1000],
      ['sell', 3, 2000],
    ] as const) {
      const { go, loan } = bench({ side, leverage }, 1500);
      const full = loan().fullForcedCloseTicks;
      const lines = gridLines(1000, 2000, 10, 'arithmetic');
      const planned = plannedForcedClose({ ...DOUBLE, side, leverage, lines, ticks: 1500 });
      expect(planned.held?.ticks).toBe(loan().forcedCloseTicks);
      expect(side === 'buy' ? planned.below : planned.above).toBe(full);
      expect(full).not.toBe(loan().forcedCloseTicks);
      go(end, 1);
      expect(loan().forcedCloseTicks).toBe(full);
      expect(loan().fullForcedCloseTicks).toBe(full);
    }
  });

  it('is closed by force by a rise when it owes coins, buying back what it owes', () => {
    const { machine, fills, finishes, go, loan } = bench({ side: 'sell', leverage: 3 }, 1500);
    go(2000, 1);
    const level = loan().forcedCloseTicks as number;
    expect(level).toBeGreaterThan(2000);
    go(level - 1, 2);
    expect(finishes).toEqual([]);
    go(level, 3);
    expect(finishes).toEqual(['liquidated']);
    expect(fills.at(-1)).toMatchObject({ role: 'close', side: 'buy', ticks: level });
    expect(machine.loan?.([level])).toBeNull();
    expect(machine.holdings().USDT).toBeGreaterThan(0n);
  });

  it('is closed by force while its closing order rests on the other side, at the level, or where a jump is seen', () => {
    for (const isJump of [false, true]) {
      const { machine, fills, finishes, go, leap, loan } = bench({ leverage: 5 }, 1500);
      machine.terminate({ type: 'limit', ticks: 1600, expiresAtMs: HOUR_S * 1000 }, [1500], 1000);
      expect([machine.status, finishes]).toEqual(['stopping', []]);
      const level = loan().forcedCloseTicks as number;
      go(level + 1, 2);
      expect(finishes).toEqual([]);
      const seen = isJump ? level - 5 : level;
      if (isJump) leap(seen, 3);
      else go(seen, 3);
      expect(finishes).toHaveLength(1);
      expect(machine.status).toBe('finished');
      expect(fills.at(-1)).toMatchObject({ role: 'close', side: 'sell', ticks: seen });
      expect(machine.loan?.([seen])).toBeNull();
    }
  });

  it('is closed by force when interest alone brings it to the limit', () => {
    const { finishes, go, cash } = bench({ leverage: 10, hourlyInterestE8: 600_000n }, 1500);
    go(1500, HOUR_S - 1);
    expect(finishes).toEqual([]);
    go(1500, 2 * HOUR_S);
    expect(finishes).toEqual(['liquidated']);
    expect(cash.filter(([type]) => type === 'interest')).toHaveLength(2);
  });

  it('that opens outside the range it stops at closes at the price that is seen there (H18)', () => {
    const { go, fills, finishes } = bench({ stopBelowRange: true }, 900);
    go(900, 0);
    expect(fills.map(({ side, ticks }) => [side, ticks])).toEqual([
      ['buy', 900],
      ['sell', 900],
    ]);
    expect(finishes).toEqual(['less_low']);
  });

  it('never returns less than nothing: after a gap the insurance account pays what is missing', () => {
    for (const [side, price] of [
      ['buy', 300],
      ['sell', 6000],
    ] as const) {
      const { machine, finishes, cash, leap } = bench({ side, leverage: 8 }, 1500);
      leap(price, 1);
      expect(finishes).toEqual(['liquidated']);
      const insured = cash.filter(([type, , amount]) => type === 'insurance' && amount > 0n);
      expect(insured).toHaveLength(1);
      expect(machine.loan?.([price])).toBeNull();
      for (const amount of Object.values(machine.holdings())) expect(amount).toBe(0n);
      const { equity, residual } = machine.equity([price]);
      expect([equity, residual]).toEqual([0n, 0n]);
    }
  });

  it('pays the loan back before it gives coins back, selling no more than that takes', () => {
    const { machine, fills, cash } = bench({ keepCoins: true }, 1500);
    const before = machine.holdings();
    machine.terminate({ type: 'no_close' }, [1500], 60_000);
    const lacking = coins(10_000) - (before.USDT as bigint);
    expect(lacking).toBeGreaterThan(0n);
    expect(fills.at(-1)).toMatchObject({ role: 'close', side: 'sell' });
    expect(cash.at(-1)).toEqual(['loan', 'USDT', -coins(10_000), 60]);
    expect(machine.holdings().USDT).toBeLessThan(2000n);
    expect(machine.holdings().BTC).toBeGreaterThan(0n);
  });

  it('goes on paying interest while a limit close rests, and pays the loan back when its time is over', () => {
    const { machine, go, cash, finishes } = bench({ hourlyInterestE8: 1_000n }, 1500);
    machine.terminate({ type: 'limit', ticks: 1900, expiresAtMs: 2.5 * HOUR_S * 1000 }, [1500], 60_000);
    expect(machine.status).toBe('stopping');
    go(1600, 2 * HOUR_S + 1);
    expect(cash.filter(([type]) => type === 'interest')).toHaveLength(2);
    go(1600, 3 * HOUR_S);
    expect(finishes).toEqual(['cancelled']);
    expect(machine.loan?.([1600])).toBeNull();
    expect(machine.equity([1600]).residual).toBe(0n);
  });

  it('closes in parts where the book has little: the forced close follows each, and the loan is paid back at the end', () => {
    const { machine, fills, go, book, finishes, loan } = bench({}, 1500);
    const before = loan().forcedCloseTicks as number;
    const held = machine.holdings().BTC as bigint;
    book.depth = held / 10n;
    machine.terminate({ type: 'limit', ticks: 1480, expiresAtMs: 600_000 }, [1500], 1_000);
    expect(fills.at(-1)).toMatchObject({ role: 'close', side: 'sell', ticks: 1500 });
    const after = loan().forcedCloseTicks as number;
    expect(after).not.toBe(before);
    expect(machine.slots[0]).toMatchObject({ below: after });
    expect(machine.equity([1500]).residual).toBe(0n);
    book.depth = held;
    go(1500, 61);
    expect(finishes).toEqual(['cancelled']);
    expect(machine.loan?.([1500])).toBeNull();
    expect(machine.equity([1500]).residual).toBe(0n);
  });

  it('has a minimum investment of the platform’s ten dollars at any leverage, as other kinds have (H33)', () => {
    const spec = { ...PLAIN, minQuoteUnits: coins(1), minBaseUnits: 1n };
    const small = {
      ...DOUBLE,
      spec,
      side: 'buy',
      lines: gridLines(1000, 2000, 2, 'arithmetic'),
      lastTicks: 1500,
    } as const;
    for (const leverage of [2, 10]) {
      expect(minimumMarginInvestment({ ...small, leverage, investIn: 'quote' }, null)).toBe(coins(10));
      const inCoins = minimumMarginInvestment({ ...small, leverage, investIn: 'base' }, null);
      expect(inCoins * BigInt(small.lastTicks) * spec.tickUnits).toBeGreaterThanOrEqual(coins(10) * 100_000_000n);
    }
  });

  it('places every order of its minimum investment at the least leverage and at the most', () => {
    for (const leverage of [2, 10]) {
      for (const side of ['buy', 'sell', 'neutral'] as const) {
        const lines = gridLines(1000, 2000, 10, 'arithmetic');
        const input = { ...DOUBLE, side, leverage, lines, lastTicks: 1500, feeRate: 100_000n };
        const investment = minimumMarginInvestment(input, null);
        const { machine } = bench({ side, leverage, investment, feeRate: 100_000n }, 1500);
        expect(machine.openOrders()).toHaveLength(10);
      }
    }
  });
});

describe.runIf(areCandlesThere)('a margin grid on thirty recorded days of Bitcoin', () => {
  const params: MarginGridParams = {
    ...DOUBLE,
    spec: { ...PLAIN, priceDecimals: 2, tickUnits: 1_000_000n, amountDecimals: 6, lotUnits: 100n },
    lowTicks: 6_400_000,
    highTicks: 7_900_000,
    gridCount: 60,
    leverage: 3,
    hourlyInterestE8: 1_000n,
    feeRate: 25_000n,
  };

  it('gives the figures that it has always given, to the last unit', () => {
    const { fills, matches, gridProfit, positionProfit, fees, equity } = runBacktest({
      kind: 'margin_grid',
      params,
      candles: readRecordedCandles(),
      fromIndex: 0,
    });
    expect(equity.residual).toBe(0n);
    const figures = { fills, matches, gridProfit, positionProfit, fees, interest: equity.interest };
    expect({ ...figures, equity: equity.equity }).toMatchInlineSnapshot(`
      {
        "equity": 118442977943607000000n,
        "fees": 14046517012n,
        "fills": 1050,
        "gridProfit": 79188953923n,
        "interest": 1445189248800000000n,
        "matches": 508,
        "positionProfit": 105240825513n,
      }
    `);
  });
});
