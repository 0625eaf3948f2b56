import type { Tx } from '../sequencer/sequencer.ts';
import type { Session, User } from './user.ts';

/** What a new account is made of. Providers of the demo world have no password and cannot log in. */
export interface NewAccount {
  readonly account: string;
  readonly nickname: string;
  readonly avatar?: string;
  readonly tier?: number;
  readonly lang?: string;
  /** Hashes made by `hashSecret`; '' = none. */
  readonly passwordHash: string;
  readonly fundpassHash: string;
}

/** Why an account cannot be made. */
export type AccountRefusal = { readonly refused: 'account-taken' | 'account-format' | 'nickname-format' };

/** Users and sessions, in memory and in the store. Reading is free; changes need a sequencer command. */
export interface Accounts {
  byId(userId: number): User | undefined;
  byAnonymous(anonymous: string): User | undefined;
  everyUser(): Iterable<User>;
  /** Makes an account inside a command. */
  add(tx: Tx, account: NewAccount): User | AccountRefusal;
  /** The live session of a bearer token, or null. */
  sessionOf(token: string, nowMs: number): { readonly session: Session; readonly user: User } | null;
}
