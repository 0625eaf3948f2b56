// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROW_HEIGHT, SEARCH_DEBOUNCE_MS } from '#components/create/arbitrage-market-panel.tsx';
import { StrategyForm } from '#components/create/strategy-form.tsx';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { toastsAtom } from '#lib/client/toasts.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { parseCoins } from '#lib/strategies/portfolio/coins.ts';
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';
import { confirmSheet, draft, emptyForms } from '#tests/support/create-form-host.tsx';
import { marketRow } from '#tests/support/market-row.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { stubResizeObserver } from '#tests/support/resize-observer.ts';
import { LINEAR } from './futures-fixture.ts';

const pushed = vi.hoisted(() => vi.fn());
vi.mock('next/navigation', () => ({
  usePathname: () => '/en/trade/BTC_USDT',
  useRouter: () => ({ push: pushed }),
}));

const SPOT = testSpec();
const COINS = ['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'DOGE', 'ADA', 'LTC', 'DOT', 'TRX', 'LINK'];
/** Two minutes before a funding settlement. */
const NOW = Date.UTC(2026, 10, 21, 7, 58);
const SETTLEMENT = Date.UTC(2026, 10, 21, 8) / 1000;
const PERIOD = 8 * 3600;

let calls: FakeCall[];
/** Price of every coin, as text. */
let price: string;
let held: readonly object[];
let pairs: readonly object[];

const ok = (data: unknown): object => ({ code: 200, message: '', data });
const row = (coin: string): object => marketRow(`${coin}_USDT`);
const contract = (coin: string): object => ({
  name: `${coin}_USDT`,
  is_inverse: false,
  quanto_multiplier: '0.0001',
  price_decimals: 1,
  min_quote_amount: '0',
  max_grid: 200,
  mark_price: '100',
  index_price: '100',
  last_price: '100',
  funding_rate: '0.0001',
  funding_interval: PERIOD,
  funding_next_apply: SETTLEMENT,
  order_size_min: 1,
  order_size_max: 1_000_000,
  leverage_max: 50,
  maker_fee_rate: '0.0002',
  taker_fee_rate: '0.0005',
  liquidation_fee_rate: '0.005',
  risk_tiers: [{ up_to: '1000000', maintenance_rate: '0.005', leverage_max: 50 }],
});
const pair = (coin: string, rate: string, multiple = 3): object => ({
  pair: `${coin}_USDT`,
  base_currency: coin,
  funding_rate: rate,
  funding_interval: PERIOD,
  funding_next_apply: SETTLEMENT,
  multiple,
});
const caps: Readonly<Record<string, string>> = { BTC: '9700', ETH: '295', SOL: '5' };

const ANSWERS: Readonly<Record<string, (call: FakeCall) => object>> = {
  '/api/session': () => ok({ logged_in: true, anonymous: '0123456789abcdef', nickname: 'demo' }),
  '/api/strategybot/last_price': () => ({ last_price: price }),
  '/api/apiw/v2/market/spot_markets': () => ok(COINS.map(row)),
  '/api/apiw/v2/market/tickers': () => ok(COINS.map((coin) => ({ market: `${coin}_USDT`, last: price }))),
  '/api/apiw/v2/market/currency_pairs': () => ok(pairs),
  '/api/apiw/v2/futures/contracts': () => ({ futures_contracts_data: COINS.map(contract) }),
  '/api/apiw/v2/quant-trading/strategybot/smart_balance': () => ok(held),
  '/api/apiw/v2/quant-trading/strategybot/strategy_fee': () => ok({ taker_fee: '0.001', vip_fee_discount: '1' }),
  '/api/apiw/v2/quant-trading/available_balance': () =>
    ok({ currency_outables: [{ asset: 'USDT', outable: '10000' }], max_outable: { outable: '10000' } }),
  '/api/apiw/v2/quant-trading/private/bot_agreement': () => ok({ signed: true, version: '1', url: '' }),
  '/api/apiw/v2/quant-trading/strategy/run': () => ok({ strategy_id: 7 }),
};

function answer(call: FakeCall): object {
  const [path = '', query = ''] = call.url.split('?');
  if (/market_?cap/i.test(path)) {
    const asked = (new URLSearchParams(query).get('currency_pairs') ?? '').split(',');
    return ok(asked.map((one) => ({ pair: one, marketCap: caps[one.split('_')[0] ?? ''] ?? '1' })));
  }
  return ANSWERS[path]?.(call) ?? { code: 404, message: 'unknown' };
}

const asked = (path: string): FakeCall[] => calls.filter((call) => call.url.includes(path));
const toasts = (): string[] =>
  getDefaultStore()
    .get(toastsAtom)
    .map(({ text }) => text);
const input = (label: string | RegExp): HTMLInputElement => screen.getByLabelText(label) as HTMLInputElement;
const type = (label: string | RegExp, value: string): boolean => fireEvent.change(input(label), { target: { value } });
const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }));
const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
const coins = () => parseCoins(draft('smart-position').coins ?? '') ?? [];
const shares = (): string[] => coins().map(({ rate }) => rate);
const body = (): { readonly params: Record<string, unknown> } =>
  asked('strategy/run')[0]?.body as { params: Record<string, unknown> };

async function open(kind: RunnableKind, spec: MarketSpec = SPOT): Promise<void> {
  render(
    <ComponentHost>
      <StrategyForm kind={kind} spec={spec} onCreated={() => undefined} />
      <PromptHost />
    </ComponentHost>,
  );
  await pass(200);
}

async function pick(...names: readonly string[]): Promise<void> {
  press(/^Add (a coin|held coins)$/);
  await pass(50);
  const dialog = within(screen.getByRole('dialog'));
  for (const name of names) fireEvent.click(dialog.getByRole('button', { name: new RegExp(`^${name}`) }));
  fireEvent.click(dialog.getByRole('button', { name: /^Done/ }));
  await pass(50);
}

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'requestAnimationFrame', 'Date'],
    now: NOW,
  });
  Element.prototype.scrollIntoView = vi.fn();
  vi.stubGlobal(
    'Worker',
    class {
      postMessage() {}
      terminate() {}
    },
  );
  stubResizeObserver();
  emptyForms();
  getDefaultStore().set(toastsAtom, []);
  pushed.mockClear();
  price = '100.0';
  held = [
    ...['BTC', 'ETH', 'SOL'].map((asset) => ({ asset, available: '10', rate: '100' })),
    // Nothing that a portfolio is made of: no coins, and a coin that is worth 1 USDT.
    ...['USDT', 'USD', 'POINT', 'YEP'].map((asset) => ({ asset, available: '500', rate: '1' })),
    { asset: 'XRP', available: '0.5', rate: '2' },
  ];
  pairs = [pair('BTC', '0.0001'), pair('ETH', '-0.0002'), pair('SOL', '0.0003', 2)];
  const fake = fakeFetch(answer);
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(async () => {
  cleanup();
  // The frame that takes the form's lines back from the chart.
  await pass(50);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the coins of a smart position', () => {
  it('are added in equal shares, which stay 100 % together, and can be typed (C-068, C-069, C-149, C-245)', async () => {
    await open('smart-position');
    await pick('BTC', 'ETH', 'SOL');
    expect(shares()).toEqual(['34', '33', '33']);
    type('Weight of BTC', '40.005');
    expect(shares()).toEqual(['40.00', '33', '33']);
    expect(document.querySelector('[data-remaining]')?.textContent).toBe('-6%');
    press('Equal weights');
    expect(shares()).toEqual(['34', '33', '33']);
    expect(document.querySelector('[data-remaining]')?.textContent).toBe('0%');
  });

  it('are shared out by market cap, with at least 1 % each (C-068, C-247, C-380, E-220)', async () => {
    await open('smart-position');
    await pick('BTC', 'ETH', 'SOL');
    await pass(50);
    press('By market cap');
    expect(shares()).toEqual(['97', '2', '1']);
  });

  it('are ten at most, and each only once (C-328, C-329)', async () => {
    await open('smart-position');
    await pick(...COINS);
    expect(coins()).toHaveLength(10);
    expect(toasts()).toContain('maximum ten markets');
    press('Add a coin');
    await pass(50);
    const bitcoin = within(screen.getByRole('dialog')).getByRole('button', { name: /^BTC/ }) as HTMLButtonElement;
    expect(bitcoin.disabled).toBe(true);
    expect(bitcoin.textContent).toContain('Added');
  });

  it('can be removed only while there are more than two (C-246, E-219)', async () => {
    await open('smart-position');
    await pick('BTC', 'ETH', 'SOL');
    press('Remove SOL');
    expect(coins().map(({ asset }) => asset)).toEqual(['BTC', 'ETH']);
    expect(shares()).toEqual(['50', '50']);
    expect((screen.getByRole('button', { name: 'Remove ETH' }) as HTMLButtonElement).disabled).toBe(true);
    press('Remove ETH');
    expect(coins()).toHaveLength(2);
  });

  it('are found by their name', async () => {
    await open('smart-position');
    press('Add a coin');
    await pass(50);
    type('Search a coin', 'xr');
    const names = within(screen.getByRole('dialog'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(names).toHaveLength(1);
    expect(names[0]).toContain('XRP');
  });

  it('must be two at least (C-242, C-404)', async () => {
    await open('smart-position');
    await pick('BTC');
    type('Investment', '100');
    press('Create');
    await pass(100);
    expect(asked('strategy/run')).toHaveLength(0);
    expect(screen.getByText('please add at least two coins')).toBeTruthy();
  });

  it('are sent as fractions, with the rebalance by time (C-077, C-132, C-133, C-162)', async () => {
    await open('smart-position');
    await pick('BTC', 'ETH');
    type('Investment', '500');
    press('Create');
    await pass(200);
    await confirmSheet();
    expect(body().params).toMatchObject({
      begin_money_currency: 'USDT',
      begin_money_amount: '500',
      is_use_base: '0',
      asset_info: [
        { asset: 'BTC', rate: '0.5' },
        { asset: 'ETH', rate: '0.5' },
      ],
      period: '1d',
      threshold: '',
    });
  });
});

/** What stands beside a name in a list of figures. */
const figureOf = (list: ReturnType<typeof within>, name: string) =>
  list.getByText(name).closest('dt')?.nextElementSibling;

it('a smart position of held coins shows what is held with seven decimals, cut (C-439, E-365, X23)', async () => {
  held = ['BTC', 'ETH'].map((asset) => ({ asset, available: '0.12345678', rate: '100' }));
  await open('smart-position');
  fireEvent.click(screen.getByLabelText('Held coins'));
  await pass(100);
  await pick('BTC');
  expect(document.body.textContent).toContain('0.1234567');
  expect(document.body.textContent).not.toContain('0.12345678');
  fireEvent.click(screen.getByRole('button', { name: 'Add held coins' }));
  await pass(50);
  expect(within(screen.getByRole('dialog')).getByText('0.1234567 ETH')).toBeTruthy();
});

describe('a smart position of held coins', () => {
  beforeEach(async () => {
    await open('smart-position');
    fireEvent.click(screen.getByLabelText('Held coins'));
    await pass(100);
  });

  const bring = async (): Promise<void> => {
    await pick('BTC', 'ETH', 'SOL');
    type('Amount of BTC', '1');
    type('Amount of ETH', '1');
    type('Amount of SOL', '1');
    await pass(100);
  };

  it('offers what is held, reads the balance, and fills shares up to 100 (C-321, C-324, C-327, C-379)', async () => {
    expect(asked('smart_balance').length).toBeGreaterThan(0);
    await bring();
    expect(shares()).toEqual(['34', '33', '33']);
    expect(draft('smart-position').money).toBe('300');
    expect((input('Investment') as HTMLInputElement).disabled).toBe(true);
  });

  it('lists no more of what the exchange tells than is worth more than 1 USDT and a coin (C-324)', async () => {
    press('Add held coins');
    await pass(100);
    const offered = within(screen.getByRole('dialog')).getAllByRole('listitem');
    expect(offered.map(({ textContent }) => textContent?.slice(0, 3))).toEqual(['BTC', 'ETH', 'SOL']);
  });

  it('takes no more than is held, in at most 21 characters (C-325, C-326)', async () => {
    await pick('BTC', 'ETH');
    type('Amount of BTC', '11');
    await pass(50);
    expect(screen.getByText('insufficient available balance')).toBeTruthy();
    // A number that is cut off would be another number: it is refused and the one before stays (B2).
    const before = coins()[0]?.amount;
    type('Amount of BTC', '1234567890123456789012');
    expect(coins()[0]?.amount).toBe(before);
    expect(screen.getByText(/at most 21 characters/)).toBeTruthy();
    type('Amount of BTC', '123456789012345678901');
    expect(coins()[0]?.amount).toHaveLength(21);
  });

  it('confirms by itself while the coins are worth what the form says (C-214)', async () => {
    await bring();
    press('Create');
    await pass(200);
    await confirmSheet();
    expect(screen.queryByText('Value now')).toBeNull();
    expect(body().params).toMatchObject({
      is_use_base: '1',
      begin_money_amount: '300',
      asset_info: [
        { asset: 'BTC', rate: '0.34', amount: '1' },
        { asset: 'ETH', rate: '0.33', amount: '1' },
        { asset: 'SOL', rate: '0.33', amount: '1' },
      ],
    });
  });

  it('asks with the detail once they are worth less, and creates on yes (C-095, C-214)', async () => {
    await bring();
    price = '90.0';
    await pass(5_000);
    press('Create');
    await pass(200);
    const dialog = within(screen.getByRole('dialog'));
    expect(asked('strategy/run')).toHaveLength(0);
    expect(figureOf(dialog, 'Value now')?.textContent).toContain('270.00');
    expect(figureOf(dialog, 'Value when filled in')?.textContent).toContain('300.00');
    // The figures that are confirmed stand still.
    price = '120.0';
    await pass(5_000);
    expect(figureOf(dialog, 'Value now')?.textContent).toContain('270.00');
    fireEvent.click(dialog.getByRole('button', { name: 'Create anyway' }));
    await pass(200);
    expect(asked('strategy/run')).toHaveLength(1);
  });
});

describe('the market of an arbitrage', () => {
  beforeEach(() => {
    // jsdom lays nothing out: an element is as high as its style says.
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(function (this: Element) {
      return Number.parseFloat((this as HTMLElement).style.height) || 0;
    });
  });
  afterEach(() => void vi.restoreAllMocks());

  const secondsOf = (text: string | null): number =>
    (text ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  const list = () => within(screen.getByRole('list', { name: 'Markets' }));
  const names = (): string[] =>
    list()
      .getAllByRole('button')
      .map(({ textContent }) => textContent ?? '');

  it('says funding, reference annual rate and the countdown, which goes down every second (C-061, C-062, C-430, E-357, E-358)', async () => {
    await open('spot-future-arbitrage');
    const figures = [...document.querySelectorAll('dl dd')].map(({ textContent }) => textContent);
    expect(figures).toEqual(expect.arrayContaining(['0.01%', '+7.30%']));
    const before = screen.getByRole('timer').textContent;
    await pass(1_000);
    expect(before).toMatch(/^00:0[12]:\d\d$/);
    expect(secondsOf(screen.getByRole('timer').textContent)).toBe(secondsOf(before) - 1);
  });

  it('asks for the next funding once the countdown is over, once', async () => {
    await open('spot-future-arbitrage');
    await pass(110_000);
    const before = asked('currency_pairs').length;
    pairs = [{ ...pair('BTC', '0.0002'), funding_next_apply: SETTLEMENT + PERIOD }];
    await pass(11_000);
    expect(asked('currency_pairs').length).toBeGreaterThan(before);
    expect(screen.getByRole('timer').textContent).toMatch(/^07:59:/);
  });

  it('is searched 300 ms after the last key (C-059, C-178, C-428, E-333)', async () => {
    await open('spot-future-arbitrage');
    press(/Choose a market/);
    await pass(50);
    expect(names()).toHaveLength(3);
    type('Search a market', 'eth');
    await pass(SEARCH_DEBOUNCE_MS - 10);
    expect(names()).toHaveLength(3);
    await pass(20);
    expect(names()).toHaveLength(1);
    expect(SEARCH_DEBOUNCE_MS).toBe(300);
  });

  it('is filtered by the leverage it allows, and its annual rate is that of the leverage (C-060, C-062, C-430)', async () => {
    await open('spot-future-arbitrage');
    press(/Choose a market/);
    await pass(50);
    const filter = within(screen.getByRole('radiogroup', { name: 'Leverage' }));
    fireEvent.click(filter.getByLabelText('3X'));
    await pass(50);
    expect(names().map((name) => name.slice(0, 7))).toEqual([
      expect.stringContaining('BTC'),
      expect.stringContaining('ETH'),
    ]);
    expect(names()[0]).toContain('+8.21%');
    fireEvent.click(filter.getByLabelText('1X'));
    await pass(50);
    expect(names()).toHaveLength(3);
    expect(names()[0]).toContain('+5.48%');
  });

  it('stands in a list whose rows are 33 high, of which only those in sight exist (E-338)', async () => {
    pairs = Array.from({ length: 500 }, (_, index) => pair(`C${index}`, '0.0001'));
    await open('spot-future-arbitrage');
    press(/Choose a market/);
    await pass(50);
    expect(ROW_HEIGHT).toBe(33);
    expect(names().length).toBeLessThan(30);
    expect(screen.getByRole('list', { name: 'Markets' }).style.height).toBe(`${500 * 33}px`);
  });

  it('is the bot’s: chosen in the form, sent with the leverage of the advanced block, 2X at first (C-072, C-163, C-292, C-134)', async () => {
    await open('spot-future-arbitrage');
    press(/Choose a market/);
    await pass(50);
    fireEvent.click(list().getByRole('button', { name: /ETH/ }));
    await pass(200);
    expect(asked('last_price').at(-1)?.url).toContain('ETH_USDT');
    type('Investment', '1000');
    await pass(50);
    press('Advanced settings');
    expect((screen.getByLabelText('2X') as HTMLInputElement).checked).toBe(true);
    fireEvent.click(screen.getByLabelText('3X'));
    press('Create');
    await pass(200);
    await confirmSheet();
    expect(body().params).toMatchObject({
      pair: 'ETH_USDT',
      settle: 'usdt',
      begin_money_amount: '1000',
      begin_money_currency: 'USDT',
      leverage: '3',
    });
  });

  it.each(['spot-future-arbitrage', 'smart-position', 'spot_grid', 'spot-compose-indicator', 'macd'] as const)(
    'of %s is priced every 5 s, as the documents have it (C-366, E-293, E-332, M-174, M-353)',
    async (kind) => {
      await open(kind);
      const before = asked('last_price').length;
      await pass(4_000);
      expect(asked('last_price')).toHaveLength(before);
      await pass(1_500);
      expect(asked('last_price')).toHaveLength(before + 1);
    },
  );

  it('shows the funding reserve: 15 times the next rate of what is bought, none while it is negative (C-431, E-356)', async () => {
    await open('spot-future-arbitrage');
    type('Investment', '1000');
    await pass(100);
    const reserve = (): string => document.querySelector('[data-summary="summary.funding_reserve"]')?.textContent ?? '';
    expect(reserve()).toMatch(/^0\.99/);
    press(/Choose a market/);
    await pass(50);
    fireEvent.click(list().getByRole('button', { name: /ETH/ }));
    await pass(200);
    expect(reserve()).toMatch(/^0\D/);
  });
});

describe('the futures/spot switch of indicator bots', () => {
  const press2 = (label: string): boolean => fireEvent.click(screen.getByLabelText(label));

  it('leads to the other market’s page with parameters reset: to futures a total stop of 100 % and 2X (C-053, C-183, C-192, C-193, E-152, E-153)', async () => {
    await open('spot-compose-indicator');
    type('Investment', '900');
    press('Advanced settings');
    await pass(50);
    type('Bot name', 'mine');
    press2('Futures');
    expect(pushed).toHaveBeenCalledWith(expect.stringContaining('/en/futures/USDT/BTC_USDT'));
    expect(pushed).toHaveBeenCalledWith(expect.stringContaining('strategyType=compose-indicator'));
    expect(draft('compose-indicator')).toMatchObject({
      money: '',
      stop_rate: '100',
      leverage: '2',
      position_stop_rate: '',
      protect_profit_rate: '',
      strategy_name: 'mine',
    });
    expect(draft('spot-compose-indicator').money).toBeUndefined();
  });

  it('leads to spot without take profit and total stop (C-183, C-194, E-151, E-154)', async () => {
    await open('compose-indicator', LINEAR);
    press2('Spot');
    expect(pushed).toHaveBeenCalledWith(expect.stringContaining('/en/trade/BTC_USDT'));
    expect(draft('spot-compose-indicator')).toMatchObject({ stop_profit: '', stop_rate: '' });
  });

  it('keeps a preset’s kind and lets the other page begin anew (H8)', async () => {
    await open('macd');
    type('Investment', '900');
    press2('Futures');
    expect(pushed).toHaveBeenCalledWith(expect.stringMatching(/futures\/USDT\/BTC_USDT.*strategyType=macd$/));
    expect(draft('macd').money).toBeUndefined();
  });

  it('disables what protects a profit until there is one to start from (C-202, E-188)', async () => {
    await open('compose-indicator', LINEAR);
    press('Advanced settings');
    fireEvent.click(screen.getByLabelText('Protect profit'));
    await pass(50);
    const protect = (): HTMLInputElement =>
      document.querySelector('input[name="protect_profit_rate"]') as HTMLInputElement;
    const start = document.querySelector('input[name="start_profit_rate"]') as HTMLInputElement;
    expect(protect().disabled).toBe(true);
    fireEvent.change(start, { target: { value: '5' } });
    expect(protect().disabled).toBe(false);
    fireEvent.change(start, { target: { value: '0' } });
    expect(protect().disabled).toBe(true);
  });
});
