import type { SecondFactor } from './second-factor.ts';
import type { User } from './user.ts';

/** Store collections of this folder: accounts by user id, sessions by the token's hash. */
export const ACCOUNTS = 'accounts';
export const SESSIONS = 'sessions';

/** What the store keeps of an account. */
export interface AccountRecord extends User {
  /** `SecretHasher.hash` values; '' = cannot be used. */
  readonly passwordHash: string;
  readonly fundpassHash: string;
  /** Absent in accounts that have none, and in records of before there were any. */
  readonly secondFactor?: SecondFactor | null;
}

/** Login names: what fits in a log line and an address; case does not count. */
const ACCOUNT_FORMAT = /^[a-z0-9][a-z0-9@._+-]{2,63}$/;
/** The one spelling under which an account is looked up. */
export function accountName(typed: string): string {
  return typed.trim().toLowerCase();
}

export function isAccountName(name: string): boolean {
  return ACCOUNT_FORMAT.test(name);
}

/** The record without its secrets. */
export function publicUser(record: AccountRecord): User {
  const { passwordHash: _password, fundpassHash: _fundpass, secondFactor: _factor, ...user } = record;
  return user;
}
