import { ENDPOINTS, type Endpoint, type EndpointName } from '#lib/contract/endpoints.ts';
import { browserPath, fillPath } from '#lib/contract/routes.ts';
import { formatShare, NEW_SHARE } from '#server/exchange/bots/share-record.ts';
import { SAMPLES } from '#tests/support/sample-requests.ts';
import { sitemapPages } from '#tests/support/sitemap.ts';
import { type BuiltProduct, createBuiltProduct } from '../support/built-product.ts';
import { changeRecords, type StoredRecord } from '../unit/closed-params.ts';
import { QUANT, unitsOf } from './support/exchange-calls.ts';
import { logIn } from './support/register-trader.ts';
import { type Browser, devices, expect, type Page, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/**
 * What a provider's bots bring him, and what they keep to themselves. A small world whose store is read and written between two starts:
 * what its closed bots are made of is known here then, and bots that have won are copies of the demo account's.
 */

const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
const PHONE = { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch };
const words = wordsIn('en');
const KINDS: readonly string[] = ['spot_grid', 'futures_grid'];

/** A bot that is listed without its parameters, and figures of it that stand nowhere else. */
interface ClosedBot {
  readonly id: number;
  readonly kind: string;
  readonly secrets: readonly string[];
}

let product: BuiltProduct;
/** The provider's bots, by kind. */
const sources = new Map<string, StoredRecord>();
const closed: ClosedBot[] = [];

function logInBare(account: string): Promise<Response> {
  return fetch(`${product.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ account, password: `paper-${account}` }),
  });
}

const userId = async (account: string): Promise<number> => (await (await logInBare(account)).json()).data.user_id;

async function sessionOf(account: string): Promise<string> {
  const cookies = (await logInBare(account)).headers.getSetCookie();
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

/** Figures of a payload that nobody hits upon by chance. */
function figuresOf(payload: unknown): string[] {
  return [...JSON.stringify(payload).matchAll(/"(\d+(?:\.\d+)?)"/g)]
    .map(([, figure = '']) => figure)
    .filter((figure) => figure.replace(/\D/g, '').replace(/^0+|0+$/g, '').length >= 6);
}

test.beforeAll(async () => {
  test.setTimeout(240_000);
  product = await createBuiltProduct({ MARKET_FEED: 'simulated', WORLD_BOTS: '60', WORLD_DAYS: '20' });
  await product.start();
  const [provider, copier] = [await userId('demo'), await userId('copier')];
  await product.stop();
  const told = new Map<string, number>();
  const records: StoredRecord[] = [];
  changeRecords(product.dataDir, (record) => {
    records.push(record);
    for (const figure of new Set(figuresOf(record.payload))) told.set(figure, (told.get(figure) ?? 0) + 1);
    return {};
  });
  // All of them: how many have such a figure is a matter of the day on which this world ends.
  for (const { id, kind, payload } of records.filter(({ isHide, isAi }) => !isHide && !isAi)) {
    const secrets = figuresOf(payload).filter((figure) => told.get(figure) === 1);
    if (secrets.length > 0) closed.push({ id, kind, secrets });
  }
  const secret = new Set(closed.map(({ id }) => id));
  // On any market some grids have won.
  const grids = records.filter(
    ({ id, kind, market, status }) =>
      KINDS.includes(kind) && market.endsWith('_USDT') && status === 'running' && !secret.has(id),
  );
  for (const grid of grids) if (!sources.has(grid.kind)) sources.set(grid.kind, grid);
  changeRecords(product.dataDir, (record) => {
    const { id, kind, payload } = record;
    const source = sources.get(kind)?.id ?? 0;
    if (secret.has(id)) return { isOpenParams: false };
    if (id === source) return { ownerId: provider, isHide: false, isOpenParams: true };
    if (!grids.some((grid) => grid.id === id)) return {};
    const agreed = { ...payload, follow_fee_rate: '0.1' };
    return { ownerId: copier, followId: source, isHide: true, share: formatShare(NEW_SHARE), payload: agreed };
  });
  await product.start();
});
test.afterAll(() => product.discard());

async function trader(browser: Browser, account: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, ...PHONE });
  const page = await context.newPage();
  await logIn(page, account, `paper-${account}`, product.url);
  return page;
}

interface Row {
  readonly strategy_id: number;
  readonly strategy_type: string;
  readonly follow_id: number;
  readonly share_accrued: string;
  readonly share_paid: string;
  readonly share_income: string;
}

async function rowsOf(page: Page, query: string): Promise<readonly Row[]> {
  const reply = await page.request.get(`${QUANT}/strategybot/get_all_strategy?${query}`);
  return (await reply.json()).data;
}

async function spotOf(page: Page): Promise<bigint> {
  const { data } = await (await page.request.get(`${QUANT}/available_balance?currency=USDT`)).json();
  return unitsOf(data.currency_outables[0].outable);
}

test('a copier ends a copy that has won, and its provider sees the share arrive: in his bot, and to the last unit in his account (H41, C-021, M-008)', async ({
  browser,
}) => {
  const [provider, copier] = [await trader(browser, 'demo'), await trader(browser, 'copier')];
  const before = await spotOf(provider);
  const best = async () => {
    const copies = await rowsOf(copier, 'strategy_type=all&status=running&page_size=100');
    return copies.toSorted((one, other) => Number(other.share_accrued) - Number(one.share_accrued))[0];
  };
  let found: Row | undefined;
  const accrued = async (): Promise<number> => {
    found = await best();
    return Number(found?.share_accrued);
  };
  await expect.poll(accrued, { timeout: 60_000 }).toBeGreaterThan(0.05);
  if (found === undefined) throw new Error('the copier has copies');
  const won: Row = found;
  const of = (id: number) => `type=${won.strategy_type}&id=${id}`;
  const rowOf = async (page: Page, id: number) =>
    (await rowsOf(page, `strategy_type=${won.strategy_type}&strategy_id=${id}`))[0];
  await provider.goto(`/en/strategybot/underwayStrategy?${of(won.follow_id)}`);
  const income = provider.getByText(words.bots('overview.stat.shareIncome'), { exact: true });
  await expect(provider.getByRole('main')).toContainText(words.bots('status.running'));
  await expect(income).toHaveCount(0);

  await copier.goto(`/en/strategybot/underwayStrategy?${of(won.strategy_id)}`);
  await expect(copier.getByText(words.bots('overview.stat.shareAccrued'), { exact: true })).toBeVisible();
  await copier.getByRole('button', { name: words.bots('action.terminate') }).click();
  const dialog = copier.getByRole('dialog');
  // Of a young bot it is asked first whether that is meant: which copy has won most is not known.
  const anyway = dialog.getByRole('button', { name: words.bots('terminate.anyway') });
  const market = dialog.getByRole('radio', { name: words.bots('terminate.market') });
  await expect(anyway.or(market)).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await market.check();
  await dialog.getByRole('button', { name: words.bots('terminate.confirm'), exact: true }).click();
  const password = copier.getByRole('textbox', { name: words.common('fundpass.label') });
  await password.fill('paper-fund');
  await password.press('Enter');
  await expect(copier.getByText(words.bots('terminate.started'))).toBeVisible();
  await expect.poll(async () => Number((await rowOf(copier, won.strategy_id))?.share_paid)).toBeGreaterThan(0);
  const paid = (await rowOf(copier, won.strategy_id))?.share_paid ?? '';

  await expect(income).toBeVisible({ timeout: 30_000 });
  expect((await rowOf(provider, won.follow_id))?.share_income).toBe(paid);
  expect((await spotOf(provider)) - before).toBe(unitsOf(paid));
  await Promise.all([provider.context().close(), copier.context().close()]);
});

/** Numbers as they were written, whatever groups a language puts into them. */
function tells(text: string, figure: string): boolean {
  const [whole = '', fraction] = figure.split('.');
  const rest = fraction === undefined ? '(?:\\.0*)?' : `\\.${fraction.replace(/0+$/, '')}0*`;
  return new RegExp(`(?<![\\w.])${whole}${rest}(?!\\w)`).test(text.replace(/(?<=\d),(?=\d{3})/g, ''));
}

/** Calls that read something of bots; those that change are the matrix's (exchange-authorisation.test.ts). */
function isAskedOf(name: EndpointName): boolean {
  const { reply, mutates, internal }: Endpoint = ENDPOINTS[name];
  const asks = JSON.stringify(SAMPLES[name]);
  return reply === 'json' && !mutates && !internal && /strategy_id|"id"|strategy_type|anonymous|follow_id/.test(asks);
}

/** A sample's query or body, asking about a bot. */
function about(sample: object, id: number, kind: string): Readonly<Record<string, unknown>> {
  const of: Readonly<Record<string, unknown>> = { strategy_id: `${id}`, strategy_type: kind, follow_id: id };
  return Object.fromEntries(Object.entries(sample).map(([key, value]) => [key, of[key] ?? value]));
}

/** Several requests at a time. */
async function eight<T>(items: Iterable<T>, each: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items].values();
  const one = async (): Promise<void> => {
    for (const item of rest) await each(item);
  };
  await Promise.all(Array.from({ length: 8 }, one));
}

const textOf = async (path: string, init: RequestInit = {}): Promise<string> =>
  (await fetch(new URL(path, product.url), init)).text();

const detailOf = ({ id, kind }: Pick<StoredRecord, 'id' | 'kind'>): string =>
  `/en/strategybot/detail?id=${id}&type=${kind}&name=0123456789abcdef`;

test('a bot with hidden parameters gives nothing away: not in a page, not in its RSC payload, not in any call, to a visitor or to another trader (C-346, H54)', async () => {
  test.setTimeout(180_000);
  expect(closed.length).toBeGreaterThan(3);
  const leaks: string[] = [];
  const look = async (path: string, init: RequestInit = {}): Promise<void> => {
    const text = await textOf(path, init);
    for (const { id, secrets } of closed)
      for (const secret of secrets) if (tells(text, secret)) leaks.push(`${path} tells ${secret} of ${id}`);
  };
  // Of a bot that hides nothing the same page tells them.
  expect(sources.size).toBeGreaterThan(0);
  for (const source of sources.values())
    expect(tells(await textOf(detailOf(source)), `${source.payload.low_price}`)).toBe(true);
  const listed = (await sitemapPages(textOf))
    .map(({ address }) => new URL(address).pathname + new URL(address).search)
    .filter((path) => path.startsWith('/en'));
  const rsc = { headers: { rsc: '1' } };
  await eight(new Set([...listed, ...closed.map(detailOf)]), async (path) => {
    await look(path);
    await look(path, rsc);
  });
  const cookie = await sessionOf('copier');
  const names = (Object.keys(ENDPOINTS) as EndpointName[]).filter(isAskedOf);
  expect(names.length).toBeGreaterThan(40);
  const asked = closed.flatMap(({ id, kind }) => names.map((name) => ({ id, kind, name })));
  await eight(asked, async ({ id, kind, name }) => {
    const endpoint: Endpoint = ENDPOINTS[name];
    const { query = {}, body } = SAMPLES[name] as { readonly query?: object; readonly body?: object };
    const values = new URLSearchParams(Object.entries(about(query, id, kind)).map(([key, value]) => [key, `${value}`]));
    const address = `${browserPath(endpoint, fillPath(endpoint, { id: `${id}`, type: kind }))}?${values}`;
    const said = body === undefined ? {} : { body: JSON.stringify(about(body, id, kind)) };
    const headers = { origin: product.url, 'content-type': 'application/json' };
    await look(address, { method: endpoint.method, headers, ...said });
    await look(address, { method: endpoint.method, headers: { ...headers, cookie }, ...said });
  });
  expect(leaks).toEqual([]);
});
