// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPath } from '#components/addresses/create-path.ts';
import { instrumentPath } from '#components/addresses/paths.ts';
import { ContractFigures } from '#components/trade/contract-figures.tsx';
import { keepHash } from '#components/trade/keep-hash.ts';
import { kindOfQuery } from '#components/trade/panel-state.ts';
import { StrategyPicker } from '#components/trade/strategy-picker.tsx';
import { countdown } from '#components/ui/countdown.ts';
import { type ContractRow, contractRow, instrumentQuery, specOf, spotRow } from '#lib/client/market-rows.ts';
import { isContract } from '#lib/formulas/contract-value.ts';
import common from '#messages/en/common.json' with { type: 'json' };
import publicPages from '#messages/en/public.json' with { type: 'json' };
import trade from '#messages/en/trade.json' with { type: 'json' };
import { contractHandlers } from '#server/exchange/handlers/contract-handlers.ts';
import { PAPER_CONTRACTS } from '#server/exchange/market/contracts.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { fakeFetch } from '#tests/support/component-host.tsx';

const NOW_MS = Date.UTC(2026, 5, 1, 15, 59, 58);

/** A feed that knows the contracts and, of prices, only what is asked here. */
const FEED = {
  contracts: PAPER_CONTRACTS,
  specs: [],
  markTicks: () => 600_000,
  indexTicks: () => 600_010,
  lastTicks: () => 600_020,
  expectedFundingRate: () => 10_000n,
  nextFundingMs: () => Date.UTC(2026, 5, 1, 16),
} as unknown as MarketFeed;

function rowsOf(settle: 'usdt' | 'btc'): readonly ContractRow[] {
  const reply = contractHandlers(FEED).futuresContracts({ query: { settle }, nowMs: NOW_MS } as never);
  return (reply as unknown as { futures_contracts_data: ContractRow[] }).futures_contracts_data;
}

const host = (children: React.ReactNode) => (
  <NextIntlClientProvider locale="en" messages={{ common, public: publicPages, trade }} timeZone="UTC">
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>{children}</SWRConfig>
  </NextIntlClientProvider>
);

describe('contracts as screens take them', () => {
  it('have exactly the terms that the exchange settles by, linear and inverse (C-146)', () => {
    for (const settle of ['usdt', 'btc'] as const) {
      for (const row of rowsOf(settle)) {
        const told = specOf(contractRow(row, settle === 'btc' ? 'BTC' : 'USDT'));
        const own = PAPER_CONTRACTS.find(
          (spec) => spec.market === row.name && spec.contract.settle.toLowerCase() === settle,
        );
        expect(told).not.toBeNull();
        if (own === undefined || told === null || !isContract(told)) throw new Error(row.name);
        const { makerE8: toldMaker, ...toldTerms } = told.contract;
        const { makerE8: ownMaker, ...ownTerms } = own.contract;
        expect(toldTerms).toEqual(ownTerms);
        // Rebates are not paid (E3), so they are not told.
        expect(toldMaker).toBe(ownMaker < 0n ? 0n : ownMaker);
        const { contract: _told, amountDecimals: _a, ...toldSpec } = told;
        const { contract: _own, amountDecimals: _b, ...ownSpec } = own;
        expect(toldSpec).toEqual(ownSpec);
      }
    }
  });

  it('are asked for by market and type, a spot market by its name alone', () => {
    const [first] = rowsOf('usdt');
    if (first === undefined) throw new Error('no contract');
    expect(instrumentQuery(contractRow(first, 'USDT'))).toEqual({ market: 'BTC_USDT', type: 'futures_usdt' });
    expect(instrumentQuery(spotRow({ ...contractRow(first, 'USDT') }))).toEqual({ market: 'BTC_USDT' });
  });
});

describe('addresses of trade and futures page', () => {
  it('futures kinds are created on the futures page of their settle coin, the others on the trade page (C-023, C-024, E-010)', () => {
    expect(createPath('en', 'futures_grid', 'ETH_USDT')).toBe(
      '/en/futures/USDT/ETH_USDT?tradModel=strategybot&strategyType=futures_grid',
    );
    expect(createPath('zh', 'contract-martingale', 'BTC_USD', 'futures_btc')).toBe(
      '/zh/futures/BTC/BTC_USD?tradModel=strategybot&strategyType=contract-martingale',
    );
    expect(createPath('en', 'martingale', 'BTC_USDT', 'futures_usdt')).toBe(
      '/en/trade/BTC_USDT?tradModel=strategybot&strategyType=martingale',
    );
    expect(createPath('en', 'spot_grid', 'BTC_USD', 'futures_btc')).toContain('/trade/BTC_USDT?');
    expect(createPath('en', 'futures_grid', 'ETH_BTC')).toContain('/futures/USDT/ETH_USDT?');
    expect(instrumentPath('en', { market: 'BTC_USD', type: 'futures_btc' })).toBe(
      '/en/futures/BTC/BTC_USD?tradModel=strategybot',
    );
  });

  it('preselects only a kind that the page creates (C-031, C-024)', () => {
    expect(kindOfQuery('?strategyType=futures_grid', 'futures')).toBe('futures_grid');
    expect(kindOfQuery('?strategyType=futures_grid', 'trade')).toBeNull();
    expect(kindOfQuery('?strategyType=spot_grid', 'futures')).toBeNull();
  });

  it('going to the other page keeps the hash (C-025, E-009, E-010)', () => {
    window.history.replaceState(null, '', '/en/trade/BTC_USDT#depth');
    const link = document.createElement('a');
    link.href = '/en/futures/USDT/BTC_USDT?tradModel=strategybot';
    keepHash({ currentTarget: link } as never);
    expect(link.href).toMatch(/\/en\/futures\/USDT\/BTC_USDT\?tradModel=strategybot#depth$/);
  });
});

describe('what the header of a contract says', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW_MS });
    vi.stubGlobal(
      'fetch',
      fakeFetch(({ url }) =>
        url.includes('/futures/contracts')
          ? { code: 200, message: '', data: null, futures_contracts_data: rowsOf('usdt') }
          : { code: 200, message: '', data: [] },
      ).fetch,
    );
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('mark price, index price, funding rate with its countdown, and the most leverage (C-146, C-287)', async () => {
    const [first] = rowsOf('usdt');
    if (first === undefined) throw new Error('no contract');
    render(
      host(
        <dl>
          <ContractFigures row={contractRow(first, 'USDT')} />
        </dl>,
      ),
    );
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByText('60,000.0')).toBeTruthy();
    expect(screen.getByText('60,001.0')).toBeTruthy();
    expect(screen.getByText('0.01%')).toBeTruthy();
    expect(screen.getByText('50X')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toBe('00:00:02');
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(screen.getByRole('timer').textContent).toBe('00:00:01');
  });

  it('the most leverage is what a bot may have, also where an exchange allows a contract more (C-287, M-370)', () => {
    const [first] = rowsOf('usdt');
    if (first === undefined) throw new Error('no contract');
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    render(
      host(
        <dl>
          <ContractFigures row={contractRow({ ...first, leverage_max: 125 }, 'USDT')} />
        </dl>,
      ),
    );
    expect(screen.getByText('50X')).toBeTruthy();
  });

  it('of a contract are asked for every 10 s, neither sooner nor later (E-332, M-325)', async () => {
    const [first] = rowsOf('usdt');
    if (first === undefined) throw new Error('no contract');
    const { calls, fetch } = fakeFetch(() => ({ code: 200, message: '', futures_contracts_data: [first] }));
    vi.stubGlobal('fetch', fetch);
    render(
      host(
        <dl>
          <ContractFigures row={contractRow(first, 'USDT')} />
        </dl>,
      ),
    );
    await act(() => vi.advanceTimersByTimeAsync(0));
    const asked = () => calls.filter(({ url }) => url.includes('contracts')).length;
    expect(asked()).toBe(1);
    for (const times of [2, 3]) {
      await act(() => vi.advanceTimersByTimeAsync(9_900));
      expect(asked()).toBe(times - 1);
      await act(() => vi.advanceTimersByTimeAsync(100));
      expect(asked()).toBe(times);
    }
  });

  it('counts down by hours, minutes and seconds and stops at zero', () => {
    expect(countdown(28_799)).toBe('07:59:59');
    expect(countdown(-5)).toBe('00:00:00');
  });

  it('the picker opens kinds of its own page and links to the other page for the rest (C-023, C-024)', async () => {
    const onSelect = vi.fn();
    render(host(<StrategyPicker instrument={{ market: 'BTC_USDT', type: 'futures_usdt' }} onSelect={onSelect} />));
    await act(() => vi.advanceTimersByTimeAsync(0));
    fireEvent.click(screen.getByRole('button', { name: /Futures grid/ }));
    expect(onSelect).toHaveBeenCalledWith('futures_grid');
    expect(screen.getByRole('link', { name: /Spot grid/ }).getAttribute('href')).toBe(
      '/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid',
    );
  });
});
