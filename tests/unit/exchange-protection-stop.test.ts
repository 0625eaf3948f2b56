import { describe, expect, it } from 'vitest';
import { STREAM } from '#server/exchange/bots/bot-book.ts';
import { COLLECTIONS } from '#server/exchange/collections.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { obstacleOf } from '#server/exchange/protection/account-ends.ts';
import { rearmed } from '#server/exchange/protection/decide.ts';
import { PROTECTION_ENDS } from '#server/exchange/protection/protection-book.ts';
import { type MemoryDisk, memoryDisk, openSlowStore, type TurnFate } from '#tests/support/slow-store.ts';
import { jumpingFeed } from './exchange-crash-feed.ts';
import { openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { rowOf, startKind } from './exchange-kind-bodies.ts';
import { heldFeed } from './held-feed.ts';
import { everyRow, units } from './portfolio-figures.ts';

const DEMO = 10_001;
const FUND = { fundpass: 'paper-fund' };
const KINDS = [
  'futures_grid',
  'margin_grid',
  'contract-martingale',
  'smart-position',
  'spot-future-arbitrage',
] as const;
const GRIDS = 16;
const STOP = { drawdown: { percent: '0.5', action: 'stop-all' }, exposure: null };

const onDisk = (
  disk: MemoryDisk,
  fateOf: (batch: { rows: readonly { stream: string }[] }) => TurnFate = () => 'written',
) => openSlowStore(disk, { collections: COLLECTIONS, fateOf });

const look = async (exchange: TestExchange) => {
  await exchange.protection.watch.look();
  await exchange.protection.watch.settled();
};
const read = async (exchange: TestExchange, who: Who) => (await exchange.send('protection', { who })).data;
const save = (exchange: TestExchange, who: Who, limits: object = STOP, version = 0) =>
  exchange.send('saveProtection', { who, body: { version, ...limits, ...FUND } });

/** Bots of several kinds, and how all prices of BTC fall. */
async function opened(disk: MemoryDisk, fateOf?: Parameters<typeof onDisk>[1]) {
  const jumps: { atMs: number; factor: number }[] = [];
  const { feed: calm, held } = heldFeed();
  const feed = jumpingFeed(calm, jumps);
  const exchange = await openTestExchange('', { isDemoPrivate: true, feed, store: onDisk(disk, fateOf) });
  const who = await exchange.trader();
  for (const kind of KINDS) await startKind(exchange, who, kind);
  for (let i = 0; i < GRIDS; i += 1) await startGrid(exchange, who, { money: '900' });
  await exchange.pass(2_000);
  /** Of all prices, with the next second. */
  const fall = async (factor: number) => {
    jumps.push({ atMs: exchange.clock.nowMs() + 1_000, factor });
    await exchange.pass(1_000);
  };
  return { exchange, who, feed, held, fall };
}

/** Bots that were ended for a limit, as the journal has them. */
const endsOf = (disk: MemoryDisk) =>
  disk.rows.filter(({ stream }) => stream === PROTECTION_ENDS).map(({ value }) => JSON.parse(value).botId as number);

describe('all bots of an account are ended', () => {
  it('by the plan that was shown, once each, and creating stays refused; armed again it ends nothing', async () => {
    const disk = memoryDisk();
    const { exchange, who, fall } = await opened(disk);
    await save(exchange, who);
    await fall(0.95);
    const plan = (await exchange.send('tryProtection', { who, body: STOP })).data;
    expect(plan.standings).toMatchObject([{ limit: 'drawdown', verdict: 'reached' }]);
    expect(plan.ends).toMatchObject({ is_due: true, bots: KINDS.length + GRIDS, left_out: 0 });
    // Nothing has happened yet.
    expect((await read(exchange, who)).crossings).toEqual([]);
    expect(endsOf(disk)).toEqual([]);
    await look(exchange);
    const { crossings } = await read(exchange, who);
    expect(crossings).toMatchObject([{ action: 'stop-all', ended: KINDS.length + GRIDS, left: 0 }]);
    for (const { strategy_id: id, strategy_type: kind, profit } of plan.ends.rows) {
      const row = await rowOf(exchange, who, id, kind);
      expect([kind, row.status, row.finish_as, row.profit]).toEqual([kind, 'finished', 'protection_drawdown', profit]);
    }
    const profits = new Map(
      plan.ends.profits.map(({ currency, amount }: Record<string, string>) => [currency, amount]),
    );
    const usdt = (plan.ends.rows as { profit: string; profit_asset: string }[])
      .filter(({ profit_asset: asset }) => asset === 'USDT')
      .reduce((sum, { profit }) => sum + units(profit), 0n);
    expect(units(profits.get('USDT') as string)).toBe(usdt);
    expect(brokenLaw(exchange.ledger)).toBeNull();
    await look(exchange);
    expect(new Set(endsOf(disk)).size).toBe(endsOf(disk).length);
    const again = await exchange.send('rearmProtection', { who, body: { limit: 'drawdown', ...FUND } });
    expect(again.data.crossings).toEqual([]);
    await startGrid(exchange, who, { money: '900' });
    await look(exchange);
    expect((await read(exchange, who)).crossings).toEqual([]);
    expect(endsOf(disk)).toHaveLength(KINDS.length + GRIDS);
  }, 30_000);

  it('with its cause in records, notifications and on the tape, which is told to their owner alone', async () => {
    const disk = memoryDisk();
    const { exchange, who, fall } = await opened(disk);
    await save(exchange, who);
    await fall(0.95);
    await look(exchange);
    const rows = await everyRow(exchange, who);
    const records = async (viewer: Who | null, id: number, kind: string) => {
      const query = { strategy_id: id, strategy_type: kind, page: 1, page_size: 50 };
      return (await exchange.send('operateRecords', { ...(viewer && { who: viewer }), query })).data;
    };
    for (const { strategy_id: id, strategy_type: kind = '', finish_as: reason } of rows) {
      expect([kind, reason]).toEqual([kind, 'protection_drawdown']);
      const explained = (await records(who, id, kind)).map(({ op_type: type, explain }: Record<string, string>) => [
        type,
        explain,
      ]);
      for (const type of ['terminate', 'after_terminate', 'stop'])
        expect(explained).toContainEqual([type, 'protection_drawdown']);
      expect(JSON.stringify(await records(null, id, kind))).not.toContain('protection_');
      const query = { strategy_id: id, strategy_type: kind };
      expect((await exchange.send('strategyDetail', { query })).data.finish_as).toBe('cancelled');
    }
    // A replay ends each by the same word.
    const taped = disk.rows.filter(({ stream, value }) => stream === STREAM.tape && value.includes('"terminate"'));
    expect(taped).toHaveLength(rows.length);
    for (const { value } of taped) expect(value).toContain('"cause":"protection_drawdown"');
    const told = (await exchange.send('notifications', { who, query: { page_size: 100 } })).data.rows;
    const ended = told.filter(({ code }: { code: string }) => code === 'ended');
    expect(ended).toHaveLength(rows.length);
    for (const { kind, values } of ended) expect([kind, values.reason]).toEqual(['end', 'protection_drawdown']);
  }, 30_000);

  const CUTS = ([1, 2, 3] as const).flatMap((turn) =>
    (['lost', 'answer-lost'] as const).map((fate) => ({ turn, fate })),
  );

  it.each(CUTS)(
    'nothing twice and nothing forgotten when turn $turn of the ends is $fate',
    async ({ turn, fate }) => {
      const disk = memoryDisk();
      let ends = 0;
      const first = await opened(disk, ({ rows }) => {
        if (!rows.some(({ stream }) => stream === PROTECTION_ENDS)) return 'written';
        ends += 1;
        return ends === turn ? fate : 'written';
      });
      const { feed } = first;
      await save(first.exchange, first.who);
      await first.fall(0.95);
      // The process ends itself when the disk does not answer.
      await look(first.exchange);
      expect(first.exchange.fatal).toHaveLength(1);
      const before = endsOf(disk).length;
      expect(before).toBeLessThan(KINDS.length + GRIDS + 1);
      const exchange = await openTestExchange('', {
        isDemoPrivate: true,
        feed,
        clock: first.exchange.clock,
        store: onDisk(disk),
      });
      const who = await exchange.trader();
      await look(exchange);
      const rows = await everyRow(exchange, who);
      expect(rows.map(({ status }) => status)).toEqual(Array(KINDS.length + GRIDS).fill('finished'));
      expect(endsOf(disk).sort()).toEqual(rows.map(({ strategy_id: id }) => id).sort());
      const { crossings } = await read(exchange, who);
      expect(crossings).toMatchObject([{ ended: KINDS.length + GRIDS, left: 0 }]);
      const told = (await exchange.send('notifications', { who, query: { page_size: 100 } })).data.rows;
      expect(told.filter(({ code }: { code: string }) => code === 'drawdown-stop-all')).toHaveLength(1);
      expect(brokenLaw(exchange.ledger)).toBeNull();
    },
    30_000,
  );

  it('no more of them once it is armed again in the middle, though a warning of another limit stands', async () => {
    const disk = memoryDisk();
    const { exchange, who, fall } = await opened(disk);
    await save(exchange, who, { ...STOP, exposure: { usdt: '1', coins: [], action: 'warn' } });
    expect((await read(exchange, who)).crossings[0]).toMatchObject({ limit: 'exposure', action: 'warn' });
    await fall(0.95);
    const { sequencer } = exchange;
    const { guards } = exchange.protection;
    const { submit } = sequencer;
    const endedOf = () => guards.of(DEMO).crossings.find(({ action }) => action === 'stop-all')?.ended;
    sequencer.submit = (command, isKept) => {
      if (endedOf() === 10) void submit((tx) => guards.put(tx, DEMO, rearmed(guards.of(DEMO), 'drawdown')));
      return submit(command, isKept);
    };
    await look(exchange);
    expect(endsOf(disk)).toHaveLength(10);
    expect((await everyRow(exchange, who)).filter(({ status }) => status === 'running')).toHaveLength(
      KINDS.length + GRIDS - 10,
    );
  }, 30_000);

  it('leaves out who cannot be ended now, says why, and comes back to it', async () => {
    const disk = memoryDisk();
    const { exchange, who, held, feed } = await opened(disk);
    // On another market, whose price nobody knows for a while.
    const eth = await startGrid(exchange, who, ethGrid(exchange));
    await save(
      exchange,
      who,
      { drawdown: null, exposure: { usdt: '', coins: [{ asset: 'BTC', usdt: '1' }], action: 'stop-all' } },
      0,
    );
    const first = await read(exchange, who);
    expect(first.crossings).toMatchObject([{ limit: 'exposure', asset: 'BTC' }]);
    await exchange.protection.watch.settled();
    expect(await read(exchange, who)).toMatchObject({ crossings: [{ left: 0 }] });
    expect(endsOf(disk)).toContain(eth);
    // The same with a price that is gone.
    await exchange.send('rearmProtection', { who, body: { limit: 'exposure', ...FUND } });
    await exchange.protection.watch.settled();
    await save(exchange, who, { drawdown: null, exposure: null }, 1);
    const later = await startGrid(exchange, who, ethGrid(exchange));
    await startGrid(exchange, who, { money: '900' });
    held.last.set('ETH_USDT', null);
    await save(
      exchange,
      who,
      { drawdown: null, exposure: { usdt: '', coins: [{ asset: 'BTC', usdt: '1' }], action: 'stop-all' } },
      2,
    );
    await exchange.protection.watch.settled();
    expect(await read(exchange, who)).toMatchObject({ crossings: [{ ended: 1, left: 1 }] });
    expect(endsOf(disk)).not.toContain(later);
    held.last.delete('ETH_USDT');
    expect(feed.lastTicks('ETH_USDT', exchange.clock.nowMs())).not.toBeNull();
    await look(exchange);
    expect(await read(exchange, who)).toMatchObject({ crossings: [{ ended: 2, left: 0 }] });
  }, 30_000);
});

it('coins whose book pays far less than the last price are left out, as the plan of their owner would', async () => {
  const { exchange, who, held, feed } = await opened(memoryDisk());
  held.last.set('BTC_USDT', Math.round((feed.lastTicks('BTC_USDT', exchange.clock.nowMs()) ?? 0) * 1.04));
  const { data } = await exchange.send('tryProtection', { who, body: STOP });
  // The smart position sells in several books, the others on margin and on contracts.
  expect(data.ends).toMatchObject({ bots: KINDS.length - 1, left_out: GRIDS + 1 });
  const left = data.ends.rows.filter(({ obstacle }: { obstacle: string }) => obstacle === 'spread');
  expect(new Set(left.map((row: { strategy_type: string }) => row.strategy_type))).toEqual(
    new Set(['spot_grid', 'spot-future-arbitrage']),
  );
}, 30_000);

it('a bot that is ending already is left to end as its owner said', async () => {
  const { exchange } = await opened(memoryDisk());
  const { parts } = exchange.protection;
  const [bot] = parts.book.runningOf(DEMO);
  if (bot === undefined) throw new Error('no bot runs');
  expect(obstacleOf(parts, bot)).toBeNull();
  for (const status of ['stopping', 'finishing', 'finished'] as const)
    expect(obstacleOf(parts, { ...bot, record: { ...bot.record, status } })).toBe('state');
}, 30_000);

function ethGrid(exchange: TestExchange) {
  const spec = exchange.feed.spec('ETH_USDT');
  const last = (exchange.feed.lastTicks('ETH_USDT', exchange.clock.nowMs()) ?? 0) * (Number(spec?.tickUnits) / 1e8);
  return {
    market: 'ETH_USDT',
    low_price: (last * 0.97).toFixed(1),
    high_price: (last * 1.03).toFixed(1),
    money: '900',
  };
}
