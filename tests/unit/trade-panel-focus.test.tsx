// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { CreateLink } from '#components/discovery/create-link.tsx';
import { ViewerTeller } from '#components/layout/viewer-teller.tsx';
import { StrategyPanel } from '#components/trade/strategy-panel.tsx';
import { usePanel } from '#components/trade/use-panel.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { testSpec } from '#tests/support/market-specs.ts';
import { eachAt } from './trade-page-at.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/trade/BTC_USDT', useRouter: () => ({}) }));

function Panel() {
  const panel = usePanel({ market: 'BTC_USDT', type: 'spot' });
  return <StrategyPanel panel={panel} spec={testSpec()} />;
}

// What is loaded when it is opened comes when it comes, and is not what is looked at here; a preview wants a worker.
vi.mock('#components/create/strategy-form.tsx', () => ({ StrategyForm: () => <form aria-label="form" /> }));
vi.mock('#components/trade/recommended-tab.tsx', () => ({ RecommendedTab: () => <p>recommended</p> }));
vi.mock('#components/create/moon-page.tsx', () => ({
  MoonPage: ({ onBack }: { onBack: () => void }) => (
    <button type="button" onClick={onBack}>
      All strategies
    </button>
  ),
}));

const settle = (): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(700));

eachAt('/en/trade/BTC_USDT?tradModel=strategybot');

describe('the focus in the strategy panel (H)', () => {
  it.each([
    ['Spot grid', 'a kind'],
    ['AI grid', 'the AI grid'],
  ])('goes along to the page of %s, and back to its card', async (name) => {
    render(
      <ComponentHost>
        <Panel />
      </ComponentHost>,
    );
    await settle();
    const card = () => screen.getByRole('button', { name: new RegExp(`^${name}`) });
    card().focus();
    fireEvent.click(card());
    await settle();
    expect(document.activeElement).toBe(screen.getByRole('group', { name }));
    const back = screen.getByRole('button', { name: 'All strategies' });
    back.focus();
    fireEvent.click(back);
    await settle();
    expect(document.activeElement).toBe(card());
  });

  it('is left alone by a page that the address opens', async () => {
    window.history.replaceState(null, '', '/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid');
    render(
      <ComponentHost>
        <input aria-label="search" />
        <Panel />
      </ComponentHost>,
    );
    screen.getByLabelText('search').focus();
    await settle();
    expect(screen.getByRole('group', { name: 'Spot grid' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('search'));
  });
});

it.each([
  ['spot_grid', true],
  ['infinite_grid', true],
  ['margin_grid', false],
  ['martingale', false],
])(
  'the panel of %s has Back, its guide, both tabs, and says what a fill costs: %s (C-042, C-043, C-047, C-048)',
  async (kind, hasFee) => {
    window.history.replaceState(null, '', `/en/trade/BTC_USDT?tradModel=strategybot&strategyType=${kind}`);
    render(
      <ComponentHost>
        <Panel />
      </ComponentHost>,
    );
    await settle();
    for (const name of ['All strategies', 'How it works']) expect(screen.getByRole('button', { name })).toBeTruthy();
    expect(screen.getAllByRole('radio').map((tab) => tab.closest('label')?.textContent)).toEqual([
      'Recommended',
      'Customize',
    ]);
    expect(screen.queryByText(/^Fee of each fill/) !== null).toBe(hasFee);
  },
);

it('parameters that are copied from a bot hide the AI grid’s own form: theirs opens in its place (C-225)', async () => {
  const payload = { low_price: '1', high_price: '2', grid_num: '20' };
  window.history.replaceState(null, '', '/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid&mode=moon');
  render(
    <ComponentHost>
      <Panel />
      <CreateLink kind="spot_grid" market="BTC_USDT" payload={payload} className="">
        Copy parameters
      </CreateLink>
      <ViewerTeller />
    </ComponentHost>,
  );
  await settle();
  expect(screen.getByRole('group', { name: 'AI grid' })).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
  const link = screen.getByRole('link', { name: 'Copy parameters' });
  fireEvent.click(link, { ctrlKey: true });
  const target = link.getAttribute('href') ?? '';
  cleanup();
  window.history.replaceState(null, '', target);
  render(
    <ComponentHost>
      <Panel />
    </ComponentHost>,
  );
  await settle();
  expect(screen.queryByRole('group', { name: 'AI grid' })).toBeNull();
  expect(screen.getByRole('group', { name: 'Spot grid' })).toBeTruthy();
  expect(screen.getByRole('form')).toBeTruthy();
});
