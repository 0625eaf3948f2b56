// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotificationBell } from '#components/notifications/bell.tsx';
import type { NotificationRow } from '#lib/contract/notification-calls.ts';
import { ComponentHost, fakeFetch } from '#tests/support/component-host.tsx';

const row = (id: number, changes: Partial<NotificationRow> = {}): NotificationRow => ({
  id,
  kind: 'fill',
  code: 'fill',
  time: 1_770_000_000 + id,
  is_read: false,
  strategy_id: 100_001,
  strategy_type: 'spot_grid',
  name: '',
  market: 'BTC_USDT',
  values: { side: 'buy', quantity: '0.0125', price: '64000.5' },
  ...changes,
});

const ENDED = row(41, {
  kind: 'stop',
  code: 'ended',
  name: 'My grid',
  values: { reason: 'stop_loss', profit: '-12.345678', asset: 'USDT' },
});
const SEVERAL = row(40, {
  code: 'fills-of-several',
  strategy_id: 0,
  strategy_type: '',
  market: '',
  values: { count: '1234', bots: '56' },
});

let isOffered: boolean;
let unread: number;
let rows: readonly NotificationRow[];
let isDown: boolean;

const ok = (data: unknown) => ({ code: 200, message: '', data });
const paths = fakeFetch(({ url, method, body }) => {
  const { pathname, searchParams } = new URL(url, 'http://here');
  if (pathname.endsWith('/capabilities')) return ok(isOffered ? ['notifications'] : []);
  if (isDown) return null;
  if (method === 'POST') {
    unread = 0;
    rows = rows.map((one) => ({ ...one, is_read: one.id <= (body as { to: number }).to }));
  }
  const count = { unread, last: rows[0]?.id ?? 0 };
  if (pathname.endsWith('/count') || method === 'POST') return ok(count);
  const before = Number(searchParams.get('before') ?? Number.MAX_SAFE_INTEGER);
  const page = rows.filter(({ id }) => id < before).slice(0, 2);
  return ok({ ...count, rows: page, has_more: page.at(-1)?.id !== rows.at(-1)?.id });
});

beforeEach(() => {
  isOffered = true;
  isDown = false;
  rows = [ENDED, SEVERAL, row(39)];
  unread = 3;
  paths.calls.length = 0;
  vi.stubGlobal('fetch', paths.fetch);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(): Promise<HTMLElement> {
  render(<NotificationBell />, { wrapper: ComponentHost });
  const bell = await screen.findByRole('button', { name: /^Notifications/ });
  fireEvent.click(bell);
  // Its part is read from the disk at first: real time, which other programs of the machine take too.
  return screen.findByRole('dialog', { name: 'Notifications' }, { timeout: 30_000 });
}

describe('the notification centre', () => {
  it('is not there where the exchange has none, and nothing is asked of it then', async () => {
    isOffered = false;
    render(<NotificationBell />, { wrapper: ComponentHost });
    await waitFor(() => expect(paths.calls.length).toBeGreaterThan(0));
    expect(screen.queryByRole('button')).toBeNull();
    expect(paths.calls.every(({ url }) => url.includes('capabilities'))).toBe(true);
  });

  it('says how many are unread, and of each what happened, of which bot, and what it came to', async () => {
    const dialog = await open();
    expect(screen.getByLabelText('Notifications, 3 unread')).toBeTruthy();
    const list = within(await within(dialog).findByRole('list'));
    const [first, second] = list.getAllByRole('listitem');
    expect(first?.textContent).toContain('My grid · BTC/USDT');
    expect(first?.textContent).toContain('Stop loss reached');
    expect(first?.textContent).toContain('Result -12.34');
    expect(first?.querySelector('a')?.getAttribute('href')).toBe(
      '/en/strategybot/historyStrategy?type=spot_grid&id=100001',
    );
    // About several bots: it leads to none of them.
    expect(second?.textContent).toContain('1,234 fills of 56 bots');
    expect(second?.querySelector('a')).toBeNull();
  });

  it('leads from a limit of the account that was reached to where the limits stand', async () => {
    const values = { percent: '12.5', limit: '10' };
    rows = [row(42, { ...SEVERAL, id: 42, kind: 'protection', code: 'drawdown-stop-creating', values })];
    const dialog = await open();
    const link = await within(dialog).findByRole('link', { name: /12\.5% below its peak\. Limit: 10%/ });
    expect(link.getAttribute('href')).toBe('/en/strategybot/portfolio');
  });

  it('goes to older ones and back, and marks all as read at once', async () => {
    const dialog = await open();
    await within(dialog).findByText(/1,234 fills/);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
    // Pressed once more before the page is there, it is the same page: one step back leads to the first.
    fireEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
    expect(await within(dialog).findByText('Bought 0.0125 BTC at 64,000.5 USDT')).toBeTruthy();
    expect(within(dialog).getByText('Spot grid · BTC/USDT')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Previous' }));
    await within(dialog).findByText(/1,234 fills/);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(within(dialog).queryByText('New')).toBeNull());
    expect(paths.calls.find(({ method }) => method === 'POST')?.body).toEqual({ to: 41 });
    await waitFor(() => expect(screen.queryByLabelText(/unread/)).toBeNull());
  });

  it('tells none from not known, and says it', async () => {
    rows = [];
    unread = 0;
    isDown = true;
    const dialog = await open();
    expect(await within(dialog).findByText('This could not be loaded – trying again')).toBeTruthy();
    expect(within(dialog).queryByText('No notifications yet')).toBeNull();
    cleanup();
    isDown = false;
    const empty = within(await open());
    expect(await empty.findByText('No notifications yet')).toBeTruthy();
    expect(empty.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe(
      '/en/account#notification-settings',
    );
  });
});
