import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { PAPER_ACCOUNTS } from '#lib/contract/paper-accounts.ts';
import { buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { SPOT_GRID_BODY } from '#tests/support/spot-grid-body.ts';
import { measureLoad } from './support/measure-load.ts';

/** Public pages of the running product, first alone, then while fifty backtests of a year wait and run. */

const PAGE = '/en/strategybot';
const QUEUED = 50;
const WARM_SECONDS = 3;
const SECONDS = 6;
const DAY_S = 86_400;

const QUANT = '/api/apiw/v2/quant-trading';

/** A browser's session, as the BFF wants it. */
async function logIn(url: string, account: string, password: string) {
  const headers = { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' };
  const login = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ account, password }),
  });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  return async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const reply = await fetch(url + path, {
      method,
      headers: { ...headers, cookie, 'idempotency-key': randomUUID() },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await reply.json()) as { code: number; data?: Record<string, unknown> };
  };
}

function backtestBody(last: number, nowS: number): unknown {
  return {
    ...SPOT_GRID_BODY,
    low_price: (last * 0.5).toFixed(1),
    high_price: (last * 2).toFixed(1),
    grid_num: '50',
    money: '20000',
    begin_time: nowS - 365 * DAY_S,
    end_time: nowS,
    fundpass: 'paper-fund',
  };
}

async function besideBacktests(): Promise<Record<string, unknown>> {
  buildIfStale();
  const product = await createBuiltProduct();
  try {
    await product.start();
    const { url } = product;
    await measureLoad(url + PAGE, WARM_SECONDS);
    const calm = await measureLoad(url + PAGE, SECONDS);
    const price = (await (await fetch(`${url}/api/strategybot/last_price?symbol=BTC_USDT&type=spot`)).json()) as {
      last_price: string;
    };
    const nowS = Math.floor(Date.now() / 1000);
    let queued = 0;
    for (const { account, password } of PAPER_ACCOUNTS) {
      const send = await logIn(url, account, password);
      const agreement = await send('GET', `${QUANT}/private/bot_agreement`);
      await send('POST', `${QUANT}/private/bot_agreement`, { version: agreement.data?.version });
      for (let i = 0; i < QUEUED / PAPER_ACCOUNTS.length; i += 1) {
        const path = `${QUANT}/strategybot/create_backtest`;
        let reply = await send('POST', path, backtestBody(Number(price.last_price), nowS));
        while (reply.code === 429) {
          await delay(500);
          reply = await send('POST', path, backtestBody(Number(price.last_price), nowS));
        }
        if (reply.code === 200) queued += 1;
      }
    }
    const busy = await measureLoad(url + PAGE, SECONDS);
    return {
      size: `${queued} backtests of a year queued`,
      seconds: SECONDS,
      calmP99Ms: calm.p99Ms,
      p99Ms: busy.p99Ms,
      ratio: Number((busy.p99Ms / calm.p99Ms).toFixed(2)),
      target: 'p99 ≤ 2 × alone',
    };
  } finally {
    await product.discard();
  }
}

export const benches = [{ name: 'public-pages-beside-backtests', run: besideBacktests }] as const;
