import { createHmac, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { rateLimit } from '#lib/limits/rate-limit.ts';
import { DAY_MS, DAY_SECONDS } from '#lib/time/durations.ts';
import { cookieValue } from './session.ts';

/**
 * The device cookie: says, under our signature, on which accounts this browser has logged in before. It opens nothing
 * by itself; it only tells the owner's browser from a stranger's, so that wrong passwords of strangers do not keep the
 * owner out and a flood of strangers does not push him aside. It outlives sessions and logouts.
 */
export interface Device {
  /** Random, stable, says nothing of the accounts. */
  readonly id: string;
  knows(account: string): boolean;
}

export interface DeviceKeeper {
  readonly cookieName: string;
  /** The device of a request; null when it brings none, an old one or one that we did not sign. */
  read(cookieHeader: string | null): Device | null;
  /**
   * Set-Cookie value after an account has logged in: the same device, which knows that account too, or a new one. null when
   * its address ('' = not known) or the account has made as many new ones as it may: the browser stays a stranger.
   */
  remember(cookieHeader: string | null, account: string, address: string): Promise<string | null>;
}

export interface DeviceOptions {
  /** The session secret; devices are signed with a key of their own that is made of it. */
  readonly secret: string;
  /** False only for plain-http local runs. */
  readonly isSecure: boolean;
  nowMs(): number;
  /** At least `length` random bytes. */
  random(length: number): Uint8Array;
}

const LIFETIME_DAYS = 180;
/** Accounts that one browser is known for; the one that logged in longest ago goes first. */
const MOST_ACCOUNTS = 5;
/** New devices of an address, and of an account: each has places and a budget beside those of strangers. */
const NEW_AN_HOUR = { points: 20, seconds: 3_600 };
const NEW_A_DAY = { points: 10, seconds: DAY_SECONDS };
/** A signature costs a tenth of what a call does, and a page with its stream open brings the same cookie again and again. */
const REMEMBERED = 10_000;
const SHAPE = /^([\w-]{22})\.(\d{1,6})\.([\w-]{16}(?:~[\w-]{16}){0,4})\.([\w-]{43})$/;

interface Content {
  readonly id: string;
  /** Day of the newest login, days since 1970. */
  readonly day: number;
  readonly accounts: readonly string[];
}

export function createDeviceKeeper({ secret, isSecure, nowMs, random }: DeviceOptions): DeviceKeeper {
  const cookieName = isSecure ? '__Host-strategybot-device' : 'strategybot-device';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const key = createHmac('sha256', secret).update('device cookie').digest();
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  const today = () => Math.floor(nowMs() / DAY_MS);
  const mark = (account: string) => sign(`account ${account.trim().toLowerCase()}`).toString('base64url').slice(0, 16);

  const ofAddress = rateLimit({ ...NEW_AN_HOUR, nowMs });
  const ofAccount = rateLimit({ ...NEW_A_DAY, nowMs });

  /** The account first: who may not make one for it takes none of his address's. */
  async function mayMakeOne(account: string, address: string): Promise<boolean> {
    if ((await ofAccount.take(account)) > 0) return false;
    return address === '' || (await ofAddress.take(address)) === 0;
  }

  /** Cookies that were found to be ours; what others send is not kept. */
  const signed = new LRUCache<string, Content>({ max: REMEMBERED });

  /** What a cookie says, whatever its age; null when we did not sign it. */
  function contentOf(cookie: string): Content | null {
    const known = signed.get(cookie);
    if (known !== undefined) return known;
    const [, id = '', day = '', accounts = '', seal = ''] = SHAPE.exec(cookie) ?? [];
    if (id === '' || !timingSafeEqual(sign(`${id}.${day}.${accounts}`), Buffer.from(seal, 'base64url'))) return null;
    const content = { id, day: Number(day), accounts: accounts.split('~') };
    signed.set(cookie, content);
    return content;
  }

  function open(cookieHeader: string | null): Content | null {
    const content = contentOf(cookieValue(cookieHeader, cookieName) ?? '');
    return content === null || content.day + LIFETIME_DAYS < today() ? null : content;
  }

  return {
    cookieName,
    read(cookieHeader) {
      const content = open(cookieHeader);
      return content === null ? null : { id: content.id, knows: (account) => content.accounts.includes(mark(account)) };
    },
    async remember(cookieHeader, account, address) {
      const known = open(cookieHeader);
      const own = mark(account);
      if (known === null && !(await mayMakeOne(own, address))) return null;
      const id = known?.id ?? Buffer.from(random(16)).toString('base64url');
      const others = (known?.accounts ?? []).filter((one) => one !== own);
      const text = `${id}.${today()}.${[own, ...others].slice(0, MOST_ACCOUNTS).join('~')}`;
      const value = `${text}.${sign(text).toString('base64url')}`;
      return `${cookieName}=${value}; ${attributes}; Max-Age=${LIFETIME_DAYS * DAY_SECONDS}`;
    },
  };
}
