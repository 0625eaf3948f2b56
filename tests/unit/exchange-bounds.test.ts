import { describe, expect, it } from 'vitest';
import { openDiskWatch } from '#server/exchange/http/disk-watch.ts';
import { createLog } from '#server/log/log.ts';
import { gridBody, openTestExchange, startGrid } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

const MIB = 1024 * 1024;

describe('what one account may leave behind (F4)', () => {
  it('is so many ended bots an hour; others and running ones are not touched', async () => {
    const exchange = await openTestExchange(temporaryFolder(), { finishedAnHour: 3 });
    const [who, other] = [await exchange.trader(), await exchange.trader('copier')];
    const begun = await startGrid(exchange, who);
    for (let turn = 0; turn < 3; turn += 1) {
      const id = await startGrid(exchange, who);
      const ended = await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
      expect(ended.code).toBe(200);
    }
    const create = (by: typeof who) => exchange.send('createGrid', { who: by, body: gridBody(exchange) });
    expect(await create(who)).toMatchObject({ code: 429, data: { issue: 'too-many-finished', values: { max: '3' } } });
    expect((await create(other)).code).toBe(200);
    expect((await exchange.send('cancelGrid', { who, path: { id: begun }, body: {} })).code).toBe(200);
    await exchange.pass(3_600_000, 600_000);
    expect((await create(who)).code).toBe(200);
  });
});

describe('a disk that fills (F4)', () => {
  it('lets nothing new begin, in words, and everything else go on', async () => {
    let isLow = false;
    const exchange = await openTestExchange(temporaryFolder(), { isDiskLow: () => isLow });
    const who = await exchange.trader();
    const id = await startGrid(exchange, who);
    isLow = true;
    const low = { code: 503, data: { issue: 'disk-low', values: { seconds: '60' } } };
    expect(await exchange.send('createGrid', { who, body: gridBody(exchange) })).toMatchObject(low);
    const fresh = { account: 'newcomer', password: 'long enough 1', fundpass: 'another one 2' };
    expect(await exchange.send('upstreamRegister', { body: fresh })).toMatchObject(low);
    expect((await exchange.send('strategyNumber', { who })).code).toBe(200);
    const move = { from: 'spot', to: 'margin', asset: 'USDT', amount: '1' };
    expect((await exchange.send('transfer', { who, body: move })).code).toBe(200);
    expect((await exchange.send('cancelGrid', { who, path: { id }, body: {} })).code).toBe(200);
    isLow = false;
    expect((await exchange.send('createGrid', { who, body: gridBody(exchange) })).code).toBe(200);
  });

  it('is noticed before it is full, told once each way, and not forgotten with the next small deletion', async () => {
    let free = 1_000 * MIB;
    const lines: string[] = [];
    const log = createLog(
      (line) => lines.push(line),
      () => 0,
    );
    const disk = openDiskWatch({
      freeBytes: () => (free < 0 ? Promise.reject(new Error()) : Promise.resolve(free)),
      log,
    });
    const lowAt = async (mib: number) => {
      free = mib * MIB;
      await disk.look();
      return disk.isLow();
    };
    expect([await lowAt(300), await lowAt(255), await lowAt(10), await lowAt(300), await lowAt(330)]).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['disk-low', 'disk-enough']);
    expect(await lowAt(-1)).toBe(false);
  });
});
