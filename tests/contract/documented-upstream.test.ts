import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENDPOINTS, KEYED_CHANGES } from '#lib/contract/endpoints.ts';
import { offeredKinds } from '#lib/kinds/catalogue.ts';
import { withDocumentedCalls } from '#server/upstream/documented-upstream.ts';
import { createUpstream } from '#server/upstream/upstream.ts';
import type { Upstream } from '#server/upstream/upstream-call.ts';
import { type IndependentUpstream, startIndependentUpstream } from '#tests/support/independent-upstream.ts';
import { createTestBff, requestOf, type TestBff } from '#tests/support/test-bff.ts';

/** E2, H61: an exchange that speaks the documented calls alone is enough. */

let exchange: IndependentUpstream;
let door: TestBff;
let nowMs = 1_000_000;

async function open(capabilities: readonly string[] = []): Promise<void> {
  exchange = await startIndependentUpstream(0, capabilities);
  const upstream = createUpstream({ urls: [exchange.url], deadlineMs: 2_000 });
  door = createTestBff(withDocumentedCalls(upstream, () => nowMs));
}

async function ask(name: Parameters<typeof requestOf>[0]) {
  // The BFF keeps public replies by a clock of its own: here it is asked when it has none.
  door.moveTime(60_000);
  const response = await door.bff(requestOf(name));
  return (await response.json()) as { code: number; data?: unknown };
}

const paths = (): string[] => exchange.seen.map(({ path }) => path);
const CAPABILITIES = '/apiw/v2/quant-trading/public/capabilities';

beforeEach(() => open());
afterEach(async () => {
  await door.close();
  await exchange.close();
});

describe('an exchange that announces nothing', () => {
  it('gives markets and prices by documented calls, in the shape that screens have', async () => {
    const BTC = {
      market: 'BTC_USDT',
      base: 'BTC',
      quote: 'USDT',
      price_decimals: 1,
      amount_decimals: 6,
      min_base_amount: '0.000001',
      min_quote_amount: '3',
      max_grid: 200,
    };
    expect(await ask('markets')).toMatchObject({ code: 200, data: [BTC, { market: 'ETH_USDT' }] });
    expect(await ask('tickers')).toMatchObject({
      code: 200,
      data: [{ market: 'BTC_USDT', last: '97000.5', change_24h: '', high_24h: '--' }],
    });
    expect(new Set(paths())).toEqual(
      new Set([
        CAPABILITIES,
        '/apiw/v2/market/currency_pairs',
        '/symbol_info',
        '/apiw/v2/quant-trading/public/grid-base',
        '/json_svr/currency/price',
      ]),
    );
  });

  it('is asked for what the contract’s router does not find to be ours, whatever its address begins with', async () => {
    const upstream = withDocumentedCalls(createUpstream({ urls: [exchange.url], deadlineMs: 2_000 }), () => nowMs);
    const ask = (path: string) => upstream.call({ method: 'GET', path, headers: {}, mayRepeat: true });
    await ask('/apiw/v2/market/candles?market=BTC_USDT');
    expect(paths()).toEqual([CAPABILITIES]);
    for (const path of ['/apiw/v2/market/candles/more', '/apiw/v2/market/candlesticks']) {
      await ask(path);
      expect(paths().at(-1)).toBe(path);
    }
    await upstream.close();
  });

  it('is never asked for a call of ours: those are not offered, in words', async () => {
    for (const name of ['candles', 'depth', 'fundingRates'] as const) {
      expect(await ask(name), name).toMatchObject({ code: 404, data: { issue: 'not-offered' } });
    }
    expect(paths()).toEqual([CAPABILITIES]);
  });

  it('has no kinds of ours and no account security, and is not asked for them (E2, H61)', async () => {
    expect(await ask('capabilities')).toMatchObject({ code: 200, data: [] });
    const upstream = withDocumentedCalls(createUpstream({ urls: [exchange.url], deadlineMs: 2_000 }), () => nowMs);
    for (const [method, path] of [
      ['GET', '/apiw/v2/account/security'],
      ['POST', '/apiw/v2/account/password'],
      ['POST', '/apiw/v2/account/fund_password'],
      ['POST', '/apiw/v2/account/sessions/end'],
      ['POST', '/apiw/v2/account/second_factor/begin'],
    ] as const) {
      const answer = await upstream.call({ method, path, headers: {}, mayRepeat: false });
      expect(answer.kind === 'answered' ? JSON.parse(answer.body.toString()) : answer, path).toMatchObject({
        data: { issue: 'not-offered' },
      });
    }
    await upstream.close();
    expect(new Set(paths())).toEqual(new Set([CAPABILITIES]));
    const kinds = offeredKinds([]);
    expect(kinds).toContain('compose-indicator');
    expect(kinds).not.toContain('custom-strategy');
    expect(kinds).not.toContain('macd');
    expect(kinds).not.toContain('recurring-buy');
  });

  it('is asked for its capabilities once a minute, and for markets much less', async () => {
    for (let turn = 0; turn < 5; turn += 1) await ask('markets');
    const asked = exchange.seen.length;
    expect(paths().filter((path) => path === CAPABILITIES)).toHaveLength(1);
    await ask('markets');
    expect(exchange.seen).toHaveLength(asked);
    nowMs += 61_000;
    await ask('markets');
    // Nobody waits for it: what was known is good enough meanwhile.
    await vi.waitFor(() => expect(paths().filter((path) => path === CAPABILITIES)).toHaveLength(2));
  });

  it('is asked anew for what two hundred other questions have pushed out, and for nothing that was asked since', async () => {
    const upstream = withDocumentedCalls(createUpstream({ urls: [exchange.url], deadlineMs: 2_000 }), () => nowMs);
    const ask = (market: string) =>
      upstream.call({
        method: 'GET',
        path: `${ENDPOINTS.tickers.path}?market=${market}`,
        headers: {},
        mayRepeat: true,
      });
    const prices = () => exchange.seen.filter(({ path }) => path === '/json_svr/currency/price').length;
    await ask('BTC_USDT');
    for (let one = 0; one < 199; one += 1) await ask(`C${one}_USDT`);
    await ask('BTC_USDT');
    expect(prices()).toBe(200);
    await ask('C199_USDT');
    await ask('BTC_USDT');
    expect(prices()).toBe(201);
    await ask('C0_USDT');
    expect(prices()).toBe(202);
    await upstream.close();
  });

  it('that gives no symbol at all is no exchange without markets', async () => {
    exchange.misbehaveAt(/symbol_info/, 'server-error');
    expect((await ask('markets')).code).toBe(504);
    exchange.misbehaveAt(/^$/, 'none');
    expect((await ask('markets')).code).toBe(200);
  });

  const marketsOf = async (upstream: Upstream): Promise<string[] | string> => {
    const answer = await upstream.call({ method: 'GET', path: ENDPOINTS.markets.path, headers: {}, mayRepeat: true });
    if (answer.kind === 'unknown') return answer.reason;
    return (JSON.parse(answer.body.toString()) as { data: { market: string }[] }).data.map(({ market }) => market);
  };

  it('is asked anew for a market that it did not answer for, and for none of the others: a list that lacks one is not the list for long', async () => {
    const whole = createUpstream({ urls: [exchange.url], deadlineMs: 2_000 });
    let isLost = true;
    const upstream = withDocumentedCalls(
      {
        ...whole,
        call: async (call) =>
          isLost && call.path.includes('symbol=BTC_USDT') ? { kind: 'unknown', reason: 'deadline' } : whole.call(call),
      },
      () => nowMs,
    );
    expect(await marketsOf(upstream)).toEqual(['ETH_USDT']);
    isLost = false;
    const before = exchange.seen.length;
    expect(await marketsOf(upstream)).toEqual(['ETH_USDT']);
    expect(exchange.seen.length).toBe(before);
    nowMs += 6_000;
    expect(await marketsOf(upstream)).toEqual(['BTC_USDT', 'ETH_USDT']);
    expect(paths().filter((path) => path === '/symbol_info')).toHaveLength(2);
    nowMs += 6_000;
    await marketsOf(upstream);
    expect(paths().filter((path) => path === '/symbol_info')).toHaveLength(2);
    // What was known of it stands while its question is lost again.
    isLost = true;
    nowMs += 6 * 60_000;
    expect(await marketsOf(upstream)).toEqual(['BTC_USDT', 'ETH_USDT']);
    await upstream.close();
  });

  it.each([
    ['lost', { kind: 'unknown', reason: 'deadline' }],
    ['too many', { kind: 'answered', status: 429, cacheControl: '', retryAfter: null, body: Buffer.from('<html>') }],
    ['busy', { kind: 'answered', status: 200, cacheControl: '', retryAfter: null, body: Buffer.from('{"code":503}') }],
  ] as const)(
    'may have 200 grids only until the question for the most of them is answered (X1): %s',
    async (_, answer) => {
      const whole = createUpstream({ urls: [exchange.url], deadlineMs: 2_000 });
      let isLost = true;
      const most = { kind: 'answered', status: 200, cacheControl: '', retryAfter: null } as const;
      const upstream = withDocumentedCalls(
        {
          ...whole,
          async call(call) {
            if (!call.path.includes('grid-base')) return whole.call(call);
            return isLost ? answer : { ...most, body: Buffer.from('{"code":200,"data":{"max_grid":77}}') };
          },
        },
        () => nowMs,
      );
      const told = async () => {
        const reply = await upstream.call({
          method: 'GET',
          path: ENDPOINTS.markets.path,
          headers: {},
          mayRepeat: true,
        });
        if (reply.kind === 'unknown') return reply.reason;
        return (JSON.parse(reply.body.toString()) as { data: { max_grid: number }[] }).data.map((row) => row.max_grid);
      };
      expect(await told()).toEqual([200, 200]);
      isLost = false;
      nowMs += 6_000;
      expect(await told()).toEqual([77, 77]);
      expect(paths().filter((path) => path === '/symbol_info')).toHaveLength(2);
      // What was answered stands while its question is lost again.
      isLost = true;
      nowMs += 6 * 60_000;
      expect(await told()).toEqual([77, 77]);
      await upstream.close();
    },
  );

  it('that knows no such question is not asked it again and again (X1)', async () => {
    exchange.misbehaveAt(/grid-base/, 'not-json');
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await ask('markets')).toMatchObject({ data: [{ max_grid: 200 }, { max_grid: 200 }] });
      nowMs += 6_000;
    }
    expect(paths().filter((path) => path.endsWith('grid-base'))).toHaveLength(2);
  });

  it('that is slow keeps nobody waiting for a list longer than one call may take; what it answers later is there for the next', async () => {
    const whole = createUpstream({ urls: [exchange.url], deadlineMs: 2_000 });
    const slow = Promise.withResolvers<void>();
    const upstream = withDocumentedCalls(
      {
        ...whole,
        async call(call) {
          if (call.path.startsWith('/symbol_info')) await slow.promise;
          return whole.call(call);
        },
      },
      () => nowMs,
      50,
    );
    expect(await marketsOf(upstream)).toBe('deadline');
    slow.resolve();
    await vi.waitFor(async () => expect(await marketsOf(upstream)).toEqual(['BTC_USDT', 'ETH_USDT']));
    await upstream.close();
  });
});

it('an exchange that announces a call is asked for it', async () => {
  await door.close();
  await exchange.close();
  await open(['tickers', 'depth']);
  expect(await ask('tickers')).toMatchObject({ data: [{ change_24h: '-0.0123' }, { market: 'ETH_USDT' }] });
  expect(await ask('depth')).toMatchObject({ data: { last: '97000.5' } });
  expect(await ask('candles')).toMatchObject({ code: 404 });
  expect(paths()).toEqual([CAPABILITIES, '/apiw/v2/market/tickers', '/apiw/v2/market/depth']);
});

it('an exchange that does not say what it has is asked as before, and asked again what it has', async () => {
  exchange.misbehaveAt(/capabilities/, 'server-error');
  await ask('depth');
  expect(paths().at(-1)).toBe('/apiw/v2/market/depth');
  exchange.misbehaveAt(/^$/, 'none');
  expect(await ask('depth')).toMatchObject({ code: 404, data: { issue: 'not-offered' } });
});

it.each([
  [[], 1],
  [[KEYED_CHANGES], 2],
])(
  'an exchange that announces %j is brought a change that moves no money %i time(s) when no answer came, and money again',
  async (capabilities, times) => {
    await door.close();
    await exchange.close();
    await open(capabilities);
    const upstream = withDocumentedCalls(createUpstream({ urls: [exchange.url], deadlineMs: 2_000 }), () => nowMs);
    exchange.misbehaveAt(/\/(pause|cancel)\//, 'reset-after');
    const brought = async (name: 'pauseGrid' | 'cancelGrid'): Promise<number> => {
      const path = ENDPOINTS[name].path.replace('{id}', '7');
      const answer = await upstream.call({ method: 'POST', path, headers: {}, body: '{}', mayRepeat: true });
      expect(answer).toMatchObject({ kind: 'unknown' });
      return paths().filter((one) => one === path).length;
    };
    expect([await brought('pauseGrid'), await brought('cancelGrid')]).toEqual([times, 2]);
    await upstream.close();
  },
);
