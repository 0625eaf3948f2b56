import { describe, expect, it } from 'vitest';
import type { CloseInstruction } from '#lib/engine/machine.ts';
import { changeSmartPosition, createSmartPosition, restoreSmartPosition } from '#lib/kinds/smart-position/engine.ts';
import type { SmartPositionParams } from '#lib/kinds/smart-position/params.ts';
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
const HALF = 50_000_000n;
const PERCENT = 1_000_000n;

/** Half BTC, half ETH, 1,000 USDT, no fee, by a ratio of 5 %, nothing else set. */
const HALVES: SmartPositionParams = {
  spec: SPEC,
  coins: [
    { spec: SPEC, feeRate: 0n, targetE8: HALF, brought: 0n },
    { spec: ETH, feeRate: 0n, targetE8: HALF, brought: 0n },
  ],
  investment: coins(1000),
  rebalance: { type: 'ratio', thresholdE8: 5n * PERCENT },
  stopLossE8: null,
  stopProfitE8: null,
  sellsAtEnd: true,
};

/** BTC at 1,000 and ETH at 100 unless told otherwise. */
function start(change: Partial<SmartPositionParams> = {}, prices: readonly number[] = [1000, 100]): MarketsBench {
  const params = { ...HALVES, ...change };
  return startIn((view, sink) => createSmartPosition(params, view, sink), prices);
}

function valuesOf(bench: MarketsBench): bigint[] {
  return (bench.machine.portfolio?.(bench.prices()) ?? []).map(({ value }) => value);
}

describe('a smart position', () => {
  it('buys its targets at the market when it starts, fees out of the coins that it gets', () => {
    const withFee = HALVES.coins.map((coin) => ({ ...coin, feeRate: 100_000n }));
    const { machine, fills, orders, prices } = start({ coins: withFee });
    expect(
      fills.map(({ feed, side, role, quantity, quote, fee, feeAsset }) => ({
        feed,
        side,
        role,
        quantity,
        quote,
        fee,
        feeAsset,
      })),
    ).toEqual([
      {
        feed: 0,
        side: 'buy',
        role: 'open',
        quantity: coins(0.5),
        quote: coins(500),
        fee: coins(0.0005),
        feeAsset: 'BTC',
      },
      { feed: 1, side: 'buy', role: 'open', quantity: coins(5), quote: coins(500), fee: coins(0.005), feeAsset: 'ETH' },
    ]);
    expect(orders.map(({ feed, kind, reason }) => ({ feed, kind, reason }))).toEqual([
      { feed: 0, kind: 'placed', reason: 'opening' },
      { feed: 1, kind: 'placed', reason: 'opening' },
    ]);
    expect(machine.holdings()).toEqual({ USDT: 0n, BTC: coins(0.4995), ETH: coins(4.995) });
    expect(machine.portfolio?.(prices())).toEqual([
      { asset: 'BTC', quantity: coins(0.4995), value: coins(499.5), shareE8: HALF, targetE8: HALF },
      { asset: 'ETH', quantity: coins(4.995), value: coins(499.5), shareE8: HALF, targetE8: HALF },
    ]);
    expect(machine.status).toBe('running');
  });

  it('pays what the book asks for: with less cash than wanted, every coin has its part', () => {
    const { machine, fills } = startIn((view, sink) => createSmartPosition(HALVES, view, sink), [1000, 100], {
      slipTicks: 1,
    });
    expect(fills.map(({ ticks }) => ticks)).toEqual([1001, 101]);
    expect(fills.map(({ quantity }) => quantity)).toEqual([coins(500) / 1001n, coins(500) / 101n]);
    expect(machine.holdings().USDT).toBeLessThan(1_200n);
  });

  it('brings every share back by ratio at the end of the minute in which one is off by more than the threshold (C-133, C-337)', () => {
    const bench = start();
    // BTC is worth 610 of 1,110: 54.95 %.
    bench.minute(1220);
    expect(bench.fills).toHaveLength(2);
    // 612.5 of 1,112.5: 55.06 %.
    bench.minute(1225);
    const [sell, buy] = bench.fills.slice(2);
    expect(sell).toMatchObject({
      feed: 0,
      side: 'sell',
      role: 'rebalance',
      quote: coins(56.249991),
      timeMs: START_MS + 2 * MINUTE_MS,
    });
    expect(buy).toMatchObject({ feed: 1, side: 'buy', role: 'rebalance' });
    expect(valuesOf(bench).map((value) => Number(value) / 1e8)).toEqual([
      expect.closeTo(556.25, 4),
      expect.closeTo(556.25, 4),
    ]);
  });

  it('sells first and trades only the differences: 450 and 550 become 500 and 500', () => {
    const bench = start({ rebalance: { type: 'time', intervalMs: MINUTE_MS } });
    bench.minute(900, 110);
    expect(
      bench.fills.slice(2).map(({ feed, side, quote }) => ({ feed, side, quote: Math.round(Number(quote) / 1e6) })),
    ).toEqual([
      { feed: 1, side: 'sell', quote: 5000 },
      { feed: 0, side: 'buy', quote: 5000 },
    ]);
    expect(valuesOf(bench).map((value) => Math.round(Number(value) / 1e6))).toEqual([50_000, 50_000]);
  });

  it('does nothing about a price that has come back before the minute ends', () => {
    const bench = start();
    bench.spike(0, 5000);
    expect(bench.machine.wakeAtMs).toBe(START_MS + MINUTE_MS);
    bench.minute(1000);
    expect(bench.fills).toHaveLength(2);
    expect(bench.machine.wakeAtMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('sleeps while no share can reach the threshold, whatever the others do', () => {
    const { slots } = start().machine;
    // k² = 0.55 × 0.5 ÷ (0.5 × 0.45): a rise of one by k while the other falls by k.
    const factor = Math.sqrt(0.55 / 0.45);
    expect(slots.map(({ below, above }) => [below, above])).toEqual([
      [Math.ceil(1000 / factor) - 1, Math.floor(1000 * factor) + 1],
      [Math.ceil(100 / factor) - 1, Math.floor(100 * factor) + 1],
    ]);
  });

  it('is looked at by time every interval from the start, and listens to no price (C-132, C-336)', () => {
    const bench = start({ rebalance: { type: 'time', intervalMs: 60 * MINUTE_MS } });
    expect(bench.machine.slots.every(({ below, above }) => below === -1 && above === Number.MAX_SAFE_INTEGER)).toBe(
      true,
    );
    bench.minute(1500);
    bench.wait(58);
    expect(bench.fills).toHaveLength(2);
    bench.wait(1);
    expect(bench.fills.slice(2).map(({ timeMs }) => timeMs)).toEqual([START_MS + 3_600_000, START_MS + 3_600_000]);
    expect(bench.machine.wakeAtMs).toBe(START_MS + 7_200_000);
  });

  it('counts intervals from the next minute on when it starts inside one', () => {
    const { sink, fills } = listener();
    const params: SmartPositionParams = { ...HALVES, rebalance: { type: 'time', intervalMs: MINUTE_MS } };
    const machine = createSmartPosition(params, answering({ slipTicks: 0, fundingE8: null, expectedE8: null }), sink);
    machine.start([1000, 100], START_MS + 25_000);
    expect(fills[0]?.timeMs).toBe(START_MS + 25_000);
    expect(machine.wakeAtMs).toBe(START_MS + 2 * MINUTE_MS);
  });

  it('withholds orders below the market’s minimum, says so once, and names the coin', () => {
    const bench = start({ investment: coins(50), rebalance: { type: 'time', intervalMs: MINUTE_MS } });
    // 27.5 and 25: 1.25 too much and too little, and the market takes 3 at least.
    bench.minute(1100);
    bench.minute(1100);
    expect(bench.fills).toHaveLength(2);
    expect(bench.machine.withheldOrders()).toEqual([
      { feed: 0, side: 'sell', level: -1, ticks: 1100, reason: 'below-minimum' },
      { feed: 1, side: 'buy', level: -1, ticks: 100, reason: 'below-minimum' },
    ]);
    const withheld = bench.orders.filter(({ kind }) => kind === 'withheld');
    expect(withheld.map(({ feed, quantity }) => ({ feed, quantity }))).toEqual([
      { feed: 0, quantity: 113_636n },
      { feed: 1, quantity: 1_250_000n },
    ]);
    bench.minute(2000);
    expect(bench.fills).toHaveLength(4);
    expect(bench.machine.withheldOrders()).toEqual([]);
  });

  it('tries an order that it could not make again when a share moves by another threshold, at the latest after an hour', () => {
    const bench = start({ investment: coins(50), rebalance: { type: 'ratio', thresholdE8: PERCENT } });
    bench.minute(1100);
    expect(bench.machine.withheldOrders()).toHaveLength(2);
    expect(bench.machine.wakeAtMs).toBe(START_MS + 61 * MINUTE_MS);
    // 52.38 % now; 53.38 % with ETH at its worst is the next that wakes it.
    expect(bench.machine.slots[0]?.above).toBeGreaterThan(1110);
    bench.minute(1300);
    expect(bench.fills).toHaveLength(4);
    expect(bench.machine.withheldOrders()).toEqual([]);
  });

  it('says that there is no money for a purchase that its sales could not pay', () => {
    const dear = { ...plainMarket('SOL'), minQuoteUnits: coins(100) };
    const spec = beside(BTC, [ETH, dear]);
    const third = 33_333_333n;
    const bench = start(
      {
        spec,
        investment: coins(600),
        coins: [
          { spec, feeRate: 0n, targetE8: third + 1n, brought: 0n },
          { spec: ETH, feeRate: 0n, targetE8: third, brought: 0n },
          { spec: dear, feeRate: 0n, targetE8: third, brought: 0n },
        ],
        rebalance: { type: 'time', intervalMs: MINUTE_MS },
      },
      [1000, 100, 100],
    );
    // SOL is 60 too much, which its market does not take; the others want 30 each.
    bench.minute(null, null, 145);
    expect(bench.machine.withheldOrders().map(({ feed, reason }) => ({ feed, reason }))).toEqual([
      { feed: 0, reason: 'no-funds' },
      { feed: 1, reason: 'no-funds' },
      { feed: 2, reason: 'below-minimum' },
    ]);
  });
});

describe('a smart position from held coins', () => {
  const brought: Partial<SmartPositionParams> = {
    investment: 0n,
    coins: [
      { spec: SPEC, feeRate: 0n, targetE8: HALF, brought: coins(0.8) },
      { spec: ETH, feeRate: 0n, targetE8: HALF, brought: coins(2) },
    ],
  };

  it('begins with them and makes the targets at once, sells first', () => {
    const bench = start(brought);
    expect(bench.fills.map(({ feed, side, role, quote }) => ({ feed, side, role, quote }))).toEqual([
      { feed: 0, side: 'sell', role: 'open', quote: coins(300) },
      { feed: 1, side: 'buy', role: 'open', quote: coins(300) },
    ]);
    expect(bench.machine.holdings()).toEqual({ USDT: 0n, BTC: coins(0.5), ETH: coins(5) });
  });

  it('counts its profit in USDT from their value at the start', () => {
    const bench = start({ ...brought, stopProfitE8: 20n * PERCENT });
    expect(bench.machine.equity(bench.prices())).toMatchObject({ start: coins(1000) * 100_000_000n, residual: 0n });
    bench.minute(1200, 120);
    expect(bench.finishes).toEqual([{ reason: 'stop_profit', timeMs: START_MS + MINUTE_MS }]);
    expect(bench.machine.holdings()).toEqual({ USDT: coins(1200), BTC: 0n, ETH: 0n });
  });
});

describe('the end of a smart position', () => {
  it('comes at the loss of the whole that was set, at the end of the minute (X14, C-071)', () => {
    const bench = start({ stopLossE8: 10n * PERCENT });
    bench.minute(901, 90);
    expect(bench.machine.status).toBe('running');
    bench.minute(900, 90);
    expect(bench.finishes).toEqual([{ reason: 'stop_loss', timeMs: START_MS + 2 * MINUTE_MS }]);
    expect(bench.orders.filter(({ reason }) => reason === 'stop-loss')).toHaveLength(2);
    expect(bench.machine.holdings()).toEqual({ USDT: coins(900), BTC: 0n, ETH: 0n });
  });

  it('gives the coins back as they are when they are not to be sold at the end (C-162)', () => {
    const bench = start({ stopProfitE8: 10n * PERCENT, sellsAtEnd: false });
    bench.minute(1100, 110);
    expect(bench.finishes.map(({ reason }) => reason)).toEqual(['stop_profit']);
    expect(bench.machine.holdings()).toEqual({ USDT: 0n, BTC: coins(0.5), ETH: coins(5) });
  });

  const sold = { USDT: coins(1000), BTC: 0n, ETH: 0n };
  const kept = { USDT: 0n, BTC: coins(0.5), ETH: coins(5) };
  it.each([
    ['a market close sells every coin', { type: 'market' }, sold],
    [
      'a limit close has no price for several markets, and sells at the market',
      { type: 'limit', ticks: 9, expiresAtMs: 0 },
      sold,
    ],
    ['no close gives every coin back', { type: 'no_close' }, kept],
  ] satisfies [string, CloseInstruction, unknown][])('%s (M-310)', (_name, close, holdings) => {
    const bench = start();
    bench.machine.terminate(close, bench.prices(), START_MS + 1);
    expect(bench.machine.holdings()).toEqual(holdings);
    expect(bench.finishes).toEqual([{ reason: 'cancelled', timeMs: START_MS + 1 }]);
    expect(bench.machine.status).toBe('finished');
    expect(bench.operations.map(({ type }) => type)).toEqual([
      'create',
      'before_terminate',
      'terminate',
      'after_terminate',
      'stop',
    ]);
    bench.machine.terminate(close, bench.prices(), START_MS + 2);
    expect(bench.finishes).toHaveLength(1);
    expect(bench.machine.wakeAtMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('leaves coins that are worth less than the market takes, and says why', () => {
    const bench = start({ investment: coins(10) });
    bench.machine.terminate({ type: 'market' }, [1000, 50], START_MS + 1);
    expect(bench.machine.holdings()).toEqual({ USDT: coins(5), BTC: 0n, ETH: coins(0.05) });
    expect(bench.machine.withheldOrders()).toEqual([
      { feed: 1, side: 'sell', level: -1, ticks: 50, reason: 'below-minimum' },
    ]);
  });

  it('takes money only where each share is an order at the price that the book asks for it', () => {
    const bench = start();
    bench.answers.slipTicks = 1;
    const { said, sink } = (({ sink: ear, ...rest }) => ({ said: rest, sink: ear }))(listener());
    const given = (deposit: bigint) =>
      changeSmartPosition(
        HALVES,
        { ...HALVES, investment: HALVES.investment + deposit },
        JSON.parse(JSON.stringify(bench.machine.snapshot())),
        { deposit, isLaidAnew: false, prices: [1000, 100], timeMs: START_MS + 1 },
        answering(bench.answers),
        sink,
      );
    // 3 USDT are 0.03 ETH at the last price, and less than the market takes at the next tick.
    expect(given(coins(6))).toBe('no-funds');
    expect(said.fills).toEqual([]);
    expect(typeof given(coins(6.06))).not.toBe('string');
    expect(said.fills.map(({ feed, ticks }) => [feed, ticks])).toEqual([
      [0, 1001],
      [1, 101],
    ]);
  });

  it('keeps a look that was asked for when its owner changes its stops, and listens around the prices of then', () => {
    const changed = (bench: MarketsBench, change: Partial<SmartPositionParams>, prices: number[], timeMs: number) => {
      const asked = { deposit: 0n, isLaidAnew: false, prices, timeMs };
      const view = answering(bench.answers);
      const snapshot = JSON.parse(JSON.stringify(bench.machine.snapshot()));
      const before = { ...HALVES, rebalance: change.rebalance ?? HALVES.rebalance };
      const next = changeSmartPosition(before, { ...HALVES, ...change }, snapshot, asked, view, listener().sink);
      if (typeof next === 'string') throw new Error(next);
      return next;
    };
    // Its shares are off when it goes on: they are brought back at the next minute's end, whatever stop is set until then.
    const resumed = start();
    resumed.machine.pause?.([1000, 100], START_MS + 1_000);
    resumed.machine.resume?.([1500, 100], START_MS + 2 * MINUTE_MS + 10_000);
    const far = changed(resumed, { stopLossE8: 90n * PERCENT }, [1500, 100], START_MS + 2 * MINUTE_MS + 20_000);
    expect([resumed.machine.wakeAtMs, far.wakeAtMs]).toEqual([START_MS + 3 * MINUTE_MS, START_MS + 3 * MINUTE_MS]);
    // A price has asked for a look: another stop does not take that back.
    const touched = start({ rebalance: { type: 'time', intervalMs: 1_440 * MINUTE_MS }, stopLossE8: 5n * PERCENT });
    touched.machine.move(0, 850, START_MS + 30_000);
    const rule = { rebalance: { type: 'time', intervalMs: 1_440 * MINUTE_MS } } as const;
    const other = changed(touched, { ...rule, stopProfitE8: 900n * PERCENT }, [850, 100], START_MS + 40_000);
    expect([touched.machine.wakeAtMs, other.wakeAtMs]).toEqual([START_MS + MINUTE_MS, START_MS + MINUTE_MS]);
    // By now the coin is at 1,020: a stop loss of 1 % is nearer to that than to 1,000.
    const risen = changed(start(), { stopLossE8: PERCENT }, [1020, 100], START_MS + 30_000);
    expect(risen.slots[0]?.below).toBeGreaterThan(990);
    // An interval that ends at this very moment is still looked at.
    const due = start({ rebalance: { type: 'time', intervalMs: 5 * MINUTE_MS } });
    const timed = { rebalance: { type: 'time', intervalMs: 5 * MINUTE_MS } } as const;
    const later = changed(due, { ...timed, stopLossE8: 50n * PERCENT }, [1500, 100], START_MS + 5 * MINUTE_MS);
    expect(later.statistics().fills).toBe(2);
    later.wakeByTime(later.wakeAtMs, [1500, 100]);
    expect(later.statistics().fills).toBe(4);
  });

  it('follows the stops and the rule that the owner has changed since it was stored (M-225)', () => {
    const bench = start();
    const restored = (change: Partial<SmartPositionParams>): ReturnType<typeof restoreSmartPosition> =>
      restoreSmartPosition(
        { ...HALVES, ...change },
        bench.machine.snapshot(),
        answering(bench.answers),
        listener().sink,
      );
    expect(restored({}).slots).toEqual(bench.machine.slots);
    expect(restored({ stopLossE8: PERCENT }).slots[0]?.below).toBe(990);
    expect(restored({ rebalance: { type: 'time', intervalMs: 5 * MINUTE_MS } }).wakeAtMs).toBe(
      START_MS + 5 * MINUTE_MS,
    );
  });
});
