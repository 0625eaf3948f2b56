// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formDraftsAtom, paramModesAtom } from '#components/create/form-state.ts';
import { MoonPage } from '#components/create/moon-page.tsx';
import { StrategyForm } from '#components/create/strategy-form.tsx';
import { botsViewAtom } from '#lib/client/bots-view.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import publicPages from '#messages/en/public.json' with { type: 'json' };
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';
import { testSpec } from '#tests/support/market-specs.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/trade/BTC_USDT' }));

const SPEC = testSpec();
const ok = (data: unknown): object => ({ code: 200, message: '', data });
const JUDGED = {
  fitted_rate: '0.034',
  held_out_rate: '0.012',
  hold_rate: '-0.005',
  neighbour_low: '-0.001',
  neighbour_high: '0.02',
  grade: 'B',
  cycle: 7,
  computed_at: 1,
  from: 1,
  split: 2,
  to: 3,
};
let calls: FakeCall[];
let ai: (url: string) => object;

const ANSWERS: Readonly<Record<string, () => object>> = {
  '/api/session': () => ok({ logged_in: true, anonymous: '0123456789abcdef', nickname: 'demo' }),
  '/api/strategybot/last_price': () => ({ last_price: '60000' }),
  '/api/apiw/v2/market/spot_markets': () => ok([]),
  '/api/apiw/v2/quant-trading/public/grid-base': () => ok({ max_grid: 200 }),
  '/api/apiw/v2/quant-trading/public/experience_markets': () => ok([]),
  '/api/apiw/v2/quant-trading/strategybot/strategy_fee': () => ok({ taker_fee: '0.001', vip_fee_discount: '1' }),
  '/api/apiw/v2/quant-trading/available_balance': () =>
    ok({ currency_outables: [{ asset: 'USDT', outable: '10000' }], max_outable: { outable: '10000' } }),
  '/api/apiw/v2/grid-trading/min_amount': () => ok({ min_amount: '10', base: 'BTC', quote: 'USDT', unit_qty: '1' }),
  '/api/apiw/v2/quant-trading/private/bot_agreement': () => ok({ signed: true, version: '1', url: '' }),
  '/api/apiw/v2/grid-trading/create': () => ok({ strategy_id: 8 }),
};

const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const draft = (kind: RunnableKind) => getDefaultStore().get(formDraftsAtom)[kind] ?? {};
const created = (): FakeCall | undefined => calls.find(({ url }) => url.includes('/grid-trading/create'));

async function open(kind: RunnableKind): Promise<void> {
  render(
    <ComponentHost>
      <StrategyForm kind={kind} spec={SPEC} onCreated={() => undefined} />
    </ComponentHost>,
  );
  await pass(100);
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'requestAnimationFrame', 'Date'],
  });
  window.matchMedia = ((query: string) => ({ matches: false, media: query })) as unknown as typeof window.matchMedia;
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal(
    'Worker',
    class {
      postMessage() {}
      terminate() {}
    },
  );
  getDefaultStore().set(formDraftsAtom, {});
  getDefaultStore().set(paramModesAtom, {});
  ai = (url) =>
    url.includes('back-test-profit')
      ? ok({
          ...JUDGED,
          rate: '0.012',
          price_step: '0.015',
          frequency: 6,
          take_profit: '0.012',
          multiplier: '1.5',
          back_profit: [],
        })
      : url.includes('infinite')
        ? ok({ ...JUDGED, low_price: '0.01', high_price: '0.02', rate: '0.012' })
        : ok({
            ...JUDGED,
            low_price: '55000.5',
            high_price: '66000',
            grid_num: '24',
            price_type: '1',
            rate: '0.012',
          });
  const fake = fakeFetch(({ url }) => {
    const path = url.split('?')[0] ?? '';
    if (/ai_params|back-test-profit/.test(path)) return ai(url);
    return ANSWERS[path]?.() ?? { code: 404, message: 'unknown' };
  });
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(async () => {
  cleanup();
  await pass(50);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('AI and manual parameters', () => {
  it('begins in AI mode with a summary to read and one graded line: fitted beside held out (C-017, C-064, C-181)', async () => {
    await open('spot_grid');
    expect(screen.queryByLabelText('Lower price')).toBeNull();
    const block = screen.getByRole('region', { name: 'AI parameters' });
    for (const text of ['55,000.5', '66,000', '24', 'Geometric', 'Grade B', 'fitted', 'held out', 'just holding']) {
      expect(block.textContent).toContain(text);
    }
    expect(block.textContent).not.toMatch(/annual|APR/i);
    expect(draft('spot_grid')).toMatchObject({ low_price: '55000.5', high_price: '66000', grid_num: '24' });
  });

  it('manual modification and back to auto mode clear the money (C-065, C-184, C-186)', async () => {
    await open('spot_grid');
    type('Investment', '500');
    press('Manual modification');
    expect(draft('spot_grid').money).toBe('');
    expect((screen.getByLabelText('Lower price') as HTMLInputElement).value).toBe('55000.5');
    type('Lower price', '50000');
    type('Investment', '500');
    press('Back to auto mode');
    await pass(10);
    expect(draft('spot_grid')).toMatchObject({ money: '', low_price: '55000.5' });
    expect(screen.queryByLabelText('Lower price')).toBeNull();
  });

  it('sends where the parameters come from (C-079, X53)', async () => {
    await open('spot_grid');
    type('Investment', '500');
    await pass(700);
    press('Create');
    await pass(100);
    expect(created()?.body).toMatchObject({ param_source: 'ai', low_price: '55000.5', grid_num: '24' });
  });

  it('falls back to manual mode where there are no AI parameters, without a dead end (C-188, C-398)', async () => {
    ai = () => ({ code: 404, message: '', data: { issue: 'ai-not-computed' } });
    await open('infinite_grid');
    expect(screen.queryByRole('region', { name: 'AI parameters' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Back to auto mode' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Create' })).toBeTruthy();
    expect(getDefaultStore().get(paramModesAtom).infinite_grid).toBe('manual');
  });

  it('for a martingale, manual modification opens the advanced settings unless it is low risk (C-185)', async () => {
    await open('martingale');
    expect(draft('martingale')).toMatchObject({
      price_steps: '1.5',
      max_order_amount: '6',
      take_profit_per_cycle: '1.2',
    });
    press('Manual modification');
    const advanced = () => screen.getByRole('button', { name: 'Advanced settings' }).getAttribute('aria-expanded');
    expect(advanced()).toBe('false');
    press('Back to auto mode');
    await pass(10);
    fireEvent.click(screen.getByLabelText('Hoarding', { exact: false }));
    await pass(100);
    press('Manual modification');
    expect(advanced()).toBe('true');
  });

  it('for a martingale, several coins are manual and back to auto mode is one coin with free params off (C-182, C-187)', async () => {
    await open('martingale');
    fireEvent.click(screen.getByLabelText('Multiple coins'));
    await pass(20);
    expect(getDefaultStore().get(paramModesAtom).martingale).toBe('manual');
    press('Back to auto mode');
    await pass(20);
    expect(draft('martingale')).toMatchObject({ create_mode: '0', enable_free_params: '0' });
  });
});

describe('the moon-bot', () => {
  const back = vi.fn();
  const manual = vi.fn();
  async function openMoon(): Promise<void> {
    render(
      <ComponentHost>
        <NextIntlClientProvider locale="en" messages={{ ...(await loadTexts()), public: publicPages }} timeZone="UTC">
          <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
            <MoonPage spec={SPEC} onBack={back} onManual={manual} />
          </SWRConfig>
        </NextIntlClientProvider>
      </ComponentHost>,
    );
    await pass(100);
  }
  async function loadTexts() {
    const [common, fields, issues, refusals, trade, bots] = await Promise.all(
      ['common', 'fields', 'issues', 'refusals', 'trade', 'bots'].map(
        async (name) => (await import(`../../messages/en/${name}.json`, { with: { type: 'json' } })).default,
      ),
    );
    return { common, fields, issues, refusals, trade, bots };
  }

  it('has name and help, an amount, a summary of range and count to read, and Create (C-079, C-080, C-081, C-082)', async () => {
    await openMoon();
    expect(screen.getByRole('heading', { name: 'AI grid' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'How it works' })).toBeTruthy();
    expect(screen.getByLabelText('Investment')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'AI parameters' }).textContent).toContain('66,000');
    expect(screen.queryByRole('button', { name: 'Manual modification' })).toBeNull();
  });

  it('creates a spot grid with AI parameters, goes back and shows the running list (C-215, H7)', async () => {
    back.mockReset();
    await openMoon();
    type('Investment', '500');
    await pass(700);
    press('Create');
    await pass(100);
    expect(created()?.body).toMatchObject({ strategy_type: 'spot_grid', param_source: 'ai', grid_num: '24' });
    expect(back).toHaveBeenCalled();
    await pass(700);
    expect(getDefaultStore().get(botsViewAtom)).toMatchObject({ tab: 'running', kind: 'spot_grid' });
  });

  it('leads to the whole form where there are no AI parameters (C-398)', async () => {
    ai = () => ({ code: 404, message: '' });
    manual.mockReset();
    await openMoon();
    press('Set parameters myself');
    expect(manual).toHaveBeenCalled();
  });
});
