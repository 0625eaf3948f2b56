import { describe, expect, it } from 'vitest';
import { ConditionWatch } from '#server/exchange/notifications/condition-watch.ts';
import { openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';
import { heldFeed } from './held-feed.ts';
import { temporaryFolder } from './store-fixture.ts';

async function opened() {
  const { feed, held } = heldFeed();
  const folder = temporaryFolder();
  const exchange = await openTestExchange(folder, { feed });
  const who = await exchange.trader();
  return { feed, held, folder, exchange, who };
}

const watch = (exchange: TestExchange) => exchange.notifications.parts.watch.look();
const toldOf = async (exchange: TestExchange, who: Who, kind: string) =>
  (await exchange.send('notifications', { who, query: { page_size: 100 } })).data.rows.filter(
    (row: { kind: string; code: string }) => row.kind === kind && row.code !== 'ended',
  );
const want = (exchange: TestExchange, who: Who, kinds: readonly string[]) =>
  exchange.send('saveNotificationRules', {
    who,
    body: {
      rules: kinds.map((kind) => ({ kind, app: true, channels: [] })),
      liquidation_percent: '5',
      funding_percent: '0.1',
    },
  });

describe('conditions that no turn writes', () => {
  it('are looked for with a look at what came in between accounts that have no bot, too', async () => {
    const { exchange } = await opened();
    const { parts } = exchange.notifications;
    const user = { ...exchange.accounts.byId(10_001) };
    const everyUser = () => Array.from({ length: 500 }, (_, i) => ({ ...user, id: 20_000 + i }) as never);
    const many = await ConditionWatch.open({ ...parts, accounts: { everyUser } });
    let looks = 0;
    let isOver = false;
    const look = (): void => {
      looks += 1;
      if (!isOver) setImmediate(look);
    };
    setImmediate(look);
    await many.look();
    isOver = true;
    expect(looks).toBeGreaterThanOrEqual(2);
  });

  it('a price that leaves the range is told once, and again only after it was back, over a restart too', async () => {
    const { held, feed, folder, ...first } = await opened();
    let { exchange, who } = first;
    const id = await startGrid(exchange, who);
    const last = exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs()) ?? 0;
    const at = async (factor: number) => {
      held.last.set('BTC_USDT', Math.round(last * factor));
      await watch(exchange);
    };
    // Not asked for: not told.
    await at(0.9);
    expect(await toldOf(exchange, who, 'range')).toEqual([]);
    await want(exchange, who, ['range']);
    for (const factor of [0.9, 0.89, 0.969, 0.9]) await at(factor);
    expect(await toldOf(exchange, who, 'range')).toMatchObject([
      { code: 'range-left', strategy_id: id, values: { where: 'below' } },
    ]);
    await exchange.kill();
    exchange = await openTestExchange(folder, { clock: exchange.clock, feed });
    who = await exchange.trader();
    await at(0.9);
    // At the very edge it trembles: that is not back.
    await at(0.9701);
    await at(0.9);
    expect(await toldOf(exchange, who, 'range')).toHaveLength(1);
    await at(1);
    await at(1.1);
    const told = await toldOf(exchange, who, 'range');
    expect(told.map(({ values }: { values: object }) => values)).toEqual([{ where: 'above' }, { where: 'below' }]);
  });

  it('a liquidation that nears is told of contracts by the mark price, with its distance, and by default', async () => {
    const { held, exchange, who } = await opened();
    const id = await startKind(exchange, who, 'futures_grid');
    await exchange.pass(2_000);
    const row = (
      await exchange.send('strategies', {
        who,
        query: { strategy_id: id, strategy_type: 'futures_grid', data_period: 'all_period' },
      })
    ).data[0];
    const liquidation = Number(row.liq_price);
    expect(liquidation).toBeGreaterThan(0);
    const spec = exchange.feed.spec('BTC_USDT@USDT');
    const ticks = (price: number) => Math.round((price * 1e8) / Number(spec?.tickUnits));
    // Only the mark price counts: the last one may be anywhere.
    const at = async (awayPart: number) => {
      held.mark.set('BTC_USDT@USDT', ticks(liquidation / (1 - awayPart)));
      await watch(exchange);
    };
    await at(0.06);
    expect(await toldOf(exchange, who, 'liquidation')).toEqual([]);
    await at(0.04);
    await at(0.03);
    await at(0.055);
    await at(0.045);
    const told = await toldOf(exchange, who, 'liquidation');
    expect(told).toMatchObject([{ code: 'liquidation-near', strategy_id: id }]);
    expect(Number(told[0].values.percent)).toBeGreaterThan(3.5);
    expect(Number(told[0].values.percent)).toBeLessThanOrEqual(5);
    await at(0.2);
    await at(0.04);
    expect(await toldOf(exchange, who, 'liquidation')).toHaveLength(2);
  });

  it('funding beyond the limit is told either way, and nothing of it to bots without a contract', async () => {
    const { held, exchange, who } = await opened();
    await want(exchange, who, ['funding']);
    await startGrid(exchange, who);
    const id = await startKind(exchange, who, 'futures_grid');
    await exchange.pass(2_000);
    for (const rate of [100_000n, 100_001n, 150_000n, 90_000n, 100_001n, 10_000n, -200_000n]) {
      held.funding = rate;
      await watch(exchange);
    }
    const told = await toldOf(exchange, who, 'funding');
    expect(
      told.map(({ strategy_id, values }: { strategy_id: number; values: object }) => [strategy_id, values]),
    ).toEqual([
      [id, { percent: '-0.2', limit: '0.1' }],
      [id, { percent: '0.100001', limit: '0.1' }],
    ]);
  });

  it('what was told of a bot is forgotten with its end', async () => {
    const { held, exchange, who } = await opened();
    await want(exchange, who, ['range']);
    const id = await startGrid(exchange, who);
    held.last.set('BTC_USDT', 1_000_000);
    await watch(exchange);
    expect(await exchange.store.get('notification_watch', `${id}`)).toBe('["range"]');
    held.last.clear();
    await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    await exchange.pass(1_000);
    await watch(exchange);
    expect(await exchange.store.get('notification_watch', `${id}`)).toBeUndefined();
  });

  it('many bots that leave their ranges with one price are each told once, in few turns', async () => {
    const { held, exchange, who } = await opened();
    await want(exchange, who, ['range']);
    const ids: number[] = [];
    for (let made = 0; made < 12; made += 1) ids.push(await startGrid(exchange, who, { money: '1000' }));
    let turns = 0;
    exchange.sequencer.onDurable(() => {
      turns += 1;
    });
    held.last.set('BTC_USDT', 1_000_000);
    await watch(exchange);
    await watch(exchange);
    const told = await toldOf(exchange, who, 'range');
    expect(told.map(({ strategy_id }: { strategy_id: number }) => strategy_id).sort()).toEqual(ids);
    expect(turns).toBe(1);
  });
});
