const LONGEST = 2_000;
/** Decoding more often than this only happens to somebody who hides something. */
const DECODINGS = 3;
const ORIGIN = 'http://own.invalid';

/** One spelling of a path: absolute, on the own origin, without what browsers or proxies read as something else. */
function staysHere(path: string): boolean {
  // Browsers drop tabs and line breaks and read a backslash as a slash: "/\t/evil.com" and "/\evil.com" leave the site.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (!path.startsWith('/') || path.startsWith('//') || /[\\\u0000-\u001f\u007f]/.test(path)) return false;
  try {
    const url = new URL(path, ORIGIN);
    return url.origin === ORIGIN && !url.pathname.startsWith('//') && url.username === '';
  } catch {
    return false;
  }
}

/**
 * Where to go after login: `wanted` when it is an absolute path of this site in every spelling that decoding gives it,
 * else `fallback`. Refuses other origins, `//`, backslashes, control characters, encoded forms of them, and calls.
 */
export function safeReturnPath(wanted: string | null | undefined, fallback: string): string {
  if (wanted === null || wanted === undefined || wanted.length > LONGEST || !staysHere(wanted)) return fallback;
  // Only the path decides where a browser goes; a query may hold any text once it is decoded.
  let path = wanted.split(/[?#]/, 1)[0] ?? '';
  for (let round = 0; round < DECODINGS; round += 1) {
    let decoded: string;
    try {
      decoded = decodeURIComponent(path);
    } catch {
      return fallback;
    }
    if (decoded === path) break;
    if (!staysHere(decoded)) return fallback;
    path = decoded;
  }
  const { pathname } = new URL(wanted, ORIGIN);
  return /^\/api(\/|$)/.test(pathname) ? fallback : wanted;
}
