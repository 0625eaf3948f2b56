// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { useTrialFunds } from '#components/form/use-trial-funds.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';

const USDC = Promise.withResolvers<void>();
const ok = (data: unknown): object => ({ code: 200, message: '', data });

inOwnTime(
  async ({ url }) => {
    if (url.includes('/api/session'))
      return ok({ logged_in: true, user_id: 1, anonymous: '0123456789abcdef', nickname: 'demo' });
    if (url.includes('experience_markets'))
      return ok(['USDT', 'USDC'].map((quote) => ({ market: `BTC_${quote}`, strategy_type: 'spot_grid' })));
    if (!url.includes('experience_balance')) return { code: 404, message: 'unknown' };
    if (url.includes('USDC')) await USDC.promise;
    return ok({ available_experience: [{ experience_type: 'follow', available: url.includes('USDC') ? '7' : '50' }] });
  },
  () => undefined,
);
afterEach(cleanup);

function Funds({ asset }: { readonly asset: string }) {
  return <p data-testid="funds">{String(useTrialFunds('spot_grid', `BTC_${asset}`, asset))}</p>;
}

const show = (asset: string) => (
  <ComponentHost>
    <Funds asset={asset} />
  </ComponentHost>
);

it('trial funds are of the asset that is asked for: those of another do not stand in meanwhile', async () => {
  const { rerender } = render(show('USDT'));
  await pass(1_000);
  const seen = (): string | null => screen.getByTestId('funds').textContent;
  expect(seen()).toBe('5000000000');
  rerender(show('USDC'));
  await pass(500);
  expect(seen()).toBe('0');
  USDC.resolve();
  await pass(500);
  expect(seen()).toBe('700000000');
});
