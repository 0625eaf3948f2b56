import { sealData, unsealData } from 'iron-session';
import { LRUCache } from 'lru-cache';
import { DAY_SECONDS, MINUTE_MS } from '#lib/time/durations.ts';

/**
 * The session cookie: a sealed bearer token of the upstream and the number of the account that it was given to, nothing else. The upstream keeps the session and can end
 * it, so a stolen cookie dies with a logout; the seal keeps the token out of the browser's hands.
 */

const LIFETIME_SECONDS = 14 * DAY_SECONDS;
/** Unsealing costs about as much as the rest of a call; a cookie seen within this time is not unsealed again. */
const REMEMBER_MS = MINUTE_MS;
const REMEMBERED_COOKIES = 10_000;
/** Seals are about 300 characters; longer ones are not ours. */
const LONGEST_SEAL = 1_024;

export interface SessionKeeper {
  readonly cookieName: string;
  /** The upstream token of a request, or null for guests, expired and forged cookies. */
  read(cookieHeader: string | null): Promise<string | null>;
  /** Number of the account that the session was opened for; 0 when there is none, or it is not known. */
  traderOf(cookieHeader: string | null): Promise<number>;
  /** Set-Cookie value that starts a session of the account with that number. */
  start(token: string, traderId: number): Promise<string>;
  /**
   * The upstream no longer knows the session: whoever sends this cookie is a guest. The cookie itself stays in the browser,
   * which may have a newer one by the time that an answer to the older one comes, and would lose that.
   */
  noteEnded(cookieHeader: string | null): void;
  /** Set-Cookie value with which a trader ends it in his browser; also forgets the cookie here. */
  end(cookieHeader: string | null): string;
}

export interface SessionOptions {
  /** At least 32 characters. */
  readonly secret: string;
  /** False only for plain-http local runs. */
  readonly isSecure: boolean;
  nowMs(): number;
}

export function createSessionKeeper({ secret, isSecure, nowMs }: SessionOptions): SessionKeeper {
  const cookieName = isSecure ? '__Host-strategybot' : 'strategybot';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const remembered = new LRUCache<string, { readonly sealed: Sealed | null; readonly untilMs: number }>({
    max: REMEMBERED_COOKIES,
  });

  function remember(seal: string, sealed: Sealed | null): void {
    remembered.set(seal, { sealed, untilMs: nowMs() + REMEMBER_MS });
  }

  async function open(cookieHeader: string | null): Promise<Sealed | null> {
    const seal = cookieValue(cookieHeader, cookieName);
    if (seal === null || seal.length > LONGEST_SEAL) return null;
    const known = remembered.get(seal);
    if (known !== undefined) {
      if (known.untilMs > nowMs()) return known.sealed;
      remembered.delete(seal);
    }
    const sealed = await unseal(seal, secret);
    remember(seal, sealed);
    return sealed;
  }

  return {
    cookieName,
    read: async (cookieHeader) => (await open(cookieHeader))?.token ?? null,
    traderOf: async (cookieHeader) => (await open(cookieHeader))?.traderId ?? 0,
    async start(token, traderId) {
      const seal = await sealData({ token, traderId } satisfies Sealed, { password: secret, ttl: LIFETIME_SECONDS });
      return `${cookieName}=${seal}; ${attributes}; Max-Age=${LIFETIME_SECONDS - 60}`;
    },
    noteEnded(cookieHeader) {
      const seal = cookieValue(cookieHeader, cookieName);
      if (seal !== null && remembered.delete(seal)) remember(seal, null);
    },
    end(cookieHeader) {
      const seal = cookieValue(cookieHeader, cookieName);
      if (seal !== null) remembered.delete(seal);
      return `${cookieName}=; ${attributes}; Max-Age=0`;
    },
  };
}

interface Sealed {
  readonly token: string;
  readonly traderId: number;
}

async function unseal(seal: string, password: string): Promise<Sealed | null> {
  try {
    // Cookies of earlier versions say no account.
    const { token, traderId = 0 } = await unsealData<Partial<Sealed>>(seal, { password, ttl: LIFETIME_SECONDS });
    return typeof token === 'string' && token !== '' && typeof traderId === 'number' ? { token, traderId } : null;
  } catch {
    // Whatever a browser sends as a cookie may be rubbish: it is a guest then.
    return null;
  }
}

/** Value of the first cookie of that name, or null. Seals need no decoding. */
export function cookieValue(header: string | null, name: string): string | null {
  if (header === null) return null;
  for (const part of header.split(';')) {
    const trimmed = part.trimStart();
    if (trimmed.startsWith(`${name}=`)) return trimmed.slice(name.length + 1).trim();
  }
  return null;
}
