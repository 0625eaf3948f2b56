import { tmpdir } from 'node:os';
import { expect, it, onTestFinished, vi } from 'vitest';
import { databaseFigures } from '#server/exchange/database-figures.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { ask } from '../support/postgres-server.ts';
import { describeWithPostgres, temporaryServer } from './postgres-fixture.ts';

const SOON = { timeout: 30_000, interval: 100 } as const;

/** What is read of a database, each time with a look of its own. */
function figuresOf(urls: string) {
  const metrics = createMetrics('exchange', tmpdir());
  let nowMs = 0;
  const shown = databaseFigures({ ...metrics, nowMs: () => nowMs }, urls);
  onTestFinished(() => shown.close());
  return async (): Promise<Record<string, number>> => {
    nowMs += 10_000;
    const text = await metrics.registry.metrics();
    const read = [...text.matchAll(/^strategybot_database_(\w+)\{.*\} (\S+)$/gm)];
    return Object.fromEntries(read.map(([, name, value]) => [name, Number(value)]));
  };
}

describeWithPostgres(
  'figures of PostgreSQL’s redundancy',
  () => {
    it('tell of a standby that is gone, of log that is kept for it, and of one whose log is gone', async () => {
      const cluster = await startCluster();
      onTestFinished(cluster.end);
      const { primary, standbys } = cluster;
      const read = figuresOf(`${primary.url},${standbys[0]?.url}`);
      expect((await read()).standbys).toBeNaN();
      await vi.waitFor(async () => expect(await read()).toMatchObject({ standbys: 2, lost_slots: 0 }), SOON);
      await standbys[1]?.kill();
      await vi.waitFor(async () => expect((await read()).standbys).toBe(1), SOON);
      const { kept_log_bytes: before = 0 } = await read();
      await ask(primary.url, 'CREATE TABLE kept AS SELECT repeat(md5(i::text), 30) FROM generate_series(1, 4000) AS i');
      await vi.waitFor(async () => expect((await read()).kept_log_bytes).toBeGreaterThan(before + 1_000_000), SOON);
      await ask(primary.url, "ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'");
      await ask(primary.url, 'SELECT pg_reload_conf()');
      for (let piece = 0; piece < 3; piece += 1) {
        await ask(primary.url, 'INSERT INTO kept SELECT * FROM kept LIMIT 10');
        await ask(primary.url, 'SELECT pg_switch_wal()');
      }
      await ask(primary.url, 'CHECKPOINT');
      await vi.waitFor(async () => expect((await read()).lost_slots).toBe(1), SOON);
    });

    it('tell of log that is not archived until it is, and nothing while nobody answers', async () => {
      const server = await temporaryServer([
        ['archive_mode', 'on'],
        ['archive_command', 'false'],
      ]);
      const read = figuresOf(server.url);
      await vi.waitFor(async () => expect(await read()).toMatchObject({ standbys: 0, archiving_fails: 0 }), SOON);
      await ask(server.url, "SELECT pg_switch_wal() FROM pg_logical_emit_message(false, 'test', 'one more')");
      await vi.waitFor(async () => expect((await read()).archiving_fails).toBe(1), SOON);
      await server.kill();
      await vi.waitFor(async () => expect((await read()).archiving_fails).toBeNaN(), SOON);
      await server.start();
      await vi.waitFor(async () => expect((await read()).standbys).toBe(0), SOON);
    });
  },
  'its programs',
);
