import fc from 'fast-check';
import { describe, it } from 'vitest';
import * as spot from '#lib/kinds/spot-grid/engine.ts';
import { PRICE, spotGridParams } from './engine-scenario.ts';
import { coinFactory, lifeAtVenue } from './venue-scenario.ts';

describe('a bot whose orders an independent venue executes', () => {
  it('is a spot grid whose books are the venue’s ledger', () => {
    fc.assert(
      fc.property(spotGridParams(PRICE), fc.integer(), (params, seed) => {
        const { spec, feeRate, investIn, investment } = params;
        const factory = coinFactory(spec, spot.createSpotGrid, spot.restoreSpotGrid, params);
        lifeAtVenue({
          factory,
          spec,
          feeRate,
          seed,
          funds: { asset: investIn === 'quote' ? spec.quote : spec.base, amount: investment },
        });
      }),
      { numRuns: 100 },
    );
  });
});
