import { covering } from '#tests/support/covering.ts';
import { expect, type Page, test } from './support/test.ts';
import { toldIn } from './support/told-in.ts';

/** Logging in, signing up, and where that leads. */

const WORDS = {
  en: {
    login: 'Log in',
    account: 'Account',
    password: 'Password',
    wrong: 'Account or password is wrong',
    fill: 'Fill in demo',
  },
  zh: { login: '登录', account: '账号', password: '密码', wrong: '账号或密码错误', fill: '填入 demo' },
} as const;

/** Takes an account that the page offers; asked again until the page listens. */
async function fillIn(page: Page, button: string, account: string): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: button }).click();
    await expect(page.locator('main input').first()).toHaveValue(account, { timeout: 500 });
  }).toPass();
}

const submit = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();

const LANGUAGES = ['en', 'zh'] as const;

for (const language of LANGUAGES) {
  const story = toldIn(LANGUAGES, language);
  const words = WORDS[language];

  story()(
    `a guest who wants to create logs in with the account shown there and lands in the form (${language}) (C-026, C-049, C-342)`,
    async ({ page }) => {
      await page.goto(`/${language}/strategybot/spot_grid?market=ETH_USDT`);
      const customize = page.locator('aside a[href*="ETH_USDT"]');
      await customize.click();
      await expect(page).toHaveURL(new RegExp(`/${language}/login\\?return=`));
      await fillIn(page, words.fill, 'demo');
      await expect(page.getByLabel(words.account, { exact: true })).toHaveValue('demo');
      await submit(page, words.login);
      await expect(page).toHaveURL(
        new RegExp(`/${language}/trade/ETH_USDT\\?tradModel=strategybot&strategyType=spot_grid$`),
      );
      // Known now, the same tab leads straight to the form.
      await page.goto(`/${language}/strategybot/spot_grid`);
      await expect(page.locator('aside a[href*="/trade/"]')).toHaveAttribute(
        'href',
        `/${language}/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid`,
      );
    },
  );

  story()(`a wrong password and an unknown account get the same answer (${language})`, async ({ page }) => {
    for (const account of ['demo', `nobody-${language}`]) {
      await page.goto(`/${language}/login`);
      await page.getByLabel(words.account, { exact: true }).fill(account);
      await page.getByLabel(words.password, { exact: true }).fill('not the password');
      await submit(page, words.login);
      await expect(page.getByRole('alert').filter({ hasText: words.wrong })).toBeVisible();
    }
  });
}

test('the header’s login brings a visitor back to the very page, query included (C-026)', async ({ page }) => {
  await page.goto('/en/strategybot');
  // Its page, as from a link that was sent: a click on the card opens it over the list.
  await page.goto((await page.locator('article').first().getByRole('link').first().getAttribute('href')) ?? '');
  await expect(page).toHaveURL(/detail\?id=\d+/);
  const shared = page.url();
  await page.locator('header').getByRole('link', { name: 'Log in' }).click();
  await fillIn(page, 'Fill in copier', 'copier');
  await submit(page, 'Log in');
  await expect(page).toHaveURL(shared);
  await expect(page.getByText('Demo copier').first()).toBeVisible();
});

test('login never leads off the site (C-026)', async ({ page }) => {
  const targets = ['https://evil.example/', '//evil.example', '/\\evil.example', '/%09/evil.example', '/api/session'];
  // Each sort is refused by the same function, which has tests of its own.
  for (const target of covering(targets, 1, 2)) {
    await page.context().clearCookies();
    await page.goto(`/en/login?return=${encodeURIComponent(target)}`);
    await fillIn(page, 'Fill in demo', 'demo');
    await submit(page, 'Log in');
    await expect(page).toHaveURL(/\/en\/strategybot$/);
  }
});

test('empty fields are asked for, too many attempts and silence are told apart', async ({ page }) => {
  await page.goto('/en/login');
  await submit(page, 'Log in');
  await expect(page.getByText('Please enter your account')).toBeVisible();
  await expect(page.getByText('Please enter your password')).toBeVisible();
  await page.getByRole('button', { name: 'Fill in demo' }).click();
  await page.route('**/api/session', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: { code: 429, message: '' } }) : route.continue(),
  );
  await submit(page, 'Log in');
  await expect(page.getByRole('alert').filter({ hasText: 'Too many requests' })).toBeVisible();
  await page.unroute('**/api/session');
  await page.route('**/api/session', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await submit(page, 'Log in');
  await expect(page.getByRole('alert').filter({ hasText: 'network error' })).toBeVisible();
});

test('somebody signs up, sees what is wrong at each field, and is logged in with paper money', async ({ page }) => {
  // Names are unique in a store that outlives the run.
  const account = `maker-${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/en/register');
  await expect(page.getByText('100,000')).toBeVisible();
  await submit(page, 'Create account');
  await expect(page.getByText('Please enter your account')).toBeVisible();
  await page.getByLabel('Account', { exact: true }).fill('demo');
  await page.getByLabel('Password', { exact: true }).fill('long enough');
  await page.getByLabel('Fund password', { exact: true }).fill('long enough');
  await expect(page.getByText('The fund password must differ from the password')).toBeVisible();
  await page.getByLabel('Fund password', { exact: true }).fill('another one');
  await submit(page, 'Create account');
  await expect(page.getByText('This account name is taken')).toBeVisible();
  await page.getByLabel('Account', { exact: true }).fill(account);
  await page.getByLabel('Nickname (optional)').fill('Grid maker');
  await submit(page, 'Create account');
  await expect(page).toHaveURL(/\/en\/strategybot$/);
  await expect(page.getByText('Grid maker').first()).toBeVisible();
  const balance = await page.request.get('/api/apiw/v2/quant-trading/available_balance?currency=USDT');
  expect(await balance.json()).toMatchObject({ data: { max_outable: { outable: '100000' } } });
});

test('a trader finds the own bots below the lists, a visitor does not load them (H2, M-264)', async ({ page }) => {
  await page.goto('/en/strategybot');
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
  await expect(page.locator('#my-bots')).toHaveCount(0);
  await page.goto('/en/login');
  await fillIn(page, 'Fill in copier', 'copier');
  await submit(page, 'Log in');
  await expect(page).toHaveURL(/\/en\/strategybot$/);
  await expect(page.locator('#my-bots')).toBeVisible();
  // C-083: the list grows for traders too, and leaves them the way to their bots.
  await page.getByRole('link', { name: 'Your own bots' }).click();
  await expect(page.locator('#my-bots')).toBeInViewport();
});
