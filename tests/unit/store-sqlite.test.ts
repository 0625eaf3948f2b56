import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openSqliteStore, StoreInUse } from '#server/exchange/store/sqlite-store.ts';
import { temporaryFolder } from './store-fixture.ts';

const open = (dataDir: string) => openSqliteStore({ dataDir, collections: ['a', 'b'] });

describe('the store', () => {
  it('keeps what a commit wrote and nothing of one that threw', () => {
    const folder = temporaryFolder();
    const first = open(folder);
    first.commit((batch) => {
      batch.put('a', 'k', '1');
      batch.put('a', 'gone', '1');
      batch.remove('a', 'gone');
      batch.append('s', 'k', 7, 'one');
    });
    expect(() =>
      first.commit((batch) => {
        batch.put('a', 'k', '2');
        batch.append('s', 'k', 8, 'two');
        throw new Error('no');
      }),
    ).toThrow('no');
    first.close();
    const again = open(folder);
    expect([...again.all('a')]).toEqual([{ key: 'k', value: '1' }]);
    expect(again.page('s', 'k', 1, 10)).toEqual({
      rows: [{ sequence: 1, stream: 's', key: 'k', timeMs: 7, value: 'one', request: '' }],
      total: 1,
    });
    again.close();
  });

  it('takes back one part of a batch and keeps the rest', () => {
    const store = open(temporaryFolder());
    const sequences = store.commit((batch) => {
      const kept = batch.append('s', 'k', 1, 'kept');
      const refused = batch.attempt(
        () => {
          batch.put('a', 'refused', '1');
          return batch.append('s', 'k', 2, 'refused');
        },
        () => false,
      );
      expect(() =>
        batch.attempt(
          () => {
            batch.put('a', 'thrown', '1');
            throw new Error('bug');
          },
          () => true,
        ),
      ).toThrow('bug');
      batch.attempt(
        () => batch.put('a', 'kept', '1'),
        () => true,
      );
      return [kept, refused, batch.append('s', 'k', 3, 'last')];
    });
    expect([...store.all('a')].map((row) => row.key)).toEqual(['kept']);
    expect([...store.since('s', 'k', 0)].map((row) => row.value)).toEqual(['kept', 'last']);
    expect(new Set(sequences).size).toBe(3);
    store.close();
  });

  it('numbers journal rows ever upwards, over restarts too', () => {
    const folder = temporaryFolder();
    const first = open(folder);
    const before = first.commit((batch) => [batch.append('x', '1', 1, ''), batch.append('y', '2', 1, '')]);
    first.close();
    const second = open(folder);
    const after = second.commit((batch) => batch.append('x', '1', 2, ''));
    expect([...before, after]).toEqual([1, 2, 3]);
    second.close();
  });

  it('pages a stream newest first and reads it on from a sequence number oldest first', () => {
    const store = open(temporaryFolder());
    store.commit((batch) => {
      for (let index = 1; index <= 2500; index += 1)
        batch.append('s', index % 2 === 0 ? 'even' : 'odd', index, String(index));
    });
    expect(store.page('s', 'even', 2, 3)).toMatchObject({
      total: 1250,
      rows: [{ value: '2494' }, { value: '2492' }, { value: '2490' }],
    });
    expect([...store.since('s', 'odd', 3)].length).toBe(1248);
    expect([...store.since('s', 'odd', 2495)].map((row) => row.value)).toEqual(['2497', '2499']);
    store.close();
  });

  it('reads a collection of any size in key order', () => {
    const store = open(temporaryFolder());
    store.commit((batch) => {
      for (let index = 0; index < 2345; index += 1) batch.put('b', String(index).padStart(5, '0'), '1');
    });
    const keys = [...store.all('b')].map((row) => row.key);
    expect(keys.length).toBe(2345);
    expect(keys).toEqual([...keys].sort());
    store.close();
  });

  it('refuses a collection that was not declared', () => {
    const store = open(temporaryFolder());
    expect(() => store.get('misspelt', 'k')).toThrow('misspelt');
    expect(() => store.commit((batch) => batch.put('misspelt', 'k', '1'))).toThrow('misspelt');
    store.close();
  });

  it('is durable: write-ahead log with a full sync on each commit', () => {
    const folder = temporaryFolder();
    open(folder).close();
    const raw = new DatabaseSync(join(folder, 'exchange.db'));
    expect(raw.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    raw.close();
  });

  it('refuses a second process on the same folder with a sentence that says what to do', async () => {
    const folder = temporaryFolder();
    const store = open(folder);
    const program = join(folder, 'second.ts');
    writeFileSync(
      program,
      `import { openSqliteStore } from ${JSON.stringify(new URL('../../server/exchange/store/sqlite-store.ts', import.meta.url).href)};
       try { openSqliteStore({ dataDir: ${JSON.stringify(folder)}, collections: [] }); process.send('opened'); }
       catch (error) { process.send(error.name + ': ' + error.message); }
       process.disconnect();`,
    );
    const said = await new Promise((resolve) => fork(program).once('message', resolve));
    expect(said).toMatch(/^StoreInUse: .*in use by another exchange process/);
    store.close();
    open(folder).close();
  });

  it('refuses a second opening in the same process', () => {
    const folder = temporaryFolder();
    const store = open(folder);
    expect(() => open(folder)).toThrow(StoreInUse);
    store.close();
  });

  it('refuses a store that a newer program wrote', () => {
    const folder = temporaryFolder();
    open(folder).close();
    const raw = new DatabaseSync(join(folder, 'exchange.db'));
    raw.exec('PRAGMA user_version = 99');
    raw.close();
    expect(() => open(folder)).toThrow('newer version');
  });
});
