import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { EngineKind } from '#lib/engine/engine-kind.ts';
import { ENGINES } from '#lib/kinds/engines.ts';
import type { ContractMartingaleParams } from '#lib/kinds/martingale/params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { futuresGridParams, SPECS } from './engine-futures-scenario.ts';
import { PRICE, spotGridParams } from './engine-scenario.ts';
import { infiniteGridParams, marginGridParams } from './every-kind-scenario.ts';
import { martingaleParams } from './martingale-scenario.ts';
import { type Funds, VenueLife } from './venue-scenario.ts';

const isNightly = process.env.NIGHTLY === '1';
const RUNS = Number(process.env.VR ?? (isNightly ? 300 : 15));

interface Params {
  readonly spec: MarketSpec;
  readonly investment: bigint;
}

/** Lives of a kind at the venue, from any params and with any luck of the post. */
function live<P extends Params>(
  kind: EngineKind<P>,
  all: fc.Arbitrary<P>,
  fundsOf: (params: P) => readonly Funds[],
  feeOf: fc.Arbitrary<bigint> | ((params: P) => bigint),
): void {
  const lives = all.chain((params) =>
    fc.record({
      params: fc.constant(params),
      feeRate: typeof feeOf === 'function' ? fc.constant(feeOf(params)) : feeOf,
      seed: fc.integer(),
    }),
  );
  fc.assert(
    fc.property(lives, ({ params, feeRate, seed }) => {
      new VenueLife({ kind, params, feeRate, seed, funds: fundsOf(params) }).run();
    }),
    { numRuns: RUNS },
  );
}

const inMoney = ({ spec, investment }: Params): Funds[] => [
  { asset: spec.contract?.settle ?? spec.quote, amount: investment },
];
const inEither = (params: Params & { readonly investIn: 'quote' | 'base' }): Funds[] =>
  params.investIn === 'quote' ? inMoney(params) : [{ asset: params.spec.base, amount: params.investment }];
const ownFee = ({ feeRate }: { readonly feeRate: bigint }): bigint => feeRate;
const CONTRACT_FEES = fc.constantFrom(0n, 75_000n);
const LONG = isNightly ? 1_800_000 : 60_000;

describe('a bot whose orders an independent venue executes has the venue’s ledger in its books', {
  timeout: LONG,
}, () => {
  it('as a spot grid', () => live(ENGINES.spot_grid, spotGridParams(PRICE), inEither, ownFee));
  it('as a margin grid', () => live(ENGINES.margin_grid, marginGridParams(), inEither, ownFee));
  it('as an infinite grid', () => live(ENGINES.infinite_grid, infiniteGridParams(), inEither, ownFee));
  it('as a futures grid', () => live(ENGINES.futures_grid, futuresGridParams(), inMoney, CONTRACT_FEES));
  it('as a spot martingale', () => live(ENGINES.martingale, martingaleParams(PRICE), inMoney, ownFee));

  it('as a futures martingale', () => {
    const params = martingaleParams(PRICE, SPECS) as fc.Arbitrary<ContractMartingaleParams>;
    live(ENGINES['contract-martingale'], params, inMoney, CONTRACT_FEES);
  });
});
