import { ENDPOINTS, type Endpoint, type EndpointName } from '#lib/contract/endpoints.ts';
import { browserPath, createRouter } from '#lib/contract/routes.ts';

/** What a request will cost us, told by its first line: about one unit a millisecond of a core. */
export interface Work {
  /** Requests of a sort share places: slow ones must not take those of quick ones. */
  readonly sort: 'page' | 'read' | 'heavy' | 'login' | 'stream';
  readonly cost: number;
}

/** Who asks for it. */
export interface Client {
  /** '' when nobody knows it: such requests share the places, but no budget. */
  readonly address: string;
  /** Id of a device that has logged in before; null for strangers. */
  readonly device: string | null;
}

/** Calls that cost more than the one unit of a reading. */
const COSTS: { readonly [N in EndpointName]?: Work } = {
  // A hash each, a fifth of a second of a core; a registration makes two, money and a session.
  login: { sort: 'login', cost: 40 },
  register: { sort: 'login', cost: 80 },
  // A line in the log of somebody who has not said who he is.
  clientError: { sort: 'read', cost: 20 },
  candles: { sort: 'heavy', cost: 5 },
  // A preview asks for thirty of them at once, and most are kept.
  candleDay: { sort: 'read', cost: 2 },
  aiTrades: { sort: 'heavy', cost: 5 },
  gridBacktestProfit: { sort: 'heavy', cost: 3 },
  martingaleBacktestProfit: { sort: 'heavy', cost: 3 },
  backtestOrders: { sort: 'heavy', cost: 5 },
  backtestReport: { sort: 'heavy', cost: 5 },
  createBacktest: { sort: 'read', cost: 10 },
  // It stays for hours and costs little: it takes no place of what is answered and over.
  events: { sort: 'stream', cost: 5 },
};

const READ: Work = { sort: 'read', cost: 1 };
const FILE: Work = { sort: 'page', cost: 0.2 };
const PAGE: Work = { sort: 'page', cost: 3 };
/** A picture is drawn, a sitemap asks for every bot. */
const DRAWN: Work = { sort: 'page', cost: 30 };

/** The contract's calls as browsers ask them. */
const callOf = createRouter(
  (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][])
    .filter(([, { internal }]) => !internal)
    .map(([name, endpoint]) => ({ method: endpoint.method, path: browserPath(endpoint), route: name })),
);

/** Whether a call may take long. */
export function isSlow(name: EndpointName): boolean {
  const sort = COSTS[name]?.sort;
  return sort === 'heavy' || sort === 'login';
}

export function workOf(method: string, target: string): Work {
  const path = target.split('?', 1)[0] ?? '';
  if (path.startsWith('/api/')) {
    const call = callOf(method, path);
    return (call === null ? undefined : COSTS[call.route]) ?? READ;
  }
  if (path.startsWith('/_next/static/') || /^\/(?:icon|favicon)[^/]*$/.test(path)) return FILE;
  return path.endsWith('/opengraph-image') || path === '/sitemap.xml' ? DRAWN : PAGE;
}
