// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { EndDialog } from '#components/portfolio/end/end-dialog.tsx';
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';

/** The end of several bots by one plan: what is shown of each is what is sent of it. */

const BOTS = [1, 2, 3].map((strategy_id) => strategyRow({ strategy_id, strategy_name: `bot ${strategy_id}` }));

/** How often each bot was set otherwise. */
let settings: Record<string, number>;
/** What stands against an end, by bot; nothing: its plan is asked for. */
let refusals: Record<string, object>;
let lost: string | null;
let ended: (readonly number[])[];

const ok = (data: unknown): object => ({ code: 200, message: '', data });
const named = (id: string): string => `${id}${settings[id] ?? 0}`.padStart(32, '0');

function answer({ url, body, method }: FakeCall): object | null {
  if (url.includes('enquiry_price')) return ok({ price: '60000', last_price: '60000' });
  if (url.includes('close_preview')) {
    const id = new URLSearchParams(url.split('?')[1]).get('strategy_id') ?? '';
    const returns = [{ currency: 'USDT', amount: `${100 + (settings[id] ?? 0)}` }];
    const figures = { debts: [], trades: [], rests: null, profit: '1', profit_rate: '0', profit_asset: 'USDT' };
    return ok({ returns, ...figures, fingerprint: named(id) });
  }
  if (url.includes('/cancel/')) {
    const id = url.split('/').at(-1) ?? '';
    if (lost === id) return null;
    if (refusals[id] !== undefined) return refusals[id];
    const isShown = (body as { fingerprint?: string }).fingerprint === named(id);
    return isShown ? ok({ strategy_id: Number(id) }) : { code: 409, message: '', data: { issue: 'plan-stale' } };
  }
  return ok(method === 'GET' ? [] : {});
}

const calls = inOwnTime(answer, () => {
  settings = {};
  refusals = {};
  lost = null;
  ended = [];
});

const sentEnds = (): string[] => calls.filter(({ url }) => url.includes('/cancel/')).map(({ url }) => url.slice(-1));
const row = (id: number): HTMLElement => document.querySelector(`[data-end="${id}"]`) as HTMLElement;
const press = async (name: string, ms = 2_000): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(ms);
};

async function open(): Promise<void> {
  render(
    <ComponentHost>
      <EndDialog bots={BOTS} onClose={() => {}} onEnded={(now) => ended.push([...now])} />
    </ComponentHost>,
  );
  await pass(1_000);
}

describe('a bot that was set otherwise since its end was shown', () => {
  it('stands there with its new plan, to be confirmed again, while the others end as they were shown', async () => {
    await open();
    settings = { 2: 1 };
    await press('Terminate 3');
    expect(sentEnds()).toEqual(['1', '2', '3']);
    expect(within(row(1)).getByText('Termination started')).toBeTruthy();
    expect(within(row(3)).getByText('Termination started')).toBeTruthy();
    expect(within(row(2)).getByText(/its plan is another by now/)).toBeTruthy();
    expect(within(row(2)).getByText(/101 USDT/)).toBeTruthy();
    expect(ended).toEqual([[1, 3]]);
    await press('Try again (1)');
    expect(sentEnds()).toEqual(['1', '2', '3', '2']);
    expect(within(row(2)).getByText('Termination started')).toBeTruthy();
    expect(ended).toEqual([[1, 3], [2]]);
  });

  it('is asked about anew once that plan is more than a minute old too; what was not answered is asked for as it was sent', async () => {
    await open();
    settings = { 2: 1 };
    lost = '3';
    // Its answer is looked up some times.
    await press('Terminate 3', 20_000);
    expect(within(row(3)).getByText(/No answer yet/)).toBeTruthy();
    await pass(61_000);
    settings = { 2: 2, 3: 1 };
    expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull();
    await press('Refresh');
    expect(within(row(2)).getByText(/102 USDT/)).toBeTruthy();
    expect(within(row(3)).getByText(/100 USDT/)).toBeTruthy();
    lost = null;
    settings = { 2: 2, 3: 0 };
    await press('Try again (2)');
    const sent = calls.filter(({ url }) => url.endsWith('/cancel/3'));
    expect(new Set(sent.map(({ body, headers }) => JSON.stringify([body, headers['idempotency-key']]))).size).toBe(1);
    expect(within(row(2)).getByText('Termination started')).toBeTruthy();
    expect(within(row(3)).getByText('Termination started')).toBeTruthy();
  });

  it('that is refused for something else says why, and is shown as it would be ended now', async () => {
    await open();
    refusals = { 2: { code: 409, message: '', data: { issue: 'price-unknown' } } };
    settings = { 2: 3 };
    await press('Terminate 3');
    expect(within(row(2)).getByText('Not terminated: the market has no price right now')).toBeTruthy();
    expect(within(row(2)).getByText(/103 USDT/)).toBeTruthy();
  });
});
