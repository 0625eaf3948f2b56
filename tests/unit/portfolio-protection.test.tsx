// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProtectionBanner } from '#components/portfolio/protection/protection-banner.tsx';
import { ProtectionSection } from '#components/portfolio/protection/protection-section.tsx';
import type { DryRun, Protection } from '#components/portfolio/protection/typed-limits.ts';
import { ComponentHost, fakeFetch } from '#tests/support/component-host.tsx';
import { onOwnPage } from '#tests/support/own-page.ts';

const NOTHING: Protection = {
  version: 0,
  drawdown: null,
  exposure: null,
  time: 0,
  equity: '',
  peak: '',
  peak_since: 0,
  not_offered: '',
  crossings: [],
};
const CROSSED: Protection = {
  ...NOTHING,
  version: 3,
  drawdown: { percent: '10', action: 'stop-creating' },
  time: 1_700_000_100,
  equity: '890.5',
  peak: '1000',
  peak_since: 1_700_000_000,
  crossings: [
    {
      limit: 'drawdown',
      asset: '',
      time: 1_700_000_050,
      value: '10.95',
      most: '10',
      action: 'stop-creating',
      ended: 0,
      left: 3,
    },
  ],
};
const PLAN: DryRun = {
  time: 1_700_000_100,
  equity: '890.5',
  peak: '1000',
  standings: [
    { limit: 'drawdown', asset: '', value: '10.95', most: '10', action: 'stop-all', verdict: 'reached' },
    { limit: 'exposure', asset: 'BTC', value: '-250.5', most: '1000', action: 'warn', verdict: 'within' },
    { limit: 'exposure', asset: 'ETH', value: '', most: '1000', action: 'warn', verdict: 'unknown' },
  ],
  ends: {
    is_due: true,
    bots: 1,
    left_out: 1,
    returns: [{ currency: 'USDT', amount: '480.25' }],
    profits: [{ currency: 'USDT', amount: '-19.75' }],
    rows: [
      {
        strategy_id: 8,
        strategy_type: 'spot_grid',
        strategy_name: 'mine',
        market: 'ETH_USDT',
        returns: [],
        profit: '',
        profit_asset: '',
        obstacle: 'spread',
      },
      {
        strategy_id: 7,
        strategy_type: 'futures_grid',
        strategy_name: '',
        market: 'BTC_USDT',
        returns: [{ currency: 'USDT', amount: '480.25' }],
        profit: '-19.75',
        profit_asset: 'USDT',
        obstacle: '',
      },
    ],
  },
};

let protection: Protection;
let refusal: object | null;
/** The dry run; null: no answer. */
let tried: object | null;
const ok = (data: unknown) => ({ code: 200, message: '', data });
const fake = fakeFetch(({ url, method, body }) => {
  if (url.includes('/capabilities')) return ok(['protection']);
  if (url.endsWith('/protection/try')) return tried;
  if (method === 'GET') return ok(protection);
  if (refusal !== null) return refusal;
  if (url.endsWith('/rearm')) protection = { ...protection, crossings: [] };
  else protection = { ...protection, ...(body as object), version: protection.version + 1 };
  return ok(protection);
});
const sent = (end: string) => fake.calls.filter(({ url, method }) => method === 'POST' && url.endsWith(end)).at(-1);

beforeEach(() => {
  onOwnPage();
  protection = NOTHING;
  refusal = null;
  tried = ok(PLAN);
  fake.calls.length = 0;
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  render(
    <>
      <ProtectionBanner />
      <ProtectionSection assets={['USDT', 'ETH', 'BTC', 'BTC']} />
    </>,
    { wrapper: ComponentHost },
  );
  await screen.findByLabelText('Largest drawdown');
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save limits' });

describe('the limits of an account on the portfolio page', () => {
  it('sends what is typed with the version that was seen, empty as no limit, under a key', async () => {
    await open();
    expect(save().disabled).toBe(true);
    type('Largest drawdown', '12.5');
    fireEvent.click(screen.getByRole('button', { name: 'Add a limit for this coin' }));
    type('Largest exposure, BTC', '2500');
    expect([...screen.getByLabelText<HTMLSelectElement>('Coin').options].map(({ value }) => value)).toEqual(['ETH']);
    fireEvent.click(save());
    await waitFor(() => expect(sent('/private/protection')).toBeDefined());
    expect(sent('/private/protection')?.body).toEqual({
      version: 0,
      drawdown: { percent: '12.5', action: 'warn' },
      exposure: { usdt: '', coins: [{ asset: 'BTC', usdt: '2500' }], action: 'warn' },
    });
    expect(sent('/private/protection')?.headers['idempotency-key']).toBeTruthy();
    await waitFor(() => expect(save().disabled).toBe(true));
    // Taken away again: none of both is left.
    fireEvent.click(screen.getByRole('button', { name: 'Remove BTC' }));
    type('Largest drawdown', '');
    fireEvent.click(save());
    await waitFor(() => expect(sent('/private/protection')?.body).toMatchObject({ version: 1 }));
    expect(sent('/private/protection')?.body).toMatchObject({ drawdown: null, exposure: null });
  });

  it('says why an account that everybody uses has none, and offers no form', async () => {
    protection = { ...NOTHING, not_offered: 'protection-published' };
    render(<ProtectionSection assets={['USDT']} />, { wrapper: ComponentHost });
    await screen.findByText(/everybody uses this account, so it has no limits/i);
    expect(screen.queryByLabelText('Largest drawdown')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('what ends bots is shown as a plan first, and that is what is saved', async () => {
    await open();
    type('Largest drawdown', '10');
    fireEvent.change(screen.getByLabelText('When the drawdown is reached'), { target: { value: 'stop-all' } });
    fireEvent.click(save());
    const dialog = within(await screen.findByRole('dialog'));
    expect(sent('/private/protection')).toBeUndefined();
    await dialog.findByText('These bots would be terminated now');
    expect(dialog.getAllByText('10.95%').length).toBeGreaterThan(0);
    expect(dialog.getAllByText('Reached: Terminate all bots').length).toBeGreaterThan(0);
    expect(dialog.getAllByText('Not known: nothing happens').length).toBeGreaterThan(0);
    expect(dialog.getByText('Spread above 3%, or not known')).toBeTruthy();
    expect(dialog.getByText('One bot by market close · One is left out and tried again')).toBeTruthy();
    expect(dialog.getAllByText(/480\.25 USDT/)).toHaveLength(2);
    expect(sent('/protection/try')?.body).toEqual({ drawdown: { percent: '10', action: 'stop-all' }, exposure: null });
    fireEvent.click(dialog.getByRole('button', { name: 'Save limits' }));
    await waitFor(() => expect(sent('/private/protection')?.body).toMatchObject({ drawdown: { action: 'stop-all' } }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('a dry run of what is set saves nothing', async () => {
    protection = { ...CROSSED, crossings: [] };
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'What would happen now' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('These bots would be terminated now');
    expect(dialog.queryByRole('button', { name: 'Save limits' })).toBeNull();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(sent('/private/protection')).toBeUndefined();
  });

  it.each([
    ['cannot be had', null, 'This could not be loaded – trying again'],
    ['comes from an exchange in trouble', { code: 503, message: '' }, 'This could not be loaded – trying again'],
    ['is refused', { code: 409, message: '' }, 'This is not possible in the current state'],
  ])('a dry run that %s is said to be so', async (_how, reply, text) => {
    protection = { ...CROSSED, crossings: [] };
    tried = reply;
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'What would happen now' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(text)).toBeTruthy();
  });

  it('says at its field what is refused, and keeps what was typed', async () => {
    await open();
    refusal = {
      code: 422,
      message: '',
      data: { field: 'coins.0', issue: 'usdt-between', values: { least: '1', most: '1000000000' } },
    };
    fireEvent.click(screen.getByRole('button', { name: 'Add a limit for this coin' }));
    type('Largest exposure, BTC', '0.5');
    fireEvent.click(save());
    expect(await screen.findByText(/from 1 to 1,000,000,000 USDT/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Largest exposure, BTC').value).toBe('0.5');
  });

  it.each(['warn', 'stop-all'])(
    'says at its field that a coin was added and given no figure, and sends nothing (%s)',
    async (action) => {
      await open();
      fireEvent.change(screen.getByLabelText('When an exposure is reached'), { target: { value: action } });
      fireEvent.click(screen.getByRole('button', { name: 'Add a limit for this coin' }));
      fireEvent.click(save());
      expect(screen.getByLabelText('Largest exposure, BTC').getAttribute('aria-invalid')).toBe('true');
      expect(screen.getByText(/from 1 to 1,000,000,000 USDT/)).toBeTruthy();
      fireEvent.click(screen.getByRole('button', { name: 'What would happen now' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(fake.calls.filter(({ method }) => method === 'POST')).toEqual([]);
      type('Largest exposure, BTC', '5');
      expect(screen.queryByText(/from 1 to 1,000,000,000 USDT/)).toBeNull();
    },
  );

  it('says what is refused at none of its fields, until something else is typed', async () => {
    await open();
    refusal = { code: 422, message: '', data: { field: 'exposure', issue: 'protection-no-limit' } };
    type('Largest drawdown', '12');
    fireEvent.click(save());
    expect(await screen.findByText(/enter a limit for all coins/)).toBeTruthy();
    type('Largest drawdown', '13');
    expect(screen.queryByText(/enter a limit for all coins/)).toBeNull();
  });

  it('takes over what another tab saved where nothing is typed, and loses nothing that is', async () => {
    await open();
    const ask = () => act(async () => void window.dispatchEvent(new Event('focus')));
    const fall = () => screen.getByLabelText<HTMLInputElement>('Largest drawdown');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const pass = () => act(() => vi.advanceTimersByTimeAsync(11_000));
    protection = { ...NOTHING, version: 1, drawdown: { percent: '20', action: 'warn' } };
    await pass();
    await ask();
    await waitFor(() => expect(fall().value).toBe('20'));
    fall().focus();
    type('Largest drawdown', '33');
    protection = { ...protection, version: 2, drawdown: { percent: '25', action: 'warn' } };
    await pass();
    await screen.findByText(/Other limits were saved meanwhile/);
    expect([fall().value, document.activeElement === fall()]).toEqual(['33', true]);
    // Saved as it is, it is refused by its version: nobody's limits are written over unseen.
    refusal = { code: 409, message: '', data: { issue: 'protection-stale' } };
    fireEvent.click(save());
    await waitFor(() => expect(sent('/private/protection')?.body).toMatchObject({ version: 1 }));
    fireEvent.click(screen.getByRole('button', { name: 'Show the saved limits' }));
    expect(fall().value).not.toBe('33');
    expect(screen.queryByText(/Other limits were saved meanwhile/)).toBeNull();
    vi.useRealTimers();
  });

  it('keeps the focus as its button has nothing left to save', async () => {
    await open();
    type('Largest drawdown', '12.5');
    save().focus();
    fireEvent.click(save());
    await waitFor(() => expect(save().disabled).toBe(true));
    await waitFor(() => expect(document.activeElement?.tagName).toBe('FORM'));
    expect(screen.getByLabelText<HTMLInputElement>('Largest drawdown').value).toBe('12.5');
  });

  it('what was reached stands above the page, with its figures; it is armed again after a question', async () => {
    protection = CROSSED;
    await open();
    const banner = await screen.findByRole('alert');
    expect(banner.textContent).toMatch(/fell 10\.95% below its peak \(limit 10\.00%\)/);
    expect(banner.textContent).toContain('Creating, starting and adding money are stopped.');
    expect(screen.getByText('10.95%', { selector: '[data-protection-fall]' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Arm drawdown again' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(sent('/rearm')).toBeUndefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Arm drawdown again' }));
    await waitFor(() => expect(sent('/rearm')?.body).toEqual({ limit: 'drawdown' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('one limit that every coin has reached does not fill the page', async () => {
    const coin = {
      ...CROSSED.crossings[0],
      limit: 'exposure',
      value: '-5.5',
      most: '1',
    } as Protection['crossings'][number];
    const crossings = ['ADA', 'BNB', 'BTC', 'ETH', 'SOL'].map((asset) => ({ ...coin, asset }));
    protection = { ...CROSSED, crossings };
    await open();
    expect(await screen.findAllByText(/Exposure to \w+: -5\.50 USDT \(limit 1\.00 USDT\)/)).toHaveLength(3);
    expect(screen.getByText('2 more limits were reached.')).toBeTruthy();
    // One way to them, not one a line; what is not shown is as grave as what is.
    expect(screen.getAllByRole('link', { name: 'To the limits' })).toHaveLength(1);
    expect(screen.getAllByRole('alert').every(({ className }) => className.includes('danger'))).toBe(true);
  });

  it('worth that nobody knows is no figure, and that is said', async () => {
    protection = { ...CROSSED, crossings: [], equity: '' };
    await open();
    expect(screen.getByText(/A price is not known now/)).toBeTruthy();
    expect(screen.getByText('--', { selector: '[data-protection-fall]' })).toBeTruthy();
  });
});
