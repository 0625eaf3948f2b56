// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StrategyPicker } from '#components/trade/strategy-picker.tsx';
import { usePanel } from '#components/trade/use-panel.ts';
import { toastsAtom } from '#lib/client/toasts.ts';
import common from '#messages/en/common.json' with { type: 'json' };
import publicPages from '#messages/en/public.json' with { type: 'json' };
import trade from '#messages/en/trade.json' with { type: 'json' };
import { fakeFetch } from '#tests/support/component-host.tsx';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/trade/BTC_USDT', useRouter: () => ({}) }));

let isLoggedIn: boolean;
/** Who looks is told after this. */
let sessionAnswers: Promise<unknown>;
let knowsClasses: boolean;
const assign = vi.fn();
const replace = vi.fn();

function Panel() {
  const panel = usePanel({ market: 'BTC_USDT', type: 'spot' });
  return (
    <>
      <output>{`${panel.state.kind ?? 'picker'} ${panel.state.mode}`}</output>
      <button type="button" onClick={() => panel.select('spot_grid')}>
        select
      </button>
      <button type="button" onClick={() => panel.setMode('create')}>
        customize
      </button>
      <button type="button" onClick={() => panel.setMode('recommend')}>
        recommended
      </button>
      <button type="button" onClick={panel.back}>
        back
      </button>
    </>
  );
}

const host = (children: React.ReactNode) => (
  <NextIntlClientProvider locale="en" messages={{ common, public: publicPages, trade }} timeZone="UTC">
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>{children}</SWRConfig>
  </NextIntlClientProvider>
);
const shown = (): string | null => screen.getByRole('status').textContent;
const click = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));
const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));

async function open(search: string): Promise<void> {
  const real = document.location;
  // The address as it is, but nothing leaves the page.
  vi.stubGlobal('location', {
    assign,
    replace,
    get pathname() {
      return real.pathname;
    },
    get search() {
      return real.search;
    },
    get hash() {
      return real.hash;
    },
  });
  window.history.replaceState(null, '', `/en/trade/BTC_USDT${search}${search.includes('#') ? '' : '#chart'}`);
  render(host(<Panel />));
  await pass(0);
}

const card = (kind: string, follow: number, rate: string) => ({
  class: 'grid',
  list: [{ strategy_type: kind, follow_num: follow, year_pft_rate: rate }],
});
/** As the call answers: one sort of market at a time; kinds of both pages stand in both. */
const MARKETS = [card('spot_grid', 3, '0.1234'), card('infinite_grid', 0, '0.01'), card('macd', 1, '')];
const CONTRACTS = [card('futures_grid', 5, '-0.0512'), card('macd', 6, '0.07')];

const TABS = ['all', 'grid', 'recommended', 'none'].map((key) => ({ key, name: key, classes: [key] }));
const HOT = {
  ...{ strategy_type: 'spot_grid', name: 'Patient weave', desc: '', market: 'ETH_USDT', follow_num: 2 },
  ...{ year_pft_rate: '0.5', strategy_id: 9, anonymous: '0123456789abcdef' },
};

function answerOf(url: string): readonly unknown[] {
  if (url.includes('strategy_tabs')) return TABS;
  if (url.includes('hot_strategy')) return url.includes('market_kind=futures') ? [] : [HOT];
  if (url.includes('capabilities')) return ['kind:macd'];
  return url.includes('market_kind=futures') ? CONTRACTS : MARKETS;
}

beforeEach(() => {
  vi.useFakeTimers();
  window.sessionStorage.clear();
  assign.mockReset();
  isLoggedIn = true;
  knowsClasses = true;
  sessionAnswers = Promise.resolve();
  const fake = fakeFetch(async ({ url }) => {
    if (url === '/api/session') await sessionAnswers;
    if (!knowsClasses && url.includes('strategy_class')) return null;
    const data = url === '/api/session' ? { logged_in: isLoggedIn } : answerOf(url);
    return { code: 200, message: '', data };
  });
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the strategy panel of the trade page', () => {
  it('applies a strategy type of the address after 600 ms (C-031, C-177, E-333)', async () => {
    await open('?tradModel=strategybot&strategyType=spot_grid');
    expect(shown()).toBe('picker recommend');
    await pass(599);
    expect(shown()).toBe('picker recommend');
    await pass(1);
    expect(shown()).toBe('spot_grid create');
  });

  it('keeps the chosen tab for the session (C-175)', async () => {
    await open('');
    click('select');
    click('customize');
    click('recommended');
    cleanup();
    await open('?strategyType=spot_grid');
    await pass(600);
    expect(shown()).toBe('spot_grid recommend');
  });

  it('leads a guest who wants to customize through login and back to the form (C-049, C-173, C-026, C-342, C-412)', async () => {
    isLoggedIn = false;
    await open('');
    click('select');
    click('customize');
    expect(shown()).toBe('spot_grid recommend');
    const [target] = assign.mock.calls[0] as [string];
    // Without a word: the login page says what it is for.
    expect(getDefaultStore().get(toastsAtom)).toEqual([]);
    expect(target).toContain('/en/login?return=');
    expect(decodeURIComponent(target)).toContain('/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid');
    cleanup();
    isLoggedIn = true;
    await open('?strategyType=spot_grid');
    await pass(600);
    expect(shown()).toBe('spot_grid create');
  });

  it('leads a guest there too who was quicker than the answer to who he is, and nobody else (C-049, C-173)', async () => {
    for (const [whoever, wayIn] of [
      [false, 1],
      [true, 0],
    ] as const) {
      isLoggedIn = whoever;
      assign.mockReset();
      let answer = (): void => undefined;
      sessionAnswers = new Promise((resolve) => {
        answer = () => resolve(undefined);
      });
      await open('');
      click('select');
      click('customize');
      expect(assign).not.toHaveBeenCalled();
      answer();
      await pass(10);
      expect(assign).toHaveBeenCalledTimes(wayIn);
      if (wayIn === 1)
        expect(decodeURIComponent(String(assign.mock.calls[0]?.[0]))).toContain('strategyType=spot_grid&mode=create');
      cleanup();
    }
  });

  it('goes back to the picker; the address forgets the type and keeps its hash (C-174, E-009)', async () => {
    await open('?tradModel=strategybot&strategyType=spot_grid');
    await pass(600);
    expect(window.location.search).toContain('strategyType=spot_grid');
    click('back');
    expect(shown()).toBe('picker recommend');
    expect(`${window.location.search}${window.location.hash}`).toBe('?tradModel=strategybot#chart');
  });

  it('writes kind and tab into the address, where a reload and Back find them (B8)', async () => {
    await open('?tradModel=strategybot&from=mail');
    click('select');
    expect(window.location.search).toBe('?tradModel=strategybot&from=mail&strategyType=spot_grid&mode=recommend');
    click('customize');
    const address = window.location.search;
    expect(address).toContain('mode=create');
    cleanup();
    window.sessionStorage.clear();
    await open(address);
    await pass(600);
    expect(shown()).toBe('spot_grid create');
    window.history.replaceState(null, '', '?tradModel=strategybot');
    fireEvent.popState(window);
    await pass(0);
    expect(shown()).toBe('picker recommend');
  });

  it('leads a kind of the other page there, with what else the address says (B8, C-175)', async () => {
    await open('?tradModel=strategybot&strategyType=futures_grid&mode=create&from=mail#depth');
    await pass(600);
    const [target] = replace.mock.calls.at(-1) as [string];
    expect(target).toMatch(/^\/en\/futures\/USDT\/BTC_USDT\?/);
    for (const word of ['strategyType=futures_grid', 'mode=create', 'from=mail', '#depth'])
      expect(target).toContain(word);
  });
});

describe('the picker of the trade page', () => {
  it('shows each kind with name, description, copies, annualised rate and low-fee tag (C-037, C-038, C-039, C-040, C-041)', async () => {
    const onSelect = vi.fn();
    render(host(<StrategyPicker instrument={{ market: 'BTC_USDT', type: 'spot' }} onSelect={onSelect} />));
    await pass(0);
    const card = screen.getByRole('button', { name: /Spot grid/ });
    expect(card.textContent).toContain('3 copies');
    expect(card.textContent).toContain('+12.34%');
    expect(card.textContent).toContain('fee as low as 0.05');
    fireEvent.click(card);
    expect(onSelect).toHaveBeenCalledWith('spot_grid');
  });

  it('says nothing of nought copies (C-038)', async () => {
    render(host(<StrategyPicker instrument={{ market: 'BTC_USDT', type: 'spot' }} onSelect={vi.fn()} />));
    await pass(0);
    const card = screen.getByRole('button', { name: /Infinite grid/ });
    expect(card.textContent).toContain('+1.00%');
    expect(card.textContent).not.toMatch(/cop(y|ies)/i);
  });

  it('stands under the server’s tabs: popular bots first, then the classes, or one of them, as it was chosen before (C-033, C-034, C-035, C-104, C-175)', async () => {
    const show = async () => {
      cleanup();
      render(host(<StrategyPicker instrument={{ market: 'BTC_USDT', type: 'spot' }} onSelect={vi.fn()} />));
      await pass(0);
    };
    const sections = () => screen.getAllByRole('region').map(({ id }) => id.replace('picker-', ''));
    await show();
    const tabs = within(screen.getByRole('navigation', { name: 'Strategy classes' })).getAllByRole('link');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['All', 'Grid', 'Popular']);
    expect(sections()).toEqual(['recommended', 'grid', 'average-cost', 'passive-arbitrage', 'expert']);
    const popular = screen.getByRole('link', { name: /Patient weave.*ETH\/USDT/ });
    expect(popular.getAttribute('href')).toBe('/en/strategybot/detail?id=9&type=spot_grid&name=0123456789abcdef');
    fireEvent.click(screen.getByRole('link', { name: 'Grid' }));
    expect(sections()).toEqual(['grid']);
    await show();
    expect(sections()).toEqual(['grid']);
  });

  it('keeps the tabs’ place while they are on their way; popular bots by themselves stand one below the other (C-035)', async () => {
    window.localStorage.clear();
    const place = () => document.querySelector('[data-tabs-place]');
    const row = () => screen.getByRole('link', { name: /Patient weave/ }).closest('ul')?.classList;
    render(host(<StrategyPicker instrument={{ market: 'BTC_USDT', type: 'spot' }} onSelect={vi.fn()} />));
    expect(place()).not.toBeNull();
    await pass(0);
    expect(place()).toBeNull();
    expect(row()?.contains('flex-col')).toBe(false);
    fireEvent.click(screen.getByRole('link', { name: 'Popular' }));
    expect(row()?.contains('flex-col')).toBe(true);
  });

  it('offers every kind without figures, and says nothing, when the class call fails (C-397, E-322)', async () => {
    knowsClasses = false;
    render(host(<StrategyPicker instrument={{ market: 'BTC_USDT', type: 'spot' }} onSelect={vi.fn()} />));
    await pass(5_000);
    expect(screen.getByRole('button', { name: /Spot grid/ }).textContent).toContain('Annualised --');
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
    expect(getDefaultStore().get(toastsAtom)).toEqual([]);
  });

  it.each([
    { market: 'BTC_USDT', type: 'spot' },
    { market: 'BTC_USD', type: 'futures_btc' },
  ] as const)('tells figures of the other page’s kinds too: $market (G3, C-039)', async (instrument) => {
    render(host(<StrategyPicker instrument={instrument} onSelect={vi.fn()} />));
    await pass(0);
    const textOf = (name: RegExp) => screen.getAllByText(name).at(-1)?.closest('button, a')?.textContent;
    expect(textOf(/^Spot grid$/)).toContain('+12.34%');
    expect(textOf(/^Futures grid$/)).toContain('-5.12%');
    expect(textOf(/^MACD$/)).toContain('7 copies');
    expect(textOf(/^MACD$/)).toContain('+7.00%');
  });
});
