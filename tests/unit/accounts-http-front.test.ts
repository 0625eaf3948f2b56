import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS, type EndpointName } from '#lib/contract/endpoints.ts';
import type { Handlers } from '#server/exchange/http/handler.ts';
import { openServer } from '#server/exchange/http/server.ts';
import { immutable, ok } from '#server/exchange/replies/reply.ts';
import { createLog } from '#server/log/log.ts';
import { logIn, openFront } from './accounts-fixture.ts';
import { gathered, temporaryFolder } from './store-fixture.ts';

const CANCEL = '/apiw/v2/grid-trading/cancel/7';
const CREATE = '/apiw/v2/grid-trading/create';
const grid = {
  strategy_type: 'spot_grid',
  market: 'BTC_USDT',
  instrument_type: 'spot',
  leverage: '1',
  low_price: '50000',
  high_price: '60000',
  grid_num: '10',
  price_type: '0',
  is_use_base: '0',
  money: '1000',
  qty_type: '0',
  store_coin_flag: 0,
};

const DOOR_KEY = 'the-key-of-the-only-bff-there-is-here';

/** A createGrid that counts how often it took effect. */
function countingCreate(): { handlers: Partial<Handlers>; readonly runs: () => number } {
  let runs = 0;
  return {
    runs: () => runs,
    handlers: {
      createGrid: (request) =>
        request.transact((tx) => {
          runs += 1;
          tx.onUndo(() => {
            runs -= 1;
          });
          tx.put('notes', `bot${runs}`, '1');
          if (request.body.money === '13')
            return { code: 422, message: '', data: { field: 'money', issue: 'unlucky' } };
          return ok({ strategy_id: runs });
        }),
    },
  };
}

async function readyTrader(handlers: Partial<Handlers>, folder = temporaryFolder()) {
  const front = await openFront(folder, handlers);
  const session = await logIn(front);
  await front.call('POST', '/apiw/v2/quant-trading/private/bot_agreement', { version: '2026-01' }, session);
  const create = (body: object, key: string | null) =>
    front.call('POST', CREATE, body, { ...session, idempotencyKey: key });
  return { front, session, create };
}

describe('the front', () => {
  it('answers exactly the upstream calls of the contract', () => {
    const bffCalls = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => ENDPOINTS[name].side === 'bff');
    // handler.ts lists them as a type, which the compiler compares with the handlers.
    expect(bffCalls.sort()).toEqual(['clientError', 'health', 'login', 'logout', 'openApi', 'register', 'session']);
  });

  it('answers 404 to calls that the contract does not have, whatever their spelling', async () => {
    const front = await openFront(temporaryFolder());
    for (const url of [
      '/',
      '/apiw',
      '/api/session',
      '/apiw/v2/grid-trading/cancel/7/x',
      '/apiw/v2/grid-trading//cancel/7',
      '/__proto__',
      '/constructor',
      '//evil.example/x',
    ]) {
      expect((await front.call('POST', url)).code, url).toBe(404);
    }
    await front.store.close();
  });

  it('answers 400 to malformed escapes, names that come twice and broken JSON', async () => {
    const front = await openFront(temporaryFolder());
    const session = await logIn(front);
    expect((await front.call('POST', '/apiw/v2/grid-trading/cancel/%', undefined, session)).code).toBe(400);
    expect((await front.call('POST', '/apiw/v2/grid-trading/cancel/%ff', undefined, session)).code).toBe(400);
    expect((await front.call('GET', '/strategybot/last_price?symbol=%E0%A4%A&type=spot')).code).toBe(400);
    expect((await front.call('GET', '/strategybot/last_price?symbol=BTC_USDT&symbol=ETH_USDT&type=spot')).code).toBe(
      400,
    );
    expect((await front.call('POST', '/apiw/v2/account/login', undefined, { bodyText: '{"account":' })).code).toBe(400);
    await front.store.close();
  });

  it('answers 400 with the field to ids and queries that are none, encoded slashes and unicode digits among them', async () => {
    const front = await openFront(temporaryFolder());
    const session = await logIn(front);
    for (const id of ['0', '-1', '1e3', '%D9%A1', '..%2f..%2fadmin', '9999999999999999', '__proto__']) {
      expect(await front.call('POST', `/apiw/v2/grid-trading/cancel/${id}`, undefined, session), id).toMatchObject({
        code: 400,
        data: { field: 'id' },
      });
    }
    expect(await front.call('GET', '/strategybot/last_price?symbol=btc&type=spot')).toMatchObject({
      code: 400,
      data: { field: 'symbol' },
    });
    await front.store.close();
  });

  it('takes numbers only as plain decimals and names the field of the first that is none (C-229)', async () => {
    const { front, create } = await readyTrader(countingCreate().handlers);
    for (const money of [
      '1e400',
      '-1',
      '٣',
      '0x10',
      ' 1',
      '1.',
      '.5',
      '1'.repeat(21),
      `0.${'1'.repeat(19)}`,
      5,
      null,
      {},
      ['1'],
    ]) {
      expect(await create({ ...grid, money }, null), String(money)).toMatchObject({
        code: 422,
        data: { field: 'money' },
      });
    }
    expect(await create([], null)).toMatchObject({ code: 422 });
    await front.store.close();
  });

  it('wants a session for what is not public, before it looks at anything else (C-342)', async () => {
    const front = await openFront(temporaryFolder());
    expect((await front.call('POST', CREATE, { nonsense: true })).code).toBe(401);
    expect((await front.call('POST', CANCEL)).code).toBe(401);
    await front.store.close();
  });

  it('answers 406 to a create until the agreement is signed (C-343, M-280)', async () => {
    const front = await openFront(temporaryFolder(), countingCreate().handlers);
    expect((await front.call('POST', CREATE, { ...grid, fundpass: 'paper-fund' }, await logIn(front))).code).toBe(406);
    await front.store.close();
  });

  it('bounds the changes that one user asks for in a second', async () => {
    const { front, create } = await readyTrader(countingCreate().handlers);
    const codes = new Set(
      (await Promise.all(Array.from({ length: 80 }, () => create(grid, null)))).map((answer) => answer.code),
    );
    expect([...codes].sort()).toEqual([423, 429]);
    front.clock.advance(10_000);
    expect((await create(grid, null)).code).toBe(423);
    await front.store.close();
  });
});

describe('the fund password', () => {
  it('is asked for by the first money call of a session and then not for 30 minutes, over a restart too (C-344, C-210, M-281, E-254)', async () => {
    const folder = temporaryFolder();
    const { handlers } = countingCreate();
    const { front, session, create } = await readyTrader(handlers, folder);
    expect(await create(grid, null)).toMatchObject({ code: 423, require_fundpass: true });
    expect((await create({ ...grid, fundpass: 'paper-fund' }, null)).code).toBe(200);
    expect((await create(grid, null)).code).toBe(200);
    await front.store.close();
    const again = await openFront(folder, handlers, front.clock);
    const extra = { ...session, idempotencyKey: null };
    expect((await again.call('POST', CREATE, grid, extra)).code).toBe(200);
    front.clock.advance(30 * 60_000);
    expect((await again.call('POST', CREATE, grid, extra)).code).toBe(423);
    await again.store.close();
  });

  it('is asked for in each session by itself', async () => {
    const { front, create } = await readyTrader(countingCreate().handlers);
    expect((await create({ ...grid, fundpass: 'paper-fund' }, null)).code).toBe(200);
    expect((await front.call('POST', CREATE, grid, await logIn(front))).code).toBe(423);
    await front.store.close();
  });

  it('answers 424 when it is wrong, does nothing, and 429 after five wrong ones (M-335)', async () => {
    const counting = countingCreate();
    const { front, create } = await readyTrader(counting.handlers);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await create({ ...grid, fundpass: 'wrong' }, null)).code).toBe(424);
    expect((await create({ ...grid, fundpass: 'paper-fund' }, null)).code).toBe(429);
    expect(counting.runs()).toBe(0);
    front.clock.advance(15 * 60_000);
    expect((await create({ ...grid, fundpass: 'paper-fund' }, null)).code).toBe(200);
    await front.store.close();
  });
});

describe('a money call under an idempotency key', () => {
  const KEY = 'key_0123456789abcdef';

  it('runs once: a repeat gets the stored reply, with the fund password or without, after a restart too (C-353)', async () => {
    const counting = countingCreate();
    const folder = temporaryFolder();
    const { front, session, create } = await readyTrader(counting.handlers, folder);
    expect((await create(grid, KEY)).code).toBe(423);
    const first = await create({ ...grid, fundpass: 'paper-fund' }, KEY);
    expect(first.code).toBe(200);
    expect(await create(grid, KEY)).toEqual(first);
    await front.store.close();
    const again = await openFront(folder, counting.handlers, front.clock);
    expect(await again.call('POST', CREATE, grid, { ...session, idempotencyKey: KEY })).toEqual(first);
    expect(counting.runs()).toBe(1);
    await again.store.close();
  });

  it('runs once when its repeats come at the same time (C-388)', async () => {
    const counting = countingCreate();
    const { front, create } = await readyTrader(counting.handlers);
    const body = { ...grid, fundpass: 'paper-fund' };
    const answers = await Promise.all([create(body, KEY), create(body, KEY), create(grid, KEY), create(body, KEY)]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.code).toBe(200);
    expect(counting.runs()).toBe(1);
    await front.store.close();
  });

  it('answers 409 when the same key comes with another request, and does nothing', async () => {
    const counting = countingCreate();
    const { front, create } = await readyTrader(counting.handlers);
    await create({ ...grid, fundpass: 'paper-fund' }, KEY);
    expect((await create({ ...grid, money: '2000' }, KEY)).code).toBe(409);
    expect(counting.runs()).toBe(1);
    await front.store.close();
  });

  it('is another key for another user', async () => {
    const counting = countingCreate();
    const { front, create } = await readyTrader(counting.handlers);
    await create({ ...grid, fundpass: 'paper-fund' }, KEY);
    const theirs = await logIn(front, 'copier', 'paper-copier');
    await front.call('POST', '/apiw/v2/quant-trading/private/bot_agreement', { version: '2026-01' }, theirs);
    const answer = await front.call(
      'POST',
      CREATE,
      { ...grid, fundpass: 'paper-fund' },
      { ...theirs, idempotencyKey: KEY },
    );
    expect(answer.data).toEqual({ strategy_id: 2 });
    await front.store.close();
  });

  it('is free again after a refusal, which leaves no trace of what the call had begun', async () => {
    const counting = countingCreate();
    const { front, create } = await readyTrader(counting.handlers);
    expect(await create({ ...grid, money: '13', fundpass: 'paper-fund' }, KEY)).toMatchObject({
      code: 422,
      data: { field: 'money' },
    });
    expect(await front.store.get('notes', 'bot1')).toBeUndefined();
    expect(counting.runs()).toBe(0);
    expect((await create({ ...grid, money: '14' }, KEY)).code).toBe(200);
    await front.store.close();
  });

  it('is kept for at least a day and then forgotten', async () => {
    const counting = countingCreate();
    const { front, create } = await readyTrader(counting.handlers);
    await create({ ...grid, fundpass: 'paper-fund' }, KEY);
    front.clock.advance(12 * 3_600_000);
    // The session is in use: one that nobody uses for a day ends.
    await create({ ...grid, fundpass: 'paper-fund' }, 'another_key_of_16_char2');
    front.clock.advance(12 * 3_600_000);
    expect((await create(grid, KEY)).data).toEqual({ strategy_id: 1 });
    front.clock.advance(2 * 3_600_000);
    let commands = 0;
    // What is over is looked for beside the commands, and removed with the next.
    await expect
      .poll(async () => {
        commands += 1;
        await create({ ...grid, fundpass: 'paper-fund' }, `another_key_of_16_chars${commands}`);
        return (await gathered(front.store.all('idempotency'))).some(({ key }) => key.includes(KEY));
      })
      .toBe(false);
    await front.store.close();
  });

  it('must look like one', async () => {
    const { front, create } = await readyTrader(countingCreate().handlers);
    for (const key of ['short', 'x'.repeat(65), 'with spaces in the key', '../../../../etc/passwd'])
      expect((await create(grid, key)).code).toBe(400);
    await front.store.close();
  });
});

describe('over HTTP', () => {
  it('believes only the BFF’s own key about who calls (F1), and says when to come again', async () => {
    const { front, server, lines, url } = await listening();
    const guess = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ account: 'demo', password: 'wrong guess' });
      const reply = await fetch(url('/apiw/v2/account/login'), { method: 'POST', headers, body });
      return { code: ((await reply.json()) as { code: number }).code, after: reply.headers.get('retry-after') };
    };
    const own = { 'x-door-key': DOOR_KEY, 'x-client-ip': '1.1.1.1' };
    for (let tries = 0; tries < 10; tries += 1) expect((await guess(own)).code).toBe(401);
    expect(await guess(own)).toEqual({ code: 429, after: '900' });
    // A made-up key names nobody: the limit of an address is not touched by it.
    expect((await guess({ ...own, 'x-door-key': `${DOOR_KEY.slice(0, -1)}x` })).code).toBe(401);
    expect((await guess({ 'x-client-ip': '1.1.1.1' })).code).toBe(401);
    // Whose web server that is does not notice that its limits are gone.
    expect((await guess({ ...own, 'x-door-key': 'another key of another web server' })).code).toBe(401);
    expect(lines.filter((line) => line.includes('door-key-unknown'))).toHaveLength(1);
    expect(front.logged.some((line) => line.includes('"ip":"1.1.1.1"'))).toBe(true);
    await server.close();
    await front.store.close();
  });

  async function listening(handlers: Partial<Handlers> = {}) {
    const front = await openFront(temporaryFolder(), handlers);
    const lines: string[] = [];
    const log = createLog(
      (line) => lines.push(line),
      () => 0,
    );
    const server = await openServer(front.dispatch, {
      at: { host: '127.0.0.1', port: 0, keys: null },
      doorKey: DOOR_KEY,
      log,
    });
    const url = (path: string) => `http://127.0.0.1:${server.port}${path}`;
    return { front, server, lines, url };
  }

  it('answers refusals with status 200 and a code, and a bug with status 500 that tells nothing', async () => {
    const { front, server, lines, url } = await listening({
      markets: () => {
        throw new Error('a secret detail');
      },
    });
    const guest = await fetch(url('/apiw/v2/account/profile'));
    expect([guest.status, await guest.json()]).toMatchObject([200, { code: 401 }]);
    const bug = await fetch(url('/apiw/v2/market/spot_markets?x=secret'));
    expect([bug.status, await bug.json()]).toEqual([500, { code: 500, message: '', data: { issue: 'internal' } }]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('a secret detail');
    expect(lines[0]).not.toContain('x=secret');
    await server.close();
    await front.store.close();
  });

  it('refuses a call that answers bytes by its status, since bytes have no envelope, and tells caches which bytes stay', async () => {
    const { front, server, url } = await listening({ candleDay: () => immutable(Uint8Array.of(1)) });
    const refused = await fetch(url('/apiw/v2/market/candle_day?market=nonsense&day=2026-01-01'));
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 400, data: { field: 'market' } }]);
    const whole = await fetch(url('/apiw/v2/market/candle_day?market=BTC_USDT&day=2026-01-01'));
    expect([whole.status, whole.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    await whole.arrayBuffer();
    await server.close();
    await front.store.close();
  });

  it('sends bytes as they are', async () => {
    const { front, server, url } = await listening({ candleDay: () => Uint8Array.of(1, 2, 255) });
    const answer = await fetch(url('/apiw/v2/market/candle_day?market=BTC_USDT&day=2026-01-01'));
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([1, 2, 255]);
    await server.close();
    await front.store.close();
  });

  it('refuses bodies over 64 KB and paths over 4096 characters', async () => {
    const { front, server, url } = await listening();
    const large = await fetch(url('/apiw/v2/account/login'), { method: 'POST', body: 'x'.repeat(65 * 1024) });
    expect(await large.json()).toMatchObject({ code: 400 });
    const long = await fetch(url(`/x?${'y'.repeat(5000)}`));
    expect(await long.json()).toMatchObject({ code: 400 });
    await server.close();
    await front.store.close();
  });

  it('stops although a client keeps its connection open', async () => {
    const { front, server, url } = await listening();
    await (await fetch(url('/x'))).text();
    const idle = connect(server.port, '127.0.0.1');
    await new Promise((resolve) => idle.once('connect', resolve));
    await server.close();
    idle.destroy();
    await front.store.close();
  });
});

describe('the log', () => {
  it('never holds passwords, fund passwords, tokens or cookies, however deep', () => {
    const lines: string[] = [];
    const log = createLog(
      (line) => lines.push(line),
      () => 0,
    );
    log.error('call-failed', {
      body: {
        password: 'SECRET',
        nested: [{ fundpass: 'SECRET', Authorization: 'SECRET', token: 'SECRET', cookie: 'SECRET' }],
      },
      error: new Error('why'),
      amount: 5n,
    });
    expect(lines[0]).not.toContain('SECRET');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      event: 'call-failed',
      amount: '5',
      error: { message: 'why' },
    });
  });
});
