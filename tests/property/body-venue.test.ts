import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IndicatorKind } from '#lib/contract/vocabulary.ts';
import type { CoinTerms } from '#lib/engine/body/coin-terms.ts';
import type { EngineKind } from '#lib/engine/engine-kind.ts';
import type { EngineParamsByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import { ENGINES } from '#lib/kinds/engines.ts';
import type { ContractMartingaleParams } from '#lib/kinds/martingale/params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { isNightly, runs } from '#tests/support/runs.ts';
import { futuresGridParams, SPECS } from './engine-futures-scenario.ts';
import { arbitrageScenario, portfolioScenario, recurringScenario } from './engine-markets-scenario.ts';
import { COARSE, FINE, PRICE, spotGridParams } from './engine-scenario.ts';
import { infiniteGridParams, marginGridParams } from './every-kind-scenario.ts';
import { indicatorParams } from './indicator-scenario.ts';
import { martingaleParams } from './martingale-scenario.ts';
import {
  askContractMartingale,
  askFutures,
  askGrid,
  askIndicator,
  askInfinite,
  askMartingale,
  askMoney,
  askPortfolio,
} from './venue-asks.ts';
import { type Asks, type Funds, VenueLife } from './venue-scenario.ts';

const RUNS = runs(60, 300);

interface Params {
  readonly spec: MarketSpec;
  readonly investment: bigint;
}

/** What a bot of a kind is tried with, and what its owner asks of it. */
interface Trial<P extends Params> {
  readonly params: fc.Arbitrary<P>;
  readonly fundsOf: (params: P) => readonly Funds[];
  /** What the venue takes of a trade, 1e-8. */
  readonly fee: fc.Arbitrary<bigint> | ((params: P) => bigint);
  readonly asks: Asks<P>;
}

/** Lives of a kind at the venue, from any params and with any luck of the post. */
function live<P extends Params>(kind: EngineKind<P>, { params: all, fundsOf, fee, asks }: Trial<P>): void {
  const lives = all.chain((params) =>
    fc.record({
      params: fc.constant(params),
      feeRate: typeof fee === 'function' ? fc.constant(fee(params)) : fee,
      seed: fc.integer(),
    }),
  );
  let traded = 0;
  fc.assert(
    fc.property(lives, ({ params, feeRate, seed }) => {
      const life = new VenueLife({ kind, params, feeRate, seed, funds: fundsOf(params), asks });
      life.run();
      if (life.bot.fills.length > 0) traded += 1;
    }),
    { numRuns: RUNS },
  );
  // Some wait for a price or for conditions that never come.
  expect(traded).toBeGreaterThan(0);
}

const inMoney = ({ spec, investment }: Params): Funds[] => [
  { asset: spec.contract?.settle ?? spec.quote, amount: investment },
];
const inEither = (params: Params & { readonly investIn: 'quote' | 'base' }): Funds[] =>
  params.investIn === 'quote' ? inMoney(params) : [{ asset: params.spec.base, amount: params.investment }];
const inCoins = (params: Params & { readonly coins: readonly CoinTerms[] }): Funds[] => [
  ...inMoney(params),
  ...params.coins.map(({ spec, brought }) => ({ asset: spec.base, amount: brought })),
];
const ownFee = ({ feeRate }: { readonly feeRate: bigint }): bigint => feeRate;
const coinFee = ({ coins }: { readonly coins: readonly CoinTerms[] }): bigint => coins[0]?.feeRate ?? 0n;
const CONTRACT_FEES = fc.constantFrom(0n, 75_000n);
const INDICATOR: Pick<Trial<EngineParamsByKind[IndicatorKind]>, 'fundsOf' | 'asks'> = {
  fundsOf: inMoney,
  asks: askIndicator,
};

/** Kinds by conditions are one engine: in coins it is tried as one of them, in contracts as another. */
type Tried = Exclude<RunnableKind, Exclude<IndicatorKind, 'spot-compose-indicator' | 'compose-indicator'>>;

/** Every kind. One that is left out does not compile. */
const TRIALS: { readonly [K in Tried]: Trial<EngineParamsByKind[K]> } = {
  spot_grid: { params: spotGridParams(PRICE), fundsOf: inEither, fee: ownFee, asks: askGrid() },
  margin_grid: { params: marginGridParams(), fundsOf: inEither, fee: ownFee, asks: askGrid() },
  infinite_grid: { params: infiniteGridParams(), fundsOf: inEither, fee: ownFee, asks: askInfinite },
  futures_grid: { params: futuresGridParams(), fundsOf: inMoney, fee: CONTRACT_FEES, asks: askFutures },
  martingale: { params: martingaleParams(PRICE), fundsOf: inMoney, fee: ownFee, asks: askMartingale },
  'contract-martingale': {
    params: martingaleParams(PRICE, SPECS) as fc.Arbitrary<ContractMartingaleParams>,
    fundsOf: inMoney,
    fee: CONTRACT_FEES,
    asks: askContractMartingale,
  },
  'spot-compose-indicator': { ...INDICATOR, params: indicatorParams(PRICE, [FINE, COARSE]), fee: ownFee },
  'compose-indicator': { ...INDICATOR, params: indicatorParams(PRICE, SPECS), fee: CONTRACT_FEES },
  'smart-position': {
    params: portfolioScenario().map(({ params }) => params),
    fundsOf: inCoins,
    fee: coinFee,
    asks: askPortfolio,
  },
  'recurring-buy': {
    params: recurringScenario().map(({ params }) => params),
    fundsOf: inCoins,
    fee: coinFee,
    asks: askMoney,
  },
  'spot-future-arbitrage': {
    params: arbitrageScenario().map(({ params }) => params),
    fundsOf: inMoney,
    fee: ownFee,
    asks: askMoney,
  },
};

const LONG = isNightly ? 1_800_000 : 60_000;

describe('a bot whose orders an independent venue executes has the venue’s ledger in its books', {
  timeout: LONG,
}, () => {
  const tried = <K extends Tried>(kind: K): void => live<EngineParamsByKind[K]>(ENGINES[kind], TRIALS[kind]);
  it.each(Object.keys(TRIALS) as Tried[])('as %s', tried);
});
