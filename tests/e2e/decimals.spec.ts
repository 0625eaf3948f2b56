import { formatAmountOf, formatPrice } from '#lib/money/display.ts';
import { withoutTwins } from '#tests/support/covering.ts';
import { reviewSheet } from './support/create-bot.ts';
import { CREATE, createBody, lastPrice, post, registerTrader, type Trade, tradesOf } from './support/exchange-calls.ts';
import { chooseManual } from './support/manual-parameters.ts';
import { expect, type Page, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** Three markets whose figures have different decimals, on every screen that shows them. */

const words = wordsIn('en');

test.describe('decimals by context', () => {
  const MARKETS = [
    { market: 'BTC_USDT', decimals: 2, money: '3000.5', base: 'BTC', isBase: false },
    { market: 'DOGE_USDT', decimals: 5, money: '4321', base: 'DOGE', isBase: true },
    { market: 'ETH_BTC', decimals: 6, money: '0.3', base: 'ETH', isBase: false },
  ] as const;

  test('are the same in the row and the detail of BTC_USDT, DOGE_USDT and ETH_BTC (C10, issue 8 family 9)', async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    await page.context().setExtraHTTPHeaders({ origin: baseURL ?? '' });
    await registerTrader(page.request, `decimals-${Date.now().toString(36)}`);
    const ids: number[] = [];
    const markets = (await (await page.request.get('/api/apiw/v2/market/spot_markets')).json()).data;
    for (const { market, money, isBase } of MARKETS) {
      const last = await lastPrice(page.request, market);
      const { price_decimals: decimals } = markets.find((row: { market: string }) => row.market === market);
      const range = {
        low_price: (last * 0.9).toFixed(decimals),
        high_price: (last * 1.1).toFixed(decimals),
        grid_num: '10',
      };
      const body = createBody(market, { ...range, ...(isBase ? { is_use_base: '1' } : {}) }, money);
      const created = await post<{ strategy_id: number }>(page.request, CREATE, body);
      expect(created.code, JSON.stringify(created)).toBe(200);
      ids.push(created.data.strategy_id);
    }
    for (const id of ids) await expect.poll(async () => (await tradesOf(page.request, id)).length).toBeGreaterThan(0);
    await page.context().setExtraHTTPHeaders({});
    await page.goto('/en/trade/BTC_USDT?tradModel=strategybot');
    const section = page.getByRole('region', { name: words.bots('title') });
    for (const [index, { market, base }] of MARKETS.entries()) {
      const id = ids[index] as number;
      const query = `strategy_id=${id}&strategy_type=spot_grid&data_period=all_period`;
      const list = await page.request.get(`/api/apiw/v2/quant-trading/strategybot/get_all_strategy?${query}`);
      const [row] = (await list.json()).data;
      if (row === undefined) throw new Error('the bot that was created is there');
      const [, quote = ''] = market.split('_');
      const { price_decimals: decimals } = markets.find((one: { market: string }) => one.market === market);
      const investment = formatAmountOf('investment', row.money, row.money_asset, { locale: 'en', quote });
      // An investment is never more than it was.
      expect(Number(investment.replace(/[^\d.]/g, ''))).toBeLessThanOrEqual(Number(row.money));
      await expect(section.getByRole('row').filter({ hasText: market.replace('_', '/') })).toContainText(investment);
      await page.goto(`/en/strategybot/underwayStrategy?type=spot_grid&id=${id}`);
      await expect(page.getByRole('main')).toContainText(investment);
      await page.getByRole('tab', { name: words.bots('detail.tab.parameters') }).click();
      await expect(page.getByRole('tabpanel')).toContainText(investment);
      await page.getByRole('tab', { name: words.bots('detail.tab.trade-history') }).click();
      const [trade] = (await tradesOf(page.request, id)).slice(-1);
      if (trade === undefined) throw new Error('it opened with a trade');
      const shown = [
        formatPrice(trade.match_price, decimals, 'en'),
        formatAmountOf('quantity', trade.match_qty, base, { locale: 'en', hasUnit: false }),
        formatAmountOf('order-amount', trade.match_amount, quote, { locale: 'en', hasUnit: false }),
        formatAmountOf('held-coin', trade.fee, trade.fee_asset, { locale: 'en' }),
      ];
      const told = page
        .getByRole('table')
        .getByRole('row')
        .filter({ hasText: shown[0] as string })
        .first();
      for (const text of shown) await expect(told).toContainText(text);
      await page.goto('/en/trade/BTC_USDT?tradModel=strategybot');
    }
  });

  // Every story of the form is of BTC_USDT: npm test has the other two.
  for (const { market, base } of withoutTwins(MARKETS, (one) => one.market === 'BTC_USDT')) {
    test(`are those of ${market} in the form, its review and the chart’s head (C10)`, async ({ page, baseURL }) => {
      await page.context().setExtraHTTPHeaders({ origin: baseURL ?? '' });
      await registerTrader(page.request, `form-${Date.now().toString(36)}`);
      await page.context().setExtraHTTPHeaders({});
      const [, quote = ''] = market.split('_');
      const markets = (await (await page.request.get('/api/apiw/v2/market/spot_markets')).json()).data;
      const { price_decimals: decimals } = markets.find((row: { market: string }) => row.market === market);
      const last = await lastPrice(page.request, market);
      await page.goto(`/en/trade/${market}?tradModel=strategybot&strategyType=spot_grid&mode=create`);
      const form = page.getByRole('form');
      await chooseManual(form, words.trade('ai.toManual'));
      const typed = { low_price: (last * 0.9).toFixed(decimals), high_price: (last * 1.1).toFixed(decimals) };
      const money = quote === 'BTC' ? '0.3' : '3000.5';
      for (const [name, value] of Object.entries({ ...typed, grid_num: '10', money }))
        await form.locator(`[name="${name}"]`).fill(value);
      // A digit more than the market's prices have does not stay.
      const low = form.locator('[name="low_price"]');
      await low.press('End');
      await low.pressSequentially('9');
      await expect(low).toHaveValue(typed.low_price);
      const minimum = form.locator('[data-summary="summary.min_investment"]');
      await expect(minimum).toHaveText(new RegExp(`^[\\d,]+(\\.\\d{1,${quote === 'BTC' ? 8 : 4}})? ${quote}$`));
      await expect(page.getByRole('region', { name: /^Price of/ })).toContainText(
        new RegExp(`\\d\\.\\d{${decimals}}(?!\\d)`),
      );
      await form.getByRole('button', { name: words.trade('form.create'), exact: true }).click();
      const sheet = reviewSheet(page);
      await expect(sheet.locator('[data-review="taken"]')).toContainText(
        `${formatAmountOf('held-coin', money, quote, { locale: 'en' })}`,
      );
      await expect(sheet.locator('[data-review="bought"]')).toContainText(new RegExp(`\\d ${base}`));
      const move = sheet.locator('[data-review="moves"]');
      await expect(move).toContainText(new RegExp(`→ [\\d,]+\\.\\d{${decimals}}(?!\\d)`));
    });
  }

  test('are those of its market on a bot’s public page (C10)', async ({ page }) => {
    const list = '/api/apiw/v2/quant-trading/strategybot/recommend_list?strategy_type=spot_grid&page_size=100';
    const shared = (await (await page.request.get(list)).json()).data;
    const markets = (await (await page.request.get('/api/apiw/v2/market/spot_markets')).json()).data;
    const shownDecimals = new Set<number>();
    for (const market of new Set<string>(shared.map((one: SharedBot) => one.market))) {
      const { price_decimals: decimals } = markets.find((row: { market: string }) => row.market === market);
      if (shownDecimals.has(decimals)) continue;
      const [base = '', quote = ''] = market.split('_');
      const bots: readonly SharedBot[] = shared.filter((one: SharedBot) => one.market === market);
      const [bot, trade] = (await firstWithOpenTrades(page, bots)) ?? [];
      if (bot === undefined || trade === undefined) continue;
      shownDecimals.add(decimals);
      await page.goto(`/en/strategybot/detail?id=${bot.strategy_id}&type=spot_grid&name=${bot.user_info.anonymous}`);
      const row = page
        .getByRole('row')
        .filter({ hasText: formatPrice(trade.match_price, decimals, 'en') })
        .first();
      await expect(row).toContainText(
        formatAmountOf('quantity', trade.match_qty, base, { locale: 'en', hasUnit: false }),
      );
      await expect(row).toContainText(
        formatAmountOf('order-amount', trade.match_amount, quote, { locale: 'en', hasUnit: false }),
      );
    }
    expect(shownDecimals.size, 'markets of different decimals in the demo world').toBeGreaterThanOrEqual(2);
  });
});

interface SharedBot {
  readonly strategy_id: number;
  readonly market: string;
  readonly user_info: { readonly anonymous: string };
}

/** The first bot whose trades are shown with their prices, with its newest one; null when there is none. */
async function firstWithOpenTrades(
  page: Page,
  bots: readonly SharedBot[],
): Promise<readonly [SharedBot, Trade] | null> {
  for (const bot of bots) {
    const reply = await page.request.get(
      `/api/apiw/v2/grid-trading/order_record_pair/${bot.strategy_id}?strategyId=${bot.strategy_id}&status=finished&page_size=1&page=1`,
    );
    const trade: Trade | undefined = (await reply.json()).data?.orders?.[0];
    if (trade !== undefined && trade.match_price !== '-') return [bot, trade];
  }
  return null;
}
