// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ActionHost } from '#components/bots/actions/action-host.tsx';
import type { BotAction } from '#components/bots/actions/bot-actions.ts';
import { BotDetailBody } from '#components/bots/detail/bot-detail-body.tsx';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { LiveNotice } from '#components/ui/stale-notice.tsx';
import { CONTRACT } from '#lib/contract/contract.ts';
import { ENDPOINTS, type EndpointName } from '#lib/contract/endpoints.ts';
import { browserPath } from '#lib/contract/routes.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import actions from '#messages/en/actions.json' with { type: 'json' };
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { FUTURES_PAYLOAD, futuresContract } from '#tests/support/futures-contract.ts';
import { marketRow } from '#tests/support/market-row.ts';
import { stubResizeObserver } from '#tests/support/resize-observer.ts';
import { sampleReply } from '#tests/support/sample-reply.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

/**
 * Every tab of a bot's detail and every dialog of an action, each with every sort of bad reply to every call that it shows. Replies that are none
 * are said within seconds, are asked again one after the other, and leave no trace once a good one came; a refusal is said in its own words.
 */

vi.mock('next/navigation', () => ({
  usePathname: () => '/en/trade/BTC_USDT',
  useSearchParams: () => new URLSearchParams(),
}));

const WORDS = 'The exchange rests on Sundays.';
/** Of a dialog whose bot the exchange does not tell. */
const CLOSED = actions.frame.closed;
const REFRESH = 'Refresh';
const BAD: readonly (() => Response | null)[] = [
  () => new Response('<html>Please log in</html>', { headers: { 'content-type': 'text/html' } }),
  () => new Response('["surprise"]'),
  () => new Response('{"code":500,"message":"internal"}', { status: 500 }),
  () => null,
];
/** Who somebody is, and what there is at all: not of a screen of this issue. */
const SPARED: readonly EndpointName[] = ['session', 'capabilities', 'permissions'];
const CALLS = (Object.keys(ENDPOINTS) as EndpointName[]).map(
  (name) =>
    [
      name,
      ENDPOINTS[name].method,
      new RegExp(`^${browserPath(ENDPOINTS[name]).replace(/\{\w+\}/g, '[^/]+')}$`),
    ] as const,
);

let bot: StrategyRow;
let payload: object;
let how: 'good' | 'bad' | 'refused';
/** Replies that a call has had since they are bad at first. Not a question: one may be another by the time it is asked again. */
const had = new Map<EndpointName, number>();

function nameOf({ url, method }: FakeCall): EndpointName {
  const { pathname } = new URL(url, 'http://test');
  const found = CALLS.find(([, one, path]) => one === method && path.test(pathname));
  if (found === undefined) throw new Error(`no call of the contract: ${method} ${url}`);
  return found[0];
}

const ok = (data: unknown): object => ({ code: 200, message: '', data });

function good(name: EndpointName): object {
  const told: { readonly [N in EndpointName]?: () => object } = {
    capabilities: () => ok(['books', 'why', 'fork', 'trailing_change', 'candles']),
    session: () => ok({ logged_in: true, user_id: 1, anonymous: '0123456789abcdef', nickname: 'demo' }),
    permissions: () => ok({ spot_grid_modify_price_range: true, spot_grid_add_position: true, spot_grid_pause: true }),
    strategies: () => ok([bot]),
    strategyDetail: () => ok({ ...bot, payload }),
    markets: () => ok([marketRow('BTC_USDT')]),
    futuresContracts: () => ({ code: 200, message: '', data: null, futures_contracts_data: [futuresContract()] }),
    lastPrice: () => ({ last_price: '60000', mark_price: '60000' }),
    stopOptions: () => ok([]),
    reducibleMargin: () => ok({ withdrawable: 1, max_withdrawal_amount: '50' }),
    withdrawable: () =>
      ok({ unsettled_profit: '12', strategy_profit: '20', settled_profit: '8', profit_asset: 'USDT' }),
    availableBalance: () =>
      ok({ currency_outables: [{ asset: 'USDT', outable: '500' }], max_outable: { asset: 'USDT', outable: '500' } }),
    investPlan: () => ok({ plan_type: 0, plans: [{ plan: 'Investments Unchanged', actions: [] }], min_amount: '0' }),
  };
  const reply = told[name]?.() ?? sampleReply(CONTRACT[name].reply).value;
  // What goes on page by page is whole with the first.
  return 'pagecount' in reply ? { ...reply, page: 1, pagecount: 1 } : reply;
}

function answer(call: FakeCall): object | null {
  const name = nameOf(call);
  if (how === 'good' || SPARED.includes(name)) return good(name);
  if (how === 'refused') return { code: 409, message: WORDS, data: null };
  const times = had.get(name) ?? 0;
  had.set(name, times + 1);
  const bad = BAD[times];
  return bad === undefined ? good(name) : bad();
}

const calls = inOwnTime(answer, () => {
  stubResizeObserver();
  had.clear();
});

const changes = (): string[] =>
  calls.map(nameOf).filter((name) => ENDPOINTS[name].mutates && ENDPOINTS[name].side === 'upstream');

/** Until every call has had every sort and was answered; at most five minutes. */
async function madeGood(): Promise<void> {
  const open = (): string[] => [...had].filter(([, times]) => times <= BAD.length).map(([name]) => name);
  for (let tries = 0; tries < 5 && open().length > 0; tries += 1) await pass(65_000);
  expect(open()).toEqual([]);
  await pass(2_000);
}

interface Screen {
  readonly show: () => ReactNode;
  /** Opened once what is around it is there; what it asks for is what is tried. */
  readonly tab?: string;
  /** What is typed once it is there: a plan is asked for then. */
  readonly type?: readonly [label: string, value: string];
}

async function typed({ type }: Screen): Promise<void> {
  if (type === undefined) return;
  const [name, value] = type;
  const field = screen.queryByRole('textbox', { name }) ?? screen.getByRole('checkbox', { name });
  if (field.getAttribute('role') === 'checkbox' || field.getAttribute('type') === 'checkbox') fireEvent.click(field);
  else fireEvent.change(field, { target: { value } });
  await pass(2_000);
}

/** Without how long its prices still stand. */
const shownText = (): string => (document.body.textContent ?? '').replace(/(?<=refresh in )\d+/, 'some');

async function show(one: Screen, mode: typeof how): Promise<void> {
  cleanup();
  had.clear();
  how = one.tab === undefined ? mode : 'good';
  render(
    <ComponentHost>
      {one.show()}
      <LiveNotice />
      <PromptHost />
    </ComponentHost>,
  );
  await pass(1_000);
  if (one.tab === undefined) return;
  how = mode;
  fireEvent.mouseDown(screen.getByRole('tab', { name: one.tab }), { button: 0 });
  await pass(1_000);
}

async function tryScreen(one: Screen): Promise<void> {
  await show(one, 'good');
  await pass(2_000);
  await typed(one);
  const whole = shownText();
  await show(one, 'bad');
  if (had.size > 0) {
    await pass(4_500);
    expect(screen.queryByTestId('live-notice') !== null || shownText().includes('trying again')).toBe(true);
    await madeGood();
    await typed(one);
    await madeGood();
    // Prices that stood for a minute are no more to be agreed to: they are asked for anew.
    const refresh = screen.queryByRole('button', { name: REFRESH });
    if (refresh !== null) fireEvent.click(refresh);
    await pass(2_000);
  }
  expect(shownText()).toBe(whole);
  calls.length = 0;
  await show(one, 'refused');
  await pass(2_000);
  const asked = calls.map(nameOf).filter((name) => !SPARED.includes(name));
  // A bot can be ended whatever of it cannot be had (M-345).
  const isEndable = screen.queryByRole('button', { name: 'Terminate' }) !== null;
  const isSaid = isEndable || [WORDS, CLOSED].some((words) => shownText().includes(words)) || shownText() === whole;
  expect([asked, isSaid, isSaid ? '' : shownText()]).toEqual([asked, true, '']);
  expect(changes()).toEqual([]);
}

const GRID = () =>
  strategyRow({ params: gridParams(), money: '1000', money_asset: 'USDT', market: 'BTC_USDT', step: 'running' });
const GRID_PAYLOAD = {
  strategy_type: 'spot_grid',
  market: 'BTC_USDT',
  instrument_type: 'spot',
  low_price: '50000',
  high_price: '70000',
  grid_num: '20',
  price_type: '0',
  is_use_base: '0',
  qty_type: '0',
  qty_rate: '',
  money: '1000',
  leverage: '1',
  trigger_price: '',
  stop_loss: '',
  stop_profit: '',
  store_coin_flag: 0,
};
const FUTURES = () =>
  strategyRow({
    strategy_type: 'futures_grid',
    settle: 'usdt',
    money_asset: 'USDT',
    leverage: '5',
    side: 'buy',
    position: '3',
    params: gridParams(),
    liq_price: '48000',
  });
const MARTINGALE = () =>
  strategyRow({ strategy_type: 'contract-martingale', settle: 'usdt', money_asset: 'USDT', params: gridParams() });

const ROWS = {
  spot_grid: GRID,
  'contract-martingale': MARTINGALE,
  futures_grid: FUTURES,
};

describe('every tab of a detail', () => {
  it.each<[keyof typeof ROWS, string | undefined]>([
    ['spot_grid', undefined],
    ['spot_grid', 'Open orders'],
    ['spot_grid', 'Trade history'],
    ['spot_grid', 'Parameters'],
    ['spot_grid', 'Books'],
    ['spot_grid', 'Why'],
    ['spot_grid', 'Fork'],
    ['contract-martingale', 'Current round'],
    ['contract-martingale', 'Completed rounds'],
    ['contract-martingale', 'Capital flow'],
    ['futures_grid', 'Current holdings'],
  ])('%s: %s', async (kind, tab) => {
    bot = ROWS[kind]();
    payload = GRID_PAYLOAD;
    await tryScreen({ show: () => <BotDetailBody bot={bot} isOwn />, ...(tab === undefined ? {} : { tab }) });
  });
});

describe('every dialog of an action', () => {
  it.each<[BotAction, () => StrategyRow, (readonly [string, string])?]>([
    ['pause', GRID],
    ['terminate', GRID],
    ['range', GRID, ['Lower price', '51000']],
    ['stops', GRID],
    ['trailing', GRID, ['Trail up', '']],
    ['deposit', GRID, ['Amount', '100']],
    ['withdraw', GRID],
    ['edit', GRID],
    ['leverage', FUTURES],
    ['margin', FUTURES],
  ])('%s', async (action, row, type) => {
    bot = row();
    payload = bot.strategy_type === 'futures_grid' ? FUTURES_PAYLOAD : GRID_PAYLOAD;
    const dialog = <ActionHost bot={bot} action={action} onClose={() => undefined} onDone={() => undefined} />;
    await tryScreen({ show: () => dialog, ...(type === undefined ? {} : { type }) });
  });
});
