import { buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { startPaperExchange } from '#tests/support/paper-exchange.ts';
import { linkedPages } from './support/linked-pages.ts';
import { measureLoad } from './support/measure-load.ts';

/**
 * Public pages of one web server and of two on one exchange. Two cores carry two servers, the exchange and whoever asks: what a machine
 * for each would bring follows from the processor time of the web servers for a request.
 */

/** Of each page. A server has work that comes with time and not with requests (pages are made anew): at one pace it weighs the same for both. */
const SECONDS = 3;
const REQUESTS_A_SECOND = 250;
const ROUNDS = 3;
const LIST = '/en/strategybot/all/yield';
const LEAST_GAIN = 1.8;
const SESSION_SECRET = 'a-secret-of-two-servers-that-is-long-enough';

interface Cost {
  readonly requests: number;
  /** Of the web servers, together. */
  readonly cpuSeconds: number;
}

type Server = Awaited<ReturnType<typeof createBuiltProduct>>;

/** The same pages of each, at the same time. */
async function costOf(servers: readonly Server[], paths: readonly string[]): Promise<Cost> {
  const used = () => servers.reduce((sum, server) => sum + server.webCpuSeconds(), 0);
  const before = used();
  let requests = 0;
  for (const path of paths) {
    const loads = await Promise.all(servers.map(({ url }) => measureLoad(url + path, SECONDS, {}, REQUESTS_A_SECOND)));
    for (const load of loads) requests += load.requests;
  }
  return { requests, cpuSeconds: used() - before };
}

const perRequest = ({ cpuSeconds, requests }: Cost): number => cpuSeconds / requests;

function middle(costs: readonly Cost[]): Cost {
  return costs.toSorted((a, b) => perRequest(a) - perRequest(b))[Math.floor(costs.length / 2)] as Cost;
}

async function twoWebServers(): Promise<Record<string, unknown>> {
  buildIfStale();
  const exchange = await startPaperExchange({
    WORLD_BOTS: '100',
    WORLD_DAYS: '30',
    AI_SEARCH: '0',
    TYPICAL_REPLAYS: '1',
  });
  const web = () => createBuiltProduct({ SESSION_SECRET, UPSTREAM_URL: exchange.url });
  const servers = [await web(), await web()] as const;
  try {
    for (const server of servers) await server.start();
    const pages = { ...(await linkedPages(servers[0].url)), list: LIST };
    const paths = Object.values(pages);
    // Both compile themselves.
    await costOf(servers, paths);
    await costOf(servers, paths);
    const [one, two]: [Cost[], Cost[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      one.push(await costOf([servers[round % 2] as Server], paths));
      two.push(await costOf(servers, paths));
    }
    const [alone, both] = [middle(one), middle(two)];
    const gain = (2 * perRequest(alone)) / perRequest(both);
    const microseconds = (cost: Cost) => Math.round(perRequest(cost) * 1e6);
    return {
      size: `${Object.keys(pages).join(', ')}, ${REQUESTS_A_SECOND} a second to each: ${alone.requests} requests to one, ${both.requests} to two`,
      oneCpuMicroseconds: microseconds(alone),
      twoCpuMicroseconds: microseconds(both),
      gain: Number(gain.toFixed(3)),
      target: `two do ${LEAST_GAIN} × what one does, by processor time for a request`,
      tooLong: gain < LEAST_GAIN ? ['gain'] : [],
    };
  } finally {
    for (const server of servers) await server.discard();
    await exchange.stop();
  }
}

export const benches = [{ name: 'two-web-servers', run: twoWebServers }] as const;
