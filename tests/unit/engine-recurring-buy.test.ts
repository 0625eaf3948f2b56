import { describe, expect, it } from 'vitest';
import type { CloseInstruction } from '#lib/engine/machine.ts';
import { createRecurringBuy, restoreRecurringBuy } from '#lib/kinds/recurring-buy/engine.ts';
import type { RecurringBuyParams } from '#lib/kinds/recurring-buy/params.ts';
import { coins } from './engine-fixture.ts';
import {
  answering,
  beside,
  listener,
  type MarketsBench,
  MINUTE_MS,
  plainMarket,
  START_MS,
  startIn,
} from './several-markets-bench.ts';

const BTC = plainMarket('BTC');
const ETH = plainMarket('ETH');
const SPEC = beside(BTC, [ETH]);
const HOUR = 60;
const PERCENT = 1_000_000n;

/** 60 % BTC, 40 % ETH, 100 USDT an hour of 1,000, no fee, at once, no take profit. */
const HOURLY: RecurringBuyParams = {
  spec: SPEC,
  coins: [
    { spec: SPEC, feeRate: 0n, targetE8: 60n * PERCENT, brought: 0n },
    { spec: ETH, feeRate: 0n, targetE8: 40n * PERCENT, brought: 0n },
  ],
  investment: coins(1000),
  eachPurchase: coins(100),
  every: '1h',
  firstAtMs: null,
  takeProfitE8: null,
};
const ONE_COIN: Partial<RecurringBuyParams> = {
  spec: BTC,
  coins: [{ spec: BTC, feeRate: 0n, targetE8: 100n * PERCENT, brought: 0n }],
};

/** BTC at 1,000 and ETH at 100 unless told otherwise. */
function start(change: Partial<RecurringBuyParams> = {}, prices: readonly number[] = [1000, 100]): MarketsBench {
  const params = { ...HOURLY, ...change };
  return startIn((view, sink) => createRecurringBuy(params, view, sink), prices);
}

/** When it traded, in minutes from the start. */
const minutesOf = ({ fills }: MarketsBench): number[] => [
  ...new Set(fills.map(({ timeMs }) => (timeMs - START_MS) / MINUTE_MS)),
];

describe('a recurring buy', () => {
  it('buys each coin for its share of the amount, at once and at every date from the start', () => {
    const bench = start();
    expect(bench.fills).toMatchObject([
      { feed: 0, side: 'buy', role: 'open', quantity: coins(0.06), quote: coins(60) },
      { feed: 1, side: 'buy', role: 'open', quantity: coins(0.4), quote: coins(40) },
    ]);
    bench.wait(HOUR - 1);
    expect(bench.fills).toHaveLength(2);
    bench.minute(1200, 80);
    expect(bench.fills.slice(2)).toMatchObject([
      { feed: 0, role: 'increase', quantity: coins(0.05), quote: coins(60), timeMs: START_MS + HOUR * MINUTE_MS },
      { feed: 1, role: 'increase', quantity: coins(0.5), quote: coins(40) },
    ]);
    expect(bench.orders.map(({ reason }) => reason)).toEqual(['opening', 'opening', 'schedule', 'schedule']);
    expect(bench.machine.holdings()).toEqual({ USDT: coins(800), BTC: coins(0.11), ETH: coins(0.9) });
    bench.wait(2 * HOUR);
    expect(minutesOf(bench)).toEqual([0, 60, 120, 180]);
  });

  it('of one coin is one market', () => {
    const bench = start({ ...ONE_COIN, every: '4h' }, [1000]);
    bench.wait(8 * HOUR);
    expect(minutesOf(bench)).toEqual([0, 240, 480]);
    expect(bench.machine.holdings()).toEqual({ USDT: coins(700), BTC: coins(0.3) });
    expect(bench.machine.equity(bench.prices()).residual).toBe(0n);
  });

  it('gives the last coin what rounding leaves of the amount', () => {
    const third = 33_333_333n;
    const shares = [third, 100_000_000n - third];
    const coinsInThirds = HOURLY.coins.map((coin, i) => ({ ...coin, targetE8: shares[i] as bigint }));
    const bench = start({ eachPurchase: 1_000_000_001n, coins: coinsInThirds }, [1, 1]);
    // A dollar a coin: what is paid for it is what is bought, to the last unit.
    expect(bench.fills.map(({ quote }) => quote)).toEqual([333_333_330n, 666_666_671n]);
  });

  it('waits for its first date and counts from it', () => {
    const bench = start({ firstAtMs: START_MS + 90 * MINUTE_MS });
    expect([bench.machine.status, bench.fills.length]).toEqual(['running', 0]);
    bench.wait(4 * HOUR);
    expect(minutesOf(bench)).toEqual([90, 150, 210]);
    expect(bench.fills[0]).toMatchObject({ role: 'increase' });
  });

  it('whose first date is its start buys then, and once', () => {
    const bench = start({ firstAtMs: START_MS });
    bench.wait(HOUR);
    expect(minutesOf(bench)).toEqual([0, 60]);
  });

  it('whose first date is past goes on with its next one', () => {
    const bench = start({ firstAtMs: START_MS - 100 * 24 * HOUR * MINUTE_MS - 45 * MINUTE_MS });
    bench.wait(2 * HOUR);
    expect(minutesOf(bench)).toEqual([15, 75]);
  });

  it('buys by the calendar: the day of the month again, or the month’s last one', () => {
    // START_MS is 16 June 2025; the 31st of a month, then a short month, then the 31st again.
    const first = Date.UTC(2025, 7, 31, 9);
    const bench = start({ every: '1mo', firstAtMs: first });
    const woken: string[] = [];
    while (woken.length < 4) {
      const { wakeAtMs } = bench.machine;
      woken.push(new Date(wakeAtMs).toISOString().slice(0, 16));
      bench.machine.wakeByTime(wakeAtMs, bench.prices());
    }
    expect(woken).toEqual(['2025-08-31T09:00', '2025-09-30T09:00', '2025-10-31T09:00', '2025-11-30T09:00']);
    expect(bench.fills).toHaveLength(8);
  });

  it('holds when less than one purchase is left, and nothing wakes it any more', () => {
    const bench = start({ investment: coins(250) });
    bench.wait(5 * HOUR);
    expect(minutesOf(bench)).toEqual([0, 60]);
    expect(bench.machine.holdings().USDT).toBe(coins(50));
    expect([bench.machine.status, bench.machine.wakeAtMs]).toEqual(['running', Number.POSITIVE_INFINITY]);
  });

  it('spends the last purchase whole', () => {
    const bench = start({ investment: coins(200) });
    bench.wait(5 * HOUR);
    expect(minutesOf(bench)).toEqual([0, 60]);
    expect(bench.machine.holdings().USDT).toBe(0n);
  });

  it('withholds a purchase below a market’s minimum with its reason, buys the other coin, and tries again at the next date', () => {
    const dear = { ...ETH, minQuoteUnits: coins(50) };
    const spec = beside(BTC, [dear]);
    const [btc, eth] = HOURLY.coins as [RecurringBuyParams['coins'][number], RecurringBuyParams['coins'][number]];
    const bench = start({
      spec,
      coins: [
        { ...btc, spec },
        { ...eth, spec: dear },
      ],
    });
    expect(bench.fills.map(({ feed }) => feed)).toEqual([0]);
    expect(bench.orders).toContainEqual(
      expect.objectContaining({ feed: 1, kind: 'withheld', reason: 'below-minimum', quantity: coins(0.4) }),
    );
    expect(bench.machine.withheldOrders()).toEqual([
      { feed: 1, side: 'buy', level: -1, ticks: 100, reason: 'below-minimum' },
    ]);
    bench.wait(HOUR);
    expect(bench.fills.map(({ feed }) => feed)).toEqual([0, 0]);
    expect(bench.machine.holdings()).toEqual({ USDT: coins(880), BTC: coins(0.12), ETH: 0n });
  });
});

describe('a recurring buy’s take profit', () => {
  const TENTH = { takeProfitE8: 10n * PERCENT };

  it('sells everything when the coins are worth that much more than they cost, whatever money is left', () => {
    const bench = start({ ...ONE_COIN, ...TENTH }, [1000]);
    bench.minute(1099);
    expect(bench.machine.status).toBe('running');
    bench.minute(1100);
    expect(bench.machine.status).toBe('finished');
    expect(bench.finishes).toMatchObject([{ reason: 'stop_profit' }]);
    expect(bench.fills.at(-1)).toMatchObject({ side: 'sell', role: 'close', quote: coins(110) });
    expect(bench.machine.holdings()).toEqual({ USDT: coins(1010), BTC: 0n });
    expect(bench.machine.wakeAtMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('is reckoned on the average cost of all purchases', () => {
    const bench = start({ ...ONE_COIN, ...TENTH }, [1000]);
    bench.wait(HOUR - 1);
    // 0.1 for 100 and 0.2 for 100: 666.67 a coin on average, and 733.33 with a tenth.
    bench.minute(500);
    bench.minute(733);
    expect(bench.machine.status).toBe('running');
    bench.minute(734);
    expect(bench.finishes).toMatchObject([{ reason: 'stop_profit' }]);
  });

  it('counts the fee of a purchase as part of what the coins cost', () => {
    const coin = { spec: BTC, feeRate: PERCENT, targetE8: 100n * PERCENT, brought: 0n };
    const bench = start({ ...ONE_COIN, coins: [coin], ...TENTH }, [1000]);
    // 0.099 coins for 100: a tenth more is 110 at 1,111.11.
    bench.minute(1111);
    expect(bench.machine.status).toBe('running');
    bench.minute(1112);
    expect(bench.machine.status).toBe('finished');
  });

  it('is of the whole position: one coin’s profit does not sell it while the other has lost it', () => {
    const bench = start(TENTH);
    bench.minute(1300, 70);
    expect(bench.machine.status).toBe('running');
    bench.minute(1300, 90);
    expect(bench.finishes).toMatchObject([{ reason: 'stop_profit' }]);
    expect(bench.fills.slice(2).map(({ feed, side }) => [feed, side])).toEqual([
      [0, 'sell'],
      [1, 'sell'],
    ]);
  });

  it('has nothing to take before the first purchase', () => {
    const bench = start({ ...TENTH, firstAtMs: START_MS + HOUR * MINUTE_MS });
    bench.minute(5000, 500);
    expect(bench.machine.status).toBe('running');
  });

  it('still ends it when the money is used up', () => {
    const bench = start({ ...ONE_COIN, ...TENTH, investment: coins(100) }, [1000]);
    bench.wait(3 * HOUR);
    bench.minute(1100);
    expect(bench.finishes).toMatchObject([{ reason: 'stop_profit' }]);
    expect(bench.machine.holdings()).toEqual({ USDT: coins(110), BTC: 0n });
  });
});

describe('a paused recurring buy', () => {
  it('buys nothing, and goes on at the dates that it would have had; those that passed are not made up for', () => {
    const bench = start();
    bench.wait(30);
    bench.machine.pause?.(bench.prices(), bench.nowMs());
    expect(bench.machine.status).toBe('paused');
    bench.wait(3 * HOUR);
    expect(minutesOf(bench)).toEqual([0]);
    expect(bench.machine.wakeAtMs).toBe(Number.POSITIVE_INFINITY);
    expect(bench.machine.resume?.(bench.prices(), bench.nowMs())).toBeNull();
    bench.wait(HOUR);
    expect(minutesOf(bench)).toEqual([0, 240]);
    expect(bench.machine.equity(bench.prices()).residual).toBe(0n);
    expect(bench.operations.map(({ type }) => type)).toEqual(['create', 'pause', 'continue']);
  });

  it('still takes its profit', () => {
    const bench = start({ ...ONE_COIN, takeProfitE8: 10n * PERCENT }, [1000]);
    bench.machine.pause?.(bench.prices(), bench.nowMs());
    bench.minute(1100);
    expect(bench.finishes).toMatchObject([{ reason: 'stop_profit' }]);
    expect(bench.machine.holdings()).toEqual({ USDT: coins(1010), BTC: 0n });
  });

  it('that was stored and read back is still paused, and goes on as the one that was not', () => {
    const [whole, cut] = [start(), start()];
    for (const bench of [whole, cut]) {
      bench.wait(30);
      bench.machine.pause?.(bench.prices(), bench.nowMs());
      bench.wait(HOUR);
    }
    const { sink, ...later } = listener();
    const snapshot = JSON.parse(JSON.stringify(cut.machine.snapshot()));
    cut.machine = restoreRecurringBuy(HOURLY, snapshot, answering(cut.answers), sink);
    expect(cut.machine.status).toBe('paused');
    for (const bench of [whole, cut]) {
      bench.machine.resume?.(bench.prices(), bench.nowMs());
      bench.wait(2 * HOUR);
    }
    expect([...cut.fills, ...later.fills]).toEqual(whole.fills);
    expect(minutesOf(whole)).toEqual([0, 120, 180]);
    expect(cut.machine.snapshot()).toEqual(whole.machine.snapshot());
  });
});

describe('the end of a recurring buy by its owner', () => {
  it.each([
    [{ type: 'market' }, { USDT: coins(1000), BTC: 0n, ETH: 0n }],
    [{ type: 'no_close' }, { USDT: coins(900), BTC: coins(0.06), ETH: coins(0.4) }],
  ] as const)('%j', (instruction: CloseInstruction, holdings) => {
    const bench = start();
    bench.machine.terminate(instruction, bench.prices(), bench.nowMs());
    expect(bench.machine.holdings()).toEqual(holdings);
    expect(bench.finishes).toMatchObject([{ reason: 'cancelled' }]);
    expect(bench.machine.equity(bench.prices()).residual).toBe(0n);
  });
});

describe('a recurring buy that is stored and read back', () => {
  it.each([0, 59, 60, 61, 130])('after %i minutes buys at the same dates', (minutes) => {
    const whole = start({ firstAtMs: START_MS + 10 * MINUTE_MS });
    const cut = start({ firstAtMs: START_MS + 10 * MINUTE_MS });
    whole.wait(300);
    cut.wait(minutes);
    const { sink, ...later } = listener();
    const snapshot = JSON.parse(JSON.stringify(cut.machine.snapshot()));
    const params = { ...HOURLY, firstAtMs: START_MS + 10 * MINUTE_MS };
    cut.machine = restoreRecurringBuy(params, snapshot, answering(cut.answers), sink);
    cut.wait(300 - minutes);
    expect([...cut.fills, ...later.fills]).toEqual(whole.fills);
    expect(cut.machine.snapshot()).toEqual(whole.machine.snapshot());
  });
});
