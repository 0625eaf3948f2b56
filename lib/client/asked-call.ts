import { ENDPOINTS, type Endpoint, type EndpointName } from '../contract/endpoints.ts';
import { browserPath, createRouter } from '../contract/routes.ts';

/** What a line's key asks: its key is the address of a call (call.ts), with a word behind it where it asks for all pages. */
export interface AskedCall {
  readonly name: EndpointName;
  readonly query: { readonly market: string | null; readonly type: string | null };
  /** The bot that it is about; null = about none, or all of them. */
  readonly bot: string | null;
}

const find = createRouter(
  (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][])
    .filter(([, { method, internal }]) => method === 'GET' && !internal)
    .map(([name, endpoint]) => ({ method: 'GET', path: browserPath(endpoint), route: name })),
);

const MOST_KNOWN = 300;
/** A Map and no LRU cache: a tab has a few dozen lines, what is forgotten is read again, and browsers need not load one for that. */
const known = new Map<string, AskedCall | null>();

/** The call of a key; null when it is something else that is asked for. */
export function askedCall(key: string): AskedCall | null {
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const read = readKey(key);
  known.set(key, read);
  return read;
}

function readKey(key: string): AskedCall | null {
  const [address = ''] = key.split('#');
  const [path = '', search = ''] = address.split('?');
  const match = find('GET', path);
  if (match === null) return null;
  const query = new URLSearchParams(search);
  return {
    name: match.route,
    query: { market: query.get('market'), type: query.get('type') },
    bot: query.get('strategy_id') ?? match.segments.id ?? null,
  };
}
