import type { Endpoint } from './endpoints.ts';

/** The paths of the contract's calls, both ways: from names and values to an address, and from an address to a call. */

const SEGMENT = /\{(\w+)\}/g;

/** A call's path with its `{…}` segments filled in, each encoded once. A missing value leaves an empty segment, which no call has. */
export function fillPath({ path }: Pick<Endpoint, 'path'>, values: Readonly<Record<string, string>> = {}): string {
  return path.replace(SEGMENT, (_, key: string) => encodeURIComponent(values[key] ?? ''));
}

/** Address a browser uses: what the BFF proxies stands under /api, its own calls have their whole path. `path`: filled in. */
export function browserPath(endpoint: Pick<Endpoint, 'path' | 'side'>, path: string = endpoint.path): string {
  return endpoint.side === 'bff' ? path : `/api${path}`;
}

export interface Route<R> {
  readonly method: string;
  /** Path with `{…}` segments. */
  readonly path: string;
  readonly route: R;
}

export interface Match<R> {
  readonly route: R;
  /** Decoded `{…}` segments. */
  readonly segments: Readonly<Record<string, string>>;
}

/**
 * Finds a call by method and raw path. Segments are decoded after the path was cut, each by itself, so that an encoded
 * slash is a letter of a segment. Several spellings of a segment are the same call.
 */
export function createRouter<R>(routes: Iterable<Route<R>>): (method: string, rawPath: string) => Match<R> | null {
  const fixed = new Map<string, Match<R>>();
  const patterns: { readonly method: string; readonly parts: readonly string[]; readonly route: R }[] = [];
  for (const { method, path, route } of routes) {
    if (path.includes('{')) patterns.push({ method, parts: path.split('/'), route });
    else fixed.set(`${method} ${path}`, { route, segments: {} });
  }
  return (method, rawPath) => {
    const known = fixed.get(`${method} ${rawPath}`);
    if (known !== undefined) return known;
    const given = rawPath.split('/');
    for (const { method: own, parts, route } of patterns) {
      if (own !== method || parts.length !== given.length) continue;
      const segments = matchParts(parts, given);
      if (segments !== null) return { route, segments };
    }
    return null;
  };
}

function matchParts(parts: readonly string[], given: readonly string[]): Record<string, string> | null {
  const segments: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const raw = given[index] as string;
    if (!part.startsWith('{')) {
      if (part !== raw) return null;
      continue;
    }
    const decoded = decode(raw);
    if (decoded === null) return null;
    segments[part.slice(1, -1)] = decoded;
  }
  return segments;
}

/** Percent-decoded text; null for malformed escapes. */
export function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
