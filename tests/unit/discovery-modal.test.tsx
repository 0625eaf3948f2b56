// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { BotTags } from '#components/discovery/bot-tags.tsx';
import type { CardItem } from '#components/discovery/card-item.ts';
import { RecommendedList } from '#components/discovery/recommended-list.tsx';
import { takePrefill } from '#components/form/prefill.ts';
import { ToastHost } from '#components/ui/toast-host.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

const DETAIL = '/en/strategybot/detail?id=42&type=spot_grid&name=0123456789abcdef';
const LIST = '/en/strategybot';

let row: StrategyRow;
let payload: object | undefined;
let refusal: object | null;
let nextPage: object | null;

const queryOf = (url: string): URLSearchParams => new URL(url, 'http://x').searchParams;

function answerTo(url: string): object | null {
  if (url.includes('/recommend_list')) return nextPage;
  if (url.includes('/get_all_strategy')) {
    if (refusal !== null) return refusal;
    const week = queryOf(url).get('data_period') === 'week';
    return { code: 200, message: 'ok', data: [week ? { ...row, profit_rate: '-0.0312', profit: '-31.2' } : row] };
  }
  if (url.includes('/get_strategy_ranking'))
    return { code: 200, message: 'ok', data: { follow_profit: '12.5', total_follow_money: '4000' } };
  if (url.includes('/rank/strategy/detail/'))
    return {
      code: 200,
      message: 'ok',
      pagecount: 1,
      data: [
        { trading_date: '2026-01-02', profit_rate: '0.02', profit: '20', usdt_money: '1000' },
        { trading_date: '2026-01-01', profit_rate: '0.01', profit: '10', usdt_money: '1000' },
      ],
    };
  if (url.includes('/strategy_detail'))
    return { code: 200, message: 'ok', data: { ...row, ...(payload === undefined ? {} : { payload }) } };
  if (url.includes('/futures/contracts')) return { code: 200, message: 'ok', data: null, futures_contracts_data: [] };
  if (url.includes('/session')) return { code: 200, message: 'ok', data: { logged_in: false } };
  return { code: 200, message: 'ok', data: [] };
}

const calls = inOwnTime(
  ({ url }) => answerTo(url),
  () => {
    row = strategyRow({ follow_num: 3, params: gridParams({}), follow_fee_rate: '0' });
    payload = { strategy_type: 'spot_grid', low_price: '1' };
    refusal = null;
    nextPage = null;
    window.sessionStorage.clear();
    window.history.replaceState(null, '', LIST);
  },
);

function cardOf(bot: StrategyRow): CardItem {
  return {
    ...bot,
    stop_upward_price: '',
    stop_downward_price: '',
    rate: bot.profit_rate,
    low_price: '1',
    high_price: '2',
    grid_num: '10',
    coins: [],
    anonymous: bot.user_info.anonymous,
    nickname: '***',
    curve: [[1, '0.01']],
  };
}

function list(hasBotAddresses = true, pageCount = 1, card = cardOf(row)): HTMLElement {
  render(
    <ComponentHost>
      <RecommendedList
        kind="all"
        order="default"
        items={[card]}
        page={1}
        pageCount={pageCount}
        isAddressed={false}
        hasBotAddresses={hasBotAddresses}
      />
      <ToastHost />
    </ComponentHost>,
  );
  return screen.getByRole('link', { name: /details/ });
}

async function openCard(hasBotAddresses = true): Promise<HTMLElement> {
  const link = list(hasBotAddresses);
  link.focus();
  fireEvent.click(link);
  await pass(1_500);
  return screen.getByRole('dialog');
}

const askedPeriods = (): (string | null)[] =>
  calls.filter(({ url }) => url.includes('/get_all_strategy')).map(({ url }) => queryOf(url).get('data_period'));

describe('a recommended bot over its list', () => {
  it('is named by its coins as on its card, where its parameters are hidden too', async () => {
    row = strategyRow({ strategy_type: 'smart-position', market: 'SOL_USDT', params: null });
    const coins = ['SOL', 'DOGE'].map((asset) => ({ asset, rate: '-' }));
    fireEvent.click(list(true, 1, { ...cardOf(row), coins }));
    const title = () => screen.getByRole('dialog').querySelector('h2')?.textContent;
    await pass(1_500);
    expect(title()).toContain('SOL · DOGE');
    expect(title()).not.toContain('SOL/USDT');
  });

  it('opens with both parts, tags, figures, curve and what its copiers made (C-087, C-090, C-114, C-115, C-116, C-117, C-360, C-362, C-363, E-282)', async () => {
    const dialog = await openCard();
    const text = dialog.textContent ?? '';
    for (const part of [
      'Preview',
      'Parameter',
      'Spot grid',
      '***',
      '3 copies',
      '7 matches',
      'Profit of copiers',
      '12.50',
    ])
      expect(text).toContain(part);
    const curves = calls.filter(({ url }) => url.includes('/rank/strategy/detail/')).map(({ url }) => queryOf(url));
    expect(curves.map((query) => query.get('page_size'))).toEqual(['200']);
    // One a period; which of them is in sight is the browser's.
    expect(within(dialog).getAllByRole('img', { name: /Yield from/ })).toHaveLength(4);
    expect(within(dialog).getByRole('link', { name: 'Open its page' }).getAttribute('href')).toBe(DETAIL);
  });

  it('opens its provider in a new window; one whom the exchange does not name has no page to open (C-028)', async () => {
    const link = within(await openCard()).getByRole('link', { name: /opens a new window/ });
    expect(link.getAttribute('href')).toBe('/en/strategybot/signaler-detail?anonymous=0123456789abcdef');
    expect(link.getAttribute('target')).toBe('_blank');
    cleanup();
    row = { ...row, user_info: { ...row.user_info, anonymous: '' } };
    const dialog = await openCard();
    expect(within(dialog).getByText('***')).toBeTruthy();
    expect(within(dialog).queryByRole('link', { name: /opens a new window/ })).toBeNull();
  });

  it('says what just holding came to beside what the bot made, as its card does, and nothing of parts of its life (H57)', async () => {
    row = { ...row, hold_rate: '0.0517' };
    const dialog = await openCard();
    const holds = within(dialog).getAllByText('Holding +5.17%');
    // On the curve of its whole life, and under the yield.
    expect(holds.map((one) => one.closest('section')?.getAttribute('aria-labelledby'))).toEqual([
      'curve-title',
      'metrics-title',
    ]);
    for (const one of holds) expect(one.closest('div')?.className).toContain('[value=all]');
    delete row.hold_rate;
    fireEvent.click(within(dialog).getByLabelText('Week'));
    await pass(1_000);
    expect(within(dialog).getAllByText(/^Holding/)).toHaveLength(2);
  });

  it('asks for a period when it is looked at, and shows its own figures (C-089, C-119, E-281)', async () => {
    const dialog = await openCard();
    expect(askedPeriods()).toEqual(['all_period']);
    for (const word of ['All', 'Week', 'Month', '3 months']) expect(within(dialog).getByLabelText(word)).toBeTruthy();
    fireEvent.click(within(dialog).getByLabelText('Week'));
    await pass(1_000);
    expect(askedPeriods()).toEqual(['all_period', 'week']);
    expect(dialog.textContent).toContain('-3.12%');
    for (const word of ['Month', '3 months']) fireEvent.click(within(dialog).getByLabelText(word));
    await pass(1_000);
    expect(askedPeriods()).toEqual(['all_period', 'week', 'month', 'three_mon']);
    // What counts its whole life is there once, and stays.
    expect(within(dialog).getAllByText('Run time')).toHaveLength(1);
  });

  it('is a step of the history with its page’s address: Back closes it, Forward opens it, closing takes the step back', async () => {
    await openCard();
    expect(`${window.location.pathname}${window.location.search}`).toBe(DETAIL);
    window.history.back();
    await pass(1_000);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(window.location.pathname).toBe(LIST);
    window.history.forward();
    await pass(1_000);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await pass(1_000);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(window.location.pathname).toBe(LIST);
    expect(document.activeElement).toBe(screen.getByRole('link', { name: /details/ }));
  });

  it('keeps the address of a page that has its own', async () => {
    await openCard(false);
    expect(window.location.pathname).toBe(LIST);
    window.history.back();
    await pass(1_000);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leaves a click that means another tab to the browser', async () => {
    const link = list();
    expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
    await pass(1_000);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(link.getAttribute('href')).toBe(DETAIL);
  });

  it('says what the exchange said of a bot that it does not give, in a warning and in place of it (C-396, E-321)', async () => {
    refusal = { code: 403, message: 'This strategy is being looked at by us', data: null };
    const dialog = await openCard();
    expect(dialog.textContent).toContain('This strategy is being looked at by us');
    expect(document.querySelector('[data-toasts]')?.textContent).toContain('This strategy is being looked at by us');
  });

  it('of which the exchange says that there is none, by an answer without a row, is not waited for (C-360)', async () => {
    refusal = { code: 200, message: 'ok', data: [] };
    const dialog = await openCard();
    expect(dialog.textContent).toContain('This bot is no longer shared.');
    expect(dialog.querySelector('.skeleton')).toBeNull();
  });
});

it('a list without a bot says so and leads to the strategies (C-029, C-085)', () => {
  render(
    <ComponentHost>
      <RecommendedList kind="spot_grid" order="default" items={[]} page={1} pageCount={0} isAddressed={false} />
    </ComponentHost>,
  );
  expect(screen.getByText('No bot is shared here yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See all strategies' }).getAttribute('href')).toBe('/en/strategybot');
  expect(screen.queryByRole('link', { name: 'Load more' })).toBeNull();
});

describe('a list of which the next page does not come', () => {
  it.each([
    ['the exchange’s words', { code: 500, message: 'Rankings are being rebuilt, back at noon' }, /^Rankings are being/],
    ['a code', { code: 500, message: 'rank-index-cold' }, /^The exchange could not answer/],
    ['nothing', null, /network/i],
  ])('says so in a warning and stops: %s (C-084, C-395)', async (_what, reply, expected) => {
    nextPage = reply;
    list(true, 3);
    fireEvent.click(screen.getByRole('link', { name: 'Load more' }));
    await pass(2_000);
    const warnings = [...document.querySelectorAll('[data-toasts] [role="alert"]')];
    expect(warnings.at(-1)?.textContent?.trim()).toMatch(expected);
    expect(screen.queryByRole('link', { name: 'Load more' })).toBeNull();
    await pass(60_000);
    expect(calls.filter(({ url }) => url.includes('/recommend_list'))).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await pass(1_000);
    expect(calls.filter(({ url }) => url.includes('/recommend_list'))).toHaveLength(2);
  });
});

it.each([
  ['spot_grid', '7 matches'],
  ['futures_grid', '7 matches'],
  ['smart-position', '30 trades'],
  ['spot-future-arbitrage', '30 trades'],
  ['martingale', '40 trades'],
  ['compose-indicator', '40 trades'],
] as const)('a %s is tagged with the trades that its kind counts: %s (C-088, C-118)', (strategy_type, expected) => {
  const bot = strategyRow({ strategy_type, match_times: 7, trade_num: 30, total_trade_count: 40, follow_num: 3 });
  render(
    <ComponentHost>
      <BotTags bot={bot} />
    </ComponentHost>,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '8d 2h',
    '3 copies',
    expected,
  ]);
});

it('of nought copies nothing is said by tags, nor by the figures of copiers (C-088)', async () => {
  row = { ...row, follow_num: 0 };
  const dialog = await openCard();
  expect(within(dialog).getByText('7 matches')).toBeTruthy();
  expect(dialog.querySelector('header, [class*=flex-wrap]')?.textContent).not.toMatch(/cop(y|ies)/i);
  expect(within(dialog).queryByText(/^\d+ cop(y|ies)$/)).toBeNull();
  expect(dialog.textContent).not.toContain('Profit of copiers');
});

describe('parameters of a shared bot', () => {
  it('are copied into the form of its kind, through a login where nobody is logged in (C-020, C-091, C-220)', async () => {
    const dialog = await openCard();
    const link = within(dialog).getByText('Copy parameters');
    expect(link.getAttribute('href')).toContain('/en/login?return=');
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('/en/trade/');
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link);
    expect(takePrefill('spot_grid')).toEqual({ kind: 'spot_grid', payload, isShared: true });
    expect(window.sessionStorage.getItem('trade_panel_mode')).toContain('create');
  });

  it.each([
    [{ strategy_type: 'futures_grid', settle: 'usdt', market: 'ETH_USDT' }, '/en/futures/USDT/ETH_USDT?'],
    [{ strategy_type: 'futures_grid', settle: 'btc', market: 'BTC_USD' }, '/en/futures/BTC/BTC_USD?'],
    [{ strategy_type: 'macd', settle: 'usdt', market: 'ETH_USDT' }, '/en/futures/USDT/ETH_USDT?'],
    [{ strategy_type: 'macd', settle: '', market: 'ETH_USDT' }, '/en/trade/ETH_USDT?'],
  ] as const)('of %j lead to the page where such a bot is made (C-220)', async (bot, page) => {
    row = { ...row, ...bot };
    const link = within(await openCard()).getByText('Copy parameters');
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain(page);
  });

  it.each([
    ['a provider who takes a share', { follow_fee_rate: '0.05' }, false],
    ['the AI, whatever the share', { follow_fee_rate: '0.05', is_ai: 1 as const }, true],
    ['a provider who takes nothing', { follow_fee_rate: '0' }, true],
    ['a provider who takes less than nothing', { follow_fee_rate: '-0.01' }, true],
  ])('of %s (C-227, C-228, C-349)', async (_whose, changes, isCopyable) => {
    row = { ...row, ...changes };
    const dialog = await openCard();
    const control = within(dialog).getByText('Copy parameters');
    expect(control.tagName).toBe(isCopyable ? 'A' : 'BUTTON');
    if (isCopyable) return;
    expect((control as HTMLButtonElement).disabled).toBe(true);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Why the parameters cannot be copied' }));
    await vi.dynamicImportSettled();
    await pass(250);
    expect(screen.getByRole('tooltip').textContent).toContain('this provider takes a share of the profit');
  });

  it('of a provider who takes a share cannot be copied for that reason, also where the exchange tells no form of them (C-228)', async () => {
    row = { ...row, follow_fee_rate: '0.05' };
    payload = undefined;
    const dialog = await openCard();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Why the parameters cannot be copied' }));
    await vi.dynamicImportSettled();
    await pass(250);
    expect(screen.getByRole('tooltip').textContent).toContain('this provider takes a share of the profit');
  });

  it('that are hidden are told by a notice and nothing else (C-346)', async () => {
    row = strategyRow({ params: null, abstract: 'Patience' });
    payload = undefined;
    const dialog = await openCard();
    expect(dialog.textContent).toContain('The provider keeps the parameters of this bot hidden.');
    expect(dialog.textContent).toContain('Patience');
    expect(within(dialog).queryByText('Copy parameters')).toBeNull();
  });
});
