import { setTimeout as delay } from 'node:timers/promises';
import { type BuiltProduct, createBuiltProduct } from '../support/built-product.ts';
import { changeRecords, type StoredRecord } from '../unit/closed-params.ts';
import { QUANT } from './support/exchange-calls.ts';
import { expect, test } from './support/test.ts';

/** A bot that its owner hides is on no public page and in no list within 5 s (issue 13), in real time and over HTTP alone. */

const WITHIN_MS = 5_000;
let product: BuiltProduct;
/** A ranked bot, which is the demo account's. */
let bot: StoredRecord;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  product = await createBuiltProduct({ MARKET_FEED: 'simulated', WORLD_BOTS: '40', WORLD_DAYS: '20' });
  await product.start();
  const { user_id: demo } = (await (await logIn()).json()).data;
  await product.stop();
  changeRecords(product.dataDir, (record) => {
    const isIt = !record.isHide && record.status === 'running' && record.kind === 'spot_grid' && bot === undefined;
    if (isIt) bot = record;
    return isIt ? { ownerId: demo } : {};
  });
  await product.start();
});
test.afterAll(() => product.discard());

function logIn(): Promise<Response> {
  return fetch(`${product.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: product.url },
    body: JSON.stringify({ account: 'demo', password: 'paper-demo' }),
  });
}

interface Told {
  readonly status: number;
  readonly text: string;
}

async function read(path: string): Promise<Told> {
  const answer = await fetch(new URL(path, product.url));
  return { status: answer.status, text: await answer.text() };
}

/** Whether what stands at an address tells of the bot; its own address, whether there is anything. */
function shows(path: string, { status, text }: Told): boolean {
  const id = String(bot.id);
  return path.includes(id) ? status === 200 && !text.includes('"code":404') : text.includes(id);
}

const LISTS = [
  `${QUANT}/public/hot_strategy?market_kind=spot`,
  ...['', '&order_by=rate', '&order_by=adj_sharp_rate', '&order_by=year_pft_rate'].map(
    (order) => `${QUANT}/strategybot/recommend_list?strategy_type=all&page_size=500${order}`,
  ),
];

/** Everything that may show it, in two languages. */
async function candidates(): Promise<readonly string[]> {
  const { data } = JSON.parse((await read(`${QUANT}/strategybot/get_all_strategy?strategy_id=${bot.id}`)).text);
  const { anonymous } = data[0].user_info;
  const detail = `strategybot/detail?id=${bot.id}&type=${bot.kind}`;
  const pages = ['strategybot', `strategybot/${bot.kind}`, `strategybot/market/${bot.market}`, detail];
  const orders = ['', '/return', '/sharpe', '/annual', '/rate', '/adj_sharp_rate', '/year_pft_rate'];
  const sitemaps = [...(await read('/sitemap.xml')).text.matchAll(/<loc>([^<]+)<\/loc>/g)];
  return [
    ...['en', 'de'].flatMap((language) =>
      [
        ...pages,
        ...orders.map((order) => `strategybot/rankings${order}`),
        `strategybot/signaler-detail?anonymous=${anonymous}`,
      ].map((page) => `/${language}/${page}`),
    ),
    ...sitemaps.map(([, part = '']) => new URL(part).pathname),
    ...LISTS,
    `${QUANT}/public/signaler_strategies?anonymous=${anonymous}&page_size=100`,
    `${QUANT}/strategybot/get_strategy_ranking?strategy_id=${bot.id}&strategy_type=${bot.kind}`,
    `${QUANT}/strategybot/get_all_strategy?strategy_id=${bot.id}`,
  ];
}

test('a bot that is hidden is gone from every public page and list within five seconds, and stays gone', async () => {
  test.setTimeout(180_000);
  // It may be ranked behind others: what shows it is found, and of every sort there is some.
  const all = await candidates();
  const shown: string[] = [];
  for (const path of all) if (shows(path, await read(path))) shown.push(path);
  console.log(`${shown.length} of ${all.length} addresses show it`);
  for (const sort of ['/rankings', '/detail', '/signaler-detail', '/sitemaps/', '/recommend_list', '/signaler_s'])
    expect(
      shown.filter((path) => path.includes(sort)),
      sort,
    ).not.toEqual([]);
  const cookie = (await logIn()).headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  // All of it is kept now, a moment old.
  for (const path of shown) await read(path);
  const hidden = await fetch(new URL(`${QUANT}/private/strategy_is_hide`, product.url), {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': 'key-of-one-that-is-hidden',
      origin: product.url,
      cookie,
    },
    body: JSON.stringify({ strategy_id: bot.id, strategy_type: bot.kind, is_hide: 1 }),
  });
  expect(await hidden.json()).toMatchObject({ code: 200 });
  const atMs = performance.now();
  let left: readonly string[] = shown;
  let askedMs = 0;
  while (left.length > 0 && performance.now() - atMs < WITHIN_MS) {
    askedMs = performance.now() - atMs;
    const told = await Promise.all(left.map(async (path) => [path, await read(path)] as const));
    left = told.filter(([path, answer]) => shows(path, answer)).map(([path]) => path);
    await delay(100);
  }
  expect(left).toEqual([]);
  console.log(`gone from all that was asked for after ${Math.round(askedMs)} ms`);
  // Nothing that was on its way brings it back, in this half minute's pages or the next.
  await delay(1_500);
  for (const path of all) expect(shows(path, await read(path)), path).toBe(false);
});
