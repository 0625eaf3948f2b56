import { sealData, unsealData } from 'iron-session';

/**
 * The session cookie: a sealed bearer token of the upstream, nothing else. The upstream keeps the session and can end
 * it, so a stolen cookie dies with a logout; the seal keeps the token out of the browser's hands.
 */

const LIFETIME_SECONDS = 14 * 24 * 3600;
/** Unsealing costs about as much as the rest of a call; a cookie seen within this time is not unsealed again. */
const REMEMBER_MS = 60_000;
const REMEMBERED_COOKIES = 10_000;
/** Seals are about 300 characters; longer ones are not ours. */
const LONGEST_SEAL = 1_024;

export interface SessionKeeper {
  readonly cookieName: string;
  /** The upstream token of a request, or null for guests, expired and forged cookies. */
  read(cookieHeader: string | null): Promise<string | null>;
  /** Set-Cookie value that starts a session. */
  start(token: string): Promise<string>;
  /** Set-Cookie value that ends it in the browser; also forgets the cookie here. */
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
  const remembered = new Map<string, { readonly token: string | null; readonly untilMs: number }>();

  function remember(seal: string, token: string | null): void {
    // A Map keeps the order of insertion: the first key is the oldest.
    if (remembered.size >= REMEMBERED_COOKIES) remembered.delete(remembered.keys().next().value as string);
    remembered.set(seal, { token, untilMs: nowMs() + REMEMBER_MS });
  }

  return {
    cookieName,
    async read(cookieHeader) {
      const seal = cookieValue(cookieHeader, cookieName);
      if (seal === null || seal.length > LONGEST_SEAL) return null;
      const known = remembered.get(seal);
      if (known !== undefined) {
        if (known.untilMs > nowMs()) return known.token;
        remembered.delete(seal);
      }
      const token = await unseal(seal, secret);
      remember(seal, token);
      return token;
    },
    async start(token) {
      const seal = await sealData({ token }, { password: secret, ttl: LIFETIME_SECONDS });
      return `${cookieName}=${seal}; ${attributes}; Max-Age=${LIFETIME_SECONDS - 60}`;
    },
    end(cookieHeader) {
      const seal = cookieValue(cookieHeader, cookieName);
      if (seal !== null) remembered.delete(seal);
      return `${cookieName}=; ${attributes}; Max-Age=0`;
    },
  };
}

async function unseal(seal: string, password: string): Promise<string | null> {
  try {
    const { token } = await unsealData<{ token?: unknown }>(seal, { password, ttl: LIFETIME_SECONDS });
    return typeof token === 'string' && token !== '' ? token : null;
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
