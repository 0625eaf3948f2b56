// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TerminateDialog } from '#components/bots/terminate/terminate-dialog.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';
import { strategyRow } from '#tests/support/strategy-row.ts';

/** How a mixed strategy is ended: its contract first, then its coins (M-087). */

let calls: FakeCall[];
let size: string;
let coins: string;
let enquiry: Readonly<Record<string, string>>;
let saved: readonly object[];
/** The coins' book is told once this is over. */
let spotBook: Promise<void>;
const onClose = vi.fn();

const BOT = strategyRow({
  strategy_type: 'spot-future-arbitrage',
  params: { settle: 'usdt' } as unknown as NonNullable<StrategyRow['params']>,
});
const ok = (data: unknown): object => ({ code: 200, message: '', data });

async function answer({ url, method }: FakeCall): Promise<object | null> {
  if (url.includes('get_all_strategy')) return ok([BOT]);
  if (url.includes('/position/')) return ok({ size, position_margin: '100', contract: 'BTC_USDT', settle: 'USDT' });
  if (url.includes('strategy_balances')) {
    const balances = [
      { currency: 'USDT', available: '400', locked: '0' },
      { currency: 'BTC', available: coins, locked: '0' },
    ];
    return ok({ spot: balances });
  }
  if (url.includes('enquiry_price')) {
    const account = /account=(\w+)/.exec(url)?.[1] ?? '';
    if (account === 'spot') await spotBook;
    return ok({ price: enquiry[account] ?? '--', last_price: '60000' });
  }
  if (url.includes('spot_markets')) return ok([{ market: 'BTC_USDT', price_decimals: 1 }]);
  if (url.includes('futures/contracts')) return { code: 200, message: '', futures_contracts_data: [] };
  if (url.includes('stop-options') && method === 'GET') return ok(saved);
  if (url.includes('close_preview')) return { code: 404, message: '' };
  return ok({ strategy_id: 42 });
}

async function settle(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1000) await act(() => vi.advanceTimersByTimeAsync(Math.min(1000, left)));
}

async function open(): Promise<void> {
  render(
    <ComponentHost>
      <TerminateDialog bot={BOT} onClose={onClose} />
    </ComponentHost>,
  );
  await settle(50);
}

const radios = (): string[] => screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value);
const chosen = (): string | undefined =>
  screen.getAllByRole<HTMLInputElement>('radio').find((radio) => radio.checked)?.value;
const press = async (name: string): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle(50);
};
const posted = (): FakeCall[] => calls.filter(({ method }) => method === 'POST');

beforeEach(() => {
  vi.useFakeTimers();
  spotBook = Promise.resolve();
  [size, coins, enquiry, saved] = ['-12', '0.01', { futures_usdt: '60010', spot: '59990' }, []];
  const fake = fakeFetch(answer);
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
  onClose.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the terminate dialog of a mixed strategy', () => {
  it('goes through the futures step, Next, the spot step, and Back; each says its own position, prices and choices (M-087)', async () => {
    await open();
    expect(screen.getByRole('heading', { name: '1 of 2 · Contract' })).toBeTruthy();
    expect(radios()).toEqual(['market']);
    expect(screen.getByText('Book price, buying')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Terminate' })).toBeNull();
    await press('Next');
    expect(screen.getByRole('heading', { name: '2 of 2 · Coins' })).toBeTruthy();
    expect(radios()).toEqual(['market', 'no_close']);
    expect(screen.getByText('Book price, selling')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: /Keep held coins/ }));
    await press('Back');
    expect(screen.getByRole('heading', { name: '1 of 2 · Contract' })).toBeTruthy();
    expect(posted()).toEqual([]);
    await press('Next');
    // What was chosen stays chosen.
    expect(chosen()).toBe('no_close');
    await settle(250);
    await press('Terminate');
    const option = { market: 'BTC_USDT', price: 'lastprice', slip: '0', expiration: 0 };
    expect(posted().map(({ url }) => /stop-options|stop\/42/.exec(url)?.[0])).toEqual(['stop-options', 'stop/42']);
    expect(posted()[0]?.body).toMatchObject({
      stop_options: [
        { ...option, account: 'futures_usdt', type: 'market' },
        { ...option, account: 'spot', type: 'no_close' },
      ],
    });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('does not take the contract’s book for the coins’ while that is on its way: they are kept (M-087, M-158)', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    spotBook = promise;
    await open();
    expect(screen.getByText('low')).toBeTruthy();
    await press('Next');
    expect(screen.queryByText('60,010')).toBeNull();
    expect(chosen()).toBe('no_close');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Market close/ }).disabled).toBe(true);
    resolve();
    await settle(50);
    expect(chosen()).toBe('market');
  });

  it('judges each leg by its own book: a coin whose book is empty is kept, its contract’s book says nothing of it (M-087, M-155, M-158, M-159)', async () => {
    enquiry = { futures_usdt: '60010', spot: '50000' };
    await open();
    expect(screen.getByText('low')).toBeTruthy();
    await press('Next');
    expect(screen.getByText('high')).toBeTruthy();
    expect(chosen()).toBe('no_close');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Market close/ }).disabled).toBe(true);
  });

  it('begins again at the contract when its prices were too old (M-087, M-153)', async () => {
    await open();
    await press('Next');
    await settle(60_000);
    await press('Refresh');
    expect(screen.getByRole('heading', { name: '1 of 2 · Contract' })).toBeTruthy();
  });

  it('opens each step with what is saved of its leg (M-087, M-311)', async () => {
    saved = [
      { account: 'futures_usdt', type: 'market', market: 'BTC_USDT', price: 'lastprice', slip: '0', expiration: 0 },
      { account: 'spot', type: 'no_close', market: 'BTC_USDT', price: 'lastprice', slip: '0', expiration: 0 },
    ];
    await open();
    expect(chosen()).toBe('market');
    await press('Next');
    expect(chosen()).toBe('no_close');
  });

  it('has one step, a simple one, while neither leg is opened (M-151)', async () => {
    [size, coins] = ['0', '0'];
    await open();
    expect(screen.queryAllByRole('radio')).toEqual([]);
    await press('Terminate');
    expect(posted()).toHaveLength(1);
  });
});
