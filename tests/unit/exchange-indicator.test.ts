import { describe, expect, it } from 'vitest';
import { type IndicatorKind, PRESET_KINDS } from '#lib/contract/vocabulary.ts';
import { OWN_KINDS } from '#lib/kinds/catalogue.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { userAccount } from '#server/exchange/ledger/account-names.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const DEMO = 10_001;
const HOUR_MS = 3_600_000;

/** The body of a preset on the other kind of market than its test body is for. */
function elsewhere(exchange: TestExchange, kind: IndicatorKind, instrument: string) {
  const spec = exchange.feed.spec(instrument);
  if (spec === undefined) throw new Error(`no ${instrument}`);
  const { defaults, encode } = definitionOf<IndicatorKind>(kind);
  const money = spec.contract?.settle === 'BTC' ? '0.1' : '3000';
  return { ...encode({ ...defaults(spec), money }, spec), fundpass: 'paper-fund' };
}

async function startAt(exchange: TestExchange, who: Who, kind: IndicatorKind, instrument: string): Promise<number> {
  const reply = await exchange.send('runStrategy', { who, body: elsewhere(exchange, kind, instrument) });
  if (reply.code !== 200) throw new Error(`${kind} on ${instrument}: ${JSON.stringify(reply)}`);
  await exchange.pass(1_000);
  return reply.data.strategy_id;
}

describe('indicator bots', () => {
  it('of the kinds for both pages are paid from the account of their market and show where they stand (C-015, H8)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    for (const [instrument, account, asset, settle] of [
      ['BTC_USDT', 'spot', 'USDT', ''],
      ['BTC_USDT@USDT', 'futures_usdt', 'USDT', 'usdt'],
      ['BTC_USD@BTC', 'futures_btc', 'BTC', 'btc'],
    ] as const) {
      const before = exchange.ledger.balance(userAccount(DEMO, account), asset);
      const id = await startAt(exchange, who, 'macd', instrument);
      expect(exchange.ledger.balance(userAccount(DEMO, account), asset)).toBeLessThan(before);
      const query = { strategy_id: id, strategy_type: 'macd' };
      const { data } = await exchange.send('strategyDetail', { who, query });
      expect(data).toMatchObject({ settle, money_asset: asset, residual: '0', period: '1h' });
      expect(data.params).toMatchObject({ settle, preset_args: expect.objectContaining({}) });
      expect(data.params.compose_conditions.open.conditions.length).toBeGreaterThan(0);
    }
  });

  it('that are presets trade their own rule: conditions of another are refused, whatever the arguments say (H8)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    for (const kind of PRESET_KINDS) {
      const body = elsewhere(exchange, kind, 'BTC_USDT');
      const other = elsewhere(exchange, kind === 'macd' ? 'boll' : 'macd', 'BTC_USDT');
      const params = { ...body.params, compose_conditions: other.params.compose_conditions };
      expect(await exchange.send('runStrategy', { who, body: { ...body, params } }), kind).toMatchObject({
        code: 422,
        data: { field: 'compose_conditions', issue: 'preset-conditions' },
      });
    }
  });

  it('say in their trades what caused them (E-375)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const spot = await startKind(exchange, who, 'spot-compose-indicator');
    const futures = await startKind(exchange, who, 'compose-indicator');
    await exchange.pass(12 * HOUR_MS, 60_000);
    const signals = async (id: number) => {
      const { data } = await exchange.send('tradeRecords', { who, path: { id }, query: { page_size: 500 } });
      return new Set(data.orders.map(({ signal_type: signal }: { signal_type: string }) => signal));
    };
    const words = ['open', 'close', 'increase', 'reduce'];
    const ofSpot = await signals(spot);
    expect(ofSpot.has('open') && ofSpot.has('close')).toBe(true);
    for (const signal of ofSpot) expect(words).toContain(signal);
    const ofFutures = await signals(futures);
    expect(ofFutures.has('open-l')).toBe(true);
    for (const signal of ofFutures) expect(['open-l', 'close', 'increase-l', 'reduce-l']).toContain(signal);
  });

  it('tell in their detail what they hold, to whom the parameters are open; and no other kind has such a detail', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'compose-indicator');
    await exchange.pass(6 * HOUR_MS, 60_000);
    const query = { strategy_id: id, strategy_type: 'compose-indicator' };
    const { data } = await exchange.send('composeDetail', { who, query });
    const position = (await exchange.send('position', { who, path: { id } })).data;
    expect(data).toMatchObject({ strategy_id: id, position_info: { size: position.size } });
    expect(data.params.compose_conditions.open.conditions[0].indicatorName).toBe('macd-histogram');
    const wrong = { query: { strategy_id: id, strategy_type: 'macd' } };
    expect(await exchange.send('composeDetail', wrong)).toMatchObject({ code: 404 });
    const grid = await startKind(exchange, who, 'spot_grid');
    const ofGrid = { query: { strategy_id: grid, strategy_type: 'spot_grid' } };
    expect(await exchange.send('composeDetail', ofGrid)).toMatchObject({ code: 404 });
  });

  it('are hidden from others whole when their owner hides them (C-348)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'spot-compose-indicator', { is_hide: 1 });
    const query = { strategy_id: id, strategy_type: 'spot-compose-indicator' };
    expect(await exchange.send('composeDetail', { query })).toMatchObject({ code: 404 });
    expect(await exchange.send('composeDetail', { who, query })).toMatchObject({ code: 200 });
  });

  it('stand in the compose lists and counters as well as under their own type, and all of them together (M-283, E-136, H8)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const macd = await startAt(exchange, who, 'macd', 'BTC_USDT');
    const boll = await startAt(exchange, who, 'boll', 'BTC_USDT@USDT');
    const own = await startKind(exchange, who, 'spot-compose-indicator');
    const custom = await startAt(exchange, who, 'custom-strategy', 'BTC_USDT');
    await startKind(exchange, who, 'smart-position');
    const list = async (strategy_type: string) => {
      const { data } = await exchange.send('strategies', { who, query: { strategy_type } });
      return data.map(({ strategy_id: id }: { strategy_id: number }) => id).sort();
    };
    expect(await list('all-compose-indicator')).toEqual([macd, boll, own, custom]);
    expect(await list('spot-compose-indicator')).toEqual([macd, own, custom]);
    expect(await list('compose-indicator')).toEqual([boll]);
    expect(await list('macd')).toEqual([macd]);
    const { data } = await exchange.send('strategyNumber', { who });
    const counts = Object.fromEntries(data.map(({ key, num }: { key: string; num: number }) => [key, num]));
    // The documented keys first, in their order; then kinds that the row of kinds counts one by one.
    expect(Object.keys(counts).slice(13).sort()).toEqual([...OWN_KINDS].sort());
    expect(Object.keys(counts).slice(0, 13)).toEqual([
      'spot_grid',
      'futures_grid',
      'smart-position',
      'margin_grid',
      'infinite_grid',
      'spot-future-arbitrage',
      'martingale',
      'compose-indicator',
      'spot-compose-indicator',
      'contract-martingale',
      'finance-auto-invest',
      'finance-high-sell',
      'finance-low-buy',
    ]);
    expect(counts).toMatchObject({ 'spot-compose-indicator': 3, 'compose-indicator': 1, 'smart-position': 1 });
  });

  it('are offered on the page of their market: presets on both, an indicator bot of the editor on its own (C-053, H8)', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const kinds = async (market_kind: string) => {
      const { data } = await exchange.send('strategyClass', { query: { market_kind } });
      const expert = data.find(({ class: name }: { class: string }) => name === 'expert');
      return expert.list.map(({ strategy_type: kind }: { strategy_type: string }) => kind);
    };
    const [spot, futures] = [await kinds('spot'), await kinds('futures')];
    for (const kind of [...PRESET_KINDS, 'custom-strategy']) {
      expect(spot).toContain(kind);
      expect(futures).toContain(kind);
    }
    expect(spot).toContain('spot-compose-indicator');
    expect(spot).not.toContain('compose-indicator');
    expect(futures).toContain('compose-indicator');
    expect(futures).not.toContain('spot-compose-indicator');
  });

  it('that are of one page cannot be run on a market of the other', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    for (const kind of ['compose-indicator', 'spot-compose-indicator'] as const) {
      const settle = kind === 'compose-indicator' ? '' : 'usdt';
      const body = KIND_BODIES[kind].body(exchange, { params: { settle } });
      expect(await exchange.send('runStrategy', { who, body })).toMatchObject({ data: { field: 'settle' } });
    }
  });
});
