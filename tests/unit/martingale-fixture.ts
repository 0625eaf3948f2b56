import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import type { MartingaleTerms } from '#lib/formulas/martingale-terms.ts';
import type { MartingaleParams } from '#lib/kinds/martingale/params.ts';
import { coins, PLAIN } from './engine-fixture.ts';

export { coins };

/** Whole-unit prices; a contract is 0.0001 BTC, taker 0.05 %, maker 0.02 %. */
export const LINEAR: ContractSpec = {
  ...PLAIN,
  amountDecimals: 4,
  lotUnits: 10_000n,
  contract: {
    settle: 'USDT',
    isInverse: false,
    quantoUnits: 10_000n,
    sizeMin: 1n,
    sizeMax: 1_000_000n,
    leverageMax: 50,
    riskTiers: [
      { upToUnits: coins(1_000_000), maintenanceE8: 500_000n, leverageMax: 50 },
      { upToUnits: coins(100_000_000), maintenanceE8: 2_000_000n, leverageMax: 10 },
    ],
    takerE8: 50_000n,
    makerE8: 20_000n,
    liquidationFeeE8: 75_000n,
    fundingIntervalMs: 28_800_000,
  },
};

/** One dollar a contract, settled in BTC. */
export const INVERSE: ContractSpec = {
  ...LINEAR,
  market: 'BTC_USD',
  quote: 'USD',
  contract: {
    ...LINEAR.contract,
    settle: 'BTC',
    isInverse: true,
    quantoUnits: 100_000_000n,
    riskTiers: [{ upToUnits: coins(1000), maintenanceE8: 500_000n, leverageMax: 50 }],
  },
};

/** A first order and four add orders of equal size, 1 % apart, 1 % profit, 500 USDT, no fee. */
export const FIVE_ORDERS: MartingaleTerms = {
  spec: PLAIN,
  side: 'buy',
  transactionType: 'high-risk-arbitrage',
  stepType: 'rate',
  priceStep: 1_000_000n,
  multiplierE8: 100_000_000n,
  maxAddOrders: 4,
  freeRows: null,
  takeProfitE8: 1_000_000n,
  stopLossE8: null,
  investment: coins(500),
  feeRate: 0n,
  leverage: 1,
  firstSize: null,
};

export const WAITING_FOR_NOTHING: MartingaleParams = { ...FIVE_ORDERS, triggerTicks: null };
