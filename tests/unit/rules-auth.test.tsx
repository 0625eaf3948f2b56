// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BotPage } from '#components/bots/detail/bot-page.tsx';
import { BotsSection } from '#components/my-bots/bots-section.tsx';
import { botsViewAtom } from '#lib/client/bots-view.ts';
import { toastsAtom } from '#lib/client/toasts.ts';
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';

vi.mock('next/navigation', () => ({
  usePathname: () => '/zh/trade/BTC_USDT',
  useSearchParams: () => new URLSearchParams('type=contract-martingale&id=7'),
}));

/** Rules of the system auth: what a visitor's tables do. */

let calls: readonly FakeCall[];

beforeEach(() => {
  vi.useFakeTimers();
  window.sessionStorage.clear();
  getDefaultStore().set(toastsAtom, []);
  const fake = fakeFetch(({ url }) =>
    url === '/api/session'
      ? { code: 200, message: '', data: { logged_in: false, anonymous: '', nickname: '' } }
      : { code: 401, message: 'login-required' },
  );
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a visitor', () => {
  it.each(['running', 'history', 'backtests'] as const)(
    'finds a not-logged-in state in %s, with the way to log in, and nothing is loaded in a minute (E-008, E-249)',
    async (tab) => {
      getDefaultStore().set(botsViewAtom, { tab, kind: null, sort: '', refreshToken: 0, fastUntilMs: null });
      render(
        <ComponentHost>
          <BotsSection />
        </ComponentHost>,
      );
      for (let s = 0; s < 60; s += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
      expect(screen.getByText('You are not logged in')).toBeTruthy();
      const login = screen.getByRole('link', { name: 'Log in' }).getAttribute('href') ?? '';
      expect(login).toMatch(/^\/en\/login\?return=/);
      expect(calls.filter(({ url }) => url !== '/api/session')).toEqual([]);
      expect(getDefaultStore().get(toastsAtom)).toEqual([]);
    },
  );
});

describe('a guest at a bot of its own page', () => {
  it('is shown the way to log in and back, and none of the actions – margin among them –; nothing is asked (M-183, M-191)', async () => {
    render(
      <ComponentHost>
        <BotPage path="/strategybot/underwayStrategy" />
      </ComponentHost>,
    );
    for (let s = 0; s < 30; s += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
    const login = screen.getByRole('link', { name: 'Log in' }).getAttribute('href') ?? '';
    expect(login).toMatch(/^\/en\/login\?return=/);
    expect(decodeURIComponent(login)).toContain('underwayStrategy?type=contract-martingale&id=7');
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(calls.filter(({ url }) => url !== '/api/session')).toEqual([]);
  });
});
