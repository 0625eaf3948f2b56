import { confirm, manage } from './support/bot-menu.ts';
import { CREATE, createBody, FUND_PASSWORD, lastPrice, post, QUANT, registerTrader } from './support/exchange-calls.ts';
import { type APIRequestContext, expect, type Page, test } from './support/test.ts';
import { wordsOf } from './support/words.ts';

/** One plan before one click: what was shown is what is sent; when it is another by now the new one is shown, and the bot's record compares it with what happened. */

test.describe.configure({ mode: 'parallel' });

const MARKET = 'BTC_USDT';
const GRID = `${QUANT.replace('/quant-trading', '')}/grid-trading`;

interface Planned {
  readonly plans: readonly { readonly plan: string; readonly actions: readonly Record<string, string>[] }[];
}

async function begun(request: APIRequestContext, body: object): Promise<number> {
  const created = await post<{ strategy_id: number }>(request, CREATE, body);
  expect(created.code).toBe(200);
  const id = created.data.strategy_id;
  const { strategy_type } = body as { strategy_type: string };
  const address = `${QUANT}/strategybot/get_all_strategy?strategy_id=${id}&strategy_type=${strategy_type}&data_period=all_period`;
  await expect.poll(async () => (await (await request.get(address)).json()).data[0]?.step).toBe('running');
  return id;
}

/** The latest record that compares: figure by figure, planned and happened. */
async function outcomeOf(request: APIRequestContext, id: number, kind: string) {
  const address = `${QUANT}/strategybot/operate_records?strategy_id=${id}&strategy_type=${kind}&page_size=50`;
  const { data } = await (await request.get(address)).json();
  return data.find(({ outcome }: { outcome?: object }) => outcome !== undefined)?.outcome;
}

/** What is shown stands from now on, until the function that comes back is called: else the dialog may see by itself that it is another. */
async function standing(page: Page, plans: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(plans, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** What is at the top: a toast. */
const told = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

test('an end is carried out as it was shown, and not when it is another by now', async ({ page, context, baseURL }) => {
  test.setTimeout(120_000);
  const origin = { origin: baseURL ?? '' };
  await context.setExtraHTTPHeaders(origin);
  await registerTrader(context.request, `ends-${test.info().retry}-${Date.now().toString(36)}`);
  const last = await lastPrice(context.request, MARKET);
  const lies = { low_price: (last * 0.9).toFixed(1), high_price: (last * 1.1).toFixed(1), grid_num: '10' };
  const id = await begun(context.request, createBody(MARKET, lies, '1000'));
  const [bots, refusals] = [wordsOf('en', 'bots'), wordsOf('en', 'refusals')];
  await page.goto(`/en/strategybot/underwayStrategy?type=spot_grid&id=${id}`);
  const main = page.getByRole('main').filter({ has: page.getByRole('tablist') });
  await main.getByRole('button', { name: bots('action.terminate') }).click();
  await page.getByRole('button', { name: bots('terminate.anyway') }).click();
  const dialog = page.getByRole('dialog', { name: bots('terminate.title') });
  await dialog.getByRole('radio', { name: bots('terminate.market') }).check();
  const result = dialog.getByRole('region', { name: bots('terminate.preview.title') });
  await expect(result).toContainText('USDT');
  const goOn = await standing(page, /close_preview/);
  const before = await result.textContent();

  // Elsewhere its range is changed: it holds other coins, and would sell others.
  const range = { low_price: (last * 0.9).toFixed(1), high_price: (last * 1.02).toFixed(1), grid_num: '10' };
  const plan = await post<Planned>(context.request, `${GRID}/calc_investplan/${id}`, range);
  const [first] = plan.data.plans;
  const actions = (first?.actions ?? []).map(({ action, amount, currency }) => ({ action, amount, currency }));
  const body = { ...range, actions, plan: first?.plan, fundpass: FUND_PASSWORD };
  expect((await post(context.request, `${GRID}/change_grid_params/${id}`, body)).code).toBe(200);
  await context.setExtraHTTPHeaders({});

  await dialog.getByRole('button', { name: bots('terminate.confirm'), exact: true }).click();
  await told(page, refusals('plan-stale'));
  goOn();
  await expect(dialog).toBeVisible();
  await expect(result).not.toHaveText(before ?? '');
  await confirm(page, 'en', dialog, bots('terminate.confirm'));
  await expect(main.getByText(bots('status.finished')).first()).toBeVisible();

  const record = main.locator('[data-outcome]').first();
  await record.locator('summary').click();
  await expect(record).toContainText(bots('outcome.figure.returned'));
  const outcome = await outcomeOf(context.request, id, 'spot_grid');
  const names = outcome.figures.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['returned', 'result', 'fees', 'traded_quantity', 'traded_value']));
  const quantity = outcome.figures.find(({ name }: { name: string }) => name === 'traded_quantity');
  expect(quantity.difference).toBe('0');
  await context.close();
});

test('margin comes in as it was shown, on a phone, and not when it is another by now', async ({
  page,
  context,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await context.setExtraHTTPHeaders({ origin: baseURL ?? '' });
  await registerTrader(context.request, `margin-${test.info().retry}-${Date.now().toString(36)}`);
  const last = await lastPrice(context.request, MARKET);
  const id = await begun(context.request, {
    ...{ strategy_type: 'futures_grid', market: MARKET, instrument_type: 'futures_usdt', leverage: '10', side: 'buy' },
    ...{ low_price: (last * 0.97).toFixed(1), high_price: (last * 1.03).toFixed(1), grid_num: '20', money: '1000' },
    ...{ price_type: '0', qty_type: '0', fundpass: FUND_PASSWORD },
  });
  const [bots, actions, refusals] = [wordsOf('zh', 'bots'), wordsOf('zh', 'actions'), wordsOf('zh', 'refusals')];
  await page.goto(`/zh/strategybot/underwayStrategy?type=futures_grid&id=${id}`);
  const dialog = await manage(page, 'zh', 'margin');
  await dialog.locator('[name="amount"]').fill('50');
  const plan = dialog.locator('[data-plan]');
  await expect(plan).toContainText('50');
  const goOn = await standing(page, /action_plan/);
  const before = await plan.textContent();

  const more = { asset: 'USDT', amount: '600', fundpass: FUND_PASSWORD };
  expect((await post(context.request, `${QUANT}/strategybot/increase_balance/${id}`, more)).code).toBe(200);
  await context.setExtraHTTPHeaders({});
  await dialog.getByRole('button', { name: actions('margin.add'), exact: true }).click();
  await told(page, refusals('plan-stale'));
  goOn();
  await expect(plan).not.toHaveText(before ?? '');
  await confirm(page, 'zh', dialog, actions('margin.add'));

  const record = page.locator('[data-outcome]').first();
  await record.locator('summary').click();
  await expect(record).toContainText(bots('outcome.figure.margin_in'));
  const outcome = await outcomeOf(context.request, id, 'futures_grid');
  expect(outcome.figures[0]).toEqual({
    ...{ name: 'margin_in', currency: 'USDT', planned: '50', happened: '50', difference: '0' },
  });
  expect(outcome.figures.some(({ name }: { name: string }) => name === 'liquidation_long')).toBe(true);
  await context.close();
});
