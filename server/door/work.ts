import { ENDPOINTS, type Endpoint, type EndpointName } from '#lib/contract/endpoints.ts';
import { browserPath, createRouter } from '#lib/contract/routes.ts';
import { PRIVATE_PAGES } from '../pages/private-pages.ts';
import { isOrdinary, type OrdinaryCall } from './ordinary-calls.ts';

/** What a request will cost us at the least, told by its first line: a unit is a millisecond of a core. What it took is charged afterwards (spent.ts). */
export interface Work {
  /** Requests of a sort share places: slow ones must not take those of quick ones. */
  readonly sort: 'page' | 'file' | 'read' | 'heavy' | 'login' | 'stream' | 'body';
  /** Taken before it comes in. */
  readonly cost: number;
  /** What of it is for what nobody measures; the rest is in advance for what is, and given back where the answer took less. Default: all. */
  readonly least?: number;
}

/** Who asks for it. */
export interface Client {
  /** '' when nobody knows it: such requests share the places, but no budget. */
  readonly address: string;
  /** Id of a device that has logged in before; null for strangers. */
  readonly device: string | null;
}

/** Calls that cost more than a reading where nobody measures it – in threads, on the disk, in the log –, or so much that some of it is taken in advance. */
const COSTS: Readonly<Record<Exclude<EndpointName, OrdinaryCall>, Work>> = {
  // A hash each, a fifth of a second of a core; a registration makes two, money and a session.
  login: { sort: 'login', cost: 40 },
  register: { sort: 'login', cost: 80 },
  // The present secret is looked at, and compared with, before a new one is made.
  changePassword: { sort: 'login', cost: 120 },
  changeFundPassword: { sort: 'login', cost: 120 },
  beginSecondFactor: { sort: 'login', cost: 40 },
  removeSecondFactor: { sort: 'login', cost: 40 },
  // A line in the log of somebody who has not said who he is.
  clientError: { sort: 'read', cost: 20 },
  candles: { sort: 'heavy', cost: 5 },
  // A preview asks for thirty of them at once, and most are kept.
  candleDay: { sort: 'read', cost: 3 },
  aiTrades: { sort: 'heavy', cost: 5 },
  gridBacktestProfit: { sort: 'heavy', cost: 3 },
  martingaleBacktestProfit: { sort: 'heavy', cost: 3 },
  backtestOrders: { sort: 'heavy', cost: 5 },
  backtestReport: { sort: 'heavy', cost: 5 },
  createBacktest: { sort: 'read', cost: 10 },
  // A thread replays all that a bot lived through.
  startProof: { sort: 'read', cost: 20 },
  startFork: { sort: 'read', cost: 20 },
  // The same where one is begun, which the exchange says (previews/preview-runner.ts); asked again and again how far it is, which is a reading.
  followPreview: { sort: 'read', cost: 20, least: 3 },
  // Copies of all bots are taken along six moves, in a thread that nobody measures; kept for a while.
  portfolioMoves: { sort: 'heavy', cost: 40 },
  // All bots of a trader, all rows of a bot: what it takes is charged, in advance some of it, so that many at once are not asked for before the first is answered.
  portfolio: { sort: 'heavy', cost: 10, least: 1 },
  tryProtection: { sort: 'heavy', cost: 20, least: 1 },
  botBooks: { sort: 'heavy', cost: 10, least: 1 },
  bookRows: { sort: 'heavy', cost: 10, least: 1 },
  // A bot is copied, with all its lines, and the act tried on the copy; a dialog waits for it, so it takes the places of quick ones.
  actionPlan: { sort: 'read', cost: 6, least: 3 },
  closePreview: { sort: 'read', cost: 6, least: 3 },
  investPlan: { sort: 'read', cost: 6, least: 3 },
  // It stays for hours and costs little: it takes no place of what is answered and over.
  events: { sort: 'stream', cost: 5 },
};

/** Rows that every list may have for its unit. */
const PAGE_ROWS = 20;
/** Beyond them so many are paid with a unit in advance: a hundred dear lists must not be under way before the first is charged. */
const ROWS_A_UNIT = 8;
/** The contract's longest page. */
const MOST_ROWS = 500;

/** What Next takes for any call, be it answered from memory. */
const READ: Work = { sort: 'read', cost: 3 };
/** Costs next to nothing and lasts as long as its reader likes: it takes no place of what is drawn. */
const FILE: Work = { sort: 'file', cost: 0.5 };
/** Kept for everybody, for a while; another query is another page. */
const PAGE: Work = { sort: 'page', cost: 5 };
/** Drawn for the request. */
const PRIVATE_PAGE: Work = { sort: 'page', cost: 25 };
/** A picture is drawn, a sitemap asks for every bot. */
const DRAWN: Work = { sort: 'page', cost: 30 };

const PRIVATE = new RegExp(`^/[a-z]+/(?:${PRIVATE_PAGES.join('|')})(?:/|$)`);

/** The contract's calls as browsers ask them. */
const callOf = createRouter(
  (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][])
    .filter(([, { internal }]) => !internal)
    .map(([name, endpoint]) => ({ method: endpoint.method, path: browserPath(endpoint), route: name })),
);

function classOf(name: EndpointName): Work {
  return isOrdinary(name) ? READ : COSTS[name];
}

/** Whether a call may take long. */
export function isSlow(name: EndpointName): boolean {
  const { sort } = classOf(name);
  return sort === 'heavy' || sort === 'login';
}

export function workOf(method: string, target: string): Work {
  const path = target.split('?', 1)[0] ?? '';
  if (path.startsWith('/api/')) {
    const call = callOf(method, path);
    return withRows(call === null ? READ : classOf(call.route), target.slice(path.length + 1));
  }
  if (path.startsWith('/_next/static/') || /^\/(?:icon|favicon)[^/]*$/.test(path) || path === '/push/worker.js')
    return FILE;
  if (path.startsWith('/clips/')) return FILE;
  if (path.endsWith('/opengraph-image') || path === '/sitemap.xml' || path.startsWith('/sitemaps/')) return DRAWN;
  return PRIVATE.test(path) ? PRIVATE_PAGE : PAGE;
}

/** A list as long as it asks to be, paid in advance; what it did not take is given back. */
function withRows(work: Work, query: string): Work {
  if (query === '') return work;
  const asked = new URLSearchParams(query);
  // Both spellings are accepted (X44).
  const sizes = [...asked.getAll('page_size'), ...asked.getAll('pageSize')].map(Number).filter((size) => size > 0);
  const rows = Math.min(MOST_ROWS, Math.max(0, ...sizes));
  if (rows <= PAGE_ROWS) return work;
  return { ...work, cost: work.cost + Math.ceil((rows - PAGE_ROWS) / ROWS_A_UNIT), least: work.least ?? work.cost };
}
