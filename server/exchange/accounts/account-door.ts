import { type RateLimit, rateLimit } from '#lib/limits/rate-limit.ts';
import { HOUR_SECONDS } from '#lib/time/durations.ts';
import type { Log } from '../../log/log.ts';
import type { Clock } from '../surroundings/clock.ts';
import { type LoginLimits, openLoginLimits } from './login-limits.ts';
import { type SecurityLog, securityLog } from './security-log.ts';

/** What stands between strangers and accounts: limits, and the record of who tried what. */
export interface AccountDoor {
  readonly logins: LoginLimits;
  /** Accounts made from an address. */
  readonly registrations: RateLimit;
  /** Tries to make one, refused ones among them: they tell which names are taken. */
  readonly registrationTries: RateLimit;
  /** Wrong fund passwords of an account, from within its sessions. */
  readonly fundPasswords: RateLimit;
  /** Tries to change an account's credentials, from within its sessions; right ones are given back. */
  readonly credentials: RateLimit;
  readonly security: SecurityLog;
}

const QUARTER_SECONDS = 900;
const REGISTRATIONS_AN_HOUR = 10;
const REGISTRATION_TRIES = 60;
const FUND_PASSWORD_TRIES = 5;

export interface AccountDoorOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Accounts that one address may make in an hour; default 10. */
  readonly registrationsAnHour?: number;
}

export function openAccountDoor({
  clock,
  log,
  registrationsAnHour = REGISTRATIONS_AN_HOUR,
}: AccountDoorOptions): AccountDoor {
  const { nowMs } = clock;
  return {
    logins: openLoginLimits(nowMs),
    registrations: rateLimit({ points: registrationsAnHour, seconds: HOUR_SECONDS, nowMs }),
    registrationTries: rateLimit({
      points: Math.max(REGISTRATION_TRIES, registrationsAnHour),
      seconds: QUARTER_SECONDS,
      nowMs,
    }),
    fundPasswords: rateLimit({ points: FUND_PASSWORD_TRIES, seconds: QUARTER_SECONDS, nowMs }),
    credentials: rateLimit({ points: FUND_PASSWORD_TRIES, seconds: QUARTER_SECONDS, nowMs }),
    security: securityLog(log),
  };
}
