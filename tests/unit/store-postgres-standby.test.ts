import { expect, it, onTestFinished, vi } from 'vitest';
import { openStore } from '#server/exchange/store/open-store.ts';
import { MARKS, type StoreMark } from '#server/exchange/store/store-marks.ts';
import { steadyMs } from '#server/exchange/surroundings/clock.ts';
import { cutProxy } from '../support/cut-proxy.ts';
import { ask } from '../support/postgres-server.ts';
import { describeWithPostgres, openOn, openOnThread, temporaryDatabase } from './postgres-fixture.ts';
import { temporaryFolder, turnWriter } from './store-fixture.ts';

const mark = (value: string): StoreMark[] => [{ name: 'MARKET_SEED', value, isKey: false }];
const epochOf = async (url: string) => (await ask(url, 'SELECT epoch::integer FROM exchange.fence'))[0]?.epoch;

/** Waits for the store of `url`, as an exchange does that stands by; resolves when it does. */
async function standBy(url: string, choice: Parameters<typeof openOn>[1] = {}, open = openOn) {
  const onStandby = vi.fn();
  const opened = open(url, { isPatient: true, onStandby, ...choice });
  opened.catch(() => {});
  await vi.waitFor(() => expect(onStandby).toHaveBeenCalled(), 10_000);
  return { opened };
}

/** The same database through a proxy. */
async function behindProxy(url: string) {
  const way = new URL(url);
  const proxy = await cutProxy(Number(way.port));
  onTestFinished(proxy.close);
  way.port = `${proxy.port}`;
  return { way, proxy };
}

describeWithPostgres('who stands by', () => {
  it.each([
    ['on this thread', openOn],
    ['on one of its own', openOnThread],
  ])('ends when the store turns out to be another one, while somebody has it (%s)', async (_, open) => {
    const url = await temporaryDatabase();
    const first = await openOn(url, { collections: [MARKS] });
    // The first has not left its marks yet.
    const { opened } = await standBy(url, { marks: mark('mine') }, open);
    const refused = vi.fn();
    opened.catch(refused);
    await turnWriter(first)((batch) => batch.put(MARKS, 'MARKET_SEED', '"theirs"'));
    // One that stood by all the same would do so for as long as the first has the store.
    await vi.waitFor(() => expect(refused).toHaveBeenCalled(), 10_000);
    await expect(opened).rejects.toThrow('MARKET_SEED=mine is another market than MARKET_SEED=theirs');
    await first.close();
    await expect(openOn(url, { marks: mark('mine') })).rejects.toThrow('another market');
    expect(await epochOf(url)).toBe(1);
    const same = await openOn(url, { marks: mark('theirs') });
    await same.close();
  });

  it('asks over one connection, and over another now and then: whoever may not come in any more is told', async () => {
    const url = await temporaryDatabase();
    const { way, proxy } = await behindProxy(url);
    const first = await openOn(url);
    let aheadMs = 0;
    const onReached = vi.fn();
    const { opened } = await standBy(way.href, { onReached, nowMs: () => steadyMs() + aheadMs });
    const questions = async () => {
      const before = proxy.asked('exchange.lease');
      await vi.waitFor(() => expect(proxy.asked('exchange.lease')).toBeGreaterThan(before + 4), 10_000);
    };
    await questions();
    const connections = proxy.connections();
    await questions();
    expect(proxy.connections()).toBe(connections);
    aheadMs += 10_001;
    // A look at each server, and the one over which it asks.
    await vi.waitFor(() => expect(proxy.connections()).toBe(connections + 2), 5_000);
    await questions();
    expect(proxy.connections()).toBe(connections + 2);
    expect(onReached).not.toHaveBeenCalled();
    await first.close();
    await (await opened).close();
  });

  it('says once that it does not reach the database and why, and once that it does again', async () => {
    const url = await temporaryDatabase();
    const role = `r${process.hrtime.bigint()}`;
    await ask(url, `CREATE ROLE ${role} SUPERUSER LOGIN`);
    onTestFinished(async () => void (await ask(url, `DROP ROLE ${role}`)));
    const { way: own, proxy } = await behindProxy(url);
    own.username = role;
    const first = await openOn(url);
    let aheadMs = 0;
    const onReached = vi.fn();
    const { opened } = await standBy(own.href, { onReached, nowMs: () => steadyMs() + aheadMs });
    await ask(url, `ALTER ROLE ${role} NOLOGIN`);
    aheadMs += 10_001;
    await vi.waitFor(() => expect(onReached).toHaveBeenCalled(), 10_000);
    const tried = proxy.connections();
    await vi.waitFor(() => expect(proxy.connections()).toBeGreaterThan(tried + 2), 10_000);
    expect(onReached.mock.calls).toEqual([[expect.stringContaining('is not permitted to log in')]]);
    await ask(url, `ALTER ROLE ${role} LOGIN`);
    await vi.waitFor(() => expect(onReached.mock.calls.slice(1)).toEqual([[null]]), 10_000);
    await first.close();
    await (await opened).close();
    expect(onReached).toHaveBeenCalledTimes(2);
  });

  it('closes what turns out to be another store when it has it, and nobody waits for its lease to end', async () => {
    const url = await temporaryDatabase();
    await (await openOn(url)).close();
    // As when somebody has had the store between the question and the lease.
    await ask(
      url,
      `CREATE FUNCTION theirs() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN INSERT INTO exchange.item VALUES (0, '${MARKS}', 'MARKET_SEED', '"theirs"'); RETURN new; END $$;
       CREATE TRIGGER theirs BEFORE UPDATE ON exchange.fence FOR EACH ROW EXECUTE FUNCTION theirs()`,
    );
    const nothing = () => {};
    const random = { bytes: (length: number) => new Uint8Array(length) };
    const given = { url, dataDir: temporaryFolder(), collections: [MARKS], marks: mark('mine'), random };
    await expect(openStore({ ...given, onLost: nothing, onStandstill: nothing })).rejects.toThrow('another market');
    await ask(url, 'DROP TRIGGER theirs ON exchange.fence');
    await (await openOn(url)).close();
    expect(await epochOf(url)).toBe(3);
  });
});
