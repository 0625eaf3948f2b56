import { CLIP_SIZE } from '#components/guides/clip-address.ts';
import { axeFindingsInBothThemes } from './support/accessible.ts';
import { registerSigned } from './support/register-trader.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';
import { wordsIn, wordsOf } from './support/words.ts';

/** Guides of kinds on the trade page: the tip that is told once, the tip above a strategy, the red dot, four pages with pictures, and on to the form. */

const LOOKS = [
  { language: 'zh', width: 1440, height: 900 },
  { language: 'en', width: 390, height: 844 },
] as const;

for (const look of LOOKS) {
  const { language, width, height } = look;
  const story = toldIn(LOOKS, look, 1);

  story()(
    `a guide is read to its end and leads to the form; tips go and stay away (${language}, ${width} px) (C-044, C-045, C-046, E-098, E-099, E-103)`,
    async ({ page }) => {
      test.setTimeout(90_000);
      await page.setViewportSize({ width, height });
      const { common } = wordsIn(language);
      const [guides, shell] = [wordsOf(language, 'guides'), wordsOf(language, 'public')];
      await registerSigned(page);
      const openPanel = async (path: string): Promise<void> => {
        await page.goto(path);
        const bar = page.locator('[data-tour="bar"] button');
        if (width < 768) await bar.click();
      };
      await openPanel(`/${language}/trade/BTC_USDT?tradModel=strategybot`);
      const once = page.locator('[data-guide-tip]');
      await expect(once).toBeVisible();
      await page.keyboard.press('Shift');
      await expect(once).toHaveCount(0);

      await openPanel(`/${language}/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid&mode=recommend`);
      const icon = page.getByRole('button', { name: shell('shell.guide'), exact: true });
      await expect(icon).toBeVisible();
      await expect(once).toHaveCount(0);
      await expect(icon.locator('[data-unread]')).toBeVisible();
      const tip = page.locator('[data-tip="spot_grid"]');
      await tip.getByRole('button').click();
      await expect(tip).toHaveCount(0);

      await icon.click();
      const dialog = page.getByRole('dialog', { name: guides('title', { kind: shell('kind.spot_grid.name') }) });
      const tops: number[] = [];
      for (const [at, id] of ['setup', 'earn', 'worth', 'risk'].entries()) {
        await expect(dialog.locator(`[data-guide-page="${id}"]`)).toBeVisible();
        await expect(dialog.getByRole('img')).toBeVisible({ timeout: 30_000 });
        const onward = dialog.getByRole('button', { name: at < 3 ? common('action.next') : guides('start') });
        tops.push(Math.round((await onward.boundingBox())?.y ?? -1));
        expect(await axeFindingsInBothThemes(page, '[role="dialog"]')).toEqual([]);
        if (at < 3) await dialog.getByRole('button', { name: common('action.next') }).click();
      }
      // What leads on is pressed four times at one place.
      expect(new Set(tops).size, tops.join(' ')).toBe(1);
      await dialog.getByRole('button', { name: guides('start') }).click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole('form')).toBeVisible();
      await expect(icon.locator('[data-unread]')).toHaveCount(0);

      // In this browser both stay away: the dot by its storage, the tip by its cookie.
      await openPanel(`/${language}/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid&mode=recommend`);
      await expect(icon).toBeVisible();
      await expect(icon.locator('[data-unread]')).toHaveCount(0);
      await expect(tip).toHaveCount(0);
      const kept = (await page.context().cookies()).find(({ name }) => name === 'tip_spot_grid');
      expect((kept?.expires ?? 0) * 1000 - Date.now()).toBeGreaterThan(364 * 86_400_000);
    },
  );
}

test.describe('the clip of a page', () => {
  const guides = wordsOf('en', 'guides');
  const shell = wordsOf('en', 'public');
  const CLIP = /\/clips\//;

  async function openGuide(page: Page): Promise<Locator> {
    await registerSigned(page);
    await page.goto('/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid&mode=recommend');
    await page.getByRole('button', { name: shell('shell.guide'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('img')).toBeVisible({ timeout: 30_000 });
    return dialog;
  }

  test('is fetched and plays once it is asked for, by keys alone, and is kept by the browser (E-101, M-041)', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => CLIP.test(request.url()) && asked.push(request.url()));
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    const dialog = await openGuide(page);
    const button = dialog.getByRole('button', { name: guides('clip.play') });
    for (let key = 0; key < 8 && !(await button.evaluate((one) => one === document.activeElement)); key += 1)
      await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
    expect(asked).toEqual([]);
    await page.keyboard.press('Enter');
    const clip = dialog.locator('video');
    // It goes on by itself from here.
    await expect.poll(() => clip.evaluate((one) => (one as HTMLVideoElement).currentTime)).toBeGreaterThan(0.5);
    expect(await axeFindingsInBothThemes(page, '[role="dialog"]')).toEqual([]);
    expect(
      await clip.evaluate((one) => one.getBoundingClientRect().width / one.getBoundingClientRect().height),
    ).toBeCloseTo(CLIP_SIZE.width / CLIP_SIZE.height, 1);
    // Its own controls are reached before the button that leads back.
    await page.keyboard.press('Shift+Tab');
    expect(await clip.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    await dialog.getByRole('button', { name: guides('clip.picture') }).press('Enter');
    await expect(clip).toHaveCount(0);
    await expect(dialog.getByRole('img')).toBeVisible();
    expect(complaints).toEqual([]);

    const part = await page.request.get(asked[0] as string, { headers: { range: 'bytes=0-99' } });
    expect(part.status()).toBe(206);
    expect(part.headers()).toMatchObject({
      'content-type': 'video/webm',
      'content-length': '100',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const none = await page.request.get('/clips/none.webm');
    expect(none.status()).toBe(404);
    expect(none.headers()['cache-control']).toBe('private, no-store');
  });

  test('that does not come leaves the picture and says so', async ({ page }) => {
    await page.route(CLIP, (route) => route.abort());
    const dialog = await openGuide(page);
    await dialog.getByRole('button', { name: guides('clip.play') }).click();
    await expect(dialog.getByText(guides('clip.none'))).toBeVisible();
    await expect(dialog.getByRole('img')).toBeVisible();
    await expect(dialog.locator('video')).toHaveCount(0);
    await page.unroute(CLIP);
    await dialog.getByRole('button', { name: guides('clip.play') }).click();
    await expect(dialog.locator('video')).toBeVisible();
  });
});
