// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MoonPage } from '#components/create/moon-page.tsx';
import { modeKey, paramModesAtom } from '#components/form/form-state.ts';
import { botsViewAtom } from '#lib/client/bots-view.ts';
import { toastsAtom } from '#lib/client/toasts.ts';
import { CONTRACT } from '#lib/contract/contract.ts';
import { readReply } from '#lib/contract/read-reply.ts';
import { defaultSide } from '#lib/indicators/condition.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { formatConditions } from '#lib/kinds/indicator/definition/conditions.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { formatCoins } from '#lib/strategies/portfolio/coins.ts';
import publicPages from '#messages/en/public.json' with { type: 'json' };
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import {
  confirmSheet,
  draft,
  type FormHost,
  hostForm,
  leaveDraft,
  ok,
  pass,
  press,
  toasts,
  type,
} from '#tests/support/create-form-host.tsx';
import { arbitrageSpec, portfolioSpec, testContract, testSpec } from '#tests/support/market-specs.ts';

vi.mock('next/navigation', () => ({
  usePathname: () => '/en/trade/BTC_USDT',
  useRouter: () => ({ push: () => undefined }),
}));

const SPEC = testSpec();
const WEEK = { from: 1, to: 2, rate: '0.012', hold_rate: '-0.005', median_rate: '0.003' };
const JUDGED = {
  fitted_rate: '0.034',
  held_out_rate: '0.012',
  hold_rate: '-0.005',
  median_rate: '0.003',
  neighbour_low: '-0.001',
  neighbour_high: '0.02',
  grade: 'B',
  folds: new Array(8).fill(WEEK),
  track: [
    { grade: 'B', cases: 14, rate: '0.0021', over_hold: '0.0043', over_median: '0.0011' },
    { grade: 'D', cases: 40, rate: '-0.003', over_hold: '-0.0021', over_median: '-0.0009' },
  ],
  track_order: 'ordered',
  cycle: 7,
  computed_at: 1,
  from: 1,
  to: 3,
};
let ai: (url: string) => object;
let maxGrid: number;
let reply: object;
let host: FormHost;

const created = () => host.asked('/grid-trading/create')[0];

const open = (kind: RunnableKind): Promise<void> => host.open(kind, SPEC);

beforeEach(() => {
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
  const answer = ({ url }: FakeCall): object => ai(url);
  const paths = [
    '/api/apiw/v2/grid-trading/ai_params/spot',
    '/api/apiw/v2/grid-trading/ai_params/infinite',
    '/api/apiw/v2/quant-trading/strategybot/back-test-profit',
  ];
  maxGrid = 200;
  reply = ok({ strategy_id: 8 });
  host = hostForm({
    ...Object.fromEntries(paths.map((path) => [path, answer])),
    '/api/apiw/v2/quant-trading/public/grid-base': () => ok({ max_grid: maxGrid }),
    '/api/apiw/v2/grid-trading/create': () => reply,
  });
});
afterEach(() => host.close());

describe('AI and manual parameters', () => {
  it('begins in AI mode with a summary to read and one graded line: weeks it had not seen beside those it searched (C-017, C-064, C-181, E-161)', async () => {
    await open('spot_grid');
    expect(screen.queryByLabelText('Lower price')).toBeNull();
    const block = screen.getByRole('region', { name: 'AI parameters' });
    for (const text of [
      '55,000.5',
      '66,000',
      '24',
      'Geometric',
      'Grade B',
      'in weeks it had not seen',
      'just holding',
      'middle of all',
      'days searched',
    ]) {
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

  it('says in a toast what is wrong with parameters that it only shows, of a creation and of a backtest (C-209)', async () => {
    maxGrid = 10;
    await open('spot_grid');
    type('Investment', '500');
    await pass(700);
    for (const button of ['Create', 'Backtest']) {
      getDefaultStore().set(toastsAtom, []);
      press(button);
      await pass(100);
      expect([button, toasts()]).toEqual([button, ['Number of grids should be between 2 and 10']]);
    }
  });

  it('sends where the parameters come from (C-079, X53)', async () => {
    await open('spot_grid');
    type('Investment', '500');
    await pass(700);
    press('Create');
    await pass(100);
    await confirmSheet();
    expect(created()?.body).toMatchObject({ param_source: 'ai', low_price: '55000.5', grid_num: '24' });
  });

  it('falls back to manual mode where there are no AI parameters, without a dead end (C-188, C-398)', async () => {
    ai = () => ({ code: 404, message: '', data: { issue: 'ai-not-computed' } });
    await open('infinite_grid');
    expect(screen.queryByRole('region', { name: 'AI parameters' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Back to auto mode' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Create' })).toBeTruthy();
    expect(getDefaultStore().get(paramModesAtom)).toEqual({ [modeKey('infinite_grid', SPEC)]: 'manual' });
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

  it('for a martingale, several coins are manual and back to auto mode is one coin with free params off (C-182, C-187, E-162)', async () => {
    await open('martingale');
    fireEvent.click(screen.getByLabelText('Multiple coins'));
    await pass(20);
    expect(getDefaultStore().get(paramModesAtom).martingale).toBe('manual');
    press('Back to auto mode');
    await pass(20);
    expect((screen.getByLabelText('Single coin') as HTMLInputElement).checked).toBe(true);
    expect([draft('martingale').create_mode ?? '0', draft('martingale').enable_free_params]).toEqual(['0', '0']);
  });
});

describe('windows of 7 and 30 days', () => {
  const region = () => within(screen.getByRole('region', { name: 'AI parameters' }));
  const line = (cycle: string): string => document.querySelector(`[data-cycle="${cycle}"]`)?.textContent ?? '';
  const isChosen = (name: string) => (region().getByRole('radio', { name }) as HTMLInputElement).checked;
  const month = { ...JUDGED, cycle: 30, fitted_rate: '0.08', held_out_rate: '-0.02', grade: 'D' };
  const grid = { low_price: '55000.5', high_price: '66000', grid_num: '24', price_type: '1', rate: '0.012' };
  /** Both windows with these grades; the range of 30 days begins at 40,000. */
  const grades = (week: string, days30: string) => (url: string) =>
    ok(
      url.includes('cycle=30')
        ? { ...month, ...grid, grade: days30, low_price: '40000' }
        : { ...JUDGED, ...grid, grade: week },
    );

  it('are both offered, each with what unknown and searched weeks gave in one line; the chosen one is typed (C-144, E10)', async () => {
    ai = grades('B', 'D');
    await open('spot_grid');
    expect(line('7')).toMatch(
      /Grade B.*1\.20%.*had not seen.*just holding.*-0\.50%.*middle.*0\.30%.*7 days searched.*3\.40%/,
    );
    expect(line('30')).toMatch(/Grade D.*-2\.00%.*30 days searched.*8\.00%/);
    expect([isChosen('Past 7 days'), isChosen('Past 30 days')]).toEqual([true, false]);
    expect(draft('spot_grid').low_price).toBe('55000.5');
    fireEvent.click(region().getByRole('radio', { name: 'Past 30 days' }));
    await pass(20);
    expect(isChosen('Past 30 days')).toBe(true);
    expect(draft('spot_grid').low_price).toBe('40000');
  });

  it('begin with the better grade, of equal ones with the shorter window (B5, H51)', async () => {
    ai = grades('C', 'A');
    await open('spot_grid');
    expect(isChosen('Past 30 days')).toBe(true);
    expect(draft('spot_grid').low_price).toBe('40000');
    await host.close();
    host = hostForm({ '/api/apiw/v2/grid-trading/ai_params/spot': ({ url }: FakeCall) => ai(url) });
    ai = grades('C', 'C');
    await open('spot_grid');
    expect(isChosen('Past 7 days')).toBe(true);
  });

  it('never begin with a D: the form is the trader’s and says why, until he asks for it (B5, H51)', async () => {
    ai = grades('D', 'D');
    await open('spot_grid');
    expect(screen.queryByRole('region', { name: 'AI parameters' })).toBeNull();
    expect((screen.getByLabelText('Lower price') as HTMLInputElement).value).toBe('');
    expect(screen.getByText(/grades them D/).textContent).toMatch(/just holding.*set the parameters yourself/);
    press('Show the AI’s parameters all the same');
    await pass(20);
    expect(draft('spot_grid').low_price).toBe('55000.5');
    expect(line('7')).toContain('Grade D');
  });

  it('say how earlier suggestions with the grade did, and when grades have told nothing (A4, H51)', async () => {
    ai = grades('B', 'A');
    await open('spot_grid');
    expect(line('7')).toMatch(/earlier suggestions with this grade.*0\.21%.*holding.*0\.43%.*middle.*0\.11%.*14 cases/);
    expect(line('7')).not.toMatch(/do not rely|Too few/);
    expect(line('30')).toContain('No earlier suggestion had this grade');
    await host.close();
    host = hostForm({ '/api/apiw/v2/grid-trading/ai_params/spot': ({ url }: FakeCall) => ai(url) });
    ai = (url) =>
      ok({
        ...JUDGED,
        ...grid,
        track_order: url.includes('cycle=30') ? 'few' : 'unordered',
        folds: [WEEK, WEEK, WEEK],
      });
    await open('spot_grid');
    expect(line('7')).toContain('do not rely on the grade');
    expect(line('30')).toContain('Too few cases yet');
    expect(line('7')).toContain('Judged on 3 weeks only');
  });

  it('a grade for losing less than holding says in words that money was lost (H51)', async () => {
    ai = (url) => ok({ ...JUDGED, ...grid, held_out_rate: url.includes('cycle=30') ? '-0.002' : '0.002' });
    await open('spot_grid');
    expect(line('30')).toMatch(/On average it lost money.*lost less than just holding and the middle/);
    expect(line('7')).not.toContain('lost money');
  });

  it('no result of the searched window stands without the unknown weeks beside it, and none is annualised', async () => {
    await open('martingale');
    for (const graded of document.querySelectorAll('[data-graded]')) {
      expect(graded.textContent).toMatch(/had not seen.*just holding.*similar settings.*days searched/);
      expect(graded.textContent).not.toMatch(/annual|APR/i);
    }
    expect(document.querySelectorAll('[data-graded]')).toHaveLength(2);
  });

  it('the other one stands in while one is not computed', async () => {
    ai = (url) =>
      url.includes('cycle=30')
        ? ok({ ...month, ...grid, grade: 'C' })
        : { code: 404, message: '', data: { issue: 'ai-not-computed' } };
    await open('spot_grid');
    expect(line('7')).toContain('not computed yet');
    expect((region().getByRole('radio', { name: 'Past 7 days' }) as HTMLInputElement).disabled).toBe(true);
    expect(line('30')).toContain('Grade C');
    expect(draft('spot_grid').low_price).toBe('55000.5');
    // C-398: missing parameters of a grid are no matter for a toast.
    expect(toasts()).toEqual([]);
  });
});

describe('kinds whose parameters the documents have no call for', () => {
  it('are filled in by field from one call for all of them (C-017, B12)', async () => {
    const range = { low_price: '55000', high_price: '66000', grid_num: '27', price_type: '0' };
    const params = { side: 'sell', leverage: '3', ...range };
    await host.close();
    host = hostForm({
      '/api/apiw/v2/quant-trading/strategybot/ai_params/margin_grid': () => ok({ ...JUDGED, rate: '0.012', params }),
    });
    await open('margin_grid');
    expect(screen.getByRole('region', { name: 'AI parameters' }).textContent).toMatch(/3X.*27.*Grade B/);
    expect(draft('margin_grid')).toMatchObject(params);
  });

  const hostParams = async (kind: string, params: FormValues): Promise<void> => {
    await host.close();
    const path = `/api/apiw/v2/quant-trading/strategybot/ai_params/${kind}`;
    host = hostForm({ [path]: () => ok({ ...JUDGED, rate: '0.012', params }) });
  };
  const block = () => screen.getByRole('region', { name: 'AI parameters' }).textContent ?? '';

  it('a martingale on a contract opens the advanced settings by hand as one on spot does, where its multiplier stands (C-185)', async () => {
    const params = { price_steps: '2', amount_multiplier: '1.5' };
    await hostParams('contract-martingale', params);
    await host.open('contract-martingale', testContract());
    fireEvent.click(screen.getByLabelText('Hoarding', { exact: false }));
    await pass(100);
    press('Manual modification');
    expect(screen.getByRole('button', { name: 'Advanced settings' }).getAttribute('aria-expanded')).toBe('true');
  });

  it('an indicator bot reads the found conditions as sentences, and what is not set in words (C-064, H51)', async () => {
    const conditions = formatConditions({
      open: { ...defaultSide('open'), period: '15m' },
      close: { ...defaultSide('close'), period: '15m' },
    });
    const found = { side: 'sell', leverage: '3', conditions, position_stop_rate: '', position_stop_profit: '8' };
    const params = { ...found, volume: '100' };
    await hostParams('compose-indicator', params);
    await host.open('compose-indicator', testContract());
    expect(draft('compose-indicator')).toMatchObject(params);
    expect(block()).toMatch(/Entry.*MACD histogram \(12, 26, 9\) on 15.min is greater than 0/);
    expect(block()).toMatch(/3X.*Position stop loss.*none.*Position take profit.*8 ?%/);
    expect(block()).toContain('Your own conditions');
    expect(block()).not.toContain('{');
    expect(screen.queryByRole('button', { name: /^Entry/ })).toBeNull();
    press('Manual modification');
    await pass(20);
    expect(screen.getByRole('button', { name: /^Entry/ })).toBeTruthy();
  });

  it('a smart position reads its coins and its interval, and is compared with holding these coins (H51)', async () => {
    const rows = [
      { asset: 'BTC', rate: '34', amount: '' },
      { asset: 'ETH', rate: '33', amount: '' },
      { asset: 'XRP', rate: '33', amount: '' },
    ];
    const params = {
      coin_type: 'all',
      coins: formatCoins(rows),
      balance_type: '0',
      period: '4',
      period_unit: 'h',
    };
    await hostParams('smart-position', params);
    await host.open('smart-position', portfolioSpec());
    expect(draft('smart-position')).toMatchObject(params);
    expect(block()).toMatch(/BTC 34% · ETH 33% · XRP 33%.*By time.*4 hours/);
    expect(block()).toContain('just holding these coins');
    expect(block()).toContain('in equal weights');
  });

  it('an arbitrage is compared with keeping the money, whose price nobody bets on (H51)', async () => {
    await hostParams('spot-future-arbitrage', { leverage: '2', spread_rate: '' });
    await host.open('spot-future-arbitrage', arbitrageSpec());
    expect(block()).toMatch(/2X.*Spread.*any/);
    expect(block()).toContain('keeping the money');
    expect(block()).not.toContain('just holding');
  });
});

describe('the choice between AI and manual parameters', () => {
  const OTHER = testSpec({ market: 'ETH_USDT', base: 'ETH' });
  const grid = { low_price: '55000.5', high_price: '66000', grid_num: '24', price_type: '1', rate: '0.012' };
  const bitcoin = (grade: string) => (url: string) =>
    ok({ ...JUDGED, ...grid, grade: url.includes('BTC_USDT') ? grade : 'B' });
  const isAi = () => screen.queryByRole('region', { name: 'AI parameters' }) !== null;
  const openOn = async (spec: typeof SPEC): Promise<void> => {
    cleanup();
    await host.open('spot_grid', spec);
  };

  it('holds for the kind on every market, whichever way (C-181)', async () => {
    await open('spot_grid');
    press('Manual modification');
    await openOn(OTHER);
    expect(isAi()).toBe(false);
    press('Back to auto mode');
    await pass(20);
    await openOn(SPEC);
    expect(isAi()).toBe(true);
  });

  it('is nobody’s where the form fell back to manual mode: another market begins with what the AI advises there (H51)', async () => {
    ai = bitcoin('D');
    await open('spot_grid');
    expect(isAi()).toBe(false);
    await openOn(OTHER);
    expect(isAi()).toBe(true);
    await openOn(SPEC);
    expect(isAi()).toBe(false);
  });

  it('a D that is wanted all the same is wanted on this market: no other one opens with a D (H51)', async () => {
    ai = (url) => ok({ ...JUDGED, ...grid, grade: 'D', low_price: url.includes('BTC_USDT') ? '55000.5' : '4000' });
    await open('spot_grid');
    press('Show the AI’s parameters all the same');
    await pass(20);
    expect(isAi()).toBe(true);
    await openOn(OTHER);
    expect(isAi()).toBe(false);
    await openOn(SPEC);
    expect(isAi()).toBe(true);
  });
});

describe('a backtest profit that is refused', () => {
  const martingale = {
    ...JUDGED,
    rate: '0.012',
    price_step: '0.015',
    frequency: 6,
    take_profit: '0.012',
    multiplier: '1',
  };

  it('says the server’s message, or the words of its issue (C-399, E-313)', async () => {
    ai = () => ({ code: 500, message: 'the backtest is being repaired' });
    await open('martingale');
    expect(toasts()).toEqual(['the backtest is being repaired']);
    await host.close();
    host = hostForm({
      '/api/apiw/v2/quant-trading/strategybot/back-test-profit': () => ({
        code: 404,
        message: '',
        data: { issue: 'ai-not-computed' },
      }),
    });
    await open('martingale');
    expect(toasts()).toEqual(['the AI parameters of this market are still being computed']);
  });

  it('takes the AI’s parameters out of the form, and leaves what the trader typed (C-399, E-313)', async () => {
    ai = (url) => (url.includes('sub_type=low_risk_arb') ? ok(martingale) : { code: 404, message: 'no such backtest' });
    await open('martingale');
    type('Investment', '500');
    expect(draft('martingale')).toMatchObject({ price_steps: '1.5', max_order_amount: '6' });
    fireEvent.click(screen.getByLabelText('Hoarding', { exact: false }));
    await pass(100);
    expect(toasts()).toContain('no such backtest');
    expect(screen.queryByRole('region', { name: 'AI parameters' })).toBeNull();
    expect(draft('martingale')).toMatchObject({
      price_steps: '',
      max_order_amount: '',
      take_profit_per_cycle: '',
      money: '500',
    });
  });
});

describe('AI parameters that nobody graded', () => {
  /** The documented replies end here: they have neither grades nor the weeks behind them. */
  const documented = (data: object, name: 'martingaleBacktestProfit' | 'aiSpotGrid'): object => {
    const reading = readReply(CONTRACT[name].reply, JSON.stringify({ code: 200, message: '', data }));
    return (reading.ok ? reading.value : { code: 502, message: '' }) as object;
  };
  const FOUND = { rate: 0.12, price_step: '0.015', frequency: 6, take_profit: '0.012', multiplier: '1.5' };

  it('are read, not chosen, and there for whoever asks for them (C-385, E-275, C-120, H51)', async () => {
    ai = (url) => documented({ ...FOUND, cycle: url.includes('cycle=30') ? 30 : 7 }, 'martingaleBacktestProfit');
    await open('martingale');
    expect(toasts()).toEqual([]);
    expect(screen.queryByRole('region', { name: 'AI parameters' })).toBeNull();
    expect(screen.getByText(/^Not graded/)).toBeTruthy();
    expect(draft('martingale').price_steps).not.toBe('1.5');
    press('Show the AI’s parameters all the same');
    await pass(10);
    const block = screen.getByRole('region', { name: 'AI parameters' });
    expect(draft('martingale')).toMatchObject({ price_steps: '1.5', max_order_amount: '6' });
    expect(within(block).getAllByText(/^Not graded/)).toHaveLength(2);
    expect(block.textContent).not.toMatch(/Grade [A-D]|NaN/);
  });

  it('stand behind those with a grade (H51)', async () => {
    ai = (url) =>
      url.includes('cycle=7')
        ? documented({ low_price: '1', high_price: '2', grid_num: '9', rate: '0.9' }, 'aiSpotGrid')
        : ok({ ...JUDGED, low_price: '55000.5', high_price: '66000', grid_num: '24', price_type: '1', rate: '0.012' });
    await open('spot_grid');
    expect(draft('spot_grid')).toMatchObject({ low_price: '55000.5', grid_num: '24' });
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
    const [common, fields, issues, refusals, trade, bots, conditions] = await Promise.all(
      ['common', 'fields', 'issues', 'refusals', 'trade', 'bots', 'conditions'].map(
        async (name) => (await import(`../../messages/en/${name}.json`, { with: { type: 'json' } })).default,
      ),
    );
    return { common, fields, issues, refusals, trade, bots, conditions };
  }

  it('has a back bar with name and help, an amount, a summary of range and count to read, and Create (C-079, C-080, C-081, C-082)', async () => {
    await openMoon();
    back.mockReset();
    press('All strategies');
    expect(back).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('heading', { name: 'AI grid' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'How it works' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Formulas, costs and an example' }).getAttribute('href')).toBe(
      '/en/help/bots/spot_grid',
    );
    expect(screen.getByLabelText('Investment')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'AI parameters' }).textContent).toMatch(/55,000\.5.*66,000.*24/);
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
    await confirmSheet();
    expect(created()?.body).toMatchObject({ strategy_type: 'spot_grid', param_source: 'ai', grid_num: '24' });
    expect(back).toHaveBeenCalled();
    await pass(700);
    expect(getDefaultStore().get(botsViewAtom)).toMatchObject({ tab: 'running', kind: 'spot_grid' });
  });

  it('sends nothing of what lies in the form filled in by hand, and shows the minimum and the replay (B1, H)', async () => {
    const typed = { stop_loss_on: '1', stop_loss: '40000', strategy_name: 'mine', is_hide: '1', trail_up: '1' };
    leaveDraft('spot_grid', SPEC, { ...definitionOf('spot_grid').defaults(SPEC), ...typed });
    await openMoon();
    type('Investment', '500');
    await pass(700);
    expect(document.querySelector('[data-summary="summary.min_investment"]')?.textContent).toMatch(/\d/);
    expect(document.querySelector('[data-preview]')).not.toBeNull();
    press('Create');
    await pass(100);
    await confirmSheet();
    expect(created()?.body).toMatchObject({ stop_loss: '', strategy_name: '', is_hide: 0, stop_upward_price: '' });
  });

  it('says in a toast what is wrong with parameters that it only shows, here and at the exchange (C-081, C-209, C-387)', async () => {
    maxGrid = 10;
    await openMoon();
    type('Investment', '500');
    await pass(700);
    press('Create');
    await pass(100);
    expect(toasts()).toEqual(['Number of grids should be between 2 and 10']);
    expect(screen.queryByRole('dialog', { name: /^Review/ })).toBeNull();
    cleanup();
    maxGrid = 200;
    reply = {
      code: 422,
      message: '',
      data: { field: 'low_price', issue: 'price.decimals', values: { decimals: '1', label: 'low_price' } },
    };
    await openMoon();
    press('Create');
    await pass(100);
    await confirmSheet();
    expect(toasts().at(-1)).toMatch(/^Lower price can have at most 1 decimals/);
  });

  it('leads to the whole form where there are no AI parameters (C-398)', async () => {
    ai = () => ({ code: 404, message: '' });
    manual.mockReset();
    await openMoon();
    press('Set parameters myself');
    expect(manual).toHaveBeenCalled();
  });
});
