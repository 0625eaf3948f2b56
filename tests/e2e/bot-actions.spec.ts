import { readFileSync } from 'node:fs';
import { PAPER_FUND_PASSWORD } from '#lib/contract/paper-accounts.ts';
import { axeFindings } from './support/accessible.ts';
import { confirm, manage, rowOf } from './support/bot-menu.ts';
import { logInAsDemo } from './support/demo-account.ts';
import {
  CREATE,
  createBody,
  lastPrice,
  operationsOf,
  post,
  QUANT,
  registerTrader,
  tradesOf,
} from './support/exchange-calls.ts';
import { livedBot, openBot, spoilFirst } from './support/lived-bot.ts';
import { signAgreement } from './support/register-trader.ts';
import { expect, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';
import { wordsOf } from './support/words.ts';

/** What an owner does with a bot that lives: asked in its dialogs, seen in its page, and true on the exchange. */

test.describe.configure({ mode: 'parallel' });

interface Row {
  readonly strategy_id: number;
  readonly status: string;
  readonly step: string;
  readonly strategy_name: string;
  readonly money: string;
  readonly params: { readonly low_price: string; readonly stop_loss: string; readonly stop_profit: string };
}

const LOOKS = [
  { language: 'en', width: 1440, height: 900 },
  { language: 'zh', width: 390, height: 844 },
] as const;

for (const look of LOOKS) {
  const { language, width, height } = look;
  const story = toldIn(LOOKS, look);

  story()(
    `a spot grid is paused, continued, given stops, another range, more money and another name (${language}, ${width} px) (M-003, M-005, M-006, M-031, M-033, M-035, M-037)`,
    async ({ page, context, baseURL }) => {
      test.setTimeout(180_000);
      await page.setViewportSize({ width, height });
      await context.setExtraHTTPHeaders({ origin: baseURL ?? '' });
      await registerTrader(context.request, `acts-${language}-${test.info().retry}-${Date.now()}`);
      const last = await lastPrice(context.request, 'BTC_USDT');
      const lies = { low_price: (last * 0.9).toFixed(1), high_price: (last * 1.1).toFixed(1), grid_num: '10' };
      const created = await post<{ strategy_id: number }>(
        context.request,
        CREATE,
        createBody('BTC_USDT', lies, '1000'),
      );
      expect(created.code).toBe(200);
      const id = created.data.strategy_id;
      const row = (): Promise<Row> => rowOf<Row>(page, 'spot_grid', id);
      await expect.poll(async () => (await row()).step).toBe('running');
      await context.setExtraHTTPHeaders({});
      const [bots, actions, fields] = [
        wordsOf(language, 'bots'),
        wordsOf(language, 'actions'),
        wordsOf(language, 'fields'),
      ];
      await page.goto(`/${language}/strategybot/underwayStrategy?type=spot_grid&id=${id}`);

      await page.getByRole('button', { name: bots('action.pause'), exact: true }).click();
      const pausing = page.getByRole('dialog', { name: actions('pause.title') });
      await confirm(page, language, pausing, actions('pause.confirm'));
      await expect(page.getByRole('button', { name: bots('action.start'), exact: true })).toBeVisible();
      expect((await row()).step).toBe('pause');
      await page.getByRole('button', { name: bots('action.start'), exact: true }).click();
      await confirm(
        page,
        language,
        page.getByRole('dialog', { name: actions('start.title') }),
        actions('start.confirm'),
      );
      await expect.poll(async () => (await row()).step).toBe('running');
      await expect(page.getByRole('button', { name: bots('action.pause'), exact: true })).toBeVisible();

      const stops = await manage(page, language, 'stops');
      await page.keyboard.press('Escape');
      await expect(stops).toHaveCount(0);
      await expect(page.getByRole('button', { name: bots('action.change') })).toBeFocused();
      await manage(page, language, 'stops');
      const [loss, profit] = [(last * 0.8).toFixed(1), (last * 1.2).toFixed(1)];
      await stops.getByRole('textbox', { name: fields('stop_loss.label'), exact: true }).fill((last * 0.95).toFixed(1));
      await expect(stops.getByRole('button', { name: actions('stops.confirm') })).toBeDisabled();
      await stops.getByRole('textbox', { name: fields('stop_loss.label'), exact: true }).fill(loss);
      await stops.getByRole('textbox', { name: fields('stop_profit.label'), exact: true }).fill(profit);
      await confirm(page, language, stops, actions('stops.confirm'));
      const stopped = (await row()).params;
      expect([Number(stopped.stop_loss), Number(stopped.stop_profit)]).toEqual([Number(loss), Number(profit)]);

      const range = await manage(page, language, 'range');
      const low = (last * 0.85).toFixed(1);
      await range.getByRole('textbox', { name: fields('low_price.label'), exact: true }).fill(low);
      await expect(range.locator('[data-plan]')).toBeVisible();
      await confirm(page, language, range, actions('range.confirm'));
      expect(Number((await row()).params.low_price)).toBe(Number(low));

      const deposit = await manage(page, language, 'deposit');
      await deposit.locator('[name="amount"]').fill('250');
      await expect(deposit.locator('[data-plan]')).toBeVisible();
      await confirm(page, language, deposit, actions('deposit.confirm'));
      expect(Number((await row()).money)).toBe(1250);

      const edit = await manage(page, language, 'edit');
      await edit.locator('[name="strategy_name"]').fill('Grid of another name');
      await confirm(page, language, edit, actions('edit.confirm'));
      await expect(page.getByRole('heading', { name: 'Grid of another name' })).toBeVisible();

      // What it has filled goes into a file, whole.
      await page.getByRole('tab', { name: bots('detail.tab.trade-history') }).click();
      await page.getByRole('button', { name: bots('export.label') }).click();
      const coming = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: bots('export.csv'), exact: true }).click();
      const file = await coming;
      expect(file.suggestedFilename()).toBe(`spot_grid-${id}-fills.csv`);
      const lines = readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\r\n');
      expect(lines[0]).toMatch(/^finish_time,market,account,side,/);
      expect(lines.length - 1).toBe((await tradesOf(context.request, id)).length);

      const told = (await operationsOf(context.request, id)).map(({ op_type }) => op_type);
      for (const one of ['pause', 'continue']) expect(told.some((type) => type.includes(one))).toBe(true);
      await context.close();
    },
  );
}

for (const [at, look] of LOOKS.entries()) {
  const { language, width, height } = look;
  const story = toldIn(LOOKS, look, 1);
  const theme = at === 0 ? 'light' : 'dark';
  story()(
    `profit of completed trades is taken out of a bot that has lived (${language}, ${width} px, ${theme}) (M-036, M-248, M-249)`,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme });
      await logInAsDemo(page);
      await signAgreement(page);
      const [bots, actions] = [wordsOf(language, 'bots'), wordsOf(language, 'actions')];
      const bot = await livedBot(page, 'running', ['spot_grid']);
      const query = `strategy_id=${bot.strategy_id}&strategy_type=spot_grid`;
      const taken = async (): Promise<number> =>
        Number(
          (await (await page.request.get(`${QUANT}/strategybot/withdrawable?${query}`)).json()).data.settled_profit,
        );
      await spoilFirst(page, /\/strategybot\/withdrawable/);
      await openBot(page, language, 'running', bot);
      const dialog = await manage(page, language, 'withdraw');
      const amount = dialog.locator('[name="amount"]');
      await amount.fill('99999999');
      await expect(dialog.getByRole('button', { name: actions('withdraw.confirm'), exact: true })).toBeDisabled();
      expect(await axeFindings(page, '[role="dialog"]')).toEqual([]);
      await amount.fill('0.01239');
      await expect(amount).toHaveValue('0.0123');
      const before = await taken();
      await confirm(page, language, dialog, actions('withdraw.confirm'), PAPER_FUND_PASSWORD);
      expect((await taken()) - before).toBeCloseTo(0.0123, 8);
      await expect(page.getByRole('button', { name: bots('action.change') })).toBeFocused();
    },
  );
}
