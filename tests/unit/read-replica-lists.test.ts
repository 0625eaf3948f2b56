import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { CONTRACT, type ParsedQueryOf } from '#lib/contract/contract.ts';
import { ENDPOINTS } from '#lib/contract/endpoints.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { LIST_DAYS, LIST_FALLS, LIST_INVESTMENTS, LIST_SIDES } from '#lib/contract/vocabulary.ts';
import { type ListDatabase, openListDatabase } from '#server/exchange/public-lists/list-database.ts';
import { ListReader } from '#server/read-replica/list-reader.ts';
import { openReplica, type Replica } from '#server/read-replica/replica.ts';
import { withReadReplica } from '#server/read-replica/with-read-replica.ts';
import { ask, freshDatabase } from '../support/postgres-server.ts';
import { openTestExchange, type TestExchange } from './exchange-fixture.ts';
import { describeWithPostgres, openOn, temporaryDatabase, temporaryServer } from './postgres-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

type Query = ParsedQueryOf<'recommendList'>;

const READ_ROLE = fileURLToPath(new URL('../../server/exchange/public-lists/read-role.sql', import.meta.url));
/** As if the exchange wrote on while a test takes its time. */
const FRESH = `UPDATE public_lists.state SET beat = 'infinity'; UPDATE public_lists.bot SET good_until = 'infinity';
  UPDATE public_lists.reply SET good_until = 'infinity'`;
/** Worlds of few and of many bots, of days and of months: many that are not ranked yet, and many whose rank is over. */
const WORLDS = [
  { worldBots: 40, worldDays: 6 },
  { worldBots: 40, worldDays: 40 },
  { worldBots: 40, worldDays: 130 },
] as const;

const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });
const queries: fc.Arbitrary<Query> = fc.record({
  strategy_type: fc.constantFrom('all', 'all', 'spot_grid', 'futures_grid', 'infinite_grid', 'smart-position'),
  order_by: maybe(['adj_sharp_rate', 'rate', 'year_pft_rate', 'create_time']),
  page: fc.integer({ min: 1, max: 6 }),
  page_size: maybe([1, 2, 3, 10, 15, 500]),
  params_open_type: maybe(['0', '1']),
  market: fc.option(fc.constantFrom('BTC_USDT', 'ETH_USDT', 'NONE_USDT'), { nil: undefined, freq: 4 }),
  coin: fc.option(fc.constantFrom('BTC', 'ETH', 'SOL', 'NONE'), { nil: undefined, freq: 2 }),
  max_draw_down: maybe(LIST_FALLS),
  min_days: maybe(LIST_DAYS),
  side: maybe(LIST_SIDES),
  max_investment: fc.option(fc.constantFrom(...LIST_INVESTMENTS), { nil: undefined, freq: 3 }),
}) as fc.Arbitrary<Query>;

/** What of a question is said. */
function said(query: Query): Record<string, string | number> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as never;
}

function replicaOf(url: string): Replica {
  const replica = openReplica(url);
  onTestFinished(() => replica.close());
  return replica;
}

const readerOf = (url: string) => new ListReader(replicaOf(url));

/** The role of the operators' page, made with its statements, at the same database; it is gone with the test. */
async function readRole(url: string): Promise<string> {
  await ask(url, readFileSync(READ_ROLE, 'utf8'));
  const own = new URL(url);
  own.username = 'strategybot_reader';
  onTestFinished(async () => void (await ask(url, `DROP OWNED BY ${own.username}; DROP ROLE ${own.username}`)));
  return own.href;
}

function words(column: { readonly cells: Buffer } | undefined): number[] {
  return [...new Uint32Array(Uint8Array.from(column?.cells ?? []).buffer)];
}

describeWithPostgres('the recommended list from a replica', () => {
  let url: string;
  let drop: () => Promise<void>;
  let folder: string;
  let exchange: TestExchange;

  beforeAll(async () => {
    ({ url, drop } = await freshDatabase());
    await (await openOn(url)).close();
    // What is written follows from turns, whichever store has them.
    folder = mkdtempSync(join(tmpdir(), 'exchange-'));
    const world = { worldBots: 120, worldDays: 40, outlivesTest: true };
    exchange = await openTestExchange(folder, { ...world, lists: { url, epoch: 1 } });
    await exchange.lists?.pass();
  });
  beforeEach(async () => void (await ask(url, FRESH)));
  afterAll(async () => {
    await exchange.stop();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const listed = async (reader: ListReader, query: Query) => {
    const text = await reader.recommendList(query);
    return text === null ? null : JSON.parse(text);
  };
  const idsOf = ({ data }: { data: readonly RecommendedItem[] }) => data.map((item) => item.strategy_id);

  it('is to the letter what the exchange answers, whatever it is narrowed to, ordered by and cut into (H57)', async () => {
    const reader = readerOf(url);
    let longest = 0;
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const told = await exchange.send('recommendList', { query: said(query) });
        expect(await reader.recommendList(query)).toBe(JSON.stringify(told));
        longest = Math.max(longest, told.data.length);
      }),
      {
        numRuns: 150,
        examples: [[{ strategy_type: 'all', page_size: 500 } as Query], [{ strategy_type: 'all' } as Query]],
      },
    );
    expect(longest).toBeGreaterThan(30);
  });

  it('has nothing in its schema that a guest is not told: of hidden bots not even that they are there (H54)', async () => {
    const query = { strategy_type: 'all', order_by: 'rate', page_size: 500 } as const;
    const shown = new Map<number, RecommendedItem>();
    const ranked = new Set<number>();
    for (const item of (await exchange.send('recommendList', { query })).data as readonly RecommendedItem[]) {
      shown.set(item.strategy_id, item);
      ranked.add(item.strategy_id);
    }
    // Of bots without a rank their providers' lists tell.
    for (const { anonymous } of exchange.accounts.everyUser()) {
      const own = await exchange.send('signalerStrategies', { query: { anonymous, page_size: 500 } });
      for (const item of own.data as readonly RecommendedItem[]) shown.set(item.strategy_id, item);
    }
    await exchange.lists?.pass();
    const bots = await ask<{ id: number; item: string }>(url, 'SELECT id::float8 AS id, item FROM public_lists.bot');
    expect(bots.length).toBe(shown.size);
    for (const { id, item } of bots) expect(JSON.parse(item)).toEqual(shown.get(id));
    const [ids] = await ask<{ cells: Buffer }>(url, "SELECT cells FROM public_lists.slot_column WHERE name = 'ids'");
    expect(words(ids).filter((id) => id !== 0 && !ranked.has(id))).toEqual([]);
    const listed = await ask<{ bots: number[] }>(url, 'SELECT bots::float8[] AS bots FROM public_lists.provider');
    expect(new Set(listed.flatMap(({ bots: own }) => own))).toEqual(new Set(shown.keys()));
    const told = await ask<{ bots: number[] }>(url, 'SELECT bots::float8[] AS bots FROM public_lists.reply');
    expect(told.flatMap(({ bots: named }) => named).filter((id) => !shown.has(id))).toEqual([]);
    const [owners] = await ask<{ cells: Buffer }>(
      url,
      "SELECT cells FROM public_lists.slot_column WHERE name = 'owners'",
    );
    // No number of an account: they begin at 10,000.
    expect(Math.max(...words(owners))).toBeLessThan(1_000);
    const stray = `SELECT count(*)::int4 AS bits FROM public_lists.facet, public_lists.slot_column,
      generate_series(0, length(slots) - 1) AS slot
      WHERE slot_column.name = 'ids' AND get_bit(slots, slot / 8 * 8 + 7 - slot % 8) = 1
        AND substring(cells FROM slot * 4 + 1 FOR 4) = '\\x00000000'`;
    expect(await ask(url, stray)).toEqual([{ bits: 0 }]);
  });

  it('shows what was hidden no more as soon as the disk has it, before there is another look, and again when it is shown', async () => {
    const reader = readerOf(url);
    // By default: what was hidden for a while stands in no other order any more.
    const query = { strategy_type: 'all', page_size: 500 } as const;
    const items: readonly RecommendedItem[] = (await exchange.send('recommendList', { query })).data;
    const { strategy_id, strategy_type, user_info } = items.find(
      ({ finish_time }) => finish_time === 0,
    ) as RecommendedItem;
    const user = exchange.accounts.byAnonymous(user_info.anonymous);
    const itemThere = () =>
      ask<{ item: string | null }>(url, `SELECT item FROM public_lists.bot WHERE id = ${strategy_id}`);
    const flip = (is_hide: 0 | 1) =>
      exchange.handlers.hideStrategy({
        ...{ user, nowMs: exchange.clock.nowMs(), body: { strategy_id, strategy_type, is_hide } },
        transact: (command: never) => exchange.sequencer.submit(command),
      } as never);
    expect(await flip(1)).toMatchObject({ code: 200 });
    await vi.waitFor(async () => expect(await itemThere()).toEqual([{ item: null }]));
    expect(idsOf(await listed(reader, query))).not.toContain(strategy_id);
    await exchange.pass(3_000);
    await exchange.lists?.pass();
    expect(await itemThere()).toEqual([]);
    const [ids] = await ask<{ cells: Buffer }>(url, "SELECT cells FROM public_lists.slot_column WHERE name = 'ids'");
    expect(words(ids)).not.toContain(strategy_id);
    expect(await flip(0)).toMatchObject({ code: 200 });
    await exchange.pass(3_000);
    await exchange.lists?.pass();
    await ask(url, FRESH);
    expect(idsOf(await listed(reader, query))).toContain(strategy_id);
    expect(await reader.recommendList(query)).toBe(JSON.stringify(await exchange.send('recommendList', { query })));
  });

  it('is read by a role that sees these lists and nothing else of the database', async () => {
    const own = await readRole(url);
    const reader = readerOf(own);
    expect(await reader.recommendList({ strategy_type: 'all' } as Query)).not.toBeNull();
    for (const table of ['exchange.item', 'exchange.journal', 'exchange.fence'])
      await expect(ask(own, `SELECT * FROM ${table}`)).rejects.toThrow('permission denied');
    await expect(ask(own, 'DELETE FROM public_lists.bot')).rejects.toThrow(/permission denied|read-only/);
    // Tables that a newer program makes are read too.
    await ask(url, 'CREATE TABLE public_lists.newer (one integer)');
    expect(await ask(own, 'SELECT * FROM public_lists.newer')).toEqual([]);
  });

  it('is asked of the exchange while READ_URL names a role that sees more, and from when it sees the lists alone of the replica', async () => {
    const roles = { owner: url, reader: await readRole(url) };
    const path = `${ENDPOINTS.recommendList.path}?strategy_type=all`;
    let nowMs = 0;
    const listOf = (from: string, states: unknown[]) => {
      const exchange = {
        call: async () => ({ kind: 'unknown', reason: 'connection' }) as const,
        close: async () => {},
      };
      const onState = (isAnswering: boolean, error?: unknown) => void states.push(isAnswering, `${error ?? ''}`);
      const upstream = withReadReplica(exchange, { replica: replicaOf(from), nowMs: () => nowMs, onState });
      return async () => (await upstream.call({ method: 'GET', path, headers: {}, mayRepeat: true })).kind;
    };
    const heard: unknown[] = [];
    expect(await listOf(roles.owner, heard)()).toBe('unknown');
    expect(heard).toEqual([false, expect.stringMatching(/The role of READ_URL may read more than the public lists/)]);
    // As who grants it everything, and takes that back.
    const states: unknown[] = [];
    const list = listOf(roles.reader, states);
    await ask(url, 'GRANT USAGE ON SCHEMA exchange TO strategybot_reader');
    expect(await list()).toBe('unknown');
    await ask(url, 'REVOKE USAGE ON SCHEMA exchange FROM strategybot_reader');
    nowMs += 1_000;
    expect([await list(), states.filter((one) => typeof one === 'boolean')]).toEqual(['answered', [false, true]]);
  });

  it('is asked of the exchange where the replica has it not whole, or was not written for five seconds', async () => {
    const asked: string[] = [];
    const upstream = withReadReplica(
      {
        call: async ({ path }) => {
          asked.push(path);
          return { kind: 'unknown', reason: 'connection' };
        },
        close: async () => {},
      },
      { replica: replicaOf(await readRole(url)), nowMs: () => 0, onState: () => {} },
    );
    const list = (search: string) =>
      upstream.call({ method: 'GET', path: `${ENDPOINTS.recommendList.path}${search}`, headers: {}, mayRepeat: true });
    const isOfReplica = async (search = '?strategy_type=all&page_size=5') => (await list(search)).kind === 'answered';
    const [before] = await ask<{ id: number }>(url, 'SELECT min(id)::float8 AS id FROM public_lists.bot');
    expect(await isOfReplica()).toBe(true);
    const answer = await list('?strategy_type=all&page_size=5');
    if (answer.kind !== 'answered') throw new Error('no answer');
    expect(CONTRACT.recommendList.reply.safeParse(JSON.parse(answer.body.toString())).success).toBe(true);
    // What the exchange refuses is refused by it.
    expect(await isOfReplica('?strategy_type=all&max_draw_down=0.07')).toBe(false);
    const all = '?strategy_type=all&page_size=500&order_by=rate';
    for (const [breaks, mends] of [
      ["UPDATE public_lists.state SET beat = now() - interval '6 seconds'", FRESH],
      ['UPDATE public_lists.bot SET good_until = now()', FRESH],
      [
        `UPDATE public_lists.bot SET id = -1 WHERE id = ${before?.id}`,
        `UPDATE public_lists.bot SET id = ${before?.id} WHERE id = -1`,
      ],
    ] as const) {
      await ask(url, breaks);
      expect([breaks, await isOfReplica(all)]).toEqual([breaks, false]);
      await ask(url, mends);
      expect(await isOfReplica(all)).toBe(true);
    }
    expect(asked).toHaveLength(4);
  });

  it('is written on and on, over another connection when one was lost', async () => {
    const isWritten = async () => {
      await ask(url, "UPDATE public_lists.state SET beat = '-infinity'");
      const alive = "SELECT beat > now() - interval '5 seconds' AS alive FROM public_lists.state";
      await vi.waitFor(async () => expect(await ask(url, alive)).toEqual([{ alive: true }]), { timeout: 30_000 });
    };
    exchange.lists?.start();
    await isWritten();
    const connection = "application_name = 'strategybot public lists' AND datname = current_database()";
    await ask(url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${connection}`);
    await isWritten();
    const events = exchange.logged.map((line) => JSON.parse(line).event);
    expect(events.filter((event) => event.startsWith('public-lists'))).toEqual([
      'public-lists-wait',
      'public-lists-go-on',
    ]);
  });
});

describeWithPostgres('the role that reads public lists', () => {
  it('made by a superuser reads the tables of whoever writes the store, and those that a newer program of his makes', async () => {
    const url = await temporaryDatabase();
    const as = (name: string) => Object.assign(new URL(url), { username: name }).href;
    const writer = `writer${new URL(url).pathname.slice(1)}`;
    await expect(ask(url, readFileSync(READ_ROLE, 'utf8'))).rejects.toThrow('start one first');
    await ask(
      url,
      `CREATE ROLE "${writer}" LOGIN; GRANT CREATE ON DATABASE ${new URL(url).pathname.slice(1)} TO "${writer}"`,
    );
    onTestFinished(async () => void (await ask(url, `DROP OWNED BY "${writer}"; DROP ROLE "${writer}"`)));
    await (await openOn(as(writer))).close();
    const reader = await readRole(url);
    const database = await openListDatabase({ url: as(writer), epoch: 1 });
    expect(await ask(reader, 'SELECT look::integer FROM public_lists.state')).toEqual([{ look: 0 }]);
    // As a program of another version of the lists does it.
    await ask(as(writer), 'DROP TABLE public_lists.facet; CREATE TABLE public_lists.facet (one integer)');
    expect(await ask(reader, 'SELECT * FROM public_lists.facet')).toEqual([]);
    await database.close();
    // Whoever is neither is told as whom it is done.
    const stranger = ask(url, `SET ROLE strategybot_reader; ${readFileSync(READ_ROLE, 'utf8')}`);
    await expect(stranger).rejects.toThrow(/permission denied|run this as/);
  });
});

describeWithPostgres('the connection over which public lists are written', () => {
  it('is one, whatever needs it in the same moment, and none is left when the exchange stops while it opens', async () => {
    const url = await temporaryDatabase();
    await (await openOn(url)).close();
    const connections = async () => {
      const mine = "application_name = 'strategybot public lists' AND datname = current_database()";
      return (await ask(url, `SELECT pid FROM pg_stat_activity WHERE ${mine}`)).length;
    };
    const world = { worldBots: 4, worldDays: 6, outlivesTest: true, lists: { url, epoch: 1 } };
    const exchange = await openTestExchange(temporaryFolder(), world);
    await Promise.all([exchange.lists?.pass(), exchange.lists?.keepReplies()]);
    expect(await connections()).toBe(1);
    await exchange.stop();
    const stopped = await openTestExchange(temporaryFolder(), world);
    const passed = stopped.lists?.pass();
    await Promise.all([expect(passed).rejects.toThrow('are written no more'), stopped.stop()]);
    await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 10_000 });
  });
});

interface Replicated {
  readonly exchange: TestExchange;
  readonly reader: ListReader;
  readonly url: string;
}

describeWithPostgres('every public list from a replica', () => {
  it.each(WORLDS)(
    'is to the letter what the exchange answers, in a world of $worldBots bots and $worldDays days: popular bots, kinds by market, each provider’s bots page by page (H54)',
    async (world) => {
      const url = await temporaryDatabase();
      await (await openOn(url)).close();
      const folder = mkdtempSync(join(tmpdir(), 'exchange-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const exchange = await openTestExchange(folder, { ...world, lists: { url, epoch: 1 } });
      await exchange.lists?.pass();
      await exchange.lists?.keepReplies();
      const reader = readerOf(url);
      await ask(url, FRESH);
      const same = async (name: 'hotStrategies' | 'strategyClass', query: object) => {
        const text = await reader[name](query as never);
        const told = JSON.stringify(await exchange.send(name, { query: query as never }));
        expect([name, query, text]).toEqual([name, query, told]);
      };
      for (const market_kind of ['spot', 'futures']) {
        await same('hotStrategies', { market_kind });
        await same('strategyClass', { market_kind });
        // What nobody asked for yet is the exchange's to say; then it is written.
        const query = { market_kind, symbol: 'BTC_USDT' } as const;
        expect(await reader.strategyClass(query as never)).toBeNull();
        await exchange.send('strategyClass', { query });
        await exchange.lists?.settled();
        await same('strategyClass', query);
      }
      await same('hotStrategies', {});
      await exchange.send('strategyClass', { query: { symbol: 'STRANGER_USDT' } });
      await exchange.lists?.settled();
      expect(await reader.strategyClass({ symbol: 'STRANGER_USDT' })).toBeNull();
      await providersSame({ exchange, reader, url });
      await exchange.stop();
    },
    120_000,
  );

  /** All pages of a provider: what the replica says before anybody asks the exchange, which is then asked. */
  async function pagesSame(
    { exchange, reader, url }: Replicated,
    anonymous: string,
    page_size: number,
  ): Promise<readonly RecommendedItem[]> {
    const listed: RecommendedItem[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = { anonymous, page, page_size };
      let text = await reader.signalerStrategies(query);
      const told = await exchange.send('signalerStrategies', { query });
      // Whoever shares nothing has no row: the exchange says so. One whose last bot was hidden since the last look has one until the next, with nothing in it.
      if (told.totalcount === 0) {
        expect([null, JSON.stringify(told)]).toContain(text);
        return listed;
      }
      const data = told.data as readonly RecommendedItem[];
      const left = data.filter(({ finish_time = 0 }) => finish_time > 0);
      if (text === null && left.length > 0) {
        // What has ended and is not ranked is written when somebody asks for it.
        await exchange.lists?.settled();
        await ask(url, FRESH);
        text = await reader.signalerStrategies(query);
      }
      expect([query, text]).toEqual([query, JSON.stringify(told)]);
      listed.push(...data);
      pages = told.pagecount ?? 1;
    }
    return listed;
  }

  /** Of all providers, in two sizes, and with some of their bots hidden since the last look and before the next. */
  async function providersSame(replicated: Replicated): Promise<void> {
    const { exchange, url } = replicated;
    const hidden: number[] = [];
    let unranked = 0;
    for (const step of ['as looked at', 'hidden since', 'looked at again']) {
      if (step === 'looked at again') {
        await exchange.pass(3_000);
        await exchange.lists?.pass();
      }
      await ask(url, FRESH);
      for (const user of [...exchange.accounts.everyUser()]) {
        const [first, ...others] = await pagesSame(replicated, user.anonymous, 3);
        await pagesSame(replicated, user.anonymous, 50);
        unranked += others.filter(({ rank_parts }) => (rank_parts?.days ?? 0) < 7).length;
        if (step !== 'as looked at' || first === undefined || hidden.length >= 6) continue;
        hidden.push(first.strategy_id);
        await hide(exchange, first, user.anonymous);
      }
    }
    expect(hidden.length).toBeGreaterThan(2);
    expect(unranked).toBeGreaterThan(0);
  }

  async function hide(
    exchange: TestExchange,
    { strategy_id, strategy_type }: Pick<RecommendedItem, 'strategy_id' | 'strategy_type'>,
    anonymous: string,
  ): Promise<void> {
    const user = exchange.accounts.byAnonymous(anonymous);
    const reply = exchange.handlers.hideStrategy({
      ...{ user, nowMs: exchange.clock.nowMs(), body: { strategy_id, strategy_type, is_hide: 1 } },
      transact: (command: never) => exchange.sequencer.submit(command),
    } as never);
    expect(await reply).toMatchObject({ code: 200 });
    await exchange.lists?.settled();
  }

  it('is a popular bot no more as soon as the disk has it that it is hidden', async () => {
    const url = await temporaryDatabase();
    await (await openOn(url)).close();
    const folder = mkdtempSync(join(tmpdir(), 'exchange-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const exchange = await openTestExchange(folder, { worldBots: 40, worldDays: 20, lists: { url, epoch: 1 } });
    await exchange.lists?.pass();
    await exchange.lists?.keepReplies();
    const reader = readerOf(url);
    const [card] = JSON.parse((await reader.hotStrategies({})) ?? '').data;
    await hide(exchange, card, card.anonymous);
    await ask(url, FRESH);
    expect(await reader.hotStrategies({})).toBeNull();
    await exchange.lists?.keepReplies();
    const text = await reader.hotStrategies({});
    expect(text).toBe(JSON.stringify(await exchange.send('hotStrategies')));
    expect(text).not.toContain(`"strategy_id":${card.strategy_id},`);
    await exchange.stop();
  });
});

describeWithPostgres('public lists', () => {
  it('name nobody who was hidden while they could not be written, in whole replies neither, whether or not his bot was ever written', async () => {
    const url = await temporaryDatabase();
    await (await openOn(url)).close();
    const folder = mkdtempSync(join(tmpdir(), 'exchange-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const exchange = await openTestExchange(folder, { worldBots: 40, worldDays: 20, lists: { url, epoch: 1 } });
    // Of many bots the replies are there before most of them are.
    await exchange.lists?.keepReplies();
    const [card] = (await exchange.send('hotStrategies')).data;
    const replies = `SELECT reply IS NULL AS gone FROM public_lists.reply WHERE ${card.strategy_id} = ANY (bots)`;
    expect(await ask(url, replies)).toEqual([{ gone: false }]);
    const connection = "application_name = 'strategybot public lists' AND datname = current_database()";
    await ask(url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${connection}`);
    await vi.waitFor(() => expect(exchange.logged.join()).toContain('public-lists-wait'), 10_000);
    const user = exchange.accounts.byAnonymous(card.anonymous);
    const { strategy_id, strategy_type } = card;
    const reply = exchange.handlers.hideStrategy({
      ...{ user, nowMs: exchange.clock.nowMs(), body: { strategy_id, strategy_type, is_hide: 1 } },
      transact: (command: never) => exchange.sequencer.submit(command),
    } as never);
    expect(await reply).toMatchObject({ code: 200 });
    await exchange.lists?.pass();
    expect(await ask(url, replies)).toEqual([{ gone: true }]);
    await exchange.stop();
  });

  it('are written by the exchange that has the store: one that was overtaken writes nothing more', async () => {
    const url = await temporaryDatabase();
    await (await openOn(url)).close();
    const open = async (epoch: number): Promise<ListDatabase> => {
      const database = await openListDatabase({ url, epoch });
      onTestFinished(() => database.close());
      return database;
    };
    const item = (text: string) => () => [{ id: 1, text, goodMs: 1_000 }];
    const first = await open(1);
    await first.put(item('"first"'));
    await ask(url, 'UPDATE exchange.fence SET epoch = 2');
    // Until the next one writes, the first does: what it says is of the store that it had.
    await first.put(item('"late"'));
    const second = await open(2);
    await second.put(item('"second"'));
    await expect(first.put(item('"frozen"'))).rejects.toThrow('Another exchange');
    await expect(first.beat()).rejects.toThrow('Another exchange');
    await expect(openListDatabase({ url, epoch: 1 })).rejects.toThrow('another exchange');
    expect(await ask(url, 'SELECT item FROM public_lists.bot')).toEqual([{ item: '"second"' }]);
    expect(await second.known()).toEqual([1]);
  });

  it('of another version are made anew, and are none for who reads this one', async () => {
    const url = await temporaryDatabase();
    await (await openOn(url)).close();
    const reader = readerOf(url);
    await expect(reader.recommendList({ strategy_type: 'all' } as Query)).rejects.toThrow('public_lists');
    await (await openListDatabase({ url, epoch: 1 })).close();
    await expect(reader.recommendList({ strategy_type: 'all' } as Query)).rejects.toThrow('no public lists');
    await ask(
      url,
      "UPDATE public_lists.state SET version = 99, look = 7; INSERT INTO public_lists.bot VALUES (1, '', now())",
    );
    await expect(reader.recommendList({ strategy_type: 'all' } as Query)).rejects.toThrow('no public lists');
    const database = await openListDatabase({ url, epoch: 1 });
    onTestFinished(() => database.close());
    expect(await database.known()).toEqual([]);
  });
});

describeWithPostgres(
  'a replica that is gone',
  () => {
    it('is left alone for a second, and the exchange is asked; it is told once, and once that it is back', async () => {
      const server = await temporaryServer();
      let nowMs = 0;
      const states: boolean[] = [];
      let calls = 0;
      const replica = replicaOf(server.url.replace('postgres@', 'strategybot_reader@'));
      let asked = 0;
      const counted = {
        ...replica,
        assertReadsListsAlone: () => {
          asked += 1;
          return replica.assertReadsListsAlone();
        },
      };
      const upstream = withReadReplica(
        {
          call: async () => {
            calls += 1;
            return { kind: 'unknown', reason: 'connection' };
          },
          close: async () => {},
        },
        { replica: counted, nowMs: () => nowMs, onState: (isAnswering) => states.push(isAnswering) },
      );
      const path = `${ENDPOINTS.recommendList.path}?strategy_type=all`;
      const list = () => upstream.call({ method: 'GET', path, headers: {}, mayRepeat: true });
      await server.kill();
      for (const at of [0, 500, 999, 1_000]) {
        nowMs = at;
        await list();
      }
      expect([calls, asked, states]).toEqual([4, 2, [false]]);
      await server.start();
      nowMs = 2_000;
      await openOn(server.url).then((store) => store.close());
      const database = await openListDatabase({ url: server.url, epoch: 1 });
      onTestFinished(() => database.close());
      await ask(server.url, readFileSync(READ_ROLE, 'utf8'));
      await ask(server.url, "UPDATE public_lists.state SET look = 1, beat = 'infinity'");
      await ask(
        server.url,
        "INSERT INTO public_lists.slot_column SELECT unnest(ARRAY['order default', 'ids', 'owners']), ''",
      );
      expect(await list()).toMatchObject({ kind: 'answered' });
      expect([calls, states]).toEqual([4, [false, true]]);
    });
  },
  'its programs',
);
