import fc from 'fast-check';
import { describe, it } from 'vitest';
import * as futures from '#lib/kinds/futures-grid/engine.ts';
import * as infinite from '#lib/kinds/infinite-grid/engine.ts';
import * as margin from '#lib/kinds/margin-grid/engine.ts';
import * as spot from '#lib/kinds/spot-grid/engine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { futuresGridParams } from './engine-futures-scenario.ts';
import { PRICE, spotGridParams } from './engine-scenario.ts';
import { infiniteGridParams, marginGridParams } from './every-kind-scenario.ts';
import { factoryOf, type KindHouse, lifeAtVenue } from './venue-scenario.ts';

interface CoinParams {
  readonly spec: MarketSpec;
  readonly feeRate: bigint;
  readonly investIn: 'quote' | 'base';
  readonly investment: bigint;
}

/** Lives of a kind at the venue, from any params and with any luck of the post. */
function live<P extends CoinParams>(all: fc.Arbitrary<P>, house: KindHouse<P>, numRuns: number): void {
  fc.assert(
    fc.property(all, fc.integer(), (params, seed) => {
      const { spec, feeRate, investIn, investment } = params;
      const funds = { asset: investIn === 'quote' ? spec.quote : spec.base, amount: investment };
      lifeAtVenue({ factory: factoryOf(spec, house, params), spec, feeRate, seed, funds });
    }),
    { numRuns },
  );
}

describe('a bot whose orders an independent venue executes has the venue’s ledger in its books', () => {
  it('as a spot grid', () => {
    live(spotGridParams(PRICE), { create: spot.createSpotGrid, restore: spot.restoreSpotGrid }, 60);
  });

  it('as a margin grid', () => {
    live(marginGridParams(), { create: margin.createMarginGrid, restore: margin.restoreMarginGrid }, 60);
  });

  it('as an infinite grid', () => {
    live(infiniteGridParams(), { create: infinite.createInfiniteGrid, restore: infinite.restoreInfiniteGrid }, 60);
  });

  it('as a futures grid', () => {
    const linear = futuresGridParams().filter(({ spec }) => !spec.contract.isInverse);
    fc.assert(
      fc.property(linear, fc.constantFrom(0n, 75_000n), fc.integer(), (params, feeRate, seed) => {
        const { spec, investment } = params;
        const factory = factoryOf(
          spec,
          { create: futures.createFuturesGrid, restore: futures.restoreFuturesGrid },
          params,
        );
        lifeAtVenue({ factory, spec, feeRate, seed, funds: { asset: spec.quote, amount: investment } });
      }),
      { numRuns: 60 },
    );
  });
});
