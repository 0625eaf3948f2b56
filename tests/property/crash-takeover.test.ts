import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createUpstream } from '#server/upstream/upstream.ts';
import { freePort } from '../support/free-port.ts';
import { createTestBff, requestOf } from '../support/test-bff.ts';
import { describeWithPostgres, temporaryDatabase } from '../unit/postgres-fixture.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';
import { type ExchangeProcess, startExchange } from './crash-process.ts';
import { webTrader } from './web-trader.ts';

/** A web server whose exchange is killed, and handed over, under load (issue 13, points 2 and 4). */

/** Of the second exchange: the lease's end, its start on a busy machine, and the web server's look at it. */
const SERVED_WITHIN_MS = 12_000;

describeWithPostgres(
  'two exchanges behind a web server',
  () => {
    it('are one to it: calls wait for the takeover, every transfer is done once, streams come to the new owner', async () => {
      const url = await temporaryDatabase();
      const dataDir = temporaryFolder();
      const ports = [await freePort(), await freePort()] as const;
      const start = async (port: number, hear?: (text: string) => void): Promise<ExchangeProcess> => {
        const environment = { STORE_URL: url, EXCHANGE_PORT: String(port) };
        const exchange = await startExchange({ dataDir, environment, ...(hear && { hear }) });
        if (exchange === null) throw new Error('the exchange did not start');
        return exchange;
      };
      /** Resolves when it stands by; its promise when it has taken over. */
      const standBy = async (port: number): Promise<Promise<ExchangeProcess>[]> => {
        const stands = Promise.withResolvers<void>();
        const taken = start(port, (text) => text.includes('"standing-by"') && stands.resolve());
        await Promise.race([stands.promise, taken]);
        return [taken];
      };
      const first = await start(ports[0]);
      const [second] = (await standBy(ports[1])) as [Promise<ExchangeProcess>];
      const upstream = createUpstream({ urls: ports.map((port) => `http://127.0.0.1:${port}`), deadlineMs: 15_000 });
      const web = createTestBff(upstream);
      const trader = await webTrader(web, { key: 'takeover-key' });
      const { cookie, margin, transfer, load } = trader;
      const before = await margin();
      // Known in this session from now on: each check of it is a hash, one at a time.
      expect(await transfer({ fundpass: 'paper-fund' })).toBe(200);
      const stream = async (lastId = ''): Promise<AsyncGenerator<string>> => {
        const response = await web.bff(
          requestOf('events', { headers: { cookie, ...(lastId && { 'last-event-id': lastId }) } }),
        );
        return linesOf(response);
      };

      const told = await stream();
      const hello = await told.next();
      const id = /^id: (\S+)/m.exec(hello.value ?? '')?.[1] ?? '';
      const killing = delay(500).then(async () => {
        await first.kill();
        const atMs = performance.now();
        await second;
        expect(await transfer()).toBe(200);
        return performance.now() - atMs;
      });
      const codes = await load(killing);
      expect(await killing).toBeLessThan(SERVED_WITHIN_MS);
      expect(new Set(codes)).toEqual(new Set([200]));
      expect(await margin()).toBe(before + trader.sent());
      // The stream of the old one has ended; the next is of the new owner, who does not know what was missed and says so.
      for await (const part of told) expect(part).toBeTypeOf('string');
      const again = await stream(id);
      expect((await again.next()).value).toContain('"is_resumed":false');
      await again.return(undefined);

      const [third] = (await standBy(ports[0])) as [Promise<ExchangeProcess>];
      const stopping = delay(500).then(async () => {
        expect(await (await second).stop()).toBe(0);
        await third;
      });
      expect(new Set(await load(stopping))).toEqual(new Set([200]));
      expect(await margin()).toBe(before + trader.sent());
      await web.close();
      expect(await (await third).stop()).toBe(0);
    });
  },
  'real kills',
);

/** Blocks of an event stream; ends with it, however that comes. */
async function* linesOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        yield text.slice(0, end);
        text = text.slice(end + 2);
      }
    }
  } catch {
    // It broke off, as a browser sees it.
  }
}
