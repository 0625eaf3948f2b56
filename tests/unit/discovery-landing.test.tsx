// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PickerTabs } from '#components/discovery/picker-tabs.tsx';
import { QueryStrategyType } from '#components/discovery/query-strategy-type.tsx';
import { botsViewAtom } from '#lib/client/bots-view.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';

const replace = vi.fn();
const router = { replace };
vi.mock('next/navigation', () => ({ useRouter: () => router, usePathname: () => '/en/strategybot' }));

beforeEach(() => {
  vi.useFakeTimers();
  replace.mockReset();
  window.localStorage.clear();
  window.sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a strategy type in the address of the landing page', () => {
  const open = (search: string): void => {
    window.history.replaceState(null, '', `/en/strategybot${search}`);
    render(<QueryStrategyType />, { wrapper: ComponentHost });
  };
  const pass = async (ms: number): Promise<void> => {
    await act(() => vi.advanceTimersByTimeAsync(ms));
    await vi.dynamicImportSettled();
  };

  it('is what the trader’s own bots are listed of on the page that it leads to (E-017)', async () => {
    open('?strategyType=margin_grid');
    await pass(600);
    expect(getDefaultStore().get(botsViewAtom).kind).toBe('margin_grid');
  });

  it('is applied after 600 ms, and not when the page was left before (C-031, C-177)', async () => {
    open('?strategyType=futures_grid#top');
    await pass(599);
    expect(replace).not.toHaveBeenCalled();
    await pass(1);
    expect(replace.mock.calls).toEqual([['/en/strategybot/futures_grid#top']]);
    open('?strategyType=spot_grid');
    await pass(500);
    cleanup();
    await pass(5_000);
    expect(replace).toHaveBeenCalledTimes(1);
  });
});

describe('the tabs of the picker', () => {
  const SECTIONS = ['recommended', 'grid', 'average-cost', 'passive-arbitrage', 'expert'].map((key) => ({
    key,
    title: key,
    cards: <p>{key}</p>,
  }));
  const TABS = [
    { key: 'house', name: 'House choice', classes: ['expert'] },
    { key: 'grid', name: 'grid', classes: ['grid'] },
    { key: 'recommended', name: 'recommended', classes: ['recommended'] },
    { key: 'all', name: 'all', classes: ['grid'] },
    { key: 'none', name: 'Nothing behind it', classes: ['unheard'] },
  ];
  const show = (tabs: typeof TABS | null): void => {
    cleanup();
    render(<PickerTabs tabs={tabs} sections={SECTIONS} />, { wrapper: ComponentHost });
  };
  const names = () =>
    within(screen.getByRole('navigation'))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  const shown = () => screen.getAllByRole('region').map(({ id }) => id.replace('picker-', ''));
  const choose = (name: string) => fireEvent.click(screen.getByRole('link', { name }));

  it('are the server’s, in its order and words; all shows the documented order, each other one class (C-033, C-034, C-035)', () => {
    show(TABS);
    expect(names()).toEqual(['House choice', 'Grid', 'Popular', 'All']);
    expect(shown()).toEqual(['recommended', 'grid', 'average-cost', 'passive-arbitrage', 'expert']);
    for (const [name, section] of [
      ['House choice', 'expert'],
      ['Grid', 'grid'],
      ['Popular', 'recommended'],
    ] as const) {
      choose(name);
      expect(shown()).toEqual([section]);
    }
  });

  it('are remembered when the server does not answer, and so is the one that was chosen (C-175, C-176)', () => {
    show(TABS);
    choose('House choice');
    show(null);
    expect(names()).toEqual(['House choice', 'Grid', 'Popular', 'All']);
    expect(shown()).toEqual(['expert']);
    // The choice is the session's, the list is kept for longer.
    window.sessionStorage.clear();
    show(null);
    expect(names()).toHaveLength(4);
    expect(shown()).toHaveLength(5);
  });
});
