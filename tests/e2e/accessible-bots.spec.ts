import { covering, withoutTwins } from '#tests/support/covering.ts';
import { axeFindingsInBothThemes } from './support/accessible.ts';
import {
  FORMS,
  isTwin,
  type Look,
  logInAsDemo,
  lookAtBot,
  lookAtForm,
  type Row,
  rows,
  SPOT_PAGE,
} from './support/demo-account.ts';
import { AGREEMENT, signAgreement } from './support/register-trader.ts';
import { expect, type Page, test } from './support/test.ts';
import { type Language, wordsIn } from './support/words.ts';

/** No finding of axe on what the demo account has and can create. (A file of its own: the longest ones run side by side.) */

/** The spot grid's form with a leverage, a ladder for contracts, and conditions under another name. */
const LIKE_ANOTHER: ReadonlySet<string> = new Set(['margin_grid', 'contract-martingale', 'macd']);

const SCREENS = [
  { language: 'en', width: 390 },
  { language: 'zh', width: 1440 },
] as const;

test.describe('running bots of every kind', () => {
  // Languages and widths are spread over the screens, so that each is looked at once in both themes.
  for (const [at, { language, width }] of SCREENS.entries()) {
    const half = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => at % 2 === (width === 390 ? 0 : 1));
    // In parts, each well below its limit on a busy machine.
    const part = (what: string, lookAt: (page: Page, look: Look) => Promise<void>): void => {
      test(`axe finds nothing on ${what}, in both themes (${language}, ${width} px) (H)`, async ({ page }) => {
        test.setTimeout(180_000);
        await page.setViewportSize({ width, height: 900 });
        await logInAsDemo(page);
        const found: string[] = [];
        await lookAt(page, async (where, part) => {
          await expect(page.locator('.skeleton')).toHaveCount(0);
          found.push(...(await axeFindingsInBothThemes(page, part)).map((finding) => `${where}: ${finding}`));
        });
        expect(found).toEqual([]);
      });
    };

    part('running bots and the dialog that ends them', async (page, look) => {
      const running = await rows(page, 'status=running&page_size=500&strategy_type=all');
      const looked = half(withoutTwins(running, isTwin));
      expect(looked.length).toBeGreaterThan(0);
      for (const bot of looked) await lookAtBot(page, language, bot, look);
    });

    part('ended bots', async (page, look) => {
      const ended = await rows(page, 'status=finished&page_size=500&strategy_type=all');
      expect(half(ended).length).toBeGreaterThan(0);
      for (const { strategy_id: id, strategy_type: kind } of half(ended)) {
        await page.goto(`/${language}/strategybot/historyStrategy?type=${kind}&id=${id}`);
        await expect(page.getByRole('tabpanel')).toBeVisible();
        await look(`ended ${kind}`);
      }
    });

    for (const form of half(withoutTwins(FORMS, (one) => isTwin(one) || LIKE_ANOTHER.has(one.kind)))) {
      part(`the form of ${form.kind}, what it opens and its review`, async (page, look) => {
        await signAgreement(page);
        await lookAtForm(page, language, form, look);
      });
    }

    // The same for all bots: npm test looks at it on one screen.
    if (!covering([0, 1], 0, 1).includes(at)) continue;
    part('the account, its menus and what is asked for', async (page, look) => {
      await lookAtAgreement(page, language, look);
      await page.goto(`/${language}/account`);
      await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible();
      await look('account');
      for (const button of await page.locator('header [aria-haspopup="menu"]').all()) {
        await button.click();
        await expect(page.getByRole('menu')).toBeVisible();
        await look('menu', '[role="menu"]');
        await page.keyboard.press('Escape');
      }
      // The oldest: a young one is asked about first, as a copy that another story makes is.
      const bot = (await rows(page, 'status=running&page_size=500&strategy_type=all')).at(-1);
      await lookAtFundPassword(page, language, bot as Row, look);
      await lookAtLostSession(page, language, look);
    });
  }
});

/** What the account's first creation asks. It is signed afterwards: the next ones go straight to their review. */
async function lookAtAgreement(page: Page, language: Language, look: Look): Promise<void> {
  const { trade, common } = wordsIn(language);
  // Asked for once: each width sees it as an account does that has not signed yet.
  await page.route(`**${AGREEMENT}`, async (route) => {
    const reply = await route.fetch();
    const { data, ...rest } = await reply.json();
    await route.fulfill({ response: reply, json: { ...rest, data: { ...data, signed: false } } });
  });
  await page.goto(`/${language}/${SPOT_PAGE}?tradModel=strategybot&strategyType=macd&mode=create`);
  const form = page.getByRole('form');
  const create = page.getByRole('button', { name: trade('panel.create'), exact: true });
  await expect(form.or(create).first()).toBeVisible();
  if (await create.isVisible()) await create.click();
  await form.getByRole('button', { name: trade('form.create'), exact: true }).click();
  await expect(page.getByRole('dialog', { name: common('agreement.title') })).toBeVisible();
  await look('agreement', '[role="dialog"]');
  await page.unroute(`**${AGREEMENT}`);
  await signAgreement(page);
}

/** The question for a fund password outside of the review sheet: where a bot is ended. The answer is no. */
async function lookAtFundPassword(page: Page, language: Language, bot: Row, look: Look): Promise<void> {
  const { bots, common } = wordsIn(language);
  await page.goto(`/${language}/strategybot/underwayStrategy?type=${bot.strategy_type}&id=${bot.strategy_id}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: bots('action.terminate') })
    .click();
  const dialog = page.getByRole('dialog', { name: bots('terminate.title') });
  await dialog.getByRole('button', { name: bots('terminate.confirm'), exact: true }).click();
  const question = page.getByRole('dialog', { name: common('fundpass.title') });
  await expect(question).toBeVisible();
  await look('fund password', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await page.keyboard.press('Escape');
}

/** The session ends under the page: the next call that is polled asks to log in, in place. */
async function lookAtLostSession(page: Page, language: Language, look: Look): Promise<void> {
  const listed = page.waitForResponse(/get_all_strategy/);
  // Without a kind in the address, which would have the list asked again.
  await page.goto(`/${language}/${SPOT_PAGE}?tradModel=strategybot`);
  // A phone asks for its bots when it is shown them. Once the chart is there, the page is awake.
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await expect(page.getByTestId('price-chart').locator('canvas').first()).toBeVisible();
    await page.getByText(wordsIn(language).trade('view.bots'), { exact: true }).first().click();
  }
  await listed;
  // What is on the screen by then stays there behind the dialog.
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await page.context().clearCookies();
  await expect(page.getByRole('dialog', { name: wordsIn(language).account('again.title') })).toBeVisible({
    timeout: 30_000,
  });
  await look('log in again', '[role="dialog"]');
}
