// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import '#components/backtests/backtest-dialog.tsx';
import { BacktestFills } from '#components/backtests/backtest-fills.tsx';
import type { BacktestRecord, BacktestReport } from '#lib/contract/backtest-calls.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { type FormHost, hostForm, leaveDraft, ok, pass, press, type } from '#tests/support/create-form-host.tsx';
import { KIND_CASES } from './strategies-kind-cases.ts';

/** When limit orders fill (H58): the choice of the form, and both results in the report. */

const CAPABILITIES = '/api/apiw/v2/quant-trading/public/capabilities';
const CREATE = '/api/apiw/v2/quant-trading/strategybot/create_backtest';

let host: FormHost | null = null;

afterEach(async () => {
  cleanup();
  await host?.close();
  host = null;
});

/** The dialog of a form that is filled in, before an exchange that announces these. */
async function openDialog(kind: RunnableKind, announced: readonly string[]): Promise<void> {
  host = hostForm({ [CAPABILITIES]: () => ok(announced), [CREATE]: () => ok({ id: 9 }) });
  const { spec, good } = KIND_CASES[kind];
  leaveDraft(kind, spec, good);
  await host.open(kind, spec);
  await pass(700);
  press('Backtest');
  await pass(200);
  expect(screen.getByRole('dialog', { name: 'Backtest' })).toBeTruthy();
}

const choice = (name: string): HTMLElement | null => screen.queryByRole('radio', { name });
const start = (): HTMLButtonElement => screen.getByRole('button', { name: 'Start backtest' }) as HTMLButtonElement;
async function sent(): Promise<unknown> {
  press('Start backtest');
  await pass(300);
  return host?.asked('create_backtest').at(-1)?.body;
}

describe('the choice of when limit orders fill', () => {
  it('is touched at first, and then not said', async () => {
    await openDialog('spot_grid', ['through_ticks']);
    expect((choice('Touched') as HTMLInputElement).checked).toBe(true);
    expect(screen.queryByLabelText('Ticks beyond the order')).toBeNull();
    const body = await sent();
    expect(body).toMatchObject({ strategy_type: 'spot_grid' });
    expect(body).not.toHaveProperty('through_ticks');
  });

  it('may be traded through, by a tick or as many as are typed', async () => {
    await openDialog('spot_grid', ['through_ticks']);
    fireEvent.click(choice('Traded through') as HTMLElement);
    for (const wrong of ['', '0', '1001']) {
      type('Ticks beyond the order', wrong);
      expect([wrong, start().disabled]).toEqual([wrong, true]);
      expect(screen.getByText('please enter a whole number from 1 to 1000')).toBeTruthy();
    }
    type('Ticks beyond the order', '5');
    expect(await sent()).toMatchObject({ through_ticks: 5 });
  });

  it('says nothing of ticks that were typed when touched is chosen again', async () => {
    await openDialog('futures_grid', ['through_ticks']);
    fireEvent.click(choice('Traded through') as HTMLElement);
    type('Ticks beyond the order', '');
    fireEvent.click(choice('Touched') as HTMLElement);
    expect(await sent()).not.toHaveProperty('through_ticks');
  });

  it('is neither offered nor said where the exchange does not announce it (H61)', async () => {
    await openDialog('spot_grid', ['events']);
    expect(choice('Touched')).toBeNull();
    expect(await sent()).not.toHaveProperty('through_ticks');
  });

  it('is not offered for a kind of which no limit order rests, and nothing is asked for', async () => {
    await openDialog('smart-position', ['through_ticks']);
    expect(choice('Touched')).toBeNull();
  });
});

describe('the report', () => {
  const result = { profit_rate: '0.05', total_profit: '50', max_draw_down: '0.03', orders_cnt: 12 };
  const other = { through_ticks: 1, profit_rate: '-0.04', total_profit: '-40', max_draw_down: '0.035', orders_cnt: 9 };
  const rowsOf = (own: number, beside: typeof other): (string | null)[] => {
    const report = { profit_asset: 'USDT', through_ticks: own } as BacktestReport;
    render(
      <ComponentHost>
        <BacktestFills record={{ result } as BacktestRecord} report={report} other={beside} />
      </ComponentHost>,
    );
    const [, ...rows] = within(screen.getByRole('table', { name: 'When limit orders fill' })).getAllByRole('row');
    return rows.map(({ textContent }) => textContent);
  };

  it('has its own result and that of the other fills, touched ones first', () => {
    expect(rowsOf(0, other)).toEqual([
      'Touchedthis backtest+50.0000 USDT+5.00%3.00%12',
      'Traded through by 1 tick-40.0000 USDT-4.00%3.50%9',
    ]);
  });

  it('says of which it is', () => {
    expect(rowsOf(3, { ...other, through_ticks: 0 })).toEqual([
      'Touched-40.0000 USDT-4.00%3.50%9',
      'Traded through by 3 ticksthis backtest+50.0000 USDT+5.00%3.00%12',
    ]);
  });
});
