// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Picker } from '#components/discovery/picker.tsx';
import { StrategyPicker } from '#components/trade/strategy-picker.tsx';
import { earnRows, mayEarnOn } from '#lib/contract/earn-rows.ts';
import { EARN_TYPES } from '#lib/contract/earn-types.ts';
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';

// Two products with pages of a test's own: the third has none yet.
vi.mock('#components/discovery/earn-pages.ts', async (original) => ({
  ...(await original<typeof import('#components/discovery/earn-pages.ts')>()),
  EARN_PAGES: {
    'sell-high': (language: string, market: string) => `/${language}/sell/${market}`,
    'auto-investment': (language: string, market: string) => `/${language}/plans/${market}`,
  },
}));

const SUPPORTS = { auto_invest: 1, sell_high: 1, buy_low: 1 } as const;
const STATISTICS = {
  sell_discount_rate: '0.02',
  buy_discount_rate: '0.03',
  max_call_apy: '0.35',
  max_put_apy: '0.4',
  invest_rate: '-0.125',
};
const TABS = [
  { key: 'all', name: '', classes: ['grid'] },
  { key: 'recommended', name: '', classes: [] },
  { key: 'grid', name: '', classes: ['grid'] },
];

let supports: Record<string, 0 | 1>;
const calls = inOwnTime(
  ({ url }: FakeCall) => {
    if (url.includes('/public/earn_supports')) return { code: 0, message: '', data: supports };
    if (url.includes('/public/earn_statistics')) return { code: 200, message: '', data: STATISTICS };
    if (url.includes('/public/strategy_tabs')) return { code: 200, message: '', data: TABS };
    return { code: 200, message: '', data: [] };
  },
  () => {
    supports = SUPPORTS;
  },
);
beforeEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
});

async function open(market: string, type: 'spot' | 'futures_usdt'): Promise<void> {
  render(
    <ComponentHost>
      <StrategyPicker instrument={{ market, type }} onSelect={vi.fn()} />
    </ComponentHost>,
  );
  await pass(100);
}
const rows = (): (string | null)[] =>
  [...document.querySelectorAll('[data-earn]')].map((row) => row.getAttribute('data-earn'));
const asked = (path: string): string[] => calls.filter(({ url }) => url.includes(path)).map(({ url }) => url);

describe('the earn list', () => {
  it('stands last on the all tab and with the popular bots, its rows with their rates, each a way to its page (C-034, C-036, E-305)', async () => {
    await open('ETH_USDT', 'spot');
    expect(screen.getAllByRole('region').at(-1)?.id).toBe('picker-earn');
    expect(rows()).toEqual(['sell-high', 'auto-investment']);
    const list = within(screen.getByRole('region', { name: 'Earn' }));
    const sell = list.getByRole('link', { name: /Sell high.*A year, up to 35\.00%/ });
    expect(sell.getAttribute('href')).toBe('/en/sell/ETH_USDT');
    // What a plan lost is said as such.
    expect(list.getByRole('link', { name: /Auto-invest.*Last year -12\.50%/ })).toBeTruthy();
    expect(asked('earn_supports')).toEqual([expect.stringContaining('currency=ETH')]);
    screen.getByRole('link', { name: 'Popular' }).click();
    await pass(100);
    expect(rows()).toEqual(['sell-high', 'auto-investment']);
    screen.getByRole('link', { name: 'Grid' }).click();
    await pass(100);
    expect(rows()).toEqual([]);
  });

  it('has rows of supported coins, against USDT and on spot alone: elsewhere nothing is even asked (C-351, E-003, E-252)', async () => {
    supports = { ...SUPPORTS, sell_high: 0 };
    await open('BTC_USDT', 'spot');
    expect(rows()).toEqual(['auto-investment']);
    cleanup();
    for (const [market, type] of [
      ['BTC_USDT', 'futures_usdt'],
      ['ETH_BTC', 'spot'],
    ] as const) {
      calls.length = 0;
      await open(market, type);
      expect([market, type, rows(), asked('/earn_')]).toEqual([market, type, [], []]);
      cleanup();
    }
    expect(mayEarnOn({ market: 'BTC_USDT', type: 'futures_btc' })).toBe(false);
  });

  it('stands on the landing page as well, and not at all where nothing is supported or known', () => {
    const all = earnRows(EARN_TYPES, SUPPORTS, STATISTICS);
    expect(all.map(({ rate }) => rate)).toEqual(['0.35', '0.4', '-0.125']);
    expect(earnRows(EARN_TYPES, undefined, STATISTICS)).toEqual([]);
    expect(earnRows(EARN_TYPES, SUPPORTS, undefined).map(({ rate }) => rate)).toEqual(['', '', '']);
    const picker = (earn: typeof all) => (
      <ComponentHost>
        <Picker tabs={null} announced={null} hot={[]} figures={[]} earn={earn} />
      </ComponentHost>
    );
    render(picker(all));
    // Without a page there is no row: buy low has none here.
    expect(rows()).toEqual(['sell-high', 'auto-investment']);
    expect(document.querySelector('[data-earn="sell-high"]')?.getAttribute('href')).toBe('/en/sell/BTC_USDT');
    cleanup();
    render(picker([]));
    expect(rows()).toEqual([]);
    expect(document.querySelector('#picker-earn')).toBeNull();
  });
});
