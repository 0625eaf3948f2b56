import { describe, expect, it } from 'vitest';
import { ContractLeg, followPosition, type RestingOrders } from '#lib/engine/body/contract-leg.ts';
import { neededMargin, reducibleMargin } from '#lib/engine/body/contract-margin.ts';
import {
  netPaidIn,
  payIn,
  payOut,
  readPositionSnapshot,
  takePositionSnapshot,
} from '#lib/engine/body/contract-position.ts';
import { liquidationLevel, NO_TRADES } from '#lib/engine/body/contract-statement.ts';
import { tradeContracts } from '#lib/engine/body/contract-trade.ts';
import { type ContractSpec, tradeFlow } from '#lib/formulas/contract-value.ts';
import { coins, DEAF } from './engine-fixture.ts';
import { PLAIN_CONTRACT } from './futures-fixture.ts';

const NONE: RestingOrders = { buys: NO_TRADES, sells: NO_TRADES };
/** Half of its value has to stand behind a position. */
const STRICT: ContractSpec = {
  ...PLAIN_CONTRACT,
  contract: {
    ...PLAIN_CONTRACT.contract,
    riskTiers: [{ upToUnits: 10n ** 18n, maintenanceE8: 50_000_000n, leverageMax: 50 }],
  },
};

/** `contracts` at 1000, signed; a hundredth of a coin each; no fees. 1000 in the account, at leverage 5. */
function legWith(contracts: bigint, spec: ContractSpec = PLAIN_CONTRACT): ContractLeg {
  const view = { movingAverage: () => Number.NaN, marketFillTicks: () => 1000 };
  const leg = new ContractLeg({ spec, investment: coins(1000), leverage: 5 }, view, DEAF);
  const order = { role: 'open', level: -1, ticks: 1000 } as const;
  if (contracts > 0n) tradeContracts(leg, { ...order, side: 'buy', contracts }, 'resting', 0);
  if (contracts < 0n) tradeContracts(leg, { ...order, side: 'sell', contracts: -contracts }, 'resting', 0);
  followPosition(leg, 0);
  return leg;
}

function orders(contracts: bigint, ticks: number, fee = 0n) {
  return { contracts, flow: tradeFlow(PLAIN_CONTRACT, contracts, ticks), fee };
}

describe('margin that stands free', () => {
  it('is what the account has beyond the margin that its position, or the position with its orders, needs', () => {
    const leg = legWith(200n);
    // Two coins at 1000, a fifth of it.
    expect(neededMargin(leg, NONE)).toBe(coins(400));
    expect(reducibleMargin(leg, NONE, 1000)).toBe(coins(600));
    // One more at 900 makes (2000 + 900) ÷ 5, and its fee of 3.
    expect(neededMargin(leg, { ...NONE, buys: orders(100n, 900, coins(3)) })).toBe(coins(583));
    expect(reducibleMargin(leg, { ...NONE, buys: orders(100n, 900, coins(3)) }, 1000)).toBe(coins(417));
    // Sells that only close need less than what is held; those that go beyond it may need more.
    expect(neededMargin(leg, { ...NONE, sells: orders(-100n, 1100) })).toBe(coins(400));
    expect(neededMargin(leg, { ...NONE, sells: orders(-500n, 1000) })).toBe(coins(600));
    const short = legWith(-200n);
    expect(neededMargin(short, { ...NONE, sells: orders(-100n, 1100) })).toBe(coins(620));
  });

  it('counts a loss that is not realised yet, and no gain', () => {
    expect(reducibleMargin(legWith(200n), NONE, 1200)).toBe(coins(600));
    expect(reducibleMargin(legWith(200n), NONE, 900)).toBe(coins(400));
    expect(reducibleMargin(legWith(-200n), NONE, 1100)).toBe(coins(400));
    expect(reducibleMargin(legWith(200n), NONE, 600)).toBe(0n);
  });

  it('is nothing without a position, nor when the mark price has called for the liquidation', () => {
    expect(reducibleMargin(legWith(0n), NONE, 1000)).toBe(0n);
    const called = legWith(200n);
    called.isMarkTouched = true;
    expect(reducibleMargin(called, NONE, 1000)).toBe(0n);
  });

  it.each([
    ['long', 120n, 1000],
    ['long', 120n, 990],
    ['short', -120n, 1010],
  ] as const)(
    'keeps the liquidation of a %s of %s contracts before a mark price of %s, to the last unit',
    (_side, contracts, mark) => {
      const leg = legWith(contracts, STRICT);
      const most = reducibleMargin(leg, NONE, mark);
      const { cash } = leg.position;
      const level = (takenOut: bigint) => liquidationLevel({ ...leg.position, cash: cash - takenOut }) as number;
      expect(most).toBeGreaterThan(0n);
      // The margin at its leverage would leave much more to be taken.
      expect(most).toBeLessThan(coins(450));
      if (contracts > 0n) {
        expect(level(most)).toBeLessThan(mark);
        expect(level(most + 1n)).toBe(mark);
      } else {
        expect(level(most)).toBeGreaterThan(mark);
        expect(level(most + 1n)).toBe(mark);
      }
      expect(reducibleMargin(leg, NONE, contracts > 0n ? level(0n) : level(0n))).toBe(0n);
    },
  );
});

describe('what an owner moves in and out of a contract account', () => {
  it('is given anew only beyond what was taken out before, and stored where there is any', () => {
    const { position } = legWith(200n);
    const stored = takePositionSnapshot(position);
    expect(Object.keys(stored)).not.toContain('deposits');
    payOut(position, coins(300));
    expect([position.cash, position.deposits, position.withdrawals]).toEqual([coins(700), 0n, coins(300)]);
    payIn(position, coins(200));
    expect([position.cash, position.deposits, position.withdrawals]).toEqual([coins(900), 0n, coins(100)]);
    payIn(position, coins(250));
    expect([position.cash, position.deposits, position.withdrawals]).toEqual([coins(1150), coins(150), 0n]);
    expect(netPaidIn(position)).toBe(coins(150));
    payOut(position, coins(50));
    expect(readPositionSnapshot(PLAIN_CONTRACT, takePositionSnapshot(position))).toEqual(position);
    expect(readPositionSnapshot(PLAIN_CONTRACT, stored)).toMatchObject({ deposits: 0n, withdrawals: 0n });
    expect(() => payOut(position, position.cash + 1n)).toThrow();
  });
});
