import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How an exchange answers behind this proxy: as it is, after 12–16 s, or never, because the connection is cut. */
type Pace = 'open' | 'slow' | 'cut';

const SLOW_FROM_MS = 12_000;
const SLOW_SPREAD_MS = 4_000;

export interface SlowExchange {
  readonly url: string;
  /** Requests that were held back or cut since the pace was set. */
  held(): number;
  /** From now on; what is being held back goes on as it was. */
  setPace(pace: Pace): void;
  close(): Promise<void>;
}

/** A proxy in front of an exchange that delays or cuts its replies. */
export async function startSlowExchange(target: string, first: Pace): Promise<SlowExchange> {
  let pace = first;
  let held = 0;
  const timers = new Set<NodeJS.Timeout>();
  const server = createServer((asked, reply) => {
    const pass = (): void => {
      const forwarded = request(
        `${target}${asked.url}`,
        { method: asked.method ?? 'GET', headers: asked.headers },
        (got) => {
          reply.writeHead(got.statusCode ?? 502, got.headers);
          got.pipe(reply);
        },
      );
      forwarded.on('error', () => reply.destroy());
      asked.pipe(forwarded);
    };
    if (pace === 'open') return pass();
    held += 1;
    if (pace === 'cut') {
      asked.socket.destroy();
      return;
    }
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        pass();
      },
      // Spread without chance: the same requests are always held as long.
      SLOW_FROM_MS + ((held * 997) % SLOW_SPREAD_MS),
    );
    timers.add(timer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () => held,
    setPace(next) {
      pace = next;
      held = 0;
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
