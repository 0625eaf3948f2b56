import { beforeEach, describe, expect, it } from 'vitest';
import { MOST_NOTIFICATIONS } from '#lib/contract/notification-words.ts';
import { openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const HOUR_MS = 3_600_000;

let folder: string;
let exchange: TestExchange;
let who: Who;

beforeEach(async () => {
  folder = temporaryFolder();
  exchange = await openTestExchange(folder);
  who = await exchange.trader();
});

interface Told {
  readonly id: number;
  readonly kind: string;
  readonly code: string;
  readonly is_read: boolean;
  readonly strategy_id: number;
  readonly values: Readonly<Record<string, string>>;
}

const page = async (as: Who = who, query: Readonly<Record<string, number>> = {}) =>
  (await exchange.send('notifications', { who: as, query })).data as {
    rows: Told[];
    unread: number;
    last: number;
    has_more: boolean;
  };
const count = async (as: Who = who) => (await exchange.send('notificationCount', { who: as })).data;
const read = async (to: number) => (await exchange.send('readNotifications', { who, body: { to } })).data;
const fillsOf = async (id: number) =>
  (await exchange.send('tradeRecords', { who, path: { id }, query: { page: 1, page_size: 500 } })).totalcount ?? 0;
const toldFills = (rows: readonly Told[]) =>
  rows.filter(({ kind }) => kind === 'fill').reduce((sum, { values }) => sum + Number(values.count ?? 1), 0);

async function stopped(id: number): Promise<void> {
  const { code } = await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
  expect(code).toBe(200);
}

describe('what a trader is told', () => {
  it('is every fill of his bots, once, in few notifications, and their ends with what they came to', async () => {
    const id = await startGrid(exchange, who);
    await exchange.pass(3 * HOUR_MS, 60_000);
    await stopped(id);
    await exchange.pass(1_000);
    const { rows, unread } = await page(who, { page_size: 100 });
    expect(toldFills(rows)).toBe(await fillsOf(id));
    expect(toldFills(rows)).toBeGreaterThan(5);
    // At most one each ten minutes, and one for the turn of the end.
    expect(rows.length).toBeLessThanOrEqual(3 * 6 + 3);
    expect(unread).toBe(rows.length);
    const end = rows.find(({ kind }) => kind === 'end');
    const row = (
      await exchange.send('strategies', {
        who,
        query: { strategy_id: id, strategy_type: 'spot_grid', data_period: 'all_period' },
      })
    ).data[0];
    expect(end).toMatchObject({ code: 'ended', strategy_id: id, values: { reason: 'cancelled', asset: 'USDT' } });
    expect(end?.values.profit).toBe(row.profit);
  });

  it('says of a stop that it was one, and is nothing of another’s', async () => {
    const priceIn = (ms: number) => (exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs() + ms) ?? 0) / 10;
    // The simulated market is known beforehand: an evening on which it falls.
    while (priceIn(12 * HOUR_MS) > priceIn(0) * 0.985) exchange.clock.advance(HOUR_MS);
    await exchange.pass(HOUR_MS, HOUR_MS);
    who = await exchange.trader();
    const last = priceIn(0);
    const range = { low_price: (last * 0.996).toFixed(1), high_price: (last * 1.01).toFixed(1), grid_num: '5' };
    const id = await startGrid(exchange, who, { ...range, stop_loss: (last * 0.994).toFixed(1) });
    await exchange.pass(20 * HOUR_MS, HOUR_MS);
    const { rows } = await page(who, { page_size: 100 });
    expect(rows[0]).toMatchObject({ kind: 'stop', strategy_id: id, values: { reason: 'stop_loss' } });
    expect(rows[0]?.values.profit).toMatch(/^-/);
    const other = await exchange.trader('copier');
    expect(await page(other)).toEqual({ rows: [], unread: 0, last: 0, has_more: false });
    expect(await exchange.send('notifications')).toMatchObject({ code: 401 });
    expect(await exchange.send('notificationCount')).toMatchObject({ code: 401 });
    expect(await exchange.send('readNotifications', { body: { to: 1 } })).toMatchObject({ code: 401 });
  });

  it('is read up to a number, never beyond the newest, and what comes then is unread', async () => {
    const id = await startGrid(exchange, who);
    const { last } = await count();
    expect(last).toBeGreaterThan(0);
    expect(await read(last + 5_000)).toEqual({ unread: 0, last });
    expect((await page()).rows.every(({ is_read }) => is_read)).toBe(true);
    await stopped(id);
    await exchange.pass(1_000);
    const after = await page();
    expect(after.unread).toBeGreaterThan(0);
    expect(after.unread).toBe(after.last - last);
    // Reading less than was read takes nothing back.
    expect((await read(1)).unread).toBe(after.unread);
  });

  it('is told once over a kill at any turn: what the disk has of bots it has of notifications', async () => {
    const id = await startGrid(exchange, who);
    for (let round = 0; round < 5; round += 1) {
      await exchange.pass(20 * 60_000 + round * 7_000, 61_000);
      // The tick under way may or may not come to the disk.
      const last = exchange.tick().catch(() => {});
      await exchange.kill();
      await last;
      exchange = await openTestExchange(folder, { clock: exchange.clock });
      who = await exchange.trader();
      const { rows } = await page(who, { page_size: 100 });
      expect(toldFills(rows)).toBe(await fillsOf(id));
      expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
    }
  });

  it('keeps the latest of each account and counts no more than these as unread', async () => {
    await startGrid(exchange, who);
    const { id: userId } = exchange.accounts.byId(10_001) ?? { id: 0 };
    const { last } = await count();
    await exchange.sequencer.submit((tx) => {
      for (let made = 0; made < MOST_NOTIFICATIONS + 30; made += 1) {
        exchange.notifications.parts.notices.add(tx, userId, {
          kind: 'end',
          code: 'ended',
          timeMs: tx.nowMs + made,
          botId: 0,
          botKind: '',
          name: '',
          market: '',
          values: { made: `${made}` },
        });
      }
    });
    const newest = last + MOST_NOTIFICATIONS + 30;
    expect(await count()).toEqual({ unread: MOST_NOTIFICATIONS, last: newest });
    const seen: number[] = [];
    for (let before = newest + 1; ; ) {
      const { rows, has_more } = await page(who, { before, page_size: 100 });
      seen.push(...rows.map(({ id }) => id));
      before = rows.at(-1)?.id ?? 0;
      if (!has_more) break;
    }
    expect(seen).toEqual(Array.from({ length: MOST_NOTIFICATIONS }, (_, index) => newest - index));
    expect((await exchange.store.get('notifications', `${userId}.${newest % MOST_NOTIFICATIONS}`)) ?? '').toContain(
      '529',
    );
  });

  it('loses none of the latest to fills that are told anew after many others have come', async () => {
    await startGrid(exchange, who);
    const { userId, notices } = { userId: 10_001, notices: exchange.notifications.parts.notices };
    const [digest] = (await page()).rows;
    expect(digest?.kind).toBe('fill');
    const about = { botId: 0, botKind: '', name: '', market: '', values: {} } as const;
    await exchange.sequencer.submit((tx) => {
      for (let made = 0; made < MOST_NOTIFICATIONS; made += 1) {
        notices.add(tx, userId, { kind: 'liquidation', code: 'ended', timeMs: tx.nowMs, ...about });
      }
    });
    // Another bot's first fill, within the ten minutes of the first one's.
    await startGrid(exchange, who);
    const { last } = await count();
    const { rows } = await page(who, { before: (digest?.id ?? 0) + MOST_NOTIFICATIONS + 1, page_size: 5 });
    expect(last).toBe((digest?.id ?? 0) + MOST_NOTIFICATIONS);
    expect(rows[0]).toMatchObject({ id: last, kind: 'liquidation' });
  });

  it('is nothing of the demo world’s past, and nothing of providers who cannot log in', async () => {
    const made = await openTestExchange(temporaryFolder(), { worldBots: 5, worldDays: 3, demoBots: true });
    const heads: string[] = [];
    for await (const { key } of made.store.all('notification_heads')) heads.push(key);
    expect(heads).toEqual([]);
    await made.pass(6 * HOUR_MS, 60_000);
    for await (const { key } of made.store.all('notification_heads')) heads.push(key);
    expect(heads.every((key) => made.accounts.byId(Number(key))?.account !== '')).toBe(true);
  });

  it('says nothing of results in several assets together', async () => {
    await startGrid(exchange, who);
    await startKind(exchange, who, 'futures_grid');
    await exchange.pass(9 * 60_000, 60_000);
    const { rows } = await page();
    expect(rows.some(({ code, values }) => code === 'fills-of-several' && Number(values.bots) === 2)).toBe(true);
  });
});
