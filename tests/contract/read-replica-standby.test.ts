import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { ENDPOINTS } from '#lib/contract/endpoints.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { openReplica } from '#server/read-replica/replica.ts';
import { withReadReplica } from '#server/read-replica/with-read-replica.ts';
import type { Upstream } from '#server/upstream/upstream-call.ts';
import { within } from '../property/kept-exchanges.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { ask as askDatabase } from '../support/postgres-server.ts';
import { openTestExchange, type TestExchange } from '../unit/exchange-fixture.ts';
import { describeWithPostgres, openOn } from '../unit/postgres-fixture.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';

/** READ_URL on a real standby that follows by streaming, reads only and may lag (issue 13, point 4). */

const READ_ROLE = fileURLToPath(new URL('../../server/exchange/public-lists/read-role.sql', import.meta.url));
const SOON_MS = 30_000;
/** What was hidden is nowhere after this, from the answer on. */
const HIDDEN_WITHIN_MS = 5_000;
const LOOK_MS = 50;
/** The default order: one that was hidden for a while has left those by one figure. */
const QUERY = { strategy_type: 'all', page_size: 500 } as const;

interface Told {
  readonly data: readonly RecommendedItem[];
}

/** A web server's way to the list: of a replica, or of the exchange, and which of them it was. */
function listOf(readUrl: string, exchange: TestExchange) {
  let wasAsked = false;
  const upstream: Upstream = {
    async call() {
      wasAsked = true;
      const reply = await exchange.send('recommendList', { query: QUERY });
      const body = Buffer.from(JSON.stringify(reply));
      return { kind: 'answered', status: 200, cacheControl: 'no-store', retryAfter: null, body };
    },
    close: async () => {},
  };
  const parts = { replica: openReplica(readUrl), nowMs: () => performance.now(), onState: () => {} };
  const web = withReadReplica(upstream, parts);
  onTestFinished(() => web.close());
  const search = new URLSearchParams(Object.entries(QUERY).map(([name, value]) => [name, `${value}`]));
  const path = `${ENDPOINTS.recommendList.path}?${search}`;
  return async () => {
    wasAsked = false;
    const answer = await web.call({ method: 'GET', path, headers: {}, mayRepeat: true });
    if (answer.kind !== 'answered') throw new Error('the list is not answered');
    const { data } = JSON.parse(answer.body.toString()) as Told;
    return { data, ids: data.map((item) => item.strategy_id), isOfReplica: !wasAsked };
  };
}

/** A world whose lists are kept in a database, on and on. */
async function worldInto(url: string): Promise<TestExchange> {
  await (await openOn(url)).close();
  const exchange = await openTestExchange(temporaryFolder(), {
    ...{ worldBots: 40, worldDays: 20, outlivesTest: true },
    lists: { url, epoch: 1 },
  });
  onTestFinished(() => exchange.stop());
  exchange.lists?.start();
  return exchange;
}

/** As its owner does it; gives when he had the answer. */
async function hide(exchange: TestExchange, bot: RecommendedItem, is_hide: 0 | 1): Promise<number> {
  const { strategy_id, strategy_type, user_info } = bot;
  const user = exchange.accounts.byAnonymous(user_info.anonymous);
  const reply = await exchange.handlers.hideStrategy({
    ...{ user, nowMs: exchange.clock.nowMs(), body: { strategy_id, strategy_type, is_hide } },
    transact: (command: never) => exchange.sequencer.submit(command),
  } as never);
  expect(reply).toMatchObject({ code: 200 });
  return performance.now();
}

/** A standby with the lists of a world, and how far it is behind. */
async function begin() {
  const cluster = await startCluster();
  onTestFinished(cluster.end);
  const [standby] = cluster.standbys;
  if (standby === undefined) throw new Error('there is no standby');
  await askDatabase(cluster.primary.url, 'CREATE DATABASE lists');
  const named = (url: string) => url.replace(/\/postgres$/, '/lists');
  const url = named(cluster.primary.url);
  const exchange = await worldInto(url);
  await askDatabase(url, readFileSync(READ_ROLE, 'utf8'));
  return {
    exchange,
    read: listOf(named(standby.url).replace('postgres@', 'strategybot_reader@'), exchange),
    async lag(by: string): Promise<void> {
      await askDatabase(standby.url, `ALTER SYSTEM SET recovery_min_apply_delay = '${by}'`);
      await askDatabase(standby.url, 'SELECT pg_reload_conf()');
    },
  };
}

describeWithPostgres(
  'the recommended list of a streaming standby',
  () => {
    it('comes from it without the exchange; what is hidden is gone within five seconds, however far behind it is', async () => {
      const { exchange, read, lag } = await begin();
      await within(SOON_MS, async () => (await read()).isOfReplica, 'the replica has the list');
      const shown = await read();
      expect(shown.data.length).toBeGreaterThan(10);
      const bot = shown.data.find(({ finish_time }) => finish_time === 0) as RecommendedItem;
      /** How long it was seen after it was hidden, ms, and whether the exchange was asked meanwhile. */
      const hideAndLook = async () => {
        const hiddenMs = await hide(exchange, bot, 1);
        let [seenMs, wasAsked] = [hiddenMs, false];
        while (performance.now() - hiddenMs < HIDDEN_WITHIN_MS + 2_000) {
          const { ids, isOfReplica } = await read();
          if (ids.includes(bot.strategy_id)) seenMs = performance.now();
          wasAsked ||= !isOfReplica;
          await delay(LOOK_MS);
        }
        return { seenForMs: seenMs - hiddenMs, wasAsked };
      };
      const near = await hideAndLook();
      expect(near.seenForMs).toBeLessThan(HIDDEN_WITHIN_MS);

      await hide(exchange, bot, 0);
      await exchange.pass(3_000);
      const isBack = async () => {
        const { ids, isOfReplica } = await read();
        return isOfReplica && ids.includes(bot.strategy_id);
      };
      await within(SOON_MS, isBack, 'the replica shows it again');
      await lag('20s');
      const far = await hideAndLook();
      // By a copy that did not know yet: else nothing was seen of the lag.
      expect(far.seenForMs).toBeGreaterThan(1_000);
      expect(far.seenForMs).toBeLessThan(HIDDEN_WITHIN_MS);
      expect(far.wasAsked).toBe(true);
      expect(await read()).toMatchObject({ isOfReplica: false });
      await lag('0');
      await within(SOON_MS, async () => (await read()).isOfReplica, 'the replica is read again');
      expect((await read()).ids).not.toContain(bot.strategy_id);
    });
  },
  'its programs',
);
