// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BotActionsBar } from '#components/bots/actions/bot-actions-bar.tsx';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { toastsAtom } from '#lib/client/toasts.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { FUTURES_PAYLOAD, futuresContract } from '#tests/support/futures-contract.ts';
import { testSpec } from '#tests/support/market-specs.ts';
import { stubResizeObserver } from '#tests/support/resize-observer.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';

/** Dialogs of what an owner does with a bot: what they ask, what they say before, and what they send. */

type Reply = object | null | Promise<object>;

let bot: StrategyRow;
let answers: Readonly<Record<string, Reply | ((call: FakeCall) => Reply)>>;
const onClosed = vi.fn();
const onSettled = vi.fn();

const PAYLOAD = {
  strategy_type: 'spot_grid',
  market: 'BTC_USDT',
  instrument_type: 'spot',
  low_price: '55000',
  high_price: '65000',
  grid_num: '10',
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
const SPOT_MARKET = {
  market: 'BTC_USDT',
  base: 'BTC',
  quote: 'USDT',
  price_decimals: 1,
  amount_decimals: 6,
  min_base_amount: '0.000001',
  min_quote_amount: '3',
  taker_fee_rate: '0.001',
  maker_fee_rate: '0.001',
  max_grid: 200,
};
const ok = (data: object | null): object => ({ code: 200, message: '', data });

const PLAIN: typeof answers = {
  // What an act came to is asked for behind it.
  operate_records: ok([]),
  capabilities: ok([] as unknown as object),
  '/api/session': ok({ logged_in: true, user_id: 1, anonymous: '0123456789abcdef', nickname: 'demo' }),
  get_all_strategy: () => ({ code: 200, message: '', data: [bot] }),
  '/balance/': ok({ assets: { balances: [], risk: '' }, margin_asset: null }),
  'stop-options': ok([] as unknown as object),
  check_permissions: ok({
    spot_grid_modify_price_range: true,
    spot_grid_add_position: true,
    spot_grid_pause: true,
  }),
  spot_markets: ok([SPOT_MARKET] as unknown as object),
  last_price: { last_price: '60000', mark_price: '60000' },
  available_balance: ok({
    currency_outables: [{ asset: 'USDT', outable: '500' }],
    max_outable: { asset: 'USDT', outable: '500' },
  }),
  'grid-base': ok({ max_grid: 200 }),
  strategy_detail: (): Reply => ok({ ...bot, payload: PAYLOAD }),
};

function answer(call: FakeCall): Reply {
  for (const [part, reply] of Object.entries({ ...PLAIN, ...answers })) {
    if (call.url.includes(part)) return typeof reply === 'function' ? reply(call) : reply;
  }
  return ok({ strategy_id: 42 });
}

const sent = (part: string): FakeCall[] => calls.filter(({ url, method }) => method !== 'GET' && url.includes(part));

async function openBar(): Promise<void> {
  render(
    <ComponentHost>
      <BotActionsBar bot={bot} isOwn onClosed={onClosed} onSettled={onSettled} />
      <PromptHost />
    </ComponentHost>,
  );
  await pass(250);
}

/** The menu of changes, of a bar that stands there. */
async function openMenu(): Promise<void> {
  const manage = screen.getByRole('button', { name: 'Manage' });
  // Once its menu is loaded it hears the keys itself.
  fireEvent.click(manage);
  await pass(500);
  if (screen.queryByRole('menu') === null) fireEvent.keyDown(manage, { key: 'Enter' });
  await pass(250);
}

async function choose(name: string): Promise<HTMLElement> {
  await openBar();
  fireEvent.click(screen.getByRole('button', { name: 'Manage' }));
  await pass(500);
  fireEvent.click(screen.getByRole('menuitem', { name }));
  await pass(1_000);
  return screen.getByRole('dialog');
}

function type(dialog: HTMLElement, label: RegExp | string, value: string): void {
  fireEvent.change(within(dialog).getByRole('textbox', { name: label }), { target: { value } });
}

function press(dialog: HTMLElement, name: string): void {
  fireEvent.click(within(dialog).getByRole('button', { name }));
}

const isOff = (dialog: HTMLElement, name: string): boolean =>
  (within(dialog).getByRole('button', { name }) as HTMLButtonElement).disabled;

const PARAMS = { current_low_price: '', current_high_price: '', trigger_price: '' } as unknown as NonNullable<
  StrategyRow['params']
>;

const calls = inOwnTime(answer, () => {
  stubResizeObserver();
  bot = strategyRow({ params: PARAMS, money: '1000', money_asset: 'USDT', market: 'BTC_USDT' });
  answers = {};
  onClosed.mockReset();
  onSettled.mockReset();
  getDefaultStore().set(toastsAtom, []);
});

describe('pausing and going on', () => {
  it('asks before it pauses a grid, by the call of grids, and closes what the bot is shown in (M-003, M-031, M-064, M-140, M-306)', async () => {
    await openBar();
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    await pass(500);
    const dialog = screen.getByRole('dialog', { name: 'Pause this bot?' });
    expect(sent('/pause/')).toHaveLength(0);
    press(dialog, 'Pause');
    await pass(500);
    expect(sent('/grid-trading/pause/42')).toHaveLength(1);
    expect(onSettled).toHaveBeenCalledTimes(1);
  });

  it('goes on with other kinds by the call of those (M-065, M-308)', async () => {
    bot = strategyRow({ strategy_type: 'smart-position', status: 'pause', step: 'pause', params: PARAMS });
    await openBar();
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await pass(500);
    press(screen.getByRole('dialog'), 'Continue');
    await pass(500);
    expect(sent('/strategy/start/42')[0]?.body).toEqual({ strategy_type: 'smart-position' });
  });

  it('sends nothing where the answer is no, and nothing twice (M-031)', async () => {
    await openBar();
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    await pass(500);
    press(screen.getByRole('dialog'), 'Cancel');
    await pass(250);
    expect(sent('/pause/')).toHaveLength(0);
    expect(onSettled).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    await pass(500);
    const button = within(screen.getByRole('dialog')).getByRole('button', { name: 'Pause' });
    act(() => {
      button.click();
      button.click();
    });
    await pass(500);
    expect(sent('/pause/')).toHaveLength(1);
  });

  it('looks a lost answer up by the key of the first press, and asks the next thing under another', async () => {
    let lost = 4;
    answers = { '/pause/': () => (lost-- > 0 ? null : ok({ strategy_id: 42 })) };
    await openBar();
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    await pass(500);
    press(screen.getByRole('dialog'), 'Pause');
    await pass(1_000);
    const keys = (): string[] => sent('/pause/').map(({ headers }) => headers['idempotency-key'] ?? '');
    expect([keys().length, new Set(keys()).size, onSettled.mock.calls.length]).toEqual([3, 1, 0]);
    expect(keys()[0]).toMatch(/^[\w-]{16,64}$/);
    expect(within(screen.getByRole('dialog')).getByText(/No answer has come/)).toBeTruthy();
    press(screen.getByRole('dialog'), 'Ask what became of it');
    await pass(1_000);
    expect([keys().length, new Set(keys()).size, onSettled.mock.calls.length]).toEqual([5, 1, 1]);
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    await pass(500);
    press(screen.getByRole('dialog'), 'Pause');
    await pass(500);
    expect(new Set(keys()).size).toBe(2);
  });

  it.each([
    ['starting', 'Starting…'],
    ['pausing', 'Pausing…'],
    ['stopping', 'Terminating…'],
    ['finishing', 'Terminating…'],
  ] as const)('shows that a bot is %s as a state that nothing is pressed on (M-142)', async (status, words) => {
    for (const strategy_type of ['spot-future-arbitrage', 'compose-indicator', 'smart-position'] as const) {
      bot = strategyRow({ strategy_type, status, params: PARAMS });
      await openBar();
      expect([strategy_type, screen.getByRole<HTMLButtonElement>('button', { name: words }).disabled]).toEqual([
        strategy_type,
        true,
      ]);
      for (const name of ['Pause', 'Continue', 'Terminate'])
        expect(screen.queryByRole('button', { name }) !== null && status !== 'pausing', name).toBe(false);
      cleanup();
    }
  });

  it('offers a pause of grids and indicator bots everywhere, of other kinds where the exchange says that it has one, and going on wherever a bot is paused (M-130, M-131, M-141, H60, H61)', async () => {
    const offers = async (row: Partial<StrategyRow>, announced: readonly string[]): Promise<boolean> => {
      bot = strategyRow({ params: PARAMS, ...row });
      answers = { capabilities: ok(announced as unknown as object) };
      await openBar();
      const is = screen.queryByRole('button', { name: bot.status === 'pause' ? 'Continue' : 'Pause' }) !== null;
      cleanup();
      return is;
    };
    for (const strategy_type of ['spot_grid', 'infinite_grid', 'spot-compose-indicator'] as const)
      expect(await offers({ strategy_type }, []), strategy_type).toBe(true);
    for (const strategy_type of ['smart-position', 'spot-future-arbitrage', 'martingale', 'macd'] as const) {
      expect(await offers({ strategy_type }, ['pause:other']), strategy_type).toBe(false);
      expect(await offers({ strategy_type }, [`pause:${strategy_type}`]), strategy_type).toBe(true);
      expect(await offers({ strategy_type, status: 'pause', step: 'pause' }, []), strategy_type).toBe(true);
    }
  });

  it('offers no pause of a grid on spot to whom the exchange says that he may not (M-105, H32)', async () => {
    const grants = { spot_grid_modify_price_range: true, spot_grid_add_position: true, spot_grid_pause: false };
    answers = { check_permissions: ok(grants) };
    await openBar();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    cleanup();
    bot = strategyRow({ strategy_type: 'futures_grid', settle: 'usdt', params: PARAMS });
    await openBar();
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy();
  });

  it('says that the service is reconnecting, in place of everything but the end, while a grid is retrying (M-139, M-336)', async () => {
    bot = strategyRow({ behavior_status: 'retrying', params: PARAMS });
    await openBar();
    for (const name of ['Pause', 'Clone']) {
      getDefaultStore().set(toastsAtom, []);
      fireEvent.click(screen.getByRole('button', { name }));
      await pass(500);
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(getDefaultStore().get(toastsAtom)).toHaveLength(1);
    }
    expect(calls.filter(({ url }) => url.includes('strategy_detail'))).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Terminate' }));
    await pass(500);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});

describe('stop loss and take profit of a spot grid', () => {
  it('are prices, checked as the form checks them, and sent alone (M-032, M-037, M-220, M-221, E-238, E-239, E-318)', async () => {
    const dialog = await choose('Stop loss and take profit');
    type(dialog, 'Stop-loss price', '56000');
    await pass(250);
    expect(isOff(dialog, 'Save')).toBe(true);
    type(dialog, 'Stop-loss price', '54000');
    type(dialog, 'Take-profit price', '64000');
    await pass(250);
    expect(isOff(dialog, 'Save')).toBe(true);
    type(dialog, 'Take-profit price', '70000');
    await pass(250);
    press(dialog, 'Save');
    await pass(500);
    expect(sent('change_grid_params')[0]?.body).toEqual({ stop_loss: '54000', stop_profit: '70000' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(onClosed).toHaveBeenCalled();
  });

  it('that are emptied are none, and the other one stays what it was (M-233, E-243)', async () => {
    answers = {
      strategy_detail: (): Reply => ok({ ...bot, payload: { ...PAYLOAD, stop_loss: '54000', stop_profit: '70000' } }),
    };
    const dialog = await choose('Stop loss and take profit');
    type(dialog, 'Stop-loss price', '');
    await pass(250);
    press(dialog, 'Save');
    await pass(500);
    expect(sent('change_grid_params')[0]?.body).toEqual({ stop_loss: '', stop_profit: '70000' });
  });

  it('of 0 are none: prices go from there to 999,999 (E-237)', async () => {
    answers = {
      strategy_detail: (): Reply => ok({ ...bot, payload: { ...PAYLOAD, stop_loss: '54000', stop_profit: '70000' } }),
    };
    const dialog = await choose('Stop loss and take profit');
    type(dialog, 'Stop-loss price', '0');
    await pass(250);
    expect(within(dialog).queryByText(/should be between/)).toBeNull();
    press(dialog, 'Save');
    await pass(500);
    expect(sent('change_grid_params')[0]?.body).toEqual({ stop_loss: '', stop_profit: '70000' });
  });

  it('lie the other way round where base is sold: the loss above the range, the profit at its low price or below; none above 999,999 (M-222, M-223, M-224, M-364)', async () => {
    answers = {
      strategy_detail: (): Reply => ok({ ...bot, payload: { ...PAYLOAD, is_use_base: '1', money: '0.02' } }),
    };
    const dialog = await choose('Stop loss and take profit');
    for (const [loss, profit, isRefused] of [
      ['65000', '', true],
      ['54000', '', true],
      ['1000000', '', true],
      ['', '55000.1', true],
      ['', '66000', true],
      ['999999', '55000', false],
    ] as const) {
      type(dialog, 'Stop-loss price', loss);
      type(dialog, 'Take-profit price', profit);
      await pass(250);
      expect([loss, profit, isOff(dialog, 'Save')]).toEqual([loss, profit, isRefused]);
    }
    press(dialog, 'Save');
    await pass(500);
    expect(sent('change_grid_params')[0]?.body).toEqual({ stop_loss: '999999', stop_profit: '55000' });
  });

  it('send nothing where nothing was changed', async () => {
    const dialog = await choose('Stop loss and take profit');
    press(dialog, 'Save');
    await pass(250);
    expect(sent('change_grid_params')).toHaveLength(0);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('show at its field what the exchange refuses, and stay open', async () => {
    answers = {
      change_grid_params: {
        code: 422,
        message: '',
        data: { field: 'stop_loss', issue: 'stop_loss.triggered', values: {} },
      },
    };
    const dialog = await choose('Stop loss and take profit');
    type(dialog, 'Stop-loss price', '54000');
    await pass(250);
    press(dialog, 'Save');
    await pass(500);
    expect(screen.getByRole('dialog')).toBeTruthy();
    const price = within(dialog).getByRole('textbox', { name: 'Stop-loss price' });
    expect(price.getAttribute('aria-invalid')).toBe('true');
    // It was said of what was sent: what is typed since may be right.
    type(dialog, 'Stop-loss price', '53000');
    await pass(250);
    expect(price.getAttribute('aria-invalid')).not.toBe('true');
  });
});

describe('trailing of a spot grid', () => {
  const STILL = { plan_type: 0, plans: [{ plan: 'Investments Unchanged', actions: [] }], min_amount: '0' };
  const offering = (): void => {
    answers = { capabilities: ok(['trailing_change'] as unknown as object), calc_investplan: ok(STILL) };
  };

  it('is what the form calls it, planned as it was typed, and sent alone', async () => {
    offering();
    const dialog = await choose('Trailing grid');
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Trail up' }));
    await pass(1_500);
    // As the form begins: half beyond the range, 2 %.
    const asked = { stop_upward_price: '97500', stop_downward_price: '', moving_average_momentum: '0.02' };
    expect(sent('calc_investplan').at(-1)?.body).toEqual(asked);
    expect(within(dialog).getByText('Nothing is bought or sold.')).toBeTruthy();
    type(dialog, 'Trailing-up limit', '64000');
    await pass(1_500);
    expect(isOff(dialog, 'Change the bot')).toBe(true);
    type(dialog, 'Trailing-up limit', '70000');
    await pass(1_500);
    press(dialog, 'Change the bot');
    await pass(500);
    const body = { ...asked, stop_upward_price: '70000', actions: [], plan: 'Investments Unchanged' };
    expect(sent('change_grid_params').map((call) => call.body)).toEqual([body]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('of a grid that stands at its limit: what stays is not judged anew (M-207)', async () => {
    const reached = { stop_upward_price: '65000', moving_average_momentum: '0.02' };
    offering();
    answers = { ...answers, strategy_detail: (): Reply => ok({ ...bot, payload: { ...PAYLOAD, ...reached } }) };
    const dialog = await choose('Trailing grid');
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Trail down' }));
    await pass(1_500);
    expect(within(dialog).queryByRole('alert')).toBeNull();
    press(dialog, 'Change the bot');
    await pass(500);
    expect(sent('change_grid_params')[0]?.body).toMatchObject({ ...reached, stop_downward_price: '27500' });
  });

  it('is not offered where the exchange does not say that it takes it (H61)', async () => {
    await openBar();
    fireEvent.click(screen.getByRole('button', { name: 'Manage' }));
    await pass(500);
    expect(screen.queryByRole('menuitem', { name: 'Trailing grid' })).toBeNull();
    expect(screen.getByRole('menuitem', { name: 'Edit price range' })).toBeTruthy();
  });
});

const PLAN = {
  plan_type: 1,
  plans: [
    {
      plan: 'Investments Unchanged',
      actions: [{ action: 'buy', amount: '0.01', currency: 'BTC', profit_loss_amount: '', profit_loss_currency: '' }],
    },
  ],
  min_amount: '0',
};

describe('another range', () => {
  it('is planned half a second after it was typed, the least amount with it, and what was shown is what is sent (M-033, M-115, M-163, M-205, M-208, M-217, M-218, M-360)', async () => {
    answers = { calc_investplan: ok(PLAN) };
    const dialog = await choose('Edit price range');
    type(dialog, 'Lower price', '66000');
    await pass(1_000);
    expect(sent('calc_investplan')).toHaveLength(0);
    expect(isOff(dialog, 'Change the bot')).toBe(true);
    type(dialog, 'Lower price', '57000');
    await pass(250);
    expect(sent('calc_investplan')).toHaveLength(0);
    await pass(500);
    expect(sent('calc_investplan')).toHaveLength(1);
    // The plan says what is needed at least: nothing else is asked for it.
    expect(calls.some(({ url }) => url.includes('min_amount'))).toBe(false);
    expect(sent('calc_investplan')[0]?.body).toEqual({ low_price: '57000', high_price: '65000', grid_num: '10' });
    expect(within(dialog).getByText('Buys 0.01 BTC')).toBeTruthy();
    press(dialog, 'Change the bot');
    await pass(500);
    expect(sent('change_grid_params')[0]?.body).toEqual({
      low_price: '57000',
      high_price: '65000',
      grid_num: '10',
      stop_loss: '',
      stop_profit: '',
      actions: [{ action: 'buy', amount: '0.01', currency: 'BTC' }],
      plan: 'Investments Unchanged',
    });
  });

  it('takes a grid count from 2 to 1000, prices of the tick and no minus, and keeps the stops beyond it (M-209, M-210, M-212, M-213, M-214, M-366)', async () => {
    answers = { calc_investplan: ok(PLAN) };
    const dialog = await choose('Edit price range');
    for (const count of ['1', '1001']) {
      type(dialog, 'Number of grids', count);
      await pass(250);
      expect(isOff(dialog, 'Change the bot')).toBe(true);
    }
    // So many that a grid brings less than its fees cost.
    type(dialog, 'Number of grids', '900');
    await pass(1_500);
    expect(within(dialog).getByRole('textbox', { name: 'Number of grids' }).getAttribute('aria-invalid')).toBe('true');
    type(dialog, 'Lower price', '20000');
    type(dialog, 'Upper price', '160000');
    // More than a new grid may have here.
    type(dialog, 'Number of grids', '300');
    await pass(1_500);
    expect(isOff(dialog, 'Change the bot')).toBe(false);
    type(dialog, 'Lower price', '55000');
    type(dialog, 'Number of grids', '12');
    type(dialog, 'Lower price', '-5');
    type(dialog, 'Upper price', '66000.15');
    const field = (name: string): string => (within(dialog).getByRole('textbox', { name }) as HTMLInputElement).value;
    expect(field('Lower price')).toBe('55000');
    expect(field('Upper price')).toBe('66000.1');
    // At the upper price itself neither, as where stops alone are changed (M-221).
    for (const [price, words] of [
      ['66000', 'the take-profit price must not be below the upper price'],
      ['66000.1', 'the take-profit price must be above the upper price'],
    ] as const) {
      type(dialog, 'Take-profit price', price);
      await pass(250);
      expect(within(dialog).getByText(words)).toBeTruthy();
      expect(isOff(dialog, 'Change the bot')).toBe(true);
    }
    type(dialog, 'Take-profit price', '66000.2');
    await pass(1_500);
    expect(isOff(dialog, 'Change the bot')).toBe(false);
  });

  it('says what the exchange has against it beside the plan where the dialog has no such field (M-206, M-207)', async () => {
    answers = {
      calc_investplan: {
        code: 422,
        message: '',
        data: { field: 'stop_upward_price', issue: 'trailing.up_below_high', values: {} },
      },
    };
    const dialog = await choose('Edit price range');
    type(dialog, 'Upper price', '66000');
    await pass(1_500);
    expect(within(dialog).getByRole('alert')).toBeTruthy();
    expect(isOff(dialog, 'Change the bot')).toBe(true);
  });

  it('says how much is missing as it can be typed, never below what is needed', async () => {
    const plan = { plan_type: 3, plans: [{ plan: 'Threshold Reached', actions: [] }], min_amount: '120.12341' };
    answers = { calc_investplan: ok(plan) };
    const dialog = await choose('Edit price range');
    type(dialog, 'Number of grids', '100');
    await pass(1_500);
    expect(within(dialog).getByText(/at least 120\.1235 USDT more/)).toBeTruthy();
  });

  it('asks for money where it needs some, and cannot be had without (M-165, M-166, M-168, M-216)', async () => {
    answers = {
      calc_investplan: ({ body }) =>
        (body as { money?: string }).money === undefined
          ? ok({ plan_type: 3, plans: [{ plan: 'Threshold Reached', actions: [] }], min_amount: '120' })
          : ok({ plan_type: 4, plans: [{ plan: 'Investments Append', actions: [] }], min_amount: '120' }),
    };
    const dialog = await choose('Edit price range');
    type(dialog, 'Number of grids', '100');
    await pass(1_500);
    expect(within(dialog).getByText(/at least 120 USDT more/)).toBeTruthy();
    expect(isOff(dialog, 'Change the bot')).toBe(true);
    type(dialog, 'Amount to add', '900');
    await pass(1_500);
    expect(within(dialog).getByText('insufficient available balance')).toBeTruthy();
    type(dialog, 'Amount to add', '150');
    await pass(1_500);
    press(dialog, 'Change the bot');
    await pass(500);
    expect(sent('change_grid_params')[0]?.body).toMatchObject({
      money: '150',
      plan: 'Investments Append',
      actions: [],
    });
  });

  it('is planned with the stops that are typed beside it: one plan is shown and sent', async () => {
    const figures = [
      { name: 'low_price', currency: '', amount: '57000' },
      { name: 'stop_loss', currency: '', amount: '50000' },
      { name: 'bought', currency: 'BTC', amount: '0.01' },
      { name: 'liquidation_long', currency: '', amount: '45500' },
      { name: 'liquidation_long_full', currency: '', amount: '44400' },
    ];
    const risk = { liquidation: liquidation('44400'), warnings: ['liquidation-near'] };
    answers = {
      capabilities: ok(['action_plan'] as unknown as object),
      calc_investplan: ok({ ...PLAN, ...risk, plans: [{ ...PLAN.plans[0], fingerprint: 'a'.repeat(32), figures }] }),
    };
    const dialog = await choose('Edit price range');
    type(dialog, 'Lower price', '57000');
    type(dialog, 'Stop-loss price', '50000');
    await pass(1_500);
    const asked = { low_price: '57000', high_price: '65000', grid_num: '10', stop_loss: '50000', stop_profit: '' };
    expect(sent('calc_investplan').at(-1)?.body).toEqual(asked);
    expect(calls.some(({ url }) => url.includes('action_plan?'))).toBe(false);
    const shown = dialog.querySelector('[data-plan]')?.textContent ?? '';
    expect(shown).toMatch(/57,000.*50,000/);
    // What is traded is said once.
    expect(shown.match(/0\.01/g)).toHaveLength(1);
    // All prices that are agreed to, each once; how near they are stays said.
    expect(shown).toContain('Liquidation price, long45,500');
    expect(shown.match(/44,400/g)).toHaveLength(1);
    expect(shown).toContain('within 3% of the price');
    press(dialog, 'Change the bot');
    await pass(500);
    expect(sent('change_grid_params')[0]?.body).toMatchObject({ ...asked, fingerprint: 'a'.repeat(32) });
  });

  it('closes without a call where nothing is other than it was (M-215)', async () => {
    const dialog = await choose('Edit price range');
    press(dialog, 'Change the bot');
    await pass(250);
    expect(sent('change_grid_params')).toHaveLength(0);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks for no money of who may not add any (M-272)', async () => {
    const may = { spot_grid_modify_price_range: true, spot_grid_add_position: false, spot_grid_pause: true };
    answers = { check_permissions: ok(may), calc_investplan: ok({ ...PLAN, plan_type: 4 }) };
    const dialog = await choose('Edit price range');
    type(dialog, 'Number of grids', '100');
    await pass(1_500);
    expect(within(dialog).queryByRole('checkbox', { name: 'Add investment' })).toBeNull();
    expect(within(dialog).queryByRole('textbox', { name: 'Amount to add' })).toBeNull();
    expect(isOff(dialog, 'Change the bot')).toBe(true);
  });

  it('sends money alone too: a range that is as it was is no reason to put in nothing (M-168, M-215)', async () => {
    const append = { ...PLAN.plans[0], plan: 'Investments Append' };
    answers = { calc_investplan: ok({ ...PLAN, plans: [append] }) };
    const dialog = await choose('Edit price range');
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Add investment' }));
    type(dialog, 'Amount to add', '150');
    await pass(1_500);
    expect(dialog.querySelector('[data-plan]')?.textContent ?? dialog.textContent).toContain('0.01 BTC');
    press(dialog, 'Change the bot');
    await pass(500);
    expect(sent('change_grid_params')[0]?.body).toMatchObject({ money: '150', plan: 'Investments Append' });
  });
});

describe('more money', () => {
  it('says what is bought of it, and sends that plan (M-006, M-034, M-035, M-339)', async () => {
    answers = {
      calc_investplan: ok({ ...PLAN, plans: [{ ...PLAN.plans[0], plan: 'Investments Append' }] }),
    };
    const dialog = await choose('Add investment');
    expect(isOff(dialog, 'Add')).toBe(true);
    press(dialog, '50%');
    await pass(1_500);
    expect(within(dialog).getByText('Buys 0.01 BTC')).toBeTruthy();
    press(dialog, 'Add');
    await pass(500);
    expect(sent('change_grid_params')[0]?.body).toEqual({
      money: '250',
      actions: [{ action: 'buy', amount: '0.01', currency: 'BTC' }],
      plan: 'Investments Append',
    });
  });

  it('that was sent and not answered is asked for again under its key, whatever was typed since', async () => {
    let isDown = true;
    answers = {
      calc_investplan: ok({ ...PLAN, plans: [{ ...PLAN.plans[0], plan: 'Investments Append' }] }),
      change_grid_params: () => (isDown ? null : ok({ strategy_id: 42 })),
    };
    const dialog = await choose('Add investment');
    press(dialog, '50%');
    await pass(1_500);
    press(dialog, 'Add');
    await pass(1_000);
    isDown = false;
    press(dialog, 'Ask what became of it');
    await pass(1_000);
    const keys = new Set(
      sent('change_grid_params').map(({ headers }) => headers['idempotency-key'] ?? headers['Idempotency-Key']),
    );
    expect(keys.size).toBe(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('profit that is taken out', () => {
  it('is at most what completed trades brought and was not taken, in four decimals (M-036, M-248, M-249, E-315, M-385, E-197, E-198, E-199, E-316, E-363)', async () => {
    answers = {
      '/withdrawable': ok({
        unsettled_profit: '12.34567',
        strategy_profit: '20',
        settled_profit: '7.65433',
        profit_asset: 'USDT',
      }),
    };
    const dialog = await choose('Withdraw profit');
    type(dialog, 'Amount', '13');
    await pass(250);
    expect(isOff(dialog, 'Withdraw')).toBe(true);
    // As much as can be typed: the fifth decimal cannot.
    expect(within(dialog).getByText('max withdrawable: 12.3456 USDT')).toBeTruthy();
    expect(within(dialog).getByText('12.3456 USDT')).toBeTruthy();
    press(dialog, 'Max');
    await pass(250);
    press(dialog, 'Withdraw');
    await pass(500);
    expect(sent('/withdraw')[0]?.body).toEqual({ id: 42, strategy_type: 'spot_grid', amount: '12.3456' });
  });

  it.each([
    ['USDT', '12345.6789', '12345.6', '1234.5678'],
    ['USDT', '123456789.5', '9999999', '10000000'],
    ['USDT', '1000000.5', '1000000', '1000000.5'],
    ['USDT', '1200.5004', '1200.5', '1200.5004'],
    ['USDT', '100.0004', '100', '100.0004'],
    ['BTC', '123.12345678', '123.12345', '123.123456'],
    // As another exchange may count: the rest is cut, and nothing is unknown.
    ['USDT', '12.345678901234', '12.3456', '12.34561'],
  ])(
    'is typed in seven characters of USDT and nine of others, and Max types what fits: %s %s (M-248, E-198)',
    async (asset, most, max, long) => {
      answers = {
        '/withdrawable': ok({
          unsettled_profit: most,
          strategy_profit: most,
          settled_profit: '0',
          profit_asset: asset,
        }),
      };
      const dialog = await choose('Withdraw profit');
      press(dialog, 'Max');
      await pass(250);
      const field = within(dialog).getByRole('textbox', { name: 'Amount' }) as HTMLInputElement;
      expect(field.value).toBe(max);
      type(dialog, 'Amount', long);
      expect(field.value).toBe(max);
      press(dialog, 'Withdraw');
      await pass(500);
      expect(sent('/withdraw')[0]?.body).toMatchObject({ amount: max });
    },
  );

  it('is known where an exchange counts it finer than 1e-8: the rest is cut', async () => {
    answers = {
      '/withdrawable': ok({
        ...{ unsettled_profit: '12.345678912345', strategy_profit: '20', settled_profit: '7', profit_asset: 'USDT' },
      }),
    };
    const dialog = await choose('Withdraw profit');
    press(dialog, 'Max');
    await pass(250);
    expect((within(dialog).getByRole('textbox', { name: 'Amount' }) as HTMLInputElement).value).toBe('12.3456');
  });

  it('is nothing where it is less than can be typed (M-249, M-250)', async () => {
    const left = { unsettled_profit: '0.00004', strategy_profit: '5.00004', settled_profit: '5', profit_asset: 'USDT' };
    answers = { '/withdrawable': ok(left) };
    const dialog = await choose('Withdraw profit');
    expect(within(dialog).getByText('no profit to withdraw')).toBeTruthy();
    expect(isOff(dialog, 'Withdraw')).toBe(true);
  });

  it('has six decimals in other assets than USDT (M-248, M-385, E-198, E-363)', async () => {
    answers = {
      '/withdrawable': ok({
        unsettled_profit: '0.12345678',
        strategy_profit: '0.2',
        settled_profit: '0.07654322',
        profit_asset: 'BTC',
      }),
    };
    const dialog = await choose('Withdraw profit');
    press(dialog, 'Max');
    await pass(250);
    press(dialog, 'Withdraw');
    await pass(500);
    expect(sent('/withdraw')[0]?.body).toMatchObject({ amount: '0.123456' });
  });

  it.each(['0', '-1.5'])('is none where there is none: %s (M-250, E-316, E-199, E-200)', async (profit) => {
    answers = {
      '/withdrawable': ok({
        ...{ unsettled_profit: profit, strategy_profit: profit, settled_profit: '0', profit_asset: 'USDT' },
      }),
    };
    const dialog = await choose('Withdraw profit');
    expect(within(dialog).getByText('no profit to withdraw')).toBeTruthy();
    expect(isOff(dialog, 'Withdraw')).toBe(true);
  });
});

describe('profit that cannot be told', () => {
  it('is said in the exchange’s words, once (E-319)', async () => {
    answers = { '/withdrawable': { code: 409, message: 'The books of this bot are being closed', data: null } };
    const dialog = await choose('Withdraw profit');
    expect(within(dialog).getByText('The books of this bot are being closed')).toBeTruthy();
    await pass(30_000);
    const told = getDefaultStore().get(toastsAtom);
    expect(told.map(({ tone, text }) => [tone, text])).toEqual([['error', 'The books of this bot are being closed']]);
    expect(isOff(dialog, 'Withdraw')).toBe(true);
  });
});

describe('stop loss and take profit of a futures grid', () => {
  it('are percent of what was invested, without a sign, below 100 ÷ leverage and 100, a profit of 0 is none (M-225, M-226, M-227, M-228, M-229, E-241, M-365, E-240, E-244)', async () => {
    onFutures();
    answers = FUTURES;
    const dialog = await choose('Stop loss and take profit');
    const field = (name: RegExp): HTMLInputElement => within(dialog).getByRole('textbox', { name });
    type(dialog, /^Stop loss/, '-5');
    expect(field(/^Stop loss/).value).toBe('');
    for (const wrong of ['20', '100.1']) {
      type(dialog, /^Stop loss/, wrong);
      await pass(250);
      expect([wrong, isOff(dialog, 'Save')]).toEqual([wrong, true]);
    }
    type(dialog, /^Stop loss/, '19.5');
    type(dialog, /^Take profit/, '0');
    await pass(250);
    expect(within(dialog).getByText('>0')).toBeTruthy();
    type(dialog, /^Take profit/, '-3');
    expect(field(/^Take profit/).value).toBe('0');
    type(dialog, /^Take profit/, '30');
    await pass(250);
    press(dialog, 'Save');
    await pass(500);
    expect(sent('change_grid_params')[0]?.body).toEqual({ stop_loss: '0.195', stop_profit: '0.3' });
  });

  it.each([
    ['0.2134', '21.34', true],
    ['0.2134', '21.35', false],
    ['-0.2134', '10', false],
    ['0', '10', false],
  ])(
    'at a result of %s may take profit above it alone: %s is refused: %s (M-230, E-242)',
    async (rate, typed, isRefused) => {
      onFutures({ profit_rate: rate });
      answers = FUTURES;
      const dialog = await choose('Stop loss and take profit');
      type(dialog, /^Take profit/, typed);
      await pass(250);
      expect(isOff(dialog, 'Save')).toBe(isRefused);
      const words = within(dialog).queryByText('the bot’s result is 21.34% already: it would end at once');
      expect(words !== null).toBe(isRefused);
    },
  );
});

describe('the words of a copy whose parameters are closed', () => {
  it('are its owner’s to change, and whether others see it: its dialog needs no parameters (M-274, M-276, H54)', async () => {
    bot = strategyRow({ params: null, follow_id: 7, strategy_name: 'Mine', is_hide: 0 });
    answers = { strategy_detail: (): Reply => ok({ ...bot }) };
    const dialog = await choose('Name, description, visibility');
    expect(within(dialog).queryByText('This bot cannot be changed here')).toBeNull();
    type(dialog, 'Bot name', 'Another');
    await pass(250);
    press(dialog, 'Save');
    await pass(500);
    expect(sent('strategy_params')[0]?.body).toMatchObject({ strategy_name: 'Another', params: -1, is_hide: -1 });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('what is said of an action that was done', () => {
  const said = (): (readonly [string, string])[] =>
    getDefaultStore()
      .get(toastsAtom)
      .map(({ tone, text }) => [tone, text] as const);
  beforeEach(() => getDefaultStore().set(toastsAtom, []));

  it('is "operation succeeded" of a pause, "modification succeeded" of stops, "modified successfully" of words, and the bot is asked anew (M-338)', async () => {
    await openBar();
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    await pass(500);
    press(screen.getByRole('dialog'), 'Pause');
    await pass(500);
    cleanup();
    let dialog = await choose('Stop loss and take profit');
    type(dialog, 'Stop-loss price', '54000');
    await pass(250);
    press(dialog, 'Save');
    await pass(500);
    cleanup();
    dialog = await choose('Name, description, visibility');
    type(dialog, 'Bot name', 'Another name');
    await pass(250);
    press(dialog, 'Save');
    await pass(500);
    expect(said()).toEqual([
      ['success', 'operation succeeded'],
      ['success', 'modification succeeded'],
      ['success', 'modified successfully'],
    ]);
    expect(onClosed).toHaveBeenCalled();
  });

  it('says in the same toast whether it came as planned, or what did not, and leads to the record of it', async () => {
    const figure = (name: string, planned: string, happened: string, difference: string, currency = 'USDT') => ({
      ...{ name, currency, planned, happened, difference },
    });
    let figures = [figure('stop_loss', '54000', '54000', '0', '')];
    let fingerprint = 'a'.repeat(32);
    // The plan that the record is of; undefined: as stores of before have it.
    let of: string | undefined = fingerprint;
    // No clock is asked which record is the act's.
    const record = (op_type: string, changes: object = {}) => ({
      ...{ op_type, create_time: 1, from: '', to: '', explain: '', ...changes },
    });
    const came = (plan: string | undefined, to: readonly object[]) => ({
      outcome: { ...(plan === undefined ? {} : { fingerprint: plan }), figures: to, remarks: [] },
    });
    answers = {
      capabilities: ok(['action_plan'] as unknown as object),
      action_plan: () => ok({ fingerprint, figures: [] }),
      operate_records: () =>
        ok([
          record('pause'),
          record('params', came('f'.repeat(32), [])),
          record('params', came(of, figures)),
          // The same plan was carried out before.
          record('params', came(of, [])),
        ] as unknown as object),
    };
    const change = async (price: string): Promise<string | undefined> => {
      getDefaultStore().set(toastsAtom, []);
      const dialog = await choose('Stop loss and take profit');
      type(dialog, 'Stop-loss price', price);
      await pass(1_000);
      press(dialog, 'Save');
      await pass(500);
      cleanup();
      return getDefaultStore().get(toastsAtom)[0]?.more?.text;
    };
    expect(await change('54000')).toBe('As planned');
    expect(said()).toEqual([['success', 'modification succeeded']]);
    const { href } = getDefaultStore().get(toastsAtom)[0]?.more?.link ?? {};
    expect(href).toBe('/en/strategybot/underwayStrategy?type=spot_grid&id=42#records');
    figures = [
      figure('bought', '1', '1', '0', 'BTC'),
      figure('fees', '0.5', '0.4', '-0.1'),
      figure('result', '5', '7', '2'),
      figure('returned', '5', '7', '2'),
    ];
    expect(await change('53000')).toBe(
      'Other than planned: Fees of it: -0.1 USDT · Result of the bot: +2 USDT · 1 more',
    );
    // This one has no outcome: that of another plan is not its, nor one that names none.
    fingerprint = 'b'.repeat(32);
    expect(await change('52500')).toBeUndefined();
    of = undefined;
    expect(await change('52400')).toBeUndefined();
    of = fingerprint;
    expect(await change('52300')).toContain('Other than planned');
    // A client of the documents names no plan; of that nothing is said.
    answers = { ...answers, capabilities: ok([] as unknown as object) };
    expect(await change('52000')).toBeUndefined();
  });

  it('is "add investment succeeded" of money, and "withdraw success" of profit (M-338)', async () => {
    answers = {
      calc_investplan: ok({ ...PLAN, plans: [{ ...PLAN.plans[0], plan: 'Investments Append' }] }),
      '/withdrawable': ok({ unsettled_profit: '5', strategy_profit: '5', settled_profit: '0', profit_asset: 'USDT' }),
    };
    let dialog = await choose('Add investment');
    press(dialog, '50%');
    await pass(1_500);
    press(dialog, 'Add');
    await pass(500);
    cleanup();
    dialog = await choose('Withdraw profit');
    press(dialog, 'Max');
    await pass(250);
    press(dialog, 'Withdraw');
    await pass(500);
    expect(said()).toEqual([
      ['success', 'add investment succeeded'],
      ['success', 'withdraw success'],
    ]);
  });
});

describe('the fund password of an action', () => {
  const DEMAND = { code: 423, message: '', require_fundpass: true };
  const WITHDRAWABLE = ok({
    unsettled_profit: '5',
    strategy_profit: '5',
    settled_profit: '0',
    profit_asset: 'USDT',
  });

  async function enter(password: string): Promise<void> {
    const field = screen.getByLabelText('Fund password', { selector: 'input' });
    fireEvent.change(field, { target: { value: password } });
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await pass(500);
  }
  /** Opens the dialog, types what it sends, and presses its button. */
  const ACTIONS = {
    withdraw: async () => {
      const dialog = await choose('Withdraw profit');
      press(dialog, 'Max');
      await pass(250);
      press(dialog, 'Withdraw');
    },
    change_grid_params: async () => {
      const dialog = await choose('Stop loss and take profit');
      type(dialog, 'Stop-loss price', '54000');
      await pass(250);
      press(dialog, 'Save');
    },
    'increase_balance/42': async () => {
      onFutures();
      answers = { ...FUTURES, ...answers };
      const dialog = await choose('Adjust margin');
      press(dialog, '50%');
      await pass(1_500);
      press(dialog, 'Increase margin');
    },
  } as const;
  const DEMANDS = {
    '/strategybot/withdraw': DEMAND,
    change_grid_params: DEMAND,
    'increase_balance/42': DEMAND,
  };

  it.each(['withdraw', 'change_grid_params', 'increase_balance/42'] as const)(
    'is asked for in a panel when the exchange wants it for %s, and the same is sent again with it, under its key (M-043, E-156, E-317)',
    async (name) => {
      answers = { '/withdrawable': WITHDRAWABLE };
      const asks: typeof answers = Object.fromEntries(
        Object.keys(DEMANDS).map((part) => [
          part,
          ({ body }: FakeCall) =>
            (body as { fundpass?: string } | undefined)?.fundpass === undefined ? DEMAND : ok({ strategy_id: 42 }),
        ]),
      );
      answers = { ...answers, ...asks };
      await ACTIONS[name]();
      await pass(500);
      await enter('paper-fund');
      const [first, second, ...more] = sent(name);
      expect(more).toEqual([]);
      expect(second?.body).toEqual({ ...(first?.body as object | undefined), fundpass: 'paper-fund' });
      expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it.each(['change_grid_params', 'withdraw'] as const)(
    'that was sent with %s and is wrong is not asked for again: the exchange’s words are an error over the page, whatever field it names, and the dialog stays (E-317, M-335)',
    async (name) => {
      getDefaultStore().set(toastsAtom, []);
      const said = 'That is not your fund password';
      const wrong = { code: 424, message: said, require_fundpass: true, data: { field: 'fundpass' } };
      const isSent = ({ body }: FakeCall) => (body as { fundpass?: string }).fundpass !== undefined;
      answers = {
        '/withdrawable': WITHDRAWABLE,
        [name === 'withdraw' ? '/strategybot/withdraw' : name]: (call: FakeCall) => (isSent(call) ? wrong : DEMAND),
      };
      await ACTIONS[name]();
      await pass(500);
      await enter('not-it');
      expect(sent(name)).toHaveLength(2);
      expect(
        getDefaultStore()
          .get(toastsAtom)
          .map(({ tone, text }) => [tone, text]),
      ).toEqual([['error', said]]);
      expect(screen.queryByLabelText('Fund password', { selector: 'input' })).toBeNull();
      expect(screen.getByRole('dialog')).toBeTruthy();
    },
  );
});

describe('an action that was sent and not answered', () => {
  it('is not settled by a fund password that its repeat was not given: it is asked for under its key, as it was sent', async () => {
    let reply: Reply = null;
    answers = { change_grid_params: () => reply };
    const dialog = await choose('Stop loss and take profit');
    type(dialog, 'Stop-loss price', '54000');
    await pass(250);
    press(dialog, 'Save');
    await pass(1_000);
    reply = { code: 423, message: '', require_fundpass: true };
    press(dialog, 'Ask what became of it');
    await pass(1_000);
    await act(async () =>
      fireEvent.keyDown(screen.getByLabelText('Fund password', { selector: 'input' }), { key: 'Escape' }),
    );
    await pass(500);
    expect(screen.queryByLabelText('Fund password', { selector: 'input' })).toBeNull();
    expect(within(dialog).getByRole('group').hasAttribute('disabled')).toBe(true);
    reply = ok({ strategy_id: 42 });
    press(dialog, 'Ask what became of it');
    await pass(1_000);
    const went = sent('change_grid_params').map(({ headers, body }) => [headers['idempotency-key'], body]);
    expect([went.length, new Set(went.map((one) => JSON.stringify(one))).size]).toEqual([5, 1]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that was refused in the end is over: the next one is another', async () => {
    let reply: Reply = null;
    answers = { change_grid_params: () => reply };
    const dialog = await choose('Stop loss and take profit');
    type(dialog, 'Stop-loss price', '54000');
    await pass(250);
    press(dialog, 'Save');
    await pass(1_000);
    reply = { code: 409, message: '' };
    press(dialog, 'Ask what became of it');
    await pass(1_000);
    reply = ok({ strategy_id: 42 });
    press(dialog, 'Save');
    await pass(1_000);
    expect(new Set(sent('change_grid_params').map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });
});

describe('words and flags of a bot', () => {
  it('are those that it has by now, and nothing else is sent with them (M-005, M-072, M-242, M-276, M-326)', async () => {
    const dialog = await choose('Name, description, visibility');
    type(dialog, 'Bot name', 'Another name');
    await pass(250);
    press(dialog, 'Save');
    await pass(500);
    expect(sent('strategy_params')[0]?.body).toEqual({
      strategy_id: 42,
      strategy_type: 'spot_grid',
      user_id: 1,
      params: -1,
      strategy_name: 'Another name',
      abstract: bot.abstract,
      // Hidden elsewhere meanwhile, it stays hidden.
      is_hide: -1,
      is_hide_order: -1,
    });
  });

  it('are sent with a flag that was touched, and with that alone (M-276, M-326)', async () => {
    const dialog = await choose('Name, description, visibility');
    fireEvent.click(within(dialog).getByLabelText('Hide trades'));
    await pass(250);
    press(dialog, 'Save');
    await pass(500);
    expect(sent('strategy_params')[0]?.body).toMatchObject({ is_hide: -1, is_hide_order: 1 });
  });
});

const CONTRACT = futuresContract({ leverageMax: 100 });

function onFutures(changes: Partial<StrategyRow> = {}): void {
  bot = strategyRow({
    strategy_type: 'futures_grid',
    settle: 'usdt',
    side: 'buy',
    leverage: '5',
    position: '20',
    mark_price: '60000',
    params: PARAMS,
    money: '1000',
    money_asset: 'USDT',
    market: 'BTC_USDT',
    ...changes,
  });
}

function contracts(...rows: readonly object[]): object {
  return { code: 200, message: '', data: null, futures_contracts_data: rows };
}

const liquidation = (price: string): object => ({
  liq_price: price,
  short_liq_price: '--',
  held_liq_price: price,
  held_short_liq_price: '--',
});
const FUTURES: typeof answers = {
  strategy_detail: (): Reply => ok({ ...bot, payload: FUTURES_PAYLOAD }),
  '/futures/contracts': contracts(CONTRACT),
  // Every 100 that come in move it by 1,000; what goes out the other way.
  calc_liq_price: ({ body }): Reply => {
    const { money } = body as { readonly money: string };
    return { code: 200, message: '', data: null, ...liquidation(String(48_000 - (Number(money) - 1000) * 10)) };
  },
  withdrawal_balance: ({ method, url }): Reply => {
    if (method === 'POST') return ok({ strategy_id: 42 });
    const amount = Number(new URL(url, 'http://test').searchParams.get('amount') ?? '0');
    return ok({
      withdrawable: 1,
      max_withdrawal_amount: '150.5',
      liquidation: liquidation(String(48_000 + amount * 80)),
    });
  },
};
const told = (dialog: HTMLElement, what: string): string | null | undefined =>
  dialog.querySelector(`[data-liquidation="${what}"]`)?.textContent;

describe('words that are refused, or taken back', () => {
  it('are not sent when they are too long or lead elsewhere, and are as before after Cancel, when nothing can be typed any more (M-071, M-073, M-237, M-239, M-240, M-241)', async () => {
    let dialog = await choose('Name, description, visibility');
    type(dialog, 'Bot name', '名'.repeat(21));
    await pass(250);
    expect(isOff(dialog, 'Save')).toBe(true);
    type(dialog, 'Bot name', 'Fine');
    type(dialog, 'Description', 'x'.repeat(1_001));
    await pass(250);
    expect(dialog.textContent).toContain('1001/1000');
    expect(isOff(dialog, 'Save')).toBe(true);
    for (const words of ['see https://example.com', 'write to me on telegram']) {
      type(dialog, 'Description', words);
      await pass(250);
      expect([words, isOff(dialog, 'Save')]).toEqual([words, true]);
      expect(within(dialog).getByText(/illegal link/)).toBeTruthy();
    }
    press(dialog, 'Cancel');
    await pass(250);
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    cleanup();
    dialog = await choose('Name, description, visibility');
    expect((within(dialog).getByRole('textbox', { name: 'Bot name' }) as HTMLInputElement).value).toBe('My grid');
  });

  it('are told in the exchange’s words when it refuses a change of parameters, or a withdrawal (M-342, E-314)', async () => {
    answers = { strategy_params: { code: 409, message: 'This bot is being moved to another house', data: null } };
    const dialog = await choose('Name, description, visibility');
    type(dialog, 'Bot name', 'Fine');
    await pass(250);
    press(dialog, 'Save');
    await pass(500);
    const told = (): object | undefined => getDefaultStore().get(toastsAtom).at(-1);
    expect(told()).toMatchObject({ tone: 'warning', text: 'This bot is being moved to another house' });
    cleanup();
    answers = {
      '/withdrawable': ok({ unsettled_profit: '5', strategy_profit: '5', settled_profit: '0', profit_asset: 'USDT' }),
      '/strategybot/withdraw': { code: 409, message: 'Nothing is paid out tonight', data: null },
    };
    const profit = await choose('Withdraw profit');
    press(profit, 'Max');
    await pass(250);
    press(profit, 'Withdraw');
    await pass(500);
    expect(told()).toMatchObject({ tone: 'warning', text: 'Nothing is paid out tonight' });
    expect(screen.getByRole('dialog', { name: 'Withdraw profit' })).toBeTruthy();
  });
});

describe('margin of a position', () => {
  it('comes in: at most what is there, in six decimals, with both prices before and after (M-028, M-063, M-181, M-182, M-361, M-362, M-397)', async () => {
    onFutures();
    answers = FUTURES;
    const dialog = await choose('Adjust margin');
    expect(isOff(dialog, 'Increase margin')).toBe(true);
    type(dialog, 'Amount', '600');
    await pass(1_000);
    expect(within(dialog).getByText('please enter a correct amount')).toBeTruthy();
    type(dialog, 'Amount', '0.1234567');
    await pass(1_000);
    const amount = within(dialog).getByRole('textbox', { name: 'Amount' }) as HTMLInputElement;
    expect(amount.value).toBe('0.123456');
    for (const [share, text] of [
      ['25%', '125'],
      ['75%', '375'],
      ['100%', '500'],
      ['50%', '250'],
    ] as const) {
      press(dialog, share);
      expect([share, amount.value]).toEqual([share, text]);
    }
    const slider = within(dialog).getByRole('slider') as HTMLInputElement;
    expect([slider.min, slider.max, slider.value]).toEqual(['0', '100', '50']);
    expect([...(slider.list?.options ?? [])].map(({ value }) => value)).toEqual(['0', '25', '50', '75', '100']);
    await pass(1_500);
    expect(told(dialog, 'long-held')).toBe('48,000.0 → 45,500.0');
    press(dialog, 'Increase margin');
    await pass(500);
    expect(sent('increase_balance/42')[0]?.body).toEqual({ asset: 'USDT', amount: '250' });
  });

  it('is sent with the fingerprint of the plan that is shown, and the new one is shown when that is stale', async () => {
    onFutures();
    let plan = { fingerprint: 'a'.repeat(32), figures: [{ name: 'liquidation_long', currency: '', amount: '45500' }] };
    let reply = { code: 409, message: '', data: { issue: 'plan-stale' } } as object;
    answers = {
      ...FUTURES,
      capabilities: ok(['action_plan'] as unknown as object),
      action_plan: () => ok(plan),
      'increase_balance/42': () => reply,
    };
    const dialog = await choose('Adjust margin');
    const shown = (): string => dialog.querySelector('[data-plan]')?.textContent ?? '';
    press(dialog, '50%');
    await pass(1_500);
    expect(calls.findLast(({ url }) => url.includes('action_plan'))?.url).toContain('act=margin_in&amount=250');
    expect(shown()).toContain('Liquidation price, long45,500');
    plan = { fingerprint: 'b'.repeat(32), figures: [{ name: 'liquidation_long', currency: '', amount: '41000' }] };
    press(dialog, 'Increase margin');
    await pass(1_000);
    expect(shown()).toContain('41,000');
    reply = ok({ strategy_id: 42 });
    press(dialog, 'Increase margin');
    await pass(500);
    expect(sent('increase_balance/42').map(({ body }) => body)).toEqual(
      ['a', 'b'].map((digit) => ({ asset: 'USDT', amount: '250', fingerprint: digit.repeat(32) })),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('waits for the plan of what is typed: nothing goes out without one that is about to be shown, and a plan that cannot be had is not waited for', async () => {
    onFutures();
    let say: (plan: object) => void = () => {};
    let plan: Reply = new Promise<object>((resolve) => {
      say = resolve;
    });
    answers = { ...FUTURES, capabilities: ok(['action_plan'] as unknown as object), action_plan: () => plan };
    const dialog = await choose('Adjust margin');
    press(dialog, '50%');
    expect(isOff(dialog, 'Increase margin')).toBe(true);
    await pass(1_500);
    expect(isOff(dialog, 'Increase margin')).toBe(true);
    say(ok({ fingerprint: 'a'.repeat(32), figures: [] }));
    await pass(500);
    expect(isOff(dialog, 'Increase margin')).toBe(false);
    plan = { code: 503, message: '' };
    press(dialog, '25%');
    await pass(1_500);
    expect(isOff(dialog, 'Increase margin')).toBe(false);
    press(dialog, 'Increase margin');
    await pass(500);
    expect(sent('increase_balance/42').map(({ body }) => body)).toEqual([{ asset: 'USDT', amount: '125' }]);
  });

  it('goes out: where the exchange says so, as much as it says, and not to within 1 % of the price (M-029, M-118, M-178, M-179, M-185, M-186, M-187, M-189, M-341)', async () => {
    onFutures();
    answers = FUTURES;
    const dialog = await choose('Adjust margin');
    type(dialog, 'Amount', '600');
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Reduce margin' }));
    await pass(500);
    expect((within(dialog).getByRole('textbox', { name: 'Amount' }) as HTMLInputElement).value).toBe('');
    expect(within(dialog).queryByText('please enter a correct amount')).toBeNull();
    type(dialog, 'Amount', '151');
    await pass(1_000);
    expect(within(dialog).getByText('please enter the correct amount')).toBeTruthy();
    expect(within(dialog).getByText('Amount should be between 0 and 150.5 USDT')).toBeTruthy();
    type(dialog, 'Amount', '12.999');
    await pass(1_000);
    expect((within(dialog).getByRole('textbox', { name: 'Amount' }) as HTMLInputElement).value).toBe('12.99');
    expect(within(dialog).queryByText(/should be between/)).toBeNull();
    type(dialog, 'Amount', '149.5');
    await pass(1_500);
    expect(told(dialog, 'long-held')).toBe('48,000.0 → 59,960.0');
    expect(isOff(dialog, 'Reduce margin')).toBe(true);
    press(dialog, '25%');
    await pass(1_500);
    press(dialog, 'Reduce margin');
    await pass(500);
    expect(sent('withdrawal_balance/42')[0]?.body).toEqual({ amount: '37.62' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says of a zero that it is no amount, whichever way it goes (M-180, M-185)', async () => {
    onFutures();
    answers = FUTURES;
    const dialog = await choose('Adjust margin');
    type(dialog, 'Amount', '0');
    expect(within(dialog).getByText('please enter a correct amount')).toBeTruthy();
    type(dialog, 'Amount', '0.1');
    expect(within(dialog).queryByText('please enter a correct amount')).toBeNull();
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Reduce margin' }));
    await pass(500);
    type(dialog, 'Amount', '0.00');
    expect(within(dialog).getByText('please enter the correct amount')).toBeTruthy();
    expect(isOff(dialog, 'Reduce margin')).toBe(true);
  });

  it('leaves the way back to more of it when none may go out any more (M-179, E-257)', async () => {
    onFutures();
    answers = FUTURES;
    const dialog = await choose('Adjust margin');
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Reduce margin' }));
    await pass(500);
    const none = ok({ withdrawable: 0, max_withdrawal_amount: '0', liquidation: liquidation('48000') });
    answers = { ...FUTURES, withdrawal_balance: none };
    await pass(11_000);
    type(dialog, 'Amount', '1');
    expect(isOff(dialog, 'Reduce margin')).toBe(true);
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Increase margin' }));
    await pass(500);
    expect(within(dialog).queryByRole('radio', { name: 'Reduce margin' })).toBeNull();
    expect(isOff(dialog, 'Increase margin')).toBe(true);
  });

  it('is told as not known where the market has no price: that is not that none may go out', async () => {
    onFutures();
    answers = { ...FUTURES, withdrawal_balance: { code: 409, message: '', data: { issue: 'price-unknown' } } };
    const dialog = await choose('Adjust margin');
    expect(within(dialog).getByText('the market has no price right now')).toBeTruthy();
  });

  it.each([
    '150.98765432',
    // As another exchange may count.
    '150.987654321012',
  ])(
    'says the most that may go out – %s – as it can be typed: cut, never more than there is (M-186, M-187)',
    async (max_withdrawal_amount) => {
      onFutures();
      const most = { withdrawable: 1, max_withdrawal_amount, liquidation: liquidation('48000') };
      answers = { ...FUTURES, withdrawal_balance: ok(most) };
      const dialog = await choose('Adjust margin');
      fireEvent.click(within(dialog).getByRole('radio', { name: 'Reduce margin' }));
      await pass(500);
      expect(within(dialog).getByText('150.98 USDT')).toBeTruthy();
      type(dialog, 'Amount', '151');
      await pass(1_000);
      expect(within(dialog).getByText('Amount should be between 0 and 150.98 USDT')).toBeTruthy();
    },
  );

  it('is not offered to go out where none may (M-179, M-337)', async () => {
    onFutures();
    answers = {
      ...FUTURES,
      withdrawal_balance: ok({ withdrawable: 0, max_withdrawal_amount: '0', liquidation: liquidation('--') }),
    };
    const dialog = await choose('Adjust margin');
    expect(within(dialog).queryByRole('radio', { name: 'Reduce margin' })).toBeNull();
  });

  it('is off in the menu without a position, with the reason, for a finger too (M-063, M-184)', async () => {
    onFutures({ position: '0' });
    answers = FUTURES;
    await openBar();
    fireEvent.click(screen.getByRole('button', { name: 'Manage' }));
    await pass(500);
    const entry = screen.getByRole('menuitem', { name: /Adjust margin/ });
    expect(entry.getAttribute('aria-disabled')).toBe('true');
    expect(entry.textContent).toContain('while the bot holds a position');
    fireEvent.click(entry);
    await pass(1_000);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('more money and another leverage of a futures grid', () => {
  it('is whole units, with the prices asked anew every ten seconds, and names its plan (M-034, M-175, M-177, M-194, M-195, M-200, M-196, M-319)', async () => {
    onFutures();
    answers = FUTURES;
    const dialog = await choose('Add investment and leverage');
    expect(isOff(dialog, 'Add')).toBe(true);
    type(dialog, 'Amount', '10');
    type(dialog, 'Amount', '10.5');
    await pass(250);
    expect((within(dialog).getByRole('textbox', { name: 'Amount' }) as HTMLInputElement).value).toBe('10');
    press(dialog, 'Max');
    await pass(1_000);
    expect(told(dialog, 'long-held')).toBe('48,000.0 → 43,000.0');
    const before = sent('calc_liq_price').length;
    await pass(10_000);
    expect(sent('calc_liq_price').length).toBe(before + 2);
    // The contract allows 100, and the dialog 50.
    for (const wrong of ['51', '0']) {
      type(dialog, /^Leverage, 1 to 50/, wrong);
      await pass(1_500);
      expect([wrong, isOff(dialog, 'Add')]).toEqual([wrong, true]);
    }
    for (const right of ['1', '50', '10']) {
      type(dialog, /^Leverage/, right);
      await pass(1_500);
      expect([right, isOff(dialog, 'Add')]).toEqual([right, false]);
    }
    press(dialog, 'Add');
    await pass(500);
    expect(sent('/update/42')[0]?.body).toEqual({
      plan: 'Investments Append',
      actions: [{ action: 'transfer', amount: '500', currency: 'USDT', leverage: '10' }],
    });
  });

  it.each([
    ['is refused', { code: 409, message: '', data: { issue: 'price-unknown' } }],
    ['cannot be had', null],
  ])(
    'says of a liquidation that %s that it is not known, and not that it is on its way (M-340)',
    async (_how, reply) => {
      onFutures();
      answers = { ...FUTURES, calc_liq_price: reply };
      const dialog = await choose('Add investment and leverage');
      await pass(1_500);
      expect(told(dialog, 'long-held')).toBe('- → -');
      press(dialog, 'Max');
      await pass(250);
      expect(told(dialog, 'long-held')).toBe('- → …');
      await pass(1_500);
      expect(told(dialog, 'long-held')).toBe('- → -');
      expect(isOff(dialog, 'Add')).toBe(true);
      expect(within(dialog).queryAllByText('the market has no price right now')).toHaveLength(reply === null ? 0 : 1);
    },
  );

  const UNPRICED: Reply = { code: 409, message: '', data: { issue: 'price-unknown' } };

  it('says the same of margin that comes in, which does not come in then, and of an amount that nothing is asked of (M-340)', async () => {
    onFutures();
    answers = { ...FUTURES, calc_liq_price: UNPRICED };
    const dialog = await choose('Adjust margin');
    expect(told(dialog, 'long-held')).toBe('48,000.0 → 48,000.0');
    press(dialog, 'Max');
    await pass(250);
    expect(isOff(dialog, 'Increase margin')).toBe(true);
    await pass(2_000);
    expect(told(dialog, 'long-held')).toBe('48,000.0 → -');
    expect(within(dialog).getByText('the market has no price right now')).toBeTruthy();
    expect(isOff(dialog, 'Increase margin')).toBe(true);
    type(dialog, 'Amount', '501');
    await pass(2_000);
    expect(told(dialog, 'long-held')).toBe('48,000.0 → -');
    answers = FUTURES;
    press(dialog, '50%');
    await pass(2_000);
    expect(isOff(dialog, 'Increase margin')).toBe(false);
  });

  it('says the same of margin that goes out (M-340)', async () => {
    onFutures();
    const now = ok({ withdrawable: 1, max_withdrawal_amount: '150.5', liquidation: liquidation('48000') });
    answers = { ...FUTURES, withdrawal_balance: ({ url }) => (url.includes('amount=') ? UNPRICED : now) };
    const dialog = await choose('Adjust margin');
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Reduce margin' }));
    await pass(500);
    press(dialog, '25%');
    await pass(2_000);
    expect(told(dialog, 'long-held')).toBe('48,000.0 → -');
    expect(isOff(dialog, 'Reduce margin')).toBe(true);
  });

  it('cannot be added where the liquidation would be at the price already, or is not known (M-200, M-201)', async () => {
    onFutures({ side: 'sell', mark_price: '60000' });
    answers = {
      ...FUTURES,
      calc_liq_price: (): Reply => ({
        code: 200,
        message: '',
        data: null,
        ...liquidation('--'),
        short_liq_price: '59000',
        held_short_liq_price: '59000',
      }),
    };
    const dialog = await choose('Add investment and leverage');
    press(dialog, 'Max');
    await pass(1_500);
    expect(told(dialog, 'short-held')).toBe('59,000.0 → 59,000.0');
    expect(isOff(dialog, 'Add')).toBe(true);
  });

  it.each([
    ['58800.1', 'The liquidation price is within 3% of the mark price.', 'warn'],
    ['58200', 'The liquidation price is within 3% of the mark price.', 'warn'],
    ['58199', 'The liquidation price is 3.00% away from the mark price.', null],
    // Near as it is, it may be what the money is for: it is refused past the price alone.
    ['59400', 'The liquidation price is within 1% of the mark price.', 'warn'],
    // As another exchange may count.
    ['59400.000000000001', 'The liquidation price is within 1% of the mark price.', 'warn'],
    ['60000', 'The liquidation price is within 1% of the mark price.', 'warn'],
    ['60000.0001', /past the liquidation price already/, 'danger'],
    ['61000', /past the liquidation price already/, 'danger'],
  ])('says how near the liquidation at %s would be: %s (M-201, M-202)', async (price, words, tone) => {
    onFutures();
    answers = {
      ...FUTURES,
      calc_liq_price: (): Reply => ({ code: 200, message: '', data: null, ...liquidation(price) }),
    };
    const dialog = await choose('Add investment and leverage');
    press(dialog, 'Max');
    await pass(1_500);
    const notice = within(dialog).getByText(words).closest('[role]');
    expect([notice?.getAttribute('role'), /bg-(warn|danger)-soft/.exec(notice?.className ?? '')?.[1] ?? null]).toEqual([
      tone === null ? 'note' : 'alert',
      tone,
    ]);
    expect(isOff(dialog, 'Add')).toBe(tone === 'danger');
  });

  it('is told by an exchange of the documents with one price a side, beside the mark price of its contracts (M-190, E-138)', async () => {
    onFutures({ mark_price: '' });
    answers = {
      ...FUTURES,
      calc_liq_price: (): Reply => ({ code: 200, message: '', liq_price: '59500', short_liq_price: '--' }),
      withdrawal_balance: ok({ withdrawable: 1, max_withdrawal_amount: '150.5' }),
    };
    const margin = await choose('Adjust margin');
    press(margin, '50%');
    await pass(1_500);
    expect(within(margin).getByText('The liquidation price is within 1% of the mark price.')).toBeTruthy();
  });

  it('adds to money that an exchange counts finer than 1e-8, by both dialogs', async () => {
    onFutures({ money: '1000.1234567891' });
    answers = FUTURES;
    for (const [entry, button] of [
      ['Adjust margin', 'Increase margin'],
      ['Add investment and leverage', 'Add'],
    ] as const) {
      const dialog = await choose(entry);
      press(dialog, 'Max');
      await pass(1_500);
      expect([entry, isOff(dialog, button)]).toEqual([entry, false]);
      expect(sent('calc_liq_price').at(-1)?.body).toMatchObject({ money: '1500.12345678' });
      cleanup();
    }
  });

  it('sees how near a liquidation is at prices that need more than eight decimals (M-190, M-201, M-202)', async () => {
    onFutures({ mark_price: '0.0000123456' });
    answers = {
      ...FUTURES,
      '/futures/contracts': contracts(futuresContract({ mark_price: '0.0000123456' })),
      calc_liq_price: { code: 200, message: '', data: null, ...liquidation('0.0000123457') },
    };
    const dialog = await choose('Add investment and leverage');
    press(dialog, 'Max');
    await pass(1_500);
    expect(within(dialog).getByText(/past the liquidation price already/)).toBeTruthy();
    expect(isOff(dialog, 'Add')).toBe(true);
  });

  it('is asked, told and warned of in figures that an exchange counts finer than 1e-8 (M-190, M-200, M-316)', async () => {
    onFutures({ money: '1000.000000000012', mark_price: '' });
    const calc_liq_price = { code: 200, message: '', data: null, ...liquidation('59500') };
    const marked = futuresContract({ mark_price: '60000.000000000001' });
    answers = { ...FUTURES, calc_liq_price, '/futures/contracts': contracts(marked) };
    const dialog = await choose('Add investment and leverage');
    press(dialog, 'Max');
    await pass(1_500);
    expect(sent('calc_liq_price').at(-1)?.body).toMatchObject({ money: '1500' });
    expect(within(dialog).getByText('The liquidation price is within 1% of the mark price.')).toBeTruthy();
    expect(isOff(dialog, 'Add')).toBe(false);
  });

  it('is asked with the bot that is copied (M-316)', async () => {
    onFutures({ follow_id: 7, follow_info: { anonymous: 'abcdef0123456789', nickname: 'One' } });
    answers = FUTURES;
    const dialog = await choose('Adjust margin');
    press(dialog, 'Max');
    await pass(1_500);
    expect(sent('calc_liq_price').at(-1)?.body).toEqual({
      ...{ strategy_id: 42, follow_id: 7 },
      ...{ money: '1500', leverage: '5' },
    });
  });

  it.each([
    ['59000', false],
    ['60500', true],
  ])(
    'reads an exchange of the documents: its contract’s mark price, asked anew every ten seconds, and the liquidation at %s that it says (M-177, M-201, M-202)',
    async (liq_price, isRefused) => {
      // No row of the documents has a mark price, and no estimate of theirs what is held.
      onFutures({ mark_price: '' });
      const said = { code: 200, message: '', data: null, liq_price, short_liq_price: '--' };
      answers = { ...FUTURES, calc_liq_price: said };
      const dialog = await choose('Add investment and leverage');
      press(dialog, 'Max');
      await pass(1_500);
      expect([dialog.textContent?.includes('60,000.0'), isOff(dialog, 'Add')]).toEqual([true, isRefused]);
      within(dialog).getByText(isRefused ? /past the liquidation price already/ : /within 3% of the mark price/);
      answers = { ...answers, '/futures/contracts': contracts(futuresContract({ mark_price: '90000' })) };
      await pass(10_000);
      expect(dialog.textContent).toContain('90,000.0');
      expect(isOff(dialog, 'Add')).toBe(false);
    },
  );

  it('times out after ten minutes and is begun again (M-176, M-354)', async () => {
    onFutures();
    answers = FUTURES;
    await choose('Add investment and leverage');
    await pass(601_000);
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByText('These figures are too old')).toBeTruthy();
    press(dialog, 'Refresh');
    await pass(500);
    expect(isOff(screen.getByRole('dialog'), 'Add')).toBe(true);
  });
});

describe('exits of a martingale’s rounds', () => {
  it('are among its params, and those alone are sent (M-243, M-244, M-245, M-275, M-375, M-232, M-374)', async () => {
    bot = strategyRow({ strategy_type: 'martingale', params: PARAMS, market: 'BTC_USDT', money_asset: 'USDT' });
    const params = {
      pair: 'BTC_USDT',
      begin_money_currency: 'USDT',
      begin_money_amount: '2000',
      price_step_type: 'rate',
      price_steps: '0.01',
      amount_multiplier: '1',
      max_order_amount: '5',
      take_profit_per_cycle: '0.01',
      stop_loss_per_cycle: '',
      trigger_price: '',
      enable_free_params: 0,
      price_step_details: [],
      is_ai: 0,
    };
    answers = { strategy_detail: (): Reply => ok({ ...bot, payload: { strategy_type: 'martingale', params } }) };
    const dialog = await choose('Stop loss and take profit');
    type(dialog, 'Take profit per round', '0.0');
    await pass(250);
    expect(isOff(dialog, 'Save')).toBe(true);
    // One decimal, and two of the stop.
    type(dialog, 'Take profit per round', '0.15');
    type(dialog, 'Stop loss per round', '20.255');
    const field = (name: string): string => (within(dialog).getByRole('textbox', { name }) as HTMLInputElement).value;
    expect([field('Take profit per round'), field('Stop loss per round')]).toEqual(['0.1', '20.25']);
    await pass(250);
    expect(isOff(dialog, 'Save')).toBe(false);
    type(dialog, 'Take profit per round', '2.5');
    type(dialog, 'Stop loss per round', '0.5');
    await pass(250);
    expect(isOff(dialog, 'Save')).toBe(true);
    expect(within(dialog).getByText('stop loss ratio must be greater than the price step (1%)')).toBeTruthy();
    // As high as the first step is not above it.
    type(dialog, 'Stop loss per round', '1');
    await pass(250);
    expect(isOff(dialog, 'Save')).toBe(true);
    type(dialog, 'Stop loss per round', '1.01');
    await pass(250);
    expect(isOff(dialog, 'Save')).toBe(false);
    type(dialog, 'Stop loss per round', '101');
    await pass(250);
    expect(isOff(dialog, 'Save')).toBe(true);
    type(dialog, 'Stop loss per round', '20.25');
    await pass(250);
    press(dialog, 'Save');
    await pass(500);
    const body = sent('strategy_params')[0]?.body as { readonly params: string };
    expect(body).toMatchObject({ strategy_id: 42, strategy_type: 'martingale', user_id: 1 });
    expect(body).toMatchObject({ is_hide: -1, is_hide_order: -1, strategy_name: -1, abstract: -1 });
    expect(JSON.parse(body.params)).toEqual({ take_profit_per_cycle: '0.025', stop_loss_per_cycle: '0.2025' });
  });
});

const toastTexts = (): string[] =>
  getDefaultStore()
    .get(toastsAtom)
    .map(({ text }) => text);
const refusing = (field: string, issue: string, values = {}): object => ({
  code: 422,
  message: '',
  data: { field, issue, values },
});

describe('a refusal of a field that a dialog does not have', () => {
  it.each([
    ['Edit price range', 'Lower price', '57000', 'Change the bot', 'money'],
    ['Stop loss and take profit', 'Stop-loss price', '54000', 'Save', 'money'],
    ['Name, description, visibility', 'Bot name', 'Another', 'Save', 'params'],
  ] as const)('is said all the same: %s', async (name, label, value, button, field) => {
    answers = {
      calc_investplan: ok(PLAN),
      change_grid_params: refusing(field, 'money.min.create'),
      strategy_params: refusing(field, 'field-invalid'),
    };
    const dialog = await choose(name);
    type(dialog, label, value);
    await pass(1_500);
    press(dialog, button);
    await pass(500);
    expect(toastTexts()).toHaveLength(1);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('is none where the dialog has it by another name: the call has one word for the stop of every kind', async () => {
    const kind = 'spot-compose-indicator';
    const definition: AnyDefinition = definitionOf(kind);
    const payload = definition.encode({ ...definition.defaults(testSpec()), money: '1000' }, testSpec());
    bot = strategyRow({ strategy_type: kind, params: PARAMS });
    answers = {
      strategy_detail: (): Reply => ok({ ...bot, payload }),
      change_grid_params: refusing('stop_loss', 'stop.ratio_reached', { rate: '-21' }),
    };
    const dialog = await choose('Stop loss and take profit');
    type(dialog, 'Total stop loss', '20');
    await pass(500);
    press(dialog, 'Save');
    await pass(500);
    expect(sent('change_grid_params')).toHaveLength(1);
    const stop = within(dialog).getByRole('textbox', { name: 'Total stop loss' });
    expect(stop.getAttribute('aria-invalid')).toBe('true');
    expect(toastTexts()).toEqual([]);
  });

  const isWrong = (dialog: HTMLElement, label: RegExp | string): boolean =>
    within(dialog).getByRole('textbox', { name: label }).getAttribute('aria-invalid') === 'true';

  it('stands at the limit of the trail that it is of', async () => {
    const plans = [{ plan: 'Investments Unchanged', actions: [] }];
    answers = {
      capabilities: ok(['trailing_change'] as unknown as object),
      calc_investplan: ok({ plan_type: 0, plans, min_amount: '0' }),
      change_grid_params: refusing('stop_upward_price', 'field-invalid'),
    };
    const dialog = await choose('Trailing grid');
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Trail up' }));
    await pass(1_500);
    press(dialog, 'Change the bot');
    await pass(500);
    expect(isWrong(dialog, 'Trailing-up limit')).toBe(true);
    expect(toastTexts()).toEqual([]);
  });

  it('stands at the margin that it is of', async () => {
    onFutures();
    answers = { ...FUTURES, 'increase_balance/42': refusing('amount', 'margin-amount') };
    const dialog = await choose('Adjust margin');
    press(dialog, '50%');
    await pass(1_500);
    press(dialog, 'Increase margin');
    await pass(500);
    expect(
      within(dialog)
        .getAllByRole('textbox')
        .map((one) => one.getAttribute('aria-invalid')),
    ).toEqual(['true']);
    expect(toastTexts()).toEqual([]);
  });

  it('stands there while nothing else is typed, though the balance – and what the slider shows of it – moves', async () => {
    onFutures();
    let outable = '500';
    answers = {
      ...FUTURES,
      'increase_balance/42': refusing('amount', 'margin-amount'),
      available_balance: () =>
        ok({ currency_outables: [{ asset: 'USDT', outable }], max_outable: { asset: 'USDT', outable } }),
    };
    const dialog = await choose('Adjust margin');
    press(dialog, '50%');
    await pass(1_500);
    press(dialog, 'Increase margin');
    await pass(500);
    outable = '900';
    const slider = within(dialog).getByRole<HTMLInputElement>('slider');
    const before = slider.value;
    await pass(12_000);
    expect(slider.value).not.toBe(before);
    const amount = within(dialog).getByRole('textbox');
    expect(amount.getAttribute('aria-invalid')).toBe('true');
    press(dialog, '25%');
    await pass(250);
    expect(amount.getAttribute('aria-invalid')).not.toBe('true');
  });

  it('stands at the money that comes in with another range, where its box is ticked', async () => {
    const plans = [{ plan: 'Investments Append', actions: [] }];
    answers = {
      calc_investplan: ok({ ...PLAN, plans }),
      change_grid_params: refusing('money', 'investment-lacking'),
    };
    const dialog = await choose('Edit price range');
    fireEvent.click(within(dialog).getByRole('checkbox'));
    type(dialog, /^Amount/, '100');
    await pass(1_500);
    press(dialog, 'Change the bot');
    await pass(500);
    expect(
      within(dialog)
        .getByRole('textbox', { name: /^Amount/ })
        .getAttribute('aria-invalid'),
    ).toBe('true');
    expect(toastTexts()).toEqual([]);
  });
});

describe('an answer that comes when its dialog was closed', () => {
  it.each(['Stop loss and take profit', 'Pause', 'Terminate'] as const)(
    'closes nothing that was opened since: %s',
    async (first) => {
      const { promise, resolve } = Promise.withResolvers<object>();
      answers = { change_grid_params: () => promise, '/pause/': () => promise, '/cancel/': () => promise };
      bot = { ...bot, run_times: 1_000_000 };
      if (first === 'Stop loss and take profit') type(await choose(first), 'Stop-loss price', '54000');
      else {
        await openBar();
        fireEvent.click(screen.getByRole('button', { name: first }));
        await pass(500);
      }
      await pass(250);
      press(screen.getByRole('dialog'), first === 'Stop loss and take profit' ? 'Save' : first);
      await pass(500);
      press(screen.getByRole('dialog'), first === 'Pause' ? 'Cancel' : 'Close');
      await pass(250);
      expect(screen.queryByRole('dialog')).toBeNull();
      await openMenu();
      fireEvent.click(screen.getByRole('menuitem', { name: 'Name, description, visibility' }));
      await pass(1_000);
      type(screen.getByRole('dialog'), 'Bot name', 'Half a na');
      onClosed.mockReset();
      resolve(ok({ strategy_id: 42 }));
      await pass(500);
      expect(toastTexts()).toHaveLength(1);
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Bot name' }).value).toBe('Half a na');
      expect(onSettled).not.toHaveBeenCalled();
    },
  );
});

describe('what was heard of a bot before its dialog was opened', () => {
  it('is no beginning: stops that were set elsewhere meanwhile are not set back', async () => {
    let stops = { stop_loss: '54000', stop_profit: '70000' };
    answers = { strategy_detail: (): Reply => ok({ ...bot, payload: { ...PAYLOAD, ...stops } }) };
    await openBar();
    const open = async (): Promise<HTMLElement> => {
      await openMenu();
      fireEvent.click(screen.getByRole('menuitem', { name: 'Stop loss and take profit' }));
      await pass(1_000);
      return screen.getByRole('dialog');
    };
    press(await open(), 'Cancel');
    await pass(10_000);
    stops = { stop_loss: '50000', stop_profit: '75000' };
    const dialog = await open();
    type(dialog, 'Take-profit price', '80000');
    await pass(250);
    press(dialog, 'Save');
    await pass(500);
    expect(sent('change_grid_params')[0]?.body).toEqual({ stop_loss: '50000', stop_profit: '80000' });
  });
});
