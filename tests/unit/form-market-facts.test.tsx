// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { useMarketFacts } from '#components/form/use-check-context.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { testSpec } from '#tests/support/market-specs.ts';

/** What a form reckons with, as its trader goes from market to market in it. */

const ETH = Promise.withResolvers<void>();

inOwnTime(
  async ({ url }) => {
    if (url.includes('last_price') && url.includes('ETH')) await ETH.promise;
    if (url.includes('last_price')) return { last_price: url.includes('ETH') ? '3000' : '60000' };
    return { code: 404, message: 'unknown' };
  },
  () => undefined,
);
afterEach(cleanup);

const DEFINITION: AnyDefinition = definitionOf('spot-future-arbitrage');

function Price({ spec }: { readonly spec: MarketSpec }) {
  const { lastTicks } = useMarketFacts(DEFINITION, spec, DEFINITION.defaults(spec), 0n);
  return <p data-testid="ticks">{lastTicks === null ? 'unknown' : lastTicks}</p>;
}

const show = (spec: MarketSpec) => (
  <ComponentHost>
    <Price spec={spec} />
  </ComponentHost>
);
const seen = (): string => screen.getByTestId('ticks').textContent ?? '';

describe('the last price that a form reckons with', () => {
  it('is its market’s own: the one of the market before does not stand in while it is asked', async () => {
    const btc = testSpec();
    const eth = { ...btc, market: 'ETH_USDT', base: 'ETH' };
    const { rerender } = render(show(btc));
    await pass(500);
    expect(seen()).toBe('600000');
    rerender(show(eth));
    await pass(500);
    expect(seen()).toBe('unknown');
    ETH.resolve();
    await pass(500);
    expect(seen()).toBe('30000');
  });
});
