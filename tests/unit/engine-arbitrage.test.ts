import { describe, expect, it } from 'vitest';
import type { CloseInstruction } from '#lib/engine/machine.ts';
import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import { createArbitrage } from '#lib/kinds/arbitrage/engine.ts';
import type { ArbitrageParams } from '#lib/kinds/arbitrage/params.ts';
import { coins } from './engine-fixture.ts';
import { LINEAR } from './futures-fixture.ts';
import {
  type Answers,
  beside,
  type MarketsBench,
  MINUTE_MS,
  plainMarket,
  START_MS,
  startIn,
} from './several-markets-bench.ts';

const BTC = plainMarket('BTC');
/** 0.01 BTC a contract, whole dollars, no fees but for liquidation, funding every eight hours. */
const CONTRACT: ContractSpec = {
  ...LINEAR,
  priceDecimals: 0,
  tickUnits: 100_000_000n,
  contract: { ...LINEAR.contract, quantoUnits: coins(0.01), takerE8: 0n },
};
const WITH_FEES: ContractSpec = { ...CONTRACT, contract: { ...CONTRACT.contract, takerE8: 50_000n } };

const PLAIN_TWO: ArbitrageParams = {
  spec: beside(BTC, [CONTRACT]),
  contract: CONTRACT,
  feeRate: 0n,
  // 1,000 of coins, 500 of margin and 15 × 0.0001 × 1,000 in reserve.
  investment: coins(1501.5),
  leverage: 2,
  spreadE8: 100_000n,
};

/** BTC at 1,000 on both markets. */
function start(
  change: Partial<ArbitrageParams> = {},
  prices: readonly number[] = [1000, 1000, 1000],
  answers: Partial<Answers> = {},
): MarketsBench {
  const params = { ...PLAIN_TWO, ...change };
  return startIn((view, sink) => createArbitrage(params, view, sink), prices, answers);
}

describe('a spot-futures arbitrage', () => {
  it('buys coins for N and sells the same quantity as contracts: N · (1 + 1 ÷ leverage) + reserve = investment (C-431, E-356)', () => {
    const { machine, fills, prices } = start();
    expect(
      fills.map(({ feed, side, role, quantity, quote, feeAsset }) => ({ feed, side, role, quantity, quote, feeAsset })),
    ).toEqual([
      { feed: 0, side: 'buy', role: 'open', quantity: coins(1), quote: coins(1000), feeAsset: 'BTC' },
      { feed: 1, side: 'sell', role: 'open', quantity: coins(1), quote: coins(1000), feeAsset: 'USDT' },
    ]);
    expect(machine.holdings()).toEqual({ USDT: coins(501.5), BTC: coins(1) });
    expect(machine.position?.(prices())).toMatchObject({
      size: -100n,
      leverage: 2,
      margin: coins(500),
      unrealised: 0n,
    });
  });

  it('keeps nothing in reserve while shorts would pay: the next rate is negative (C-431)', () => {
    const { machine } = start({ investment: coins(1500) }, [1000, 1000, 1000], { expectedE8: -50_000n });
    expect(machine.holdings()).toEqual({ USDT: coins(500), BTC: coins(1) });
  });

  it('buys whole contracts only, and enough coins to cover them after the fee', () => {
    const { machine, fills } = start({
      investment: coins(1510),
      feeRate: 100_000n,
      contract: WITH_FEES,
      spec: beside(BTC, [WITH_FEES]),
    });
    expect(fills[1]?.quantity).toBe(coins(1));
    expect(machine.holdings().BTC).toBeGreaterThanOrEqual(coins(1));
    expect(machine.holdings().BTC).toBeLessThan(coins(1) + 2n);
    expect(machine.equity([1000, 1000, 1000]).residual).toBe(0n);
  });

  it('does not care where the price goes: what the coins gain the contracts lose', () => {
    const bench = start();
    const before = bench.machine.equity(bench.prices()).equity;
    bench.minute(1200, 1200, 1200);
    expect(bench.machine.equity(bench.prices())).toMatchObject({ equity: before, residual: 0n });
    expect(bench.fills).toHaveLength(2);
  });

  it('waits, looked at each minute, while the coins cost more than the spread above what the contract brings (C-134)', () => {
    const bench = start({}, [1002, 1000, 1000]);
    expect(bench.machine).toMatchObject({ status: 'open', step: 'init-order-process' });
    expect(bench.machine.withheldOrders().map(({ reason }) => reason)).toEqual(['spread-exceeded']);
    bench.minute(1002, 1000, 1000);
    bench.minute(1001, 1000, 1000);
    expect(bench.fills.map(({ timeMs }) => timeMs)).toEqual([START_MS + 2 * MINUTE_MS, START_MS + 2 * MINUTE_MS]);
    expect(bench.machine).toMatchObject({ status: 'running', step: 'running' });
    expect(bench.machine.withheldOrders()).toEqual([]);
    expect(bench.orders.filter(({ kind }) => kind === 'withheld')).toHaveLength(1);
  });

  it('is paid funding every eight hours on the value at the mark, and pays it when the rate is negative (E-357)', () => {
    const bench = start({}, [1000, 1000, 1000], { fundingE8: 10_000n });
    const wakes = Math.ceil((START_MS + 1) / 28_800_000) * 28_800_000;
    expect(bench.machine.wakeAtMs).toBe(wakes);
    bench.wait((wakes - START_MS) / MINUTE_MS);
    expect(bench.cash).toEqual([{ type: 'funding', asset: 'USDT', amount: coins(0.1) }]);
    bench.answers.fundingE8 = -20_000n;
    bench.minute(1100, 1100, 1100);
    bench.wait(479);
    expect(bench.cash[1]).toEqual({ type: 'funding', asset: 'USDT', amount: -coins(0.22) });
    expect(bench.machine.equity(bench.prices())).toMatchObject({ funding: -coins(0.12) * 100_000_000n, residual: 0n });
  });
});

describe('an arbitrage whose contract runs against it', () => {
  it('sells the coins too when its owner keeps them at a price at which the money does not carry the contract', () => {
    const { machine, cash } = start();
    machine.terminate({ type: 'no_close' }, [1600, 1600, 1600], START_MS + 30_000);
    expect(cash).toEqual([]);
    expect(machine.holdings()).toEqual({ USDT: coins(1501.5), BTC: 0n });
  });

  it('closes half of both legs where cash and profit fall to maintenance + 2 × fee + 1 % of the contract’s value', () => {
    const bench = start();
    // (501.5 + 1,000 − V) ÷ V ≤ 0.3 % + 1 %: V = 1,482.2.
    bench.minute(1482, 1482, 1482);
    expect(bench.fills).toHaveLength(2);
    bench.minute(1483, 1483, 1483);
    expect(bench.fills.slice(2).map(({ feed, side, role, quantity }) => ({ feed, side, role, quantity }))).toEqual([
      { feed: 0, side: 'sell', role: 'reduce', quantity: coins(0.5) },
      { feed: 1, side: 'buy', role: 'reduce', quantity: coins(0.5) },
    ]);
    expect(bench.orders.slice(2).map(({ reason }) => reason)).toEqual(['forced-reduction', 'forced-reduction']);
    expect(bench.machine.holdings()).toEqual({ USDT: coins(501.5 + 741.5 - 241.5), BTC: coins(0.5) });
    expect(bench.machine.status).toBe('running');
    expect(bench.machine.equity(bench.prices())).toMatchObject({ equity: coins(1501.5) * 100_000_000n, residual: 0n });
  });

  it('closes the larger half where the contracts are odd: what is left is never the more of them', () => {
    const bench = start({ investment: coins(1516.52) });
    expect(bench.machine.position?.(bench.prices())?.size).toBe(-101n);
    bench.minute(1483, 1483, 1483);
    expect(bench.fills.slice(2).map(({ side, quantity }) => ({ side, quantity }))).toEqual([
      { side: 'sell', quantity: coins(0.51) },
      { side: 'buy', quantity: coins(0.51) },
    ]);
    expect(bench.machine.position?.(bench.prices())?.size).toBe(-50n);
  });

  it('looks at the mark of the boundary, not at the last price', () => {
    const bench = start();
    bench.minute(1490, 1490, 1400);
    expect(bench.fills).toHaveLength(2);
    bench.minute(1490, 1490, 1490);
    expect(bench.fills).toHaveLength(4);
  });

  it('closes everything when half of the coins is no order any more', () => {
    const contract = { ...CONTRACT, contract: { ...CONTRACT.contract, quantoUnits: coins(1) } };
    const bench = start({ contract, spec: beside(BTC, [contract]) }, [1000, 1000, 1000]);
    expect(bench.machine.position?.(bench.prices())?.size).toBe(-1n);
    bench.minute(1483, 1483, 1483);
    expect(bench.finishes.map(({ reason }) => reason)).toEqual(['money_not_enough']);
    expect(bench.machine.holdings()).toEqual({ USDT: coins(1501.5), BTC: 0n });
  });

  it('is liquidated behind that: a mark that leaps over the level closes everything, coins first, and costs the fee (H39)', () => {
    const bench = start();
    bench.minute(1700, 1700, 1700);
    expect(bench.finishes).toEqual([{ reason: 'liquidated', timeMs: START_MS + MINUTE_MS }]);
    expect(bench.fills.slice(2).map(({ feed, role }) => ({ feed, role }))).toEqual([
      { feed: 0, role: 'close' },
      { feed: 1, role: 'close' },
    ]);
    expect(bench.cash).toEqual([{ type: 'liquidation_fee', asset: 'USDT', amount: -coins(1.275) }]);
    expect(bench.machine.holdings()).toEqual({ USDT: coins(1501.5 - 1.275), BTC: 0n });
    expect(bench.machine.equity(bench.prices()).residual).toBe(0n);
  });

  it('gives its contract up at exactly the price that the exchange asks for, and keeps its coins', () => {
    const bench = start();
    bench.machine.deleverage?.(1100, [1050, 1090, 1080], START_MS + 5);
    // It is valued at the prices of its end, not of its last look.
    expect(bench.ends).toEqual([[1050, 1090, 1080]]);
    expect(bench.finishes).toEqual([{ reason: 'auto_deleveraged', timeMs: START_MS + 5 }]);
    expect(bench.machine.holdings()).toEqual({ USDT: coins(401.5), BTC: coins(1) });
    bench.machine.deleverage?.(1200, [1200, 1200, 1200], START_MS + 6);
    expect(bench.finishes).toHaveLength(1);
  });
});

describe('the end of an arbitrage', () => {
  const flat = { USDT: coins(1501.5), BTC: 0n };
  it.each([
    ['a market close closes both legs', { type: 'market' }, flat],
    [
      'a limit close would take the legs apart, and is a market close',
      { type: 'limit', ticks: 9, expiresAtMs: 0 },
      flat,
    ],
    [
      'no close keeps the coins and closes the contract, which cannot be handed out',
      { type: 'no_close' },
      { USDT: coins(301.5), BTC: coins(1) },
    ],
  ] satisfies [string, CloseInstruction, unknown][])('%s (M-310)', (_name, close, holdings) => {
    const bench = start();
    bench.minute(1200, 1200, 1200);
    bench.machine.terminate(close, bench.prices(), START_MS + MINUTE_MS);
    expect(bench.machine.holdings()).toEqual(holdings);
    expect(bench.machine.position?.(bench.prices())).toBeNull();
    expect(bench.finishes.map(({ reason }) => reason)).toEqual(['cancelled']);
    expect(bench.machine.wakeAtMs).toBe(Number.POSITIVE_INFINITY);
    bench.machine.terminate(close, bench.prices(), START_MS + MINUTE_MS);
    expect(bench.finishes).toHaveLength(1);
  });

  it('while it still waits for its spread gives the investment back untouched', () => {
    const bench = start({}, [1010, 1000, 1000]);
    bench.machine.terminate({ type: 'market' }, bench.prices(), START_MS + 1);
    expect(bench.machine.holdings()).toEqual({ USDT: coins(1501.5), BTC: 0n });
    expect(bench.fills).toEqual([]);
  });

  it('keeps coins that have become worth less than their market takes, says so, and buys the contract back', () => {
    const bench = start();
    bench.minute(1, 1, 1);
    bench.machine.terminate({ type: 'market' }, bench.prices(), START_MS + MINUTE_MS);
    expect(bench.machine.holdings()).toEqual({ USDT: coins(1500.5), BTC: coins(1) });
    expect(bench.machine.withheldOrders().map(({ reason }) => reason)).toEqual(['below-minimum']);
    expect(bench.machine.position?.(bench.prices())).toBeNull();
  });

  it('comes at once when the investment is too small for one contract', () => {
    const bench = start({ investment: coins(10) });
    expect(bench.finishes.map(({ reason }) => reason)).toEqual(['money_not_enough']);
    expect(bench.machine.withheldOrders().map(({ reason }) => reason)).toEqual(['below-minimum']);
    expect(bench.machine.holdings()).toEqual({ USDT: coins(10), BTC: 0n });
  });

  it('comes at once when the book’s price leaves too little for the only contract, at the last price: nothing is asked of the book for no coins', () => {
    // 10.01 of coins: one contract's at 1,000, none at the book's 1,005.
    const bench = start({ investment: coins(15.03) }, [1000, 1000, 1000], { slipTicks: 5 });
    expect(bench.finishes.map(({ reason }) => reason)).toEqual(['money_not_enough']);
    expect(bench.orders).toMatchObject([{ reason: 'below-minimum', ticks: 1000, quantity: 0n }]);
    expect(start({ investment: coins(15.03) }).fills).toHaveLength(2);
  });

  it('tells the profit of both legs, with its fees and its funding, where the contract is bought back (M-113)', () => {
    const bench = start({ contract: WITH_FEES, spec: beside(BTC, [WITH_FEES]) }, [1000, 1000, 1000], {
      fundingE8: 10_000n,
    });
    const wakes = Math.ceil((START_MS + 1) / 28_800_000) * 28_800_000;
    bench.wait((wakes - START_MS) / MINUTE_MS);
    bench.minute(1000, 990, 990);
    bench.machine.terminate({ type: 'market' }, bench.prices(), bench.nowMs());
    const [sale, back] = bench.fills.slice(2);
    expect(sale?.matchProfit).toBeNull();
    // 10 for the contract, 0.1 of funding, 0.5 and 0.495 of fees.
    expect(back).toMatchObject({ realised: coins(10), fee: coins(0.495), matchProfit: coins(9.105) });
    expect(bench.machine.statistics()).toMatchObject({ fills: 4, matches: 1, matchedProfit: coins(9.105) });
    expect(bench.machine.holdings().USDT).toBe(coins(1501.5 + 9.105));
  });
});
