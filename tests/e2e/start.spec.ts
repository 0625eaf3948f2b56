import { axeFindingsInBothThemes } from './support/accessible.ts';
import { confirmReview } from './support/create-bot.ts';
import { FUND_PASSWORD, PASSWORD } from './support/exchange-calls.ts';
import { registerTrader } from './support/register-trader.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';
import { wordsIn, wordsOf } from './support/words.ts';

/** A newcomer, from the landing page through "start here" to a running bot; and the tour of the trade page. */

const PHONE = { name: 'a phone', width: 390, height: 844 };
const DESKTOP = { name: 'a desktop', width: 1440, height: 900 };
/** npm test tells each story in one of them, in turn. */
const LOOKS = [
  { language: 'en', screen: PHONE },
  { language: 'zh', screen: DESKTOP },
  { language: 'zh', screen: PHONE },
  { language: 'en', screen: DESKTOP },
] as const;
/** What "under two minutes" is. */
const TWO_MINUTES_MS = 120_000;
const AMOUNT = '1000';

/** Answers the questions, coin after coin until something fits: what the demo world has differs by the day. */
async function findProposals(page: Page, submit: string): Promise<Locator> {
  const form = page.getByRole('form');
  await form.locator('[name="amount"]').fill(AMOUNT);
  await form.locator('[name="loss"][value="0.5"]').check({ force: true });
  const coins = await form.locator('option').evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''));
  const proposals = page.locator('[data-proposal]');
  for (const coin of coins.slice(0, 4)) {
    await form.getByRole('combobox').selectOption(coin);
    await form.getByRole('button', { name: submit }).click();
    await expect(page.locator('[data-proposals]')).toBeVisible({ timeout: 60_000 });
    if ((await proposals.count()) > 0) break;
  }
  return proposals;
}

async function signUp(page: Page): Promise<void> {
  await page.locator('main a[href*="/register"]').click();
  await expect(page).toHaveURL(/\/register\?/);
  await page.locator('[name="account"]').fill(`n${Math.random().toString(36).slice(2, 12)}`);
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.locator('[name="fundpass"]').fill(FUND_PASSWORD);
  await page.locator('form[method="post"] [type="submit"]').click();
  await expect(page).toHaveURL(/strategyType=/);
}

for (const look of LOOKS) {
  const { language, screen } = look;
  const { name, ...viewport } = screen;
  const story = toldIn(LOOKS, look);
  const { bots, common, trade } = wordsIn(language);
  const start = wordsOf(language, 'start');

  story()(
    `in ${language} a newcomer on ${name} comes from the landing page to a running bot in two minutes (G8)`,
    async ({ page }) => {
      test.setTimeout(240_000);
      await page.setViewportSize(viewport);
      await page.goto(`/${language}/strategybot`);
      const begun = Date.now();
      await page
        .locator('main')
        .getByRole('link', { name: common('nav.start') })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1, name: start('title') })).toBeVisible();
      const proposals = await findProposals(page, start('form.submit'));
      const first = proposals.first();
      await expect(first.locator('[data-replay]')).toHaveCount(2);
      await expect(first.locator('[data-move]')).toHaveCount(6);
      expect(Number(await first.locator('[data-worst]').getAttribute('data-worst'))).toBeLessThanOrEqual(0.5);
      await first.getByRole('link', { name: start('card.fill') }).click();
      await expect(page).toHaveURL(/\/login\?return=/);
      await signUp(page);
      // He is shown around, without anything of it standing in his way.
      const card = page.locator('[data-tour-step]');
      await expect(card).toHaveAttribute('data-tour-step', 'picker');
      if (screen.width < 768) await page.locator('[data-tour="bar"] button').click();
      const form = page.getByRole('form');
      await expect(form.locator('[name="money"]')).toHaveValue(AMOUNT);
      await card.getByRole('button', { name: common('action.next') }).click();
      await expect(card).toHaveAttribute('data-tour-step', 'mode');
      await page.keyboard.press('Escape');
      await expect(card).toHaveCount(0);
      await expect(form).toBeVisible();
      await expect(form.locator('[data-preview="ready"]')).toBeVisible({ timeout: 45_000 });
      await form.getByRole('button', { name: trade('form.create'), exact: true }).click();
      await page.getByRole('checkbox', { name: common('agreement.accept') }).check();
      await page.getByRole('button', { name: common('agreement.sign') }).click();
      await confirmReview(page, FUND_PASSWORD);
      // A table on a desktop, a list on a phone; its tab counts on both.
      await expect(page.getByRole('tab', { name: `${bots('tab.running')} (1)` })).toBeVisible({ timeout: 30_000 });
      expect(Date.now() - begun).toBeLessThan(TWO_MINUTES_MS);
    },
  );

  story()(
    `in ${language} the start page is whole and accessible on ${name}, and says when nothing fits`,
    async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.goto(`/${language}/strategybot/start`);
      await page.getByRole('button', { name: start('form.submit') }).click();
      await expect(page.getByText(start('form.amountEmpty'))).toBeVisible();
      await expect(page.locator('[name="amount"]')).toBeFocused();
      // Less than any bot takes.
      await page.locator('[name="amount"]').fill('0.01');
      await page.keyboard.press('Enter');
      await expect(page.locator('[data-proposals="0"]')).toBeVisible({ timeout: 30_000 });
      await expect(page.getByRole('heading', { name: start('results.none') })).toBeVisible();
      expect(await axeFindingsInBothThemes(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    },
  );

  story()(
    `in ${language} the tour on ${name} is walked by keyboard, left, found again where it was, and never over a dialog`,
    async ({ page }) => {
      await page.setViewportSize(viewport);
      await registerTrader(page);
      await page.goto(`/${language}/trade/BTC_USDT?tradModel=strategybot`);
      const isPhone = screen.width < 768;
      const openPanel = async (): Promise<void> => {
        if (isPhone) await page.locator('[data-tour="bar"] button').click();
      };
      await openPanel();
      const tourButton = page.getByRole('button', { name: trade('panel.tour') });
      const card = page.locator('[data-tour-step]');
      const next = card.getByRole('button', { name: common('action.next') });
      await tourButton.focus();
      await page.keyboard.press('Enter');
      await expect(card).toBeFocused();
      await expect(card).toHaveAttribute('data-tour-step', 'picker');
      await expect(page.locator('[data-tour-mark]')).toBeVisible();
      await next.press('Enter');
      await expect(card).toHaveAttribute('data-tour-step', 'mode');
      const box = await card.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(screen.width);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(screen.height);
      await page.keyboard.press('Escape');
      await expect(card).toHaveCount(0);
      // The sheet that it stood in is still open, and what began it has the focus.
      await expect(tourButton).toBeFocused();
      await page.reload();
      await openPanel();
      await tourButton.click();
      await expect(card).toHaveAttribute('data-tour-step', 'mode');
      for (const step of ['parameters', 'preview', 'create', 'bots']) {
        await next.click();
        await expect(card).toHaveAttribute('data-tour-step', step);
      }
      expect(await axeFindingsInBothThemes(page)).toEqual([]);
      await card.getByRole('button', { name: start('tour.done') }).click();
      await expect(card).toHaveCount(0);
    },
  );
}
