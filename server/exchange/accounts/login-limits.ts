import { rateLimit } from '#lib/limits/rate-limit.ts';

/** Somebody who wants to log in. */
export interface LoginTry {
  /** In its one spelling (accountName). */
  readonly account: string;
  /** Address of the client; '' when nobody vouches for one. */
  readonly ip: string;
  /** Device on which this account has logged in before; '' when it is none. */
  readonly device: string;
}

/**
 * Limits of wrong passwords. Two worlds that do not touch: a device on which the account has logged in before has its
 * own allowance, so that whatever strangers try the owner gets in; strangers are counted by address, by account and by
 * both (OWASP, "Slow down online guessing attacks with device cookies").
 */
export interface LoginLimits {
  /** Counts a try before its password is looked at, so that tries at once count as tries in turn; ms to wait when it is refused, 0 when it may go on. */
  begin(login: LoginTry): Promise<number>;
  /** The password was right, or it was not looked at (`busy`): not a wrong try. */
  forgive(login: LoginTry): Promise<void>;
}

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;

/** Wrong passwords of a known device. */
const DEVICE_TRIES = 10;
/** Wrong passwords of strangers: of an account from an address, and from an address. */
const PAIR_TRIES = 10;
const ADDRESS_TRIES = 100;
/** So many by strangers on one account: it is besieged, and each further address has two tries an hour. */
const ACCOUNT_TRIES = 100;
const BESIEGED_TRIES = 2;
/** Nobody guesses more often than this at one account in a day, from however many addresses. */
const DAY_TRIES = 1_000;

export function openLoginLimits(nowMs: () => number): LoginLimits {
  const device = rateLimit({ points: DEVICE_TRIES, seconds: QUARTER, nowMs });
  const pair = rateLimit({ points: PAIR_TRIES, seconds: QUARTER, nowMs });
  const address = rateLimit({ points: ADDRESS_TRIES, seconds: QUARTER, nowMs });
  const account = rateLimit({ points: ACCOUNT_TRIES, seconds: QUARTER, nowMs });
  const besieged = rateLimit({ points: BESIEGED_TRIES, seconds: HOUR, nowMs });
  const day = rateLimit({ points: DAY_TRIES, seconds: 24 * HOUR, nowMs });

  /** Every limit that counts a try, with its key. */
  function counters(login: LoginTry) {
    if (login.device !== '') return [{ limit: device, key: `${login.account} ${login.device}` }];
    const shared = [
      { limit: account, key: login.account },
      { limit: day, key: login.account },
    ];
    // Without an address these would be everybody's.
    if (login.ip === '') return shared;
    const both = `${login.account} ${login.ip}`;
    return [...shared, { limit: pair, key: both }, { limit: besieged, key: both }, { limit: address, key: login.ip }];
  }

  async function giveBack(login: LoginTry): Promise<void> {
    await Promise.all(counters(login).map(({ limit, key }) => limit.giveBack(key)));
  }

  return {
    async begin(login) {
      const waits = new Map<object, number>();
      await Promise.all(counters(login).map(async ({ limit, key }) => waits.set(limit, await limit.take(key))));
      const of = (limit: object) => waits.get(limit) ?? 0;
      // A full account stops those who have had their tries at it; a full pair stops its address, besieged or not.
      const siege = login.ip === '' ? of(account) : Math.min(of(account), of(besieged));
      const waitMs = Math.max(of(device), of(pair), of(address), of(day), siege);
      if (waitMs > 0) await giveBack(login);
      return waitMs;
    },
    forgive: giveBack,
  };
}
