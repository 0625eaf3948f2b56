import { directionOf, LANGUAGES, type Language, languageFacts } from '#lib/i18n/languages.ts';
import { covering } from '#tests/support/covering.ts';
import { axeFindings } from './support/accessible.ts';
import { longestFirst } from './support/longest-languages.ts';
import { expect, type Page, test } from './support/test.ts';
import { wordsOf } from './support/words.ts';

/** Pages of visitors and of the trade in every language: one language each, in its direction, nothing wider than a phone. */

test.use({ viewport: { width: 390, height: 844 } });

async function sharedBot(page: Page): Promise<{ readonly id: number; readonly provider: string }> {
  const list = await page.request.get(
    '/api/apiw/v2/quant-trading/strategybot/recommend_list?strategy_type=spot_grid&page=1&page_size=1',
  );
  const { data } = (await list.json()) as {
    data: { strategy_id: number; user_info: { anonymous: string } }[];
  };
  const [bot] = data;
  if (bot === undefined) throw new Error('the demo world shares no bot');
  return { id: bot.strategy_id, provider: bot.user_info.anonymous };
}

interface Looked {
  readonly path: string | ((page: Page) => Promise<string>);
  /** The messages that stand there. */
  readonly says: readonly string[];
}

const CARDS = ['public.list', 'public.card', 'public.kind'];

const PAGES: Readonly<Record<string, Looked>> = {
  landing: {
    path: '/strategybot',
    says: [...CARDS, 'public.landing', 'public.picker', 'public.earnRow', 'pages.landing', 'pages.filters'],
  },
  'strategy page': { path: '/strategybot/martingale', says: [...CARDS, 'public.shell', 'pages.filters'] },
  'shared bot': {
    path: async (page) => {
      const { id, provider } = await sharedBot(page);
      return `/strategybot/detail?id=${id}&type=spot_grid&name=${provider}`;
    },
    says: ['public.detail', 'public.card'],
  },
  registration: { path: '/register', says: ['account.register', 'account.field'] },
  trade: {
    path: '/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid&mode=create',
    says: ['trade', 'fields'],
  },
  'page that is not there': { path: '/nothing/here', says: ['common.notFound'] },
  rankings: { path: '/strategybot/rankings', says: ['pages.rankings', 'public.list'] },
  market: { path: '/strategybot/market/BTC_USDT', says: ['pages.typical', 'public.kind'] },
  'kind on a market': { path: '/strategybot/spot_grid/BTC_USDT', says: ['pages.typical', 'public.card'] },
  start: { path: '/strategybot/start', says: ['start.lead', 'start.form', 'start.how'] },
  provider: {
    path: async (page) => `/strategybot/signaler-detail?anonymous=${(await sharedBot(page)).provider}`,
    says: ['public.signaler', 'public.card'],
  },
  'filtered list': {
    // Every filter is on: as many marks as there can be.
    path: '/strategybot/all/filter/coin-BTC_fall-30_days-30_side-neutral_investment-100_open-1',
    says: ['pages.filters', 'public.list'],
  },
};

/** What sticks out of the page's width and is not inside something that scrolls or cuts off on purpose. */
function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const isContained = (element: Element): boolean => {
      for (let one = element.parentElement; one !== null && one !== document.body; one = one.parentElement)
        if (getComputedStyle(one).overflowX !== 'visible') return true;
      return false;
    };
    const out = [...document.body.querySelectorAll('*')].filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && (right > clientWidth + 1 || left < -1) && !isContained(element);
    });
    const said = out.map((element) => `${element.tagName} ${(element.textContent ?? '').slice(0, 60)}`);
    return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px to scroll`, ...said] : said;
  });
}

const pathOf = async (page: Page, { path }: Looked): Promise<string> =>
  typeof path === 'string' ? path : await path(page);

async function lookAt(page: Page, language: Language, name: string, looked: Looked): Promise<void> {
  await page.goto(`/${language}${await pathOf(page, looked)}`);
  await expect(page.locator('header .skeleton')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('dir', directionOf(language));
  await expect(page.locator('html')).toHaveAttribute('lang', languageFacts(language).tag);
  expect(await sticksOut(page), `${name} in ${language}`).toEqual([]);
}

// Each page in the language whose text of it is longest; at night in all.
for (const turn of [0, 1]) {
  test(`nothing is wider than a phone in the language that says most (${turn + 1})`, async ({ page }) => {
    for (const [at, [name, looked]] of Object.entries(PAGES).entries()) {
      if (at % 2 !== turn) continue;
      for (const language of covering(longestFirst(looked.says), 0, 1)) await lookAt(page, language, name, looked);
    }
  });
}

const RTL = LANGUAGES.filter((one) => directionOf(one) === 'rtl');

for (const [turn, language] of RTL.entries()) {
  test(`nothing is wider than a phone, and axe finds nothing, in ${language}, which runs to the left`, async ({
    page,
  }) => {
    const heard = covering(Object.keys(PAGES), turn, 3);
    for (const [name, looked] of Object.entries(PAGES)) {
      await lookAt(page, language, name, looked);
      if (heard.includes(name)) expect(await axeFindings(page), name).toEqual([]);
    }
  });
}

test('a page carries one language, and names the others in its head and at its foot', async ({ page }) => {
  for (const language of covering(LANGUAGES, 0, 3)) {
    // Some renderings write other than Latin characters as entities.
    const sent = await (await page.request.get(`/${language}/strategybot`)).text();
    const html = sent.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    for (const other of LANGUAGES) {
      expect(html).toContain(`hrefLang="${languageFacts(other).tag}"`);
      expect(html).toContain(languageFacts(other).name);
      const sentence = wordsOf(other, 'public')('list.emptyHint');
      if (other !== language) expect(html.includes(sentence), `${other} in ${language}`).toBe(false);
    }
    expect(html).toContain(wordsOf(language, 'public')('list.title.default'));
  }
});

/** Changes the language where everybody can. */
async function change(page: Page, from: Language, to: Language): Promise<void> {
  const settings = wordsOf(from, 'common');
  await page.getByRole('button', { name: `${settings('settings.language')} · ${settings('settings.theme')}` }).click();
  await page.getByRole('menuitem', { name: languageFacts(to).name }).click();
}

test('a change of language keeps the place: the query and the part of the page', async ({ page }) => {
  await page.goto('/en/strategybot?from=a%20friend#recommended-title');
  await change(page, 'en', 'zh');
  await expect(page).toHaveURL(/\/zh\/strategybot\?from=a(%20|\+)friend#recommended-title$/);
  // By the links at the page's foot as well.
  await page.goto('/en/help/glossary#drawdown');
  await expect(page.locator('header .skeleton')).toHaveCount(0);
  await page.locator('main nav a[hreflang="fr"]').click();
  await expect(page).toHaveURL(/\/fr\/help\/glossary#drawdown$/);
});

test('a change of language keeps what was typed and chosen, each number in the writing of its language, and no password', async ({
  page,
}) => {
  const field = (name: string) => page.locator(`main [name="${name}"]`);
  await page.goto('/en/strategybot/start');
  await field('market').selectOption('ETH_USDT');
  await field('amount').fill('1500.5');
  await page.locator('[name="view"][value="falling"]').check({ force: true });
  await change(page, 'en', 'de');
  await expect(page).toHaveURL(/\/de\/strategybot\/start$/);
  await expect(field('amount')).toHaveValue('1500,5');
  await expect(field('market')).toHaveValue('ETH_USDT');
  await expect(page.locator('[name="view"][value="falling"]')).toBeChecked();
  // Once: what follows is a page of its own.
  await page.goto('/de/strategybot/start?again');
  await expect(page.locator('header .skeleton')).toHaveCount(0);
  await expect(field('amount')).toHaveValue('');

  await page.goto('/en/strategybot/spot_grid');
  await page.locator('summary', { hasText: wordsOf('en', 'pages')('filters.title') }).click();
  await field('coin').selectOption('BTC');
  await expect(page.locator('form[data-keeps]')).toHaveCount(1);
  // By the links at the page's foot, which stand in the HTML.
  await page.locator('nav a[hreflang="fr"]').click();
  await expect(page).toHaveURL(/\/fr\//);
  await expect(field('coin')).toHaveValue('BTC');
  await expect(field('coin')).toBeVisible();

  await page.goto('/en/login?return=%2Fen%2Ftrade%2FBTC_USDT');
  await field('account').fill('newcomer');
  await field('password').fill('a-long-pass-phrase-7');
  await change(page, 'en', 'ar');
  await expect(page).toHaveURL(/\/ar\/login\?return=/);
  await expect(field('account')).toHaveValue('newcomer');
  await expect(field('password')).toHaveValue('');
});
