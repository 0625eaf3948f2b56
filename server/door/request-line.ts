/** Requests that no page and no call of ours is made of, told by their first line alone. */

/** An answer without a body. */
export interface LineRefusal {
  readonly status: 400 | 404 | 405;
  readonly allow?: string;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);

/**
 * Methods that we have no answer to (TRACE, and OPTIONS: nothing here is for pages of other sites), targets that are no
 * path (`*`, and addresses with a host of their own, as proxies are asked), and Next's image service, which has no use
 * here and would work for everybody. Pages are read only.
 */
export function refuseLine(method: string, target: string): LineRefusal | null {
  if (!METHODS.has(method)) return { status: 405, allow: [...METHODS].join(', ') };
  // Next copies the body of what it sends through its proxy and cries out when that ends early (F9): no page takes one,
  // and no call that does has an escape in its path.
  const isReading = method === 'GET' || method === 'HEAD';
  if (!isReading && !/^\/api\//.test(target)) return { status: 405, allow: 'GET, HEAD' };
  if (!isReading && /^[^?]*%/.test(target)) return { status: 400 };
  // Two slashes or a backslash at the beginning are read as a host by some.
  if (!/^\/(?![/\\])/.test(target)) return { status: 400 };
  return /^\/_next\/image(?:[/?]|$)/.test(target) ? { status: 404 } : null;
}
