import type { Log } from '../../log/log.ts';

/**
 * What an operator has to see of who came in, who did not, and what moved: one structured line an event. No secrets,
 * and no account name that nobody has: people type passwords there.
 */
export interface SecurityEvent {
  readonly what:
    | 'login'
    | 'login-failed'
    | 'login-locked'
    | 'registered'
    | 'registration-locked'
    | 'session-ended'
    | 'fund-password-failed'
    | 'fund-password-locked'
    | 'password-changed'
    | 'fund-password-changed'
    | 'credential-change-refused'
    | 'credential-change-locked'
    | 'second-factor-on'
    | 'second-factor-off'
    | 'second-factor-failed'
    | 'transfer';
  /** Undefined when no account is meant. */
  readonly userId?: number | undefined;
  /** Address of the client; '' when nobody vouches for one. */
  readonly ip?: string;
  /** Whether the account has logged in on the device before. */
  readonly isKnownDevice?: boolean;
  /** Of an ended session: by the trader's own logout, or pushed out by newer ones. */
  readonly cause?: 'logout' | 'too-many-sessions' | 'ended-by-owner';
  /** How many sessions ended with it. */
  readonly sessions?: number;
  readonly from?: string;
  readonly to?: string;
  readonly asset?: string;
  readonly amount?: string;
}

export type SecurityLog = (event: SecurityEvent) => void;

export function securityLog(log: Log): SecurityLog {
  return ({ what, ...fields }) => log.info('security', { what, ...fields });
}
