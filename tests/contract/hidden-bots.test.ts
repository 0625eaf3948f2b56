import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#lib/contract/endpoints.ts';
import { HiddenWatch } from '#server/bff/hidden-watch.ts';
import { createKeptReadings, type Fetched } from '#server/bff/kept-readings.ts';
import { botsNamed, createHiddenBots, sharedHiddenBots, withoutBots } from '#server/pages/hidden-bots.ts';
import PageCache from '#server/pages/page-cache.ts';
import { isSameSlot, PUBLIC_SLOT_MS } from '#server/pages/public-slot.ts';
import type { UpstreamAnswer } from '#server/upstream/upstream-call.ts';
import { createTestBff, requestOf } from '../support/test-bff.ts';

/** What is hidden is nowhere within 5 s (issue 13): all that a web server keeps of public replies hears of it from one place. */

const listOf = (...ids: number[]) => ({ code: 200, data: ids.map((strategy_id) => ({ strategy_id })), totalcount: 9 });

function answered(value: object, status = 200): UpstreamAnswer {
  const body = Buffer.from(JSON.stringify(value));
  return { kind: 'answered', status, cacheControl: '', retryAfter: null, body };
}

/** Readings of an exchange in the test's hand. */
function readings() {
  let nowMs = 1_000_000 * PUBLIC_SLOT_MS;
  let asked = 0;
  let answer: () => Promise<object> = async () => listOf(100_001, 100_002);
  const hidden = createHiddenBots(() => nowMs);
  const kept = createKeptReadings(() => nowMs, 100_000, hidden);
  const fetch = async (key: string): Promise<Fetched> => {
    asked += 1;
    const value = await answer();
    const text = JSON.stringify(value);
    return { value, isKept: true, size: text.length, bots: botsNamed(key, text) };
  };
  return {
    hidden,
    get asked() {
      return asked;
    },
    answers: (next: () => Promise<object>) => {
      answer = next;
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
    read: async (key = '/list') => (await kept.read(key, isSameSlot, () => fetch(key))).value,
  };
}

const away = () => Promise.reject(new Error('no answer'));

describe('a reading in which a bot is hidden', () => {
  it('goes on without it, asked of nobody, also when the exchange is away and however old it is', async () => {
    const one = readings();
    await one.read();
    one.answers(away);
    one.hidden.hear([100_001]);
    expect(await one.read()).toEqual(listOf(100_002));
    expect(one.asked).toBe(1);
    one.pass(86_400_000);
    expect(await one.read()).toEqual(listOf(100_002));
    one.hidden.hear([100_002]);
    expect(await one.read()).toEqual(listOf());
  });

  it('is gone where it is about the bot, or names it in another’s row, and other readings stay', async () => {
    const one = readings();
    one.answers(async () => ({ code: 200, data: [] }));
    for (const key of ['/strategies?strategy_id=100001', '/detail/100001?type=x', '/other/100002']) await one.read(key);
    one.answers(async () => ({ code: 200, data: [{ strategy_id: 100_002, follow_id: 100_001 }] }));
    await one.read('/copy');
    expect(one.asked).toBe(4);
    one.hidden.hear([100_001]);
    one.answers(away);
    for (const key of ['/strategies?strategy_id=100001', '/detail/100001?type=x', '/copy'])
      await expect(one.read(key)).rejects.toThrow('no answer');
    expect(await one.read('/other/100002')).toEqual({ code: 200, data: [] });
  });

  it('that was asked before has it neither when it comes later, nor has one of a replica that lags', async () => {
    const one = readings();
    let come: (value: object) => void = () => {};
    one.answers(
      () =>
        new Promise((resolve) => {
          come = resolve;
        }),
    );
    const first = one.read();
    await Promise.resolve();
    one.hidden.hear([100_001]);
    come(listOf(100_001, 100_002));
    expect(await first).toEqual(listOf(100_002));
    expect(await one.read()).toEqual(listOf(100_002));
    one.pass(4_000);
    one.answers(async () => listOf(100_001));
    expect(await one.read('/replica')).toEqual(listOf());
    one.pass(1_000);
    // It is shown again: who asks later is told so.
    expect(await one.read('/later')).toEqual(listOf(100_001));
  });

  it('is asked for anew where nobody knows which bots were hidden; what there is stands in', async () => {
    const one = readings();
    const good = await one.read();
    one.pass(1);
    one.hidden.hear(null);
    one.answers(async () => listOf(100_002));
    expect(await one.read()).toEqual(listOf(100_002));
    one.pass(1);
    one.hidden.hear(null);
    one.answers(away);
    expect(await one.read()).toEqual(listOf(100_002));
    expect([good, one.asked]).toEqual([listOf(100_001, 100_002), 3]);
  });
});

describe('a reply that names bots', () => {
  it('is left as it is where none of them is hidden, and nothing of it is lost otherwise', () => {
    const reply = { data: [{ strategy_id: 1, list: [1, null, { strategy_id: 2 }] }, 'x'], none: null };
    expect(withoutBots(reply, new Set([3]))).toBe(reply);
    expect(withoutBots(reply, new Set([2]))).toEqual({ data: [{ strategy_id: 1, list: [1, null] }, 'x'], none: null });
    expect(withoutBots(reply, new Set([1]))).toEqual({ data: ['x'], none: null });
    expect(withoutBots(reply.data[0], new Set([1]))).toBeUndefined();
  });

  it('is kept by the door without those that are hidden meanwhile, and caches on the way keep it for two seconds', async () => {
    const shown = new Set([100_001, 100_002]);
    let asked = 0;
    const { bff, hidden, moveTime } = createTestBff({
      call: async () => {
        asked += 1;
        return answered({ code: 200, message: '', data: [...shown].map(card) });
      },
      close: async () => {},
    });
    const ask = async () => {
      const response = await bff(requestOf('hotStrategies'));
      const { data } = (await response.json()) as { data: { strategy_id: number }[] };
      return [data.map(({ strategy_id }) => strategy_id), response.headers.get('cache-control')] as const;
    };
    expect(await ask()).toEqual([[100_001, 100_002], 'public, max-age=0, s-maxage=2']);
    moveTime(7_000);
    // It says its age, of which caches count.
    expect(await ask()).toEqual([[100_001, 100_002], 'public, max-age=0, s-maxage=9']);
    shown.delete(100_001);
    hidden.hear([100_009]);
    expect([(await ask())[0], asked]).toEqual([[100_001, 100_002], 1]);
    hidden.hear([100_001]);
    expect([(await ask())[0], asked]).toEqual([[100_002], 2]);
    hidden.hear(null);
    await ask();
    expect(asked).toBe(3);
  });
});

describe('a page', () => {
  it('is made anew when a bot that its links, its scripts or its address name is hidden, and is not kept while it may have been begun before', async () => {
    const cache = new PageCache();
    const put = (key: string, html: string) => cache.set(key, { kind: 'APP_PAGE', html }, {});
    const isKept = async (key: string) => (await cache.get(key)) !== null;
    const pages: Readonly<Record<string, string>> = {
      link: '<a href="/en/strategybot/detail?id=300001&amp;type=x">',
      script: '<script>self.p=["{\\"strategy_id\\":300001}"]</script>',
      copy: '<script>self.p=["{\\\\\\"follow_id\\\\\\":300001}"]</script>',
      '/en/strategybot/detail/spot_grid/300001/opengraph-image': '',
      other: '<a href="/en/strategybot/detail?id=3000012">',
    };
    for (const [key, html] of Object.entries(pages)) await put(key, html);
    sharedHiddenBots().hear([300_001]);
    for (const key of Object.keys(pages)) expect([key, await isKept(key)]).toEqual([key, key === 'other']);
    await put('link', pages.link as string);
    expect(await isKept('link')).toBe(false);
    sharedHiddenBots().hear(null);
    expect(await isKept('other')).toBe(false);
  });
});

describe('what the exchange tells of hidden bots', () => {
  it('is asked from where the last answer ended; no answer changes nothing, and one who cannot tell says so', async () => {
    const heard: (readonly number[] | null)[] = [];
    const asked: string[] = [];
    const answers: UpstreamAnswer[] = [
      answered({ code: 200, message: '', data: { last: '0123456789abcdef-4', is_whole: false, bots: [] } }),
      { kind: 'unknown', reason: 'connection' },
      answered({ code: 404, message: '' }, 404),
      answered({ code: 200, message: '', data: { last: 'no id', is_whole: true, bots: [1] } }),
      answered({ code: 200, message: '', data: { last: '0123456789abcdef-6', is_whole: true, bots: [7, 8] } }),
      answered({ code: 200, message: '', data: { last: '0123456789abcdef-6', is_whole: true, bots: [] } }),
    ];
    const watch = new HiddenWatch(
      {
        call: async ({ path }) => {
          asked.push(path.slice(ENDPOINTS.hiddenBots.path.length));
          return answers.shift() as UpstreamAnswer;
        },
      },
      { hear: (bots) => void heard.push(bots) },
    );
    for (const _ of [...answers]) await watch.look();
    expect(heard).toEqual([null, [7, 8], []]);
    const since = '?since=0123456789abcdef-4';
    expect(asked).toEqual(['', since, since, since, since, '?since=0123456789abcdef-6']);
  });
});

function card(strategy_id: number) {
  const figures = { follow_num: 0, year_pft_rate: '0.1', anonymous: '0123456789abcdef' };
  return { strategy_type: 'spot_grid', name: 'a', desc: '', market: 'BTC_USDT', ...figures, strategy_id };
}
