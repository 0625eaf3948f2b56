import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import type { ContractTerms, MarketSpec } from '#lib/money/market-spec.ts';

/** A market of the tests: prices with one decimal, quantities with six. */
export function testSpec(changes: Partial<MarketSpec> = {}): MarketSpec {
  return {
    market: 'BTC_USDT',
    base: 'BTC',
    quote: 'USDT',
    priceDecimals: 1,
    amountDecimals: 6,
    tickUnits: 10_000_000n,
    lotUnits: 100n,
    minBaseUnits: 100n,
    minQuoteUnits: 300_000_000n,
    maxGrid: 200,
    ...changes,
  };
}

/** The test market as a smart position is created on it: with two more coins to choose from. */
export function portfolioSpec(): MarketSpec {
  const ether = testSpec({
    market: 'ETH_USDT',
    base: 'ETH',
    amountDecimals: 4,
    lotUnits: 10_000n,
    minBaseUnits: 10_000n,
  });
  const ripple = testSpec({ market: 'XRP_USDT', base: 'XRP', amountDecimals: 1, lotUnits: 10_000_000n });
  return { ...testSpec(), companions: { ETH_USDT: ether, XRP_USDT: ripple } };
}

/** The test market with the contract that an arbitrage sells. */
export function arbitrageSpec(): MarketSpec {
  return { ...testSpec(), companions: { 'BTC_USDT@USDT': testContract() } };
}

/** The linear BTC contract in the test market's prices: 0.0001 BTC a contract, two risk tiers. */
export function testContract(changes: Partial<ContractTerms> = {}): ContractSpec {
  return {
    ...testSpec(),
    lotUnits: 10_000n,
    amountDecimals: 4,
    contract: {
      settle: 'USDT',
      isInverse: false,
      quantoUnits: 10_000n,
      sizeMin: 1n,
      sizeMax: 12_000_000n,
      leverageMax: 50,
      riskTiers: [
        { upToUnits: 50_000_000_000_000n, maintenanceE8: 300_000n, leverageMax: 50 },
        { upToUnits: 150_000_000_000_000_000n, maintenanceE8: 1_000_000n, leverageMax: 20 },
      ],
      takerE8: 75_000n,
      makerE8: -10_000n,
      liquidationFeeE8: 75_000n,
      fundingIntervalMs: 28_800_000,
      ...changes,
    },
  };
}
