// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { KindStatistics } from '#components/bots/detail/kind-statistics.tsx';
import { PlanGate } from '#components/earn/invest/plan-gate.tsx';
import { BotsSection } from '#components/my-bots/bots-section.tsx';
import { PortfolioPage } from '#components/portfolio/portfolio-page.tsx';
import common from '#messages/en/common.json' with { type: 'json' };
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';

vi.mock('next/navigation', () => ({
  usePathname: () => '/en/strategybot',
  useSearchParams: () => new URLSearchParams(),
}));

inOwnTime(
  ({ url }) => (url.endsWith('/api/session') ? null : { code: 200, message: '', data: [] }),
  () => undefined,
);

it.each<[string, ReactNode]>([
  [
    'plans',
    <PlanGate key="plans" path="/en/auto-investment">
      {null}
    </PlanGate>,
  ],
  ['portfolio', <PortfolioPage key="portfolio" />],
  ['bots', <BotsSection key="bots" />],
])('who looks cannot be asked: %s say so, and wait no longer in silence', async (_page, part) => {
  render(<ComponentHost>{part}</ComponentHost>);
  await pass(1_000);
  expect(screen.getAllByText(common.state.failedRetrying).length).toBeGreaterThan(0);
});

it('interest that the exchange does not tell is not known, and not nothing', async () => {
  const loan = { strategy_type: 'margin_grid', money_asset: 'USDT', market: 'BTC_USDT' } as const;
  const shown = async (interest: string): Promise<string | null | undefined> => {
    const { unmount } = render(
      <ComponentHost>
        <dl>
          <KindStatistics bot={strategyRow({ ...loan, interest })} />
        </dl>
      </ComponentHost>,
    );
    await pass(500);
    const said = screen.getByText('Interest so far').closest('dt')?.nextElementSibling?.textContent;
    unmount();
    return said;
  };
  expect([await shown(''), await shown('0'), await shown('1.5')]).toEqual(['--', '0.0000 USDT', '1.5000 USDT']);
});
