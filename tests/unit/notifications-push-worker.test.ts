import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { NOTIFICATION_CODES } from '#lib/contract/notification-words.ts';

const ORIGIN = 'https://strategybot.test';
const SOURCE = readFileSync(new URL('../../public/push/worker.js', import.meta.url), 'utf8');

interface Shown {
  readonly title: string;
  readonly options: Record<string, unknown> & { readonly data: { readonly path: string } };
}

/** The worker's own text among a browser's half of it. */
function openWorker(open: readonly string[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const notes: string[][] = [];
  const caches = {
    open: async (name: string) => ({
      put: async (path: string, { text }: { readonly text: string }) => void notes.push([name, path, text]),
    }),
  };
  /** A body that can be read here. */
  class Response {
    readonly text: string;
    constructor(text: string) {
      this.text = text;
    }
  }
  const shown: Shown[] = [];
  const seen = { opened: [] as string[], focused: [] as string[], skipped: 0 };
  const pages = open.map((url) => ({ url, focus: async () => void seen.focused.push(url) }));
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    skipWaiting: async () => {
      seen.skipped += 1;
    },
    registration: {
      showNotification: async (title: string, options: Shown['options']) => void shown.push({ title, options }),
    },
    clients: {
      // One that has no page under it finds none without this.
      matchAll: async (of: { includeUncontrolled?: boolean }) => (of.includeUncontrolled === true ? pages : []),
      openWindow: async (url: string) => void seen.opened.push(url),
    },
  };
  runInNewContext(SOURCE, { self, caches, Response, URL, Number, LANGUAGES: undefined });
  async function tell(name: string, event: object): Promise<void> {
    const waits: unknown[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (promise: unknown) => waits.push(promise) });
    await Promise.all(waits);
  }
  return {
    shown,
    seen,
    notes,
    change: () => tell('pushsubscriptionchange', {}),
    events: () => [...listeners.keys()],
    push: (data: unknown) => tell('push', { data: data === null ? null : { json: () => JSON.parse(String(data)) } }),
    press: async ({ options }: Shown) => {
      let isClosed = false;
      await tell('notificationclick', { notification: { data: options.data, close: () => (isClosed = true) } });
      expect(isClosed).toBe(true);
    },
  };
}

const TOLD = {
  id: 'abc-1',
  lang: 'zh',
  title: '我的机器人 · BTC/USDT',
  body: '价格已在区间下方',
  code: 'range-left',
  time: 1_779_271_202_000,
  strategy_id: 42,
  strategy_type: 'spot_grid',
  stays: false,
};
const pathOf = async (told: object): Promise<string> => {
  const worker = openWorker();
  await worker.push(JSON.stringify({ ...TOLD, ...told }));
  return worker.shown[0]?.options.data.path ?? '';
};

describe('the worker that shows what is pushed', () => {
  it('listens to no request: it can neither keep nor change a page', () => {
    expect(openWorker().events().sort()).toEqual(['install', 'notificationclick', 'push', 'pushsubscriptionchange']);
    expect(SOURCE).not.toMatch(/fetch|importScripts|indexedDB/);
  });

  it('notes for the next visit that the browser ended its subscription, and asks nobody: it knows no secret', async () => {
    const worker = openWorker();
    await worker.change();
    expect(worker.notes).toEqual([['push', '/push/lost', '']]);
    expect(worker.shown).toEqual([]);
  });

  it('shows the words that it was sent, one that is sent again in the place of the one before', async () => {
    const worker = openWorker();
    await worker.push(JSON.stringify(TOLD));
    const { title, body, id: tag, lang, time: timestamp } = TOLD;
    expect(worker.shown[0]).toMatchObject({
      title,
      options: { body, tag, lang, timestamp, requireInteraction: false },
    });
  });

  it('shows something of what it cannot read: browsers take the permission from who shows nothing', async () => {
    for (const data of ['no json', 'null', '7', '{}', null]) {
      const worker = openWorker();
      await worker.push(data);
      expect(worker.shown).toHaveLength(1);
      expect(worker.shown[0]?.title).toBe('Strategybot');
    }
  });

  it('leads to the bot in the language of the message, as the centre in the header does', async () => {
    expect(await pathOf({})).toBe('/zh/strategybot/underwayStrategy?id=42&type=spot_grid');
    expect(await pathOf({ lang: 'en', code: 'ended' })).toBe('/en/strategybot/historyStrategy?id=42&type=spot_grid');
    expect(await pathOf({ code: 'fills-of-several', strategy_id: 0, strategy_type: '' })).toBe(
      '/zh/strategybot/portfolio',
    );
    // A limit of the account: where it stands, not where channels are set.
    for (const code of NOTIFICATION_CODES.filter((one) => /^(drawdown|exposure)/.test(one)))
      expect(await pathOf({ code, strategy_id: 0, strategy_type: '' })).toBe('/zh/strategybot/portfolio');
    expect(await pathOf({ code: 'test', strategy_id: 0, strategy_type: '' })).toBe('/zh/account#notification-settings');
    // Orders and plans: the page of the product, or of the plan (item for item as in the centre).
    const none = { strategy_id: 0, strategy_type: '' };
    expect(await pathOf({ ...none, code: 'dual-settled', product: 'buy-low' })).toBe('/zh/earn/buy-low');
    expect(await pathOf({ ...none, code: 'plan-failed', product: 'auto-investment', plan: '500001' })).toBe(
      '/zh/auto-investment/500001',
    );
    expect(await pathOf({ ...none, code: 'plans-failed', product: 'auto-investment' })).toBe('/zh/auto-investment');
    expect(await pathOf({ ...none, code: 'plan-failed', plan: '../x' })).toBe('/zh/auto-investment');
    expect(await pathOf({ ...none, code: 'dual-settled', product: '../x' })).toBe('/zh/account#notification-settings');
    // Nothing that it is sent makes another address of it.
    expect(await pathOf({ lang: '/evil.test', strategy_type: '../../x?' })).toBe('/en/account#notification-settings');
  });

  it('goes to the page where it is open already, else opens it', async () => {
    const worker = openWorker([`${ORIGIN}/zh/strategybot/underwayStrategy?id=42&type=spot_grid`]);
    await worker.push(JSON.stringify(TOLD));
    await worker.press(worker.shown[0] as Shown);
    expect(worker.seen).toMatchObject({ opened: [], focused: [expect.stringContaining('id=42')] });
    const other = openWorker([`${ORIGIN}/zh/trade/BTC_USDT`]);
    await other.push(JSON.stringify(TOLD));
    await other.press(other.shown[0] as Shown);
    expect(other.seen.opened).toEqual([`${ORIGIN}/zh/strategybot/underwayStrategy?id=42&type=spot_grid`]);
  });
});
