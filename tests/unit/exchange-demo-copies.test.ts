import { describe, expect, it } from 'vitest';
import { loadBots } from '#server/exchange/bots/bot-book.ts';
import type { BotRecord } from '#server/exchange/bots/bot-record.ts';
import { openTestExchange, type TestExchange } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

async function recordsOf(exchange: TestExchange): Promise<BotRecord[]> {
  const records: BotRecord[] = [];
  for await (const { record } of loadBots(exchange.store)) records.push(record);
  return records;
}

describe('the copies of the demo world', () => {
  it('are other providers’ of listed bots, hidden themselves, and counted in the lists from the first start on', async () => {
    const options = { worldBots: 60, worldDays: 40 };
    const exchange = await openTestExchange(temporaryFolder(), { ...options, demoBots: true });
    const records = await recordsOf(exchange);
    const byId = new Map(records.map((record) => [record.id, record]));
    const copies = records.filter(({ followId }) => followId > 0);
    expect(copies.length).toBeGreaterThan(3);
    expect(copies.length).toBeLessThanOrEqual(24);
    for (const { followId, kind, ownerId, createMs, isHide, payload, share } of copies) {
      const source = byId.get(followId);
      expect(source).toMatchObject({ kind, isHide: false, followId: 0 });
      expect(source?.ownerId).not.toBe(ownerId);
      expect(createMs - (source?.createMs ?? 0)).toBeGreaterThanOrEqual(5 * 86_400_000);
      expect(isHide).toBe(true);
      expect(payload.follow_fee_rate).toBe(source?.payload.follow_fee_rate);
      expect(share).toBeDefined();
    }
    const { data } = await exchange.send('recommendList', { query: { strategy_type: 'all', page_size: 500 } });
    const listed = data as { strategy_id: number; follow_num: number }[];
    const living = copies.filter(({ finishMs }) => finishMs === null);
    for (const { strategy_id: id, follow_num } of listed)
      expect(follow_num).toBe(living.filter(({ followId }) => followId === id).length);
    expect(listed.some(({ follow_num }) => follow_num > 0)).toBe(true);
    expect(exchange.progress.at(-1)).toContain(`${records.length} bots`);
    // What copies that ended owed arrives with the next ticks, and the ledger holds.
    await exchange.pass(3_000);
    expect(exchange.fatal).toEqual([]);
    const alone = await openTestExchange(temporaryFolder(), options);
    expect((await recordsOf(alone)).every(({ followId }) => followId === 0)).toBe(true);
  }, 60_000);
});
