// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ReviewOpening } from '#components/create/review-figures.tsx';
import { botsOf, type ReviewedForm, type ReviewFigures } from '#components/create/use-review.ts';
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

it('each of several coins is reckoned with what the trader pays, as the one coin of a form is (C-436, E-255)', () => {
  const markets = ['BTC_USDT', 'ETH_USDT'];
  const specs = new Map(markets.map((market) => [market, { ...testSpec(), market }]));
  const last = new Map(markets.map((market) => [market, '60000']));
  const form = {
    definition: STRATEGIES.martingale,
    values: {
      ...STRATEGIES.martingale.defaults(),
      ...{ create_mode: '1', pairs: markets.join(','), money: '1000' },
      ...{ price_steps: '1', max_order_amount: '3', take_profit_per_cycle: '1' },
    },
    spec: testSpec(),
    context: { feeRate: 150_000n },
  } as unknown as ReviewedForm;
  const fees = botsOf(form, specs, last)?.map(({ params }) => (params as { readonly feeRate: bigint }).feeRate);
  expect(fees).toEqual([150_000n, 150_000n]);
});
