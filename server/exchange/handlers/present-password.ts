import { CODE } from '#lib/contract/vocabulary.ts';
import type { AccountDoor } from '../accounts/account-door.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Hashing, SecretHasher } from '../accounts/secret-hash.ts';
import type { Session, User } from '../accounts/user.ts';
import { signedIn } from '../http/handler.ts';
import { busy, type Refusal, refuse, refuseField, refuseFor } from '../replies/reply.ts';
import type { Random } from '../surroundings/random.ts';

export interface SecurityHandlerParts {
  readonly accounts: Accounts;
  readonly hasher: SecretHasher;
  readonly door: AccountDoor;
  readonly random: Random;
}

/** Who asks for a change of his account's safety. */
export interface Asking {
  readonly user: User | null;
  readonly session: Session | null;
  readonly clientIp: string;
  readonly nowMs: number;
}

/** The account's secrets as they were when the hashing began. */
export interface KnownHashes {
  readonly password: string;
  readonly fundpass: string;
}

/** What else is hashed for a change, once the password has turned out right. */
export interface FurtherHashes<T> {
  /** So many at most. */
  readonly count: number;
  make(hashing: Hashing, known: KnownHashes): Promise<T | Refusal>;
}

interface Proven<T> {
  readonly made: T;
  /** In the turn: hashing takes long, and what it was about may have been changed by another call. */
  changedSince(): Refusal | null;
}

/** For changes that need the password and no other hash. */
export const NOTHING_FURTHER: FurtherHashes<null> = { count: 0, make: async () => null };

const WRONG = refuseField('password', 'password-wrong');

/**
 * Whether the account may be changed and the password is its own: a session left open is not enough. All hashes of a
 * change are made behind one claim, so that it waits in the queue once; each in its turn would outwait the BFF.
 */
export async function proven<T extends string | null>(
  { accounts, hasher, door }: SecurityHandlerParts,
  request: Asking,
  password: string,
  further: FurtherHashes<T>,
): Promise<Proven<T> | Refusal> {
  const user = signedIn(request);
  if (accounts.isPublished(user.id)) return refuse(CODE.forbidden, 'account-published');
  const limited = await limitOf(door, request);
  if (limited !== null) return limited;
  const known = hashesOf(accounts, user);
  const claim = { lane: 'trader', from: `user ${user.id}` } as const;
  const made = await hasher.several(claim, 1 + further.count, async (hashing) =>
    (await hashing.verify(password, known.password)) ? { of: await further.make(hashing, known) } : WRONG,
  );
  if (made === WRONG) {
    door.security({ what: 'credential-change-refused', userId: user.id, ip: request.clientIp });
    return WRONG;
  }
  await door.credentials.giveBack(String(user.id));
  if (made === 'busy') return busy();
  if (!('of' in made)) return made;
  if (made.of !== null && typeof made.of !== 'string') return made.of;
  return { made: made.of, changedSince: () => changedSince(known, hashesOf(accounts, user)) };
}

function hashesOf(accounts: Accounts, { id, account }: User): KnownHashes {
  return { password: accounts.credentials(account)?.passwordHash ?? '', fundpass: accounts.fundpassHash(id) };
}

/** The password that was right is it no more; or the new one was held against a fund password that is another by now: to be asked again. */
function changedSince(known: KnownHashes, present: KnownHashes): Refusal | null {
  if (present.password !== known.password) return WRONG;
  return present.fundpass === known.fundpass ? null : busy();
}

/** Tries at the password and at codes of the second factor count together. */
export async function limitOf(door: AccountDoor, request: Asking): Promise<Refusal | null> {
  const userId = signedIn(request).id;
  const waitMs = await door.credentials.take(String(userId));
  if (waitMs === 0) return null;
  door.security({ what: 'credential-change-locked', userId, ip: request.clientIp });
  return refuseFor(waitMs, 'too-many-attempts');
}
