import type { ContractSpec } from '#lib/formulas/contract-value.ts';

/** Bitcoin against USDT: 0.0001 BTC a contract, prices in tenths, the terms of Gate's contract. */
export const LINEAR: ContractSpec = {
  market: 'BTC_USDT',
  base: 'BTC',
  quote: 'USDT',
  priceDecimals: 1,
  amountDecimals: 4,
  tickUnits: 10_000_000n,
  lotUnits: 10_000n,
  minBaseUnits: 10_000n,
  minQuoteUnits: 300_000_000n,
  maxGrid: 200,
  contract: {
    settle: 'USDT',
    isInverse: false,
    quantoUnits: 10_000n,
    sizeMin: 1n,
    sizeMax: 12_000_000n,
    leverageMax: 50,
    riskTiers: [
      { upToUnits: 50_000_000_000_000n, maintenanceE8: 300_000n, leverageMax: 50 },
      { upToUnits: 100_000_000_000_000n, maintenanceE8: 350_000n, leverageMax: 50 },
      { upToUnits: 150_000_000_000_000n, maintenanceE8: 400_000n, leverageMax: 50 },
    ],
    takerE8: 75_000n,
    makerE8: -10_000n,
    liquidationFeeE8: 75_000n,
    fundingIntervalMs: 28_800_000,
  },
};

/** Bitcoin against USD, settled in BTC: one USD a contract. */
export const INVERSE: ContractSpec = {
  market: 'BTC_USD',
  base: 'BTC',
  quote: 'USD',
  priceDecimals: 1,
  amountDecimals: 0,
  tickUnits: 10_000_000n,
  lotUnits: 100_000_000n,
  minBaseUnits: 1n,
  minQuoteUnits: 100_000_000n,
  maxGrid: 200,
  contract: {
    settle: 'BTC',
    isInverse: true,
    quantoUnits: 100_000_000n,
    sizeMin: 1n,
    sizeMax: 530_000n,
    leverageMax: 50,
    riskTiers: [{ upToUnits: 10_000_000_000n, maintenanceE8: 500_000n, leverageMax: 50 }],
    takerE8: 75_000n,
    makerE8: -20_000n,
    liquidationFeeE8: 75_000n,
    fundingIntervalMs: 28_800_000,
  },
};

/** Whole-dollar prices, 0.01 coins a contract, no fees, 1 % maintenance: expected figures can be written down. */
export const PLAIN_CONTRACT: ContractSpec = {
  ...LINEAR,
  priceDecimals: 0,
  amountDecimals: 2,
  tickUnits: 100_000_000n,
  lotUnits: 1_000_000n,
  contract: {
    ...LINEAR.contract,
    quantoUnits: 1_000_000n,
    riskTiers: [{ upToUnits: 10n ** 18n, maintenanceE8: 1_000_000n, leverageMax: 50 }],
    takerE8: 0n,
    makerE8: 0n,
    liquidationFeeE8: 500_000n,
  },
};
