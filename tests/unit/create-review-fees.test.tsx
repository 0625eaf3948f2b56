// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ReviewOpening } from '#components/create/review-figures.tsx';
import type { ReviewedForm, ReviewFigures } from '#components/create/use-review.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { testSpec } from '#tests/support/market-specs.ts';

afterEach(cleanup);

it('the fees at the start are written as fees are: money like profits, coins with every digit (E-362, E-366)', () => {
  const spec = testSpec();
  const form = { definition: STRATEGIES.spot_grid, values: { money: '2000' }, spec, context: { feeRate: 100_000n } };
  const nothing = { borrowed: [], reserved: [], trades: [], restingBuys: 0, restingSells: 0 };
  const fees = [
    { asset: 'USDT', amount: 65_093_837n },
    { asset: 'BTC', amount: 1_234n },
  ];
  const figures = {
    state: 'ready',
    bots: [{ params: { spec } }],
    answer: { openings: [{ ...nothing, fees }], moves: [] },
  };
  const { container } = render(
    <ComponentHost>
      <ReviewOpening form={form as unknown as ReviewedForm} figures={figures as unknown as ReviewFigures} />
    </ComponentHost>,
  );
  expect(container.querySelector('[data-review=fees] dd')?.textContent).toBe('0.6509 USDT + 0.00001234 BTC');
});
