import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StreamEvent, streamEvent } from '#lib/contract/event-calls.ts';
import { createStreamReader, HEARTBEAT } from '#lib/contract/event-stream.ts';
import { Flow, type FlowReader } from '#server/exchange/http/flow.ts';
import { openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, startKind } from './exchange-kind-bodies.ts';
import { openCore, temporaryFolder } from './store-fixture.ts';

let exchange: TestExchange;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'events-hub-'));
  exchange = await openTestExchange(folder);
});
afterEach(async () => {
  await exchange.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Stream {
  readonly events: StreamEvent[];
  readonly ids: string[];
  readonly seen: { ended: string; isReading: boolean };
  readonly reader: FlowReader;
  of<T extends StreamEvent['type']>(type: T): Extract<StreamEvent, { type: T }>[];
}

async function ask(who: Who | null, topics = '', lastEventId = '') {
  return exchange.dispatch({
    method: 'GET',
    url: topics === '' ? '/events' : `/events?topics=${topics}`,
    authorization: who?.authorization ?? '',
    idempotencyKey: null,
    clientIp: '',
    device: '',
    agent: '',
    lastEventId,
    bodyText: undefined,
  });
}

async function listen(who: Who | null, topics = '', lastEventId = ''): Promise<Stream> {
  const flow = await ask(who, topics, lastEventId);
  if (!(flow instanceof Flow)) throw new Error(JSON.stringify(flow));
  return read(flow);
}

/** Who does not read gets the first words and no more. */
function read(flow: Flow, isReading = true): Stream {
  const events: StreamEvent[] = [];
  const ids: string[] = [];
  const seen = { ended: '', isReading };
  const messages = createStreamReader({
    onMessage({ id, data }) {
      events.push(streamEvent.parse(JSON.parse(data)));
      ids.push(id);
    },
  });
  const reader = flow.open({
    write(text) {
      messages.push(text);
      return seen.isReading;
    },
    end: () => {
      seen.ended = 'end';
    },
    cut: () => {
      seen.ended = 'cut';
    },
  });
  return {
    events,
    ids,
    seen,
    reader,
    of: <T extends StreamEvent['type']>(type: T) =>
      events.filter((event): event is Extract<StreamEvent, { type: T }> => event.type === type),
  };
}

const lastIdOf = (stream: Stream): string => stream.ids.filter((id) => id !== '').at(-1) ?? '';

describe('a reply that says which events it contains (issue 12)', () => {
  /** A call of a trader, and what was said of it. */
  async function read(who: Who | null, path: string): Promise<string | null> {
    let said: string | null = null;
    await exchange.dispatch({
      ...{ method: 'GET', url: path, authorization: who?.authorization ?? '', idempotencyKey: null },
      ...{ clientIp: '', device: '', agent: '', bodyText: undefined },
      contains: (lastEvent) => {
        said = lastEvent;
      },
    });
    return said;
  }
  const LIST = '/apiw/v2/quant-trading/strategybot/get_all_strategy?strategy_type=spot_grid&status=running';

  it('is the beginning of a stream that misses nothing: what happened between them is told, and nothing else', async () => {
    const who = await exchange.trader('demo');
    const before = (await read(who, LIST)) ?? '';
    const quiet = await listen(who, '', before);
    expect(quiet.of('hello')[0]?.is_resumed).toBe(true);
    expect(quiet.events).toHaveLength(1);
    expect(lastIdOf(quiet)).toBe(before);
    quiet.reader.gone();
    const id = await startGrid(exchange, who);
    const stream = await listen(who, '', before);
    expect(stream.of('hello')[0]?.is_resumed).toBe(true);
    expect(stream.of('bot').map(({ strategy_id }) => strategy_id)).toContain(id);
    // Whoever reads now has it.
    expect(await read(who, LIST)).toBe(lastIdOf(stream));
  });

  it('is a trader’s own alone, says so of what streams tell of alone, and is none to a guest', async () => {
    const [who, other] = [await exchange.trader('demo'), await exchange.trader('copier')];
    expect(await read(null, LIST)).toBeNull();
    expect(await read(who, '/apiw/v2/market/tickers')).toBeNull();
    const place = (await read(who, LIST)) ?? '';
    expect(place).toMatch(/^[0-9a-f]{16}-0$/);
    expect((await read(other, LIST))?.split('-')[0]).not.toBe(place.split('-')[0]);
    expect((await listen(other, '', place)).of('hello')[0]?.is_resumed).toBe(false);
  });
});

describe('what a stream tells', () => {
  it.each(Object.keys(KIND_BODIES) as (keyof typeof KIND_BODIES)[])(
    'of a %s: its owner everything, another trader and a guest nothing',
    async (kind) => {
      const [who, other] = [await exchange.trader('demo'), await exchange.trader('copier')];
      const [mine, others, guest] = [await listen(who), await listen(other), await listen(null)];
      const id = await startKind(exchange, who, kind);
      await exchange.pass(20_000, 5_000);
      const bots = mine.of('bot');
      expect(bots.length).toBeGreaterThan(0);
      expect(new Set(bots.map((one) => `${one.strategy_id} ${one.strategy_type}`))).toEqual(new Set([`${id} ${kind}`]));
      expect(bots.at(-1)?.status).toBe(
        (await exchange.send('strategies', { who, query: { strategy_id: id } })).data[0].status,
      );
      expect(mine.of('balance').length).toBeGreaterThan(0);
      for (const stream of [others, guest]) expect(stream.events.map(({ type }) => type)).toEqual(['hello']);
    },
  );

  it('has every fill that the trader’s own call gives, and no other', async () => {
    const who = await exchange.trader();
    const mine = await listen(who);
    const id = await startGrid(exchange, who);
    await exchange.pass(8 * 3_600_000, 60_000);
    const told = mine.of('bot').flatMap(({ fills }) => fills);
    const { data } = await exchange.send('tradeRecords', { who, path: { id }, query: { page_size: 500 } });
    const shown = data.orders.map((row: Record<string, unknown>) => [row.match_price, row.match_qty, row.finish_time]);
    expect(told.length).toBeGreaterThan(5);
    expect(told.map(({ price, qty, time }) => [price, qty, time]).reverse()).toEqual(shown);
    expect(mine.of('bot').reduce((sum, { fill_count }) => sum + fill_count, 0)).toBe(told.length);
  });

  it('tells that a bot ended, with the money that came back', async () => {
    const who = await exchange.trader();
    const id = await startGrid(exchange, who);
    const mine = await listen(who);
    expect(mine.of('hello')[0]).toMatchObject({ bots: [id] });
    await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    await exchange.pass(5_000);
    expect(mine.of('bot').at(-1)).toMatchObject({ strategy_id: id, status: 'finished', finish_as: 'cancelled' });
    expect(mine.of('balance').at(-1)).toMatchObject({ account: 'spot' });
  });

  it('tells what its owner changes of a bot that lies in the archive', async () => {
    const who = await exchange.trader();
    const id = await startGrid(exchange, who);
    await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    await exchange.pass(5_000);
    const mine = await listen(who);
    const bot = { strategy_id: id, strategy_type: 'spot_grid' };
    const renamed = await exchange.send('renameStrategy', { who, query: { ...bot, strategy_name: 'Looked back' } });
    expect([renamed.code, mine.of('bot').length]).toEqual([200, 1]);
    expect((await exchange.send('hideStrategy', { who, body: { ...bot, is_hide: 0 } })).code).toBe(200);
    expect(mine.of('bot').map(({ strategy_id, status }) => [strategy_id, status])).toEqual([
      [id, 'finished'],
      [id, 'finished'],
    ]);
  });

  it('tells that a bot ended by itself, though it goes to the archive in the same turn', async () => {
    const who = await exchange.trader();
    const last = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
    const at = (part: number) => (last * part).toFixed(1);
    const id = await startGrid(exchange, who, {
      ...{ low_price: at(0.995), high_price: at(1.005), grid_num: '3' },
      ...{ stop_loss: at(0.994), stop_profit: at(1.006) },
    });
    const mine = await listen(who);
    const row = async () =>
      (await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: 'spot_grid' } })).data;
    for (let hour = 0; hour < 240 && (await row()).status !== 'finished'; hour += 1) {
      await exchange.pass(3_600_000, 3_600_000);
    }
    const { finish_as, trade_num } = await row();
    expect(['stop_loss', 'stop_profit']).toContain(finish_as);
    expect(mine.of('bot').at(-1)).toMatchObject({ strategy_id: id, status: 'finished', finish_as });
    const told = mine.of('bot').reduce((sum, { fill_count }) => sum + fill_count, 0);
    // Its opening order was before the stream.
    expect(told).toBe(trade_num - 1);
    expect(mine.of('bot').filter(({ status }) => status === 'finished')).toHaveLength(1);
  });

  it('brings prices of the topics that there are, as the tickers call gives them, after every tick', async () => {
    const stream = await listen(null, 'spot:BTC_USDT,spot:NO_SUCH,futures_usdt');
    expect(stream.of('hello')[0]).toMatchObject({ topics: ['spot:BTC_USDT', 'futures_usdt'] });
    await exchange.pass(1_000);
    const told = stream.of('tickers').slice(-2);
    const spot = await exchange.send('tickers', { query: { market: 'BTC_USDT' } });
    const futures = await exchange.send('tickers', { query: { type: 'futures_usdt' } });
    expect(told.map(({ topic, rows }) => [topic, rows])).toEqual([
      ['spot:BTC_USDT', spot.data],
      ['futures_usdt', futures.data],
    ]);
  });

  it.each(['', 'spot,', 'margin', 'spot:btc', 'spot:A_B:C', Array(9).fill('spot:A_B').join(',')])(
    'refuses the topics "%s"',
    async (topics) => {
      const reply = await exchange.dispatch({
        method: 'GET',
        url: `/events?topics=${topics}`,
        authorization: '',
        idempotencyKey: null,
        clientIp: '',
        device: '',
        agent: '',
        bodyText: undefined,
      });
      expect(reply).toMatchObject({ code: 400, data: { field: 'topics' } });
    },
  );

  it('makes the text of a topic once a tick, however many hear it, some after the others', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const streams = await Promise.all(Array.from({ length: 170 }, () => listen(null, 'spot')));
      const reads = vi.spyOn(exchange.feed, 'minutes');
      exchange.events.pricesMoved();
      const once = reads.mock.calls.length;
      expect(once).toBeGreaterThan(0);
      expect(streams.filter(({ of }) => of('tickers').length === 2)).toHaveLength(50);
      vi.advanceTimersByTime(1_000);
      expect(streams.every(({ of }) => of('tickers').length === 2)).toBe(true);
      expect(reads).toHaveBeenCalledTimes(once);
      exchange.events.pricesMoved();
      expect(reads).toHaveBeenCalledTimes(2 * once);
      reads.mockRestore();
    } finally {
      vi.useRealTimers();
    }
  });

  it('greets those who come in one second with one text: all pages come back at once after a restart', async () => {
    await listen(null, 'spot');
    const reads = vi.spyOn(exchange.feed, 'minutes');
    const [first, second] = [await listen(null, 'spot'), await listen(null, 'spot')];
    expect(first.of('tickers')).toEqual(second.of('tickers'));
    expect(reads).not.toHaveBeenCalled();
    exchange.clock.advance(1_000);
    const later = await listen(null, 'spot');
    expect(reads).toHaveBeenCalled();
    expect(later.of('tickers')).not.toEqual(first.of('tickers'));
    reads.mockRestore();
  });

  it('says at every look at the account’s limits, and when one is reached or armed again, to its owner alone', async () => {
    await exchange.stop();
    exchange = await openTestExchange(folder, { isDemoPrivate: true });
    const [who, other] = [await exchange.trader('demo'), await exchange.trader('copier')];
    const [mine, theirs] = [await listen(who), await listen(other)];
    const FUND = { fundpass: 'paper-fund' };
    /** How many times more it was told since it was asked last. */
    const more = () => mine.events.splice(0).filter(({ type }) => type === 'protection').length;
    const save = (version: number, usdt: string) =>
      exchange.send('saveProtection', {
        who,
        body: { version, drawdown: null, exposure: { usdt, coins: [], action: 'stop-creating' }, ...FUND },
      });
    expect((await save(0, '99999999')).data.crossings).toEqual([]);
    // What was saved, and the look within the answer.
    expect(more()).toBe(2);
    await exchange.protection.watch.look();
    expect(more()).toBe(1);
    expect((await save(1, '1')).data.crossings).not.toEqual([]);
    // And what the look has decided, once the disk has it.
    expect(more()).toBe(3);
    await exchange.send('rearmProtection', { who, body: { limit: 'exposure', ...FUND } });
    expect(more()).toBe(3);
    expect(theirs.of('protection')).toEqual([]);
  });

  it('says now and then that figures moved, to those who have running bots', async () => {
    const [who, other] = [await exchange.trader('demo'), await exchange.trader('copier')];
    await startGrid(exchange, who);
    const [mine, others, guest] = [await listen(who), await listen(other), await listen(null)];
    for (let beat = 0; beat < 4; beat += 1) exchange.events.beat();
    expect(mine.of('figures')).toHaveLength(2);
    for (const stream of [others, guest]) expect(stream.of('figures')).toEqual([]);
  });
});

describe('a sign of life', () => {
  it('is sent as often as the first word promises, to whoever reads, with nothing else to say', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const { events } = exchange;
      const texts: string[] = [];
      const flow = await ask(null);
      if (!(flow instanceof Flow)) throw new Error(JSON.stringify(flow));
      flow.open({ write: (text) => texts.push(text) > 0, end: () => {}, cut: () => {} });
      const [hello = ''] = texts.splice(0);
      const { heartbeat_s: seconds } = JSON.parse(hello.slice('data: '.length)) as { heartbeat_s: number };
      events.start();
      vi.advanceTimersByTime(seconds * 1_000 - 1);
      expect(texts).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(texts).toEqual([HEARTBEAT]);
      vi.advanceTimersByTime(seconds * 9_000);
      expect(texts).toEqual(Array(10).fill(HEARTBEAT));
      // The browser and the BFF call a stream dead that was silent for twice and three times as long.
      expect(seconds).toBeLessThanOrEqual(5);
      events.stop();
      texts.splice(0);
      vi.advanceTimersByTime(seconds * 10_000);
      expect(texts).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a stream that broke off', () => {
  it('goes on where it stopped, without loss and without repetition', async () => {
    const who = await exchange.trader();
    const whole = await listen(who);
    const first = await listen(who);
    await startGrid(exchange, who);
    first.reader.gone();
    await exchange.pass(2 * 3_600_000, 60_000);
    const second = await listen(who, '', lastIdOf(first));
    await exchange.pass(2 * 3_600_000, 60_000);
    expect(second.of('hello')[0]).toMatchObject({ is_resumed: true });
    const told = (stream: Stream) => stream.events.filter(({ type }) => type === 'bot' || type === 'balance');
    expect(told(second).length).toBeGreaterThan(2);
    expect([...told(first), ...told(second)]).toEqual(told(whole));
    expect(lastIdOf(second)).toBe(lastIdOf(whole));
  });

  it('goes on from where it was where it breaks off again right after its hello, before what was missed', async () => {
    const who = await exchange.trader();
    const whole = await listen(who);
    const first = await listen(who);
    await startGrid(exchange, who);
    first.reader.gone();
    await exchange.pass(2 * 3_600_000, 60_000);
    const flow = await ask(who, '', lastIdOf(first));
    if (!(flow instanceof Flow)) throw new Error(JSON.stringify(flow));
    const broken = read(flow, false);
    broken.reader.gone();
    expect(broken.events).toMatchObject([{ type: 'hello', is_resumed: true }]);
    // As every reader does: a message without an id leaves the last one as it is.
    const third = await listen(who, '', lastIdOf(broken) || lastIdOf(first));
    const told = (stream: Stream) => stream.events.filter(({ type }) => type === 'bot' || type === 'balance');
    expect(told(third).length).toBeGreaterThan(2);
    expect([...told(first), ...told(third)]).toEqual(told(whole));
    expect(lastIdOf(third)).toBe(lastIdOf(whole));
  });

  it('says so when what was missed is not known: too much, another trader’s, of before a restart', async () => {
    const who = await exchange.trader();
    const first = await listen(who);
    const id = lastIdOf(first);
    expect((await listen(who, '', id)).of('hello')[0]).toMatchObject({ is_resumed: true });
    const other = await listen(await exchange.trader('copier'), '', id);
    expect(other.of('hello')[0]).toMatchObject({ is_resumed: false });
    // Ten bots on the same lines: more is told than is kept.
    for (let bot = 0; bot < 10; bot += 1) await startGrid(exchange, who);
    await exchange.pass(20 * 3_600_000, 60_000);
    const late = await listen(who, '', id);
    expect(late.of('hello')[0]).toMatchObject({ is_resumed: false });
    expect(late.of('bot')).toEqual([]);
    await exchange.kill();
    exchange = await openTestExchange(folder, { clock: exchange.clock });
    const again = await listen(who, '', lastIdOf(late));
    expect(again.of('hello')[0]).toMatchObject({ is_resumed: false });
  });
});

describe('a stream ends', () => {
  it('with its session: logged out, ended from elsewhere, run out', async () => {
    const [one, two, three] = [
      await exchange.trader('copier'),
      await exchange.trader('copier'),
      await exchange.logIn(),
    ];
    const streams = [await listen(one), await listen(two), await listen(three)];
    await exchange.send('upstreamLogout', { who: one });
    expect(streams.map(({ seen }) => seen.ended)).toEqual(['end', '', '']);
    expect(streams[0]?.events.at(-1)).toEqual({ type: 'end', reason: 'session' });
    exchange.clock.advance(24 * 3_600_000 + 1);
    exchange.events.beat();
    expect(streams.map(({ seen }) => seen.ended)).toEqual(['end', 'end', 'end']);
    expect(exchange.events.count).toBe(0);
  });

  it('with the exchange, which then takes no other', async () => {
    const stream = await listen(null);
    exchange.events.stop();
    expect(stream.events.at(-1)).toEqual({ type: 'end', reason: 'stopping' });
    expect(stream.seen.ended).toBe('end');
    expect(await ask(null)).toMatchObject({ code: 503, data: { values: { seconds: '10' } } });
  });

  it('and makes room: an account has twenty at once, others none the less', async () => {
    const { data } = await exchange.send('upstreamRegister', {
      body: { account: 'somebody', password: 'long-enough-1', fundpass: 'long-enough-2' },
    });
    const who = { authorization: `Bearer ${data.token}` };
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen(who)));
    expect(await ask(who)).toMatchObject({
      code: 429,
      data: { issue: 'too-many-requests', values: { seconds: '10' } },
    });
    await listen(await exchange.logIn());
    await listen(null);
    streams[7]?.reader.gone();
    await listen(who);
    expect(await ask(who)).toMatchObject({ code: 429 });
  });

  it('counts those that are promised and have not begun: of thirty at once twenty are let in', async () => {
    const { data } = await exchange.send('upstreamRegister', {
      body: { account: 'somebody', password: 'long-enough-1', fundpass: 'long-enough-2' },
    });
    const who = { authorization: `Bearer ${data.token}` };
    const asked = await Promise.all(Array.from({ length: 30 }, () => ask(who)));
    const flows = asked.filter((one) => one instanceof Flow);
    expect(flows.length).toBe(20);
    for (const flow of flows) read(flow).reader.gone();
    expect(exchange.events.count).toBe(0);
    await listen(who);
  });
});

describe('nobody hears', () => {
  it('of a bot that the disk did not have when his stream was answered', async () => {
    const who = await exchange.trader();
    const id = await startGrid(exchange, who);
    const flow = await ask(who);
    if (!(flow instanceof Flow)) throw new Error(JSON.stringify(flow));
    // Memory goes on between the answer's barrier and its first word.
    const other = await startGrid(exchange, who);
    const stream = read(flow);
    expect(stream.of('hello')[0]).toMatchObject({ bots: [id] });
    await exchange.send('cancelGrid', { who, path: { id: other }, body: { fundpass: 'paper-fund' } });
    expect(stream.of('bot').map(({ strategy_id }) => strategy_id)).toEqual([other]);
  });

  it('of what the disk does not have, and of what was refused', async () => {
    const seen = { isCommitted: false, isBroken: false };
    const { sequencer, store } = await openCore(temporaryFolder(), undefined, (inner) => ({
      ...inner,
      commit: async (batch) => {
        seen.isCommitted = false;
        if (seen.isBroken) throw new Error('disk full');
        await inner.commit(batch);
        seen.isCommitted = true;
      },
    }));
    const told: [boolean, string[]][] = [];
    sequencer.onDurable(({ items }) => {
      const notes = items.filter(({ collection }) => collection === 'notes').map(({ key }) => key);
      if (notes.length > 0) told.push([seen.isCommitted, notes]);
    });
    const put = (key: string, isKept = true) =>
      sequencer.submit(
        (tx) => tx.put('notes', key, '1'),
        () => isKept,
      );
    await Promise.all([put('kept'), put('refused', false), put('kept too')]);
    await sequencer.submit((tx) => tx.put('balances', 'user:1:spot|USDT', '0'));
    expect(told).toEqual([[true, ['kept', 'kept too']]]);
    seen.isBroken = true;
    await expect(put('lost')).rejects.toThrow('disk full');
    expect(told).toHaveLength(1);
    await store.close();
  });
});
