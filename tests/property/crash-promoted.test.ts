import { expect, it, onTestFinished } from 'vitest';
import { movedToFolder } from '#tests/support/moved-stores.ts';
import { startCluster } from '#tests/support/postgres-cluster.ts';
import { ask as askDatabase } from '#tests/support/postgres-server.ts';
import { describeWithPostgres } from '../unit/postgres-fixture.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';
import { auditAccountBook, auditDisk } from './crash-audit.ts';
import { readyTrader } from './crash-client.ts';
import { askAgain, doneOf, loadUntil, prepare, readPrices, resolveUnanswered, seededRandom } from './crash-load.ts';
import { keepExchanges, within } from './kept-exchanges.ts';

const SEED = Number(process.env.CRASH_SEED ?? 20_260_101);
const CLIENTS = 4;
const SOON_MS = 45_000;

describeWithPostgres(
  'a database whose primary is gone for good',
  () => {
    it('is found where a standby was promoted; every operation that was acknowledged is there, once', async () => {
      const cluster = await startCluster();
      onTestFinished(cluster.end);
      await askDatabase(cluster.primary.url, 'CREATE DATABASE promoted');
      const urls = [cluster.primary, ...cluster.standbys].map(({ url }) => url.replace(/\/postgres$/, '/promoted'));
      const exchanges = await keepExchanges(2, urls.join(), temporaryFolder());
      const { url } = await exchanges.active();
      const load = await prepare((account, password) => readyTrader(url, account, password), seededRandom(SEED));
      load.prices = await readPrices(exchanges.get);
      let isOver = false;
      const loading = loadUntil(() => isOver, exchanges.send, load, CLIENTS);
      await within(SOON_MS, () => doneOf(load) > 20, 'the load is carried out');
      await cluster.primary.kill();
      const epochOf = async (database: string) =>
        (await askDatabase<{ epoch: number }>(database, 'SELECT epoch::float8 AS epoch FROM exchange.fence'))[0]
          ?.epoch ?? 0;
      const promoted = (await cluster.promote()).url.replace(/\/postgres$/, '/promoted');
      const epochThen = await epochOf(promoted);
      const doneThen = doneOf(load);
      await within(SOON_MS, () => doneOf(load) > doneThen + 20, 'the load is carried out again');
      isOver = true;
      await loading;
      expect(await epochOf(promoted)).toBeGreaterThan(epochThen);
      expect(await resolveUnanswered(exchanges.send, load)).toBeGreaterThan(0);
      await askAgain(exchanges.send, load);
      await exchanges.stop();
      const rest = await movedToFolder(urls.join(), temporaryFolder());
      expect(await auditDisk(rest, load.calls)).toEqual([]);
      expect(await auditAccountBook(rest)).toEqual([]);
    });
  },
  'its programs',
);
