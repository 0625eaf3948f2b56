import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ContractLeg,
  equityOfLeg,
  exitTerms,
  followPosition,
  holdingsOfLeg,
  liquidationsOfLeg,
  positionOfLeg,
  settleFundingDue,
  sleepLeg,
  takeMarkTouch,
  touchMark,
} from '#lib/engine/body/contract-leg.ts';
import { takePositionSnapshot } from '#lib/engine/body/contract-position.ts';
import { NO_TRADES } from '#lib/engine/body/contract-statement.ts';
import { chargeLiquidationFee, enterAndTell, tradeContracts } from '#lib/engine/body/contract-trade.ts';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from '#lib/engine/machine.ts';
import { type ContractSpec, tradeFlow } from '#lib/formulas/contract-value.ts';
import { coins } from './engine-fixture.ts';
import { INVERSE, LINEAR, PLAIN_CONTRACT } from './futures-fixture.ts';

const HOURS_8 = 28_800_000;

function startedLeg(spec: ContractSpec = PLAIN_CONTRACT, investment = coins(1000), rateE8: bigint | null = null) {
  const told: unknown[] = [];
  const sink = {
    fill: (fill: unknown) => told.push(fill),
    order: () => {},
    operation: () => {},
    finish: () => {},
    cash: (type: string, _timeMs: number, asset: string, amount: bigint) => told.push({ type, asset, amount }),
  };
  const view = {
    movingAverage: () => Number.NaN,
    marketFillTicks: (_feed: number, side: 'buy' | 'sell', _quantity: bigint, ticks: number) =>
      side === 'buy' ? ticks + 1 : ticks - 1,
    fundingRate: () => rateE8,
  };
  return { leg: new ContractLeg({ spec, investment, leverage: 5 }, view, sink), told };
}

function trade(leg: ContractLeg, side: 'buy' | 'sell', contracts: bigint, ticks: number, timeMs = 0): bigint {
  const realised = tradeContracts(leg, { side, role: 'open', level: -1, contracts, ticks }, 'market', timeMs);
  followPosition(leg, timeMs);
  return realised;
}

describe('the contract leg of a bot', () => {
  it('listens to the mark price where it is liquidated, on the side where it loses, and to nothing when flat', () => {
    const { leg } = startedLeg();
    followPosition(leg, 0);
    expect(leg.markSlot).toEqual({ below: NO_LEVEL_BELOW, above: NO_LEVEL_ABOVE });
    trade(leg, 'buy', 400n, 1000);
    // 4 coins at 1000 with 1000 behind them and 1 % maintenance: (1000 − 250) ÷ 0.99.
    expect(leg.markSlot).toEqual({ below: 757, above: NO_LEVEL_ABOVE });
    trade(leg, 'sell', 800n, 1000);
    expect(leg.markSlot).toEqual({ below: NO_LEVEL_BELOW, above: 1238 });
    expect(touchMark(leg, 1237)).toBe(false);
    expect(takeMarkTouch(leg)).toBe(false);
    expect(touchMark(leg, 1238)).toBe(true);
    expect([takeMarkTouch(leg), takeMarkTouch(leg)]).toEqual([true, false]);
    sleepLeg(leg);
    expect(leg.markSlot).toEqual({ below: NO_LEVEL_BELOW, above: NO_LEVEL_ABOVE });
    expect(leg.fundingAtMs).toBe(Number.POSITIVE_INFINITY);
  });

  it('settles funding at its times on the mark price while something is open, and moves the liquidation with it', () => {
    const { leg, told } = startedLeg(PLAIN_CONTRACT, coins(1000), 1_000_000n);
    expect(settleFundingDue(leg, [1000, 1100], HOURS_8)).toBe(false);
    trade(leg, 'buy', 400n, 1000, 5);
    expect(leg.fundingAtMs).toBe(HOURS_8);
    const { below } = leg.markSlot;
    expect(settleFundingDue(leg, [1000, 1100], HOURS_8 - 1)).toBe(false);
    expect(settleFundingDue(leg, [1000, 1100], HOURS_8)).toBe(true);
    // 1 % of 4 × 1100.
    expect(told.at(-1)).toEqual({ type: 'funding', asset: 'USDT', amount: -coins(44) });
    expect(leg.position.cash).toBe(coins(956));
    expect(leg.markSlot.below).toBeGreaterThan(below);
    expect(leg.fundingAtMs).toBe(2 * HOURS_8);
    trade(leg, 'sell', 400n, 999, 2 * HOURS_8 - 7);
    expect(leg.fundingAtMs).toBe(Number.POSITIVE_INFINITY);
    trade(leg, 'sell', 1n, 1000, 2 * HOURS_8);
    expect(leg.fundingAtMs).toBe(3 * HOURS_8);
  });

  it('takes the last price for the mark while none is known', () => {
    const { leg } = startedLeg();
    expect([leg.markOf([7, 9]), leg.markOf([7, -1]), leg.markOf([7])]).toEqual([9, 7, 7]);
  });

  it('says both liquidation prices of each side from one list of orders: those of grids, of ladders, of nothing', () => {
    const { leg } = startedLeg();
    const spec = PLAIN_CONTRACT;
    const buys = { contracts: 100n, flow: tradeFlow(spec, 100n, 900), fee: 0n };
    const sells = { contracts: -100n, flow: tradeFlow(spec, -100n, 1100), fee: 0n };
    const nothing = { buys: NO_TRADES, sells: NO_TRADES };
    expect(liquidationsOfLeg(leg, nothing, 0n)).toEqual({ long: null, short: null });
    expect(positionOfLeg(leg, { buys, sells }, [1000, 1000])).toBeNull();
    const flat = liquidationsOfLeg(leg, { buys, sells }, 0n);
    expect(flat.long?.held).toBeNull();
    expect(flat.short).toMatchObject({ held: null, full: 2080 });
    trade(leg, 'buy', 400n, 1000);
    const held = positionOfLeg(leg, { buys, sells: NO_TRADES }, [1000, 1010]);
    expect(held).toMatchObject({ size: 400n, margin: coins(800), unrealised: coins(40), liquidationTicks: 757 });
    expect(held?.fullLiquidationTicks).toBe(787);
    expect(positionOfLeg(leg, nothing, [1000, 1010])?.fullLiquidationTicks).toBe(757);
    // More money behind it moves both.
    const more = liquidationsOfLeg(leg, { buys, sells }, coins(100));
    expect(more.long).toEqual({ held: 732, full: 767 });
    expect(more.short).toBeNull();
  });

  it('knows before an exit what the account will hold after it, whole or in part, linear or inverse', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(LINEAR, INVERSE, PLAIN_CONTRACT),
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 40_000, max: 60_000 }),
        fc.integer({ min: 20_000, max: 90_000 }),
        fc.constantFrom('market' as const, 'resting' as const),
        (spec, side, held, permille, entry, ticks, execution) => {
          const { leg, told } = startedLeg(spec, 50_000n);
          trade(leg, side, BigInt(held), entry);
          const closed = BigInt(Math.max(1, Math.floor((held * permille) / 1000)));
          const exit = exitTerms(leg, closed, ticks, execution, 0);
          const before = leg.position.cash;
          const about = { side: leg.exitSide, role: 'close', level: -1, ticks } as const;
          const realised = enterAndTell(leg, about, exit.contracts, exit.flow, exit.fee, null, 0);
          expect(leg.position.cash).toBe(exit.balance);
          expect(holdingsOfLeg(leg)).toEqual({ [spec.contract.settle]: exit.balance });
          const insured = leg.position.insurance;
          expect(before + realised - exit.fee + insured).toBe(exit.balance);
          expect(told.some((one) => (one as { type?: string }).type === 'insurance')).toBe(insured > 0n);
          expect(equityOfLeg(leg, [ticks, ticks], 0n).residual).toBe(0n);
        },
      ),
    );
  });

  it('pays the liquidation fee of what was closed out of what that left', () => {
    for (const side of ['buy', 'sell'] as const) {
      const lost = startedLeg();
      trade(lost.leg, side, 400n, 1000);
      const { size } = lost.leg.position;
      trade(lost.leg, lost.leg.exitSide, 400n, side === 'buy' ? 759 : 1241, 9);
      chargeLiquidationFee(lost.leg, size, side === 'buy' ? 760 : 1240, 9);
      // The book’s price is a tick worse, and the fee is half a percent of the value at the last price.
      expect(lost.leg.position.cash).toBe(coins(1000 - 4 * 241) - (side === 'buy' ? coins(15.2) : coins(24.8)));
      expect(lost.told.at(-1)).toMatchObject({ type: 'liquidation_fee' });
    }
  });

  it('is the same after it was stored and read back', () => {
    const { leg } = startedLeg();
    trade(leg, 'sell', 3n, 1001);
    const terms = { spec: PLAIN_CONTRACT, investment: 0n, leverage: 5 };
    const again = new ContractLeg(terms, leg.view, leg.sink, takePositionSnapshot(leg.position));
    followPosition(again, 0);
    expect(again).toEqual(leg);
  });
});
