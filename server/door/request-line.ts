/** Requests that no page and no call of ours is made of, told by their first line alone. */

/** An answer without a body. */
export interface LineRefusal {
  readonly status: 400 | 404 | 405;
  readonly allow?: string;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);

/**
 * Methods that we have no answer to (TRACE, and OPTIONS: nothing here is for pages of other sites), targets that are no
 * path or not the one that is answered, and Next's image service, which has no use here and would work for everybody.
 * Pages are read only.
 */
export function refuseLine(method: string, target: string): LineRefusal | null {
  if (!METHODS.has(method)) return { status: 405, allow: [...METHODS].join(', ') };
  // Next copies the body of what it sends through its proxy and cries out when that ends early (F9): no page takes one,
  // and no call that does has an escape in its path.
  const isReading = method === 'GET' || method === 'HEAD';
  if (!isReading && !/^\/api\//.test(target)) return { status: 405, allow: 'GET, HEAD' };
  if (!isReading && /^[^?]*%/.test(target)) return { status: 400 };
  if (!isPlain(target)) return { status: 400 };
  return /^\/_next\/image(?:[/?]|$)/.test(target) ? { status: 404 } : null;
}

/** Any host: only what stands behind it is looked at. */
const HOST = 'http://door';

/**
 * Whether a target means what it says. The door judges the line as it came, and Next reads it as URLs are read: `.` and
 * `..` (`%2e` too) are resolved, `#` and what follows is dropped, tabs vanish, backslashes and two slashes become something
 * else, and another page or call answers than the one that was judged. A target that such a reading changes is therefore
 * nobody's; browsers send what it has left.
 */
function isPlain(target: string): boolean {
  if (target.includes('#') || /^[^?]*\/\//.test(target)) return false;
  try {
    return new URL(target, HOST).href === HOST + target;
  } catch {
    return false;
  }
}
