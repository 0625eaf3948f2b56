// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formLinesAtom } from '#components/form/chart-marks.ts';
import {
  confirmSheet,
  draft,
  type FormHost,
  hostForm,
  leaveDraft,
  ok,
  pass,
  press,
  type,
} from '#tests/support/create-form-host.tsx';
import { testContract, testSpec } from '#tests/support/market-specs.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/trade/BTC_USDT' }));

const SPOT = testSpec();
const LINEAR = testContract();
let host: FormHost;

beforeEach(() => {
  host = hostForm({
    '/api/apiw/v2/quant-trading/public/experience_markets': () =>
      ok([{ market: 'BTC_USDT', strategy_type: 'spot_grid' }]),
    '/api/apiw/v2/quant-trading/strategybot/experience_balance': () =>
      ok({ available_experience: [{ experience_type: 'signal', available: '100' }] }),
  });
});
afterEach(() => host.close());

const dialog = () => within(screen.getByRole('dialog'));
const answer = async (name: string): Promise<void> => {
  fireEvent.click(dialog().getByRole('button', { name }));
  await pass(50);
};
const advanced = (): boolean => press('Advanced settings');

async function fillGrid(changes: Readonly<Record<string, string>> = {}): Promise<void> {
  const values = { 'Lower price': '50000', 'Upper price': '70000', 'Number of grids': '10', Investment: '1000' };
  for (const [label, value] of Object.entries({ ...values, ...changes })) type(label, value);
  await pass(700);
}

async function submit(): Promise<void> {
  press('Create');
  await pass(50);
}

describe('the trial-fund popup', () => {
  it('says on what terms the funds are lent, and they are used only after a yes (C-093)', async () => {
    await host.open('spot_grid', SPOT);
    const box = screen.getByLabelText('Use trial funds') as HTMLInputElement;
    fireEvent.click(box);
    const text = screen.getByRole('dialog').textContent ?? '';
    for (const words of ['100 USDT', 'Losses come out of them first', 'profit is yours', 'sells its coins']) {
      expect(text).toContain(words);
    }
    await answer('Not now');
    expect([box.checked, draft('spot_grid').use_experience ?? '']).toEqual([false, '']);
    fireEvent.click(box);
    await answer('Use trial funds');
    expect([box.checked, draft('spot_grid').use_experience]).toEqual([true, '1']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the dual-coin popup', () => {
  it('tells what a neutral margin grid borrows of each currency before anything is sent (C-092, H11)', async () => {
    await host.open('margin_grid', SPOT);
    fireEvent.click(screen.getByLabelText('Neutral'));
    // Leverage 2: a loan of another 1,000 USDT, half of it in coins at 60,000.
    await fillGrid();
    await submit();
    const text = screen.getByRole('dialog').textContent ?? '';
    expect(text).toContain('Two currencies are borrowed');
    expect(text).toMatch(/Borrowed USDT\s*500 USDT/);
    expect(text).toMatch(/Borrowed BTC\s*0\.00833\d* BTC/);
    await answer('Change it');
    expect(host.asked('grid-trading/create')).toHaveLength(0);
    await submit();
    await confirmSheet();
    expect(host.asked('grid-trading/create')[0]?.body).toMatchObject({ side: 'neutral' });
  });

  it('is not shown where one currency is borrowed, or none (C-092)', async () => {
    await host.open('margin_grid', SPOT);
    await fillGrid({ 'Lower price': '55000' });
    await submit();
    expect(screen.queryByText('Two currencies are borrowed')).toBeNull();
  });
});

describe('the pre-check popup', () => {
  const grid = { 'Lower price': '50000', 'Upper price': '70000' };

  it('is the generic confirm: two answers, and closing it is a no (C-099, C-094)', async () => {
    await host.open('spot_grid', SPOT);
    await fillGrid({ 'Lower price': '61000' });
    await submit();
    expect(dialog().getByRole('heading', { name: 'Please look again' })).toBeTruthy();
    const buttons = dialog()
      .getAllByRole('button')
      .map((button) => button.textContent || button.getAttribute('aria-label'));
    expect(buttons).toEqual(expect.arrayContaining(['Close', 'Change it', 'Create anyway']));
    await answer('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(host.asked('grid-trading/create')).toHaveLength(0);
    await submit();
    await answer('Create anyway');
    expect(host.asked('grid-trading/create')).toHaveLength(1);
  });

  it('names a trigger that is met already (H11, C-094)', async () => {
    await host.open('spot_grid', SPOT);
    advanced();
    await fillGrid({ ...grid, 'Trigger price': '60000' });
    await submit();
    expect(dialog().getByText(/is at the trigger price/)).toBeTruthy();
  });

  it('names a liquidation price inside the range (H11, C-411)', async () => {
    await host.open('futures_grid', LINEAR);
    await fillGrid({ ...grid, Investment: '2000' });
    press(/^Leverage ?[\d-]/);
    type(/Multiple/, '50');
    await pass(700);
    await submit();
    expect(dialog().getByText(/liquidation price lies inside the grid/)).toBeTruthy();
  });

  it('names a forced close inside a margin grid, which is drawn and said in its summary with both prices (H11, H39, C-411)', async () => {
    await host.open('margin_grid', SPOT);
    press(/^Leverage ?[\d-]/);
    type(/Multiple/, '10');
    await fillGrid(grid);
    const figure = document.querySelector('[data-summary="summary.liquidation_long"]');
    expect(figure?.textContent).toMatch(/\d.* \/ \d/);
    await pass(50);
    const lines = getDefaultStore().get(formLinesAtom);
    expect(lines.filter(({ role }) => role === 'liquidation').map(({ id }) => id)).toEqual([
      'liq-long',
      'liq-long-full',
    ]);
    await submit();
    expect(dialog().getByText(/liquidation price lies inside the grid/)).toBeTruthy();
  });

  it('names a ladder that is liquidated before its last add order (H11, C-411)', async () => {
    await host.open('contract-martingale', LINEAR);
    press(/^Leverage ?[\d-]/);
    type(/Multiple/, '50');
    for (const [label, value] of [
      ['Price step', '9'],
      ['Add orders', '3'],
      ['Take profit per round', '1.5'],
      ['Investment', '2000'],
    ] as const) {
      type(label, value);
    }
    await pass(700);
    const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent ?? '');
    expect(alerts.some((text) => text.includes('before the last add order'))).toBe(true);
    await submit();
    expect(dialog().getByText(/before the last add order/)).toBeTruthy();
  });

  it('names a trailing limit that is closer than the momentum (H11, C-269)', async () => {
    await host.open('spot_grid', SPOT);
    await fillGrid(grid);
    fireEvent.click(screen.getByLabelText('Trail up'));
    // Half a percent above the range, where 2 % of momentum can never be.
    leaveDraft('spot_grid', SPOT, { ...draft('spot_grid'), stop_upward_price: '70350' });
    await pass(50);
    await submit();
    expect(dialog().getByText(/momentum/)).toBeTruthy();
  });
});
