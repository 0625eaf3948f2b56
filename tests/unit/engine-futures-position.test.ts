import { describe, expect, it } from 'vitest';
import {
  accountEquityAt,
  enterTrade,
  newContractPosition,
  readPositionSnapshot,
  settleFunding,
  takePositionSnapshot,
} from '#lib/engine/body/contract-position.ts';
import {
  averageEntryTicks,
  contractEquityAt,
  liquidationLevel,
  sideLiquidation,
} from '#lib/engine/body/contract-statement.ts';
import { chargeLiquidationFee } from '#lib/engine/body/contract-trade.ts';
import { type ContractSpec, tradeFlow } from '#lib/formulas/contract-value.ts';
import { coins, DEAF } from './engine-fixture.ts';
import { INVERSE, PLAIN_CONTRACT } from './futures-fixture.ts';

/** Trades `contracts` (signed) at a price without a fee. */
function trade(position: ReturnType<typeof newContractPosition>, contracts: bigint, ticks: number, fee = 0n): bigint {
  return enterTrade(position, contracts, tradeFlow(position.spec, contracts, ticks), fee);
}

const account = (spec: ContractSpec = PLAIN_CONTRACT, money = coins(1000)) => newContractPosition(spec, money);

describe('the account of a bot in one contract', () => {
  it('averages what is added and realises against the average what is closed', () => {
    const position = account();
    expect(trade(position, 100n, 1000)).toBe(0n);
    expect(trade(position, 100n, 1200)).toBe(0n);
    expect(averageEntryTicks(position)).toBe(1100);
    expect(trade(position, -50n, 1300)).toBe(coins(100));
    expect(averageEntryTicks(position)).toBe(1100);
    expect(trade(position, -150n, 1000)).toBe(-coins(150));
    expect(position).toMatchObject({ size: 0n, basis: 0n, cash: coins(950) });
  });

  it('turns over in one trade: what is closed is realised, the rest is entered at the trade’s price', () => {
    const position = account();
    trade(position, 100n, 1000);
    expect(trade(position, -300n, 1100)).toBe(coins(100));
    expect(position.size).toBe(-200n);
    expect(averageEntryTicks(position)).toBe(1100);
    expect(trade(position, 200n, 1050)).toBe(coins(100));
    expect(position.cash).toBe(coins(1200));
  });

  it('rounds the share of what is closed against the trader and loses nothing over the whole', () => {
    const spec = {
      ...PLAIN_CONTRACT,
      tickUnits: 1n,
      contract: { ...PLAIN_CONTRACT.contract, quantoUnits: 33_333_333n },
    };
    const position = account(spec, coins(1));
    trade(position, 3n, 1_000_003);
    const before = accountEquityAt(position, 1_000_000);
    trade(position, -1n, 1_000_000);
    expect(accountEquityAt(position, 1_000_000)).toBeLessThanOrEqual(before);
    trade(position, -2n, 1_000_000);
    expect(position.basis).toBe(0n);
    expect(position.cash - coins(1)).toBe(position.flows);
    expect(contractEquityAt(position, 1, 0n).residual).toBe(0n);
  });

  it('gains in the settle asset when an inverse long rises, less the further it rises', () => {
    const position = account(INVERSE, coins(0.01));
    // 1000 contracts of one dollar at 50,000 are 0.02 BTC, at 62,500 0.016.
    trade(position, 1000n, 500_000);
    expect(accountEquityAt(position, 625_000)).toBe(coins(0.014));
    expect(trade(position, -1000n, 625_000)).toBe(coins(0.004));
    const short = account(INVERSE, coins(0.01));
    trade(short, -1000n, 500_000);
    expect(accountEquityAt(short, 400_000)).toBe(coins(0.015));
    expect(averageEntryTicks(short)).toBeCloseTo(500_000, 6);
  });

  it('cannot be liquidated as an inverse short that its own margin covers', () => {
    const position = account(INVERSE, coins(0.02));
    trade(position, -1000n, 500_000);
    expect(liquidationLevel(position)).toBeNull();
    trade(position, -1000n, 500_000);
    expect(liquidationLevel(position)).toBeGreaterThan(500_000);
  });

  it('is liquidated elsewhere once resting orders have filled, fees counted', () => {
    const position = account();
    trade(position, 200n, 1000);
    const flow = tradeFlow(PLAIN_CONTRACT, 100n, 900);
    const expected = sideLiquidation(position, 'long', { contracts: 100n, flow, fee: coins(1) })?.full;
    enterTrade(position, 100n, flow, coins(1));
    expect(liquidationLevel(position)).toBe(expected);
  });

  it('realises profit early rather than let a fee take the balance below zero', () => {
    const position = account(PLAIN_CONTRACT, coins(10));
    trade(position, 100n, 1000);
    expect(trade(position, 1n, 1100, coins(15))).toBe(coins(5));
    expect(position.cash).toBe(0n);
    expect(accountEquityAt(position, 1100)).toBe(coins(95));
    expect(contractEquityAt(position, 1100, 0n)).toMatchObject({ residual: 0n, fees: coins(15) * 100_000_000n });
  });

  it('has the insurance pay a loss beyond the balance when nothing is left open', () => {
    const position = account(PLAIN_CONTRACT, coins(10));
    trade(position, 100n, 1000);
    expect(trade(position, -100n, 980, coins(1))).toBe(-coins(20));
    expect(position).toMatchObject({ cash: 0n, insurance: coins(11) });
    expect(contractEquityAt(position, 980, 0n)).toMatchObject({ equity: 0n, residual: 0n });
  });

  it('adds funding that the balance cannot pay to the entry value', () => {
    const position = account(PLAIN_CONTRACT, coins(1));
    trade(position, 100n, 1000);
    expect(settleFunding(position, 1000, 500_000n)).toBe(-coins(1));
    expect(position).toMatchObject({ cash: 0n, funding: -coins(1) });
    expect(accountEquityAt(position, 1000)).toBe(-coins(4));
    expect(contractEquityAt(position, 1000, 0n).residual).toBe(0n);
  });

  it('pays a liquidation fee as far as the money goes, to the last unit (E4)', () => {
    const view = { movingAverage: () => Number.NaN, marketFillTicks: () => 0 };
    const paidOf = (money: bigint): bigint => {
      const position = account(PLAIN_CONTRACT, money);
      chargeLiquidationFee({ position, view, sink: DEAF, isHeard: false }, 1_000n, 1_000, 0);
      expect(position.cash + position.fees).toBe(money);
      return position.fees;
    };
    const whole = paidOf(coins(1_000_000));
    expect(whole).toBeGreaterThan(0n);
    expect(paidOf(whole - 1n)).toBe(whole - 1n);
    expect(paidOf(0n)).toBe(0n);
  });

  it('is the same after it was stored and read back', () => {
    const position = account();
    trade(position, 7n, 1003, 3n);
    settleFunding(position, 1001, -12_345n);
    const stored = JSON.parse(JSON.stringify(takePositionSnapshot(position)));
    expect(readPositionSnapshot(PLAIN_CONTRACT, stored)).toEqual(position);
  });
});
